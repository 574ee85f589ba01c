import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape play` in a separate terminal. Its clock is stopped, so that a screen shows only the effects of keys.
@Suite(.timeLimit(.generous)) struct PlayScreenTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  /// Returns a terminal in which the player has started.
  private func play() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startPlayer(["morning"], in: terminal)
    terminal.wait(for: "Patch Tuesday")
    return terminal
  }

  private static let first = """
     Morning Commute                             2 in the queue
     in order · round 1 · no sound

     ▶ A Patch Tuesday on a Monday
       Daily Byte
       ───────────────────────────────────────────  0:00 / 5:55

     Up next
     1  Auroras  Night Sky Radio  30:34


     space pause  > < skip  ↑↓ queue  q quit  a add  ? keys
    """

  @Test func `keys play, pause, seek and skip`() throws {
    let terminal = try play()
    terminal.wait { $0.text == Self.first }
    terminal.type(" ", shows: "‖ A Patch Tuesday on a Monday\n   Daily Byte · paused")
    terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[D", shows: "━━──", "0:20 / 5:55")
    terminal.type(">", shows: "▶ Auroras")
    // A skipped episode has no check mark.
    terminal.wait(for: "Recently played\n –  A Patch Tuesday on a Monday")
    terminal.type("<")
    // An episode of a podcast goes on where it was left.
    terminal.wait(for: "▶ A Patch Tuesday on a Monday")
    terminal.wait(for: "0:20 / 5:55")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test(arguments: ["q", "\u{3}"]) func `the terminal is restored at the end`(_ key: String) throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    let before = terminal.settings
    try fixture.startPlayer(["morning"], in: terminal)
    terminal.wait(for: "Patch Tuesday")
    #expect(terminal.screen.isAlternate && !terminal.screen.showsCursor && terminal.screen.marksPastes)
    #expect(terminal.settings != before)
    terminal.type(key)
    #expect(terminal.waitForEnd() == 0)
    expectRestored(terminal, before)
    #expect(terminal.screen.text.hasPrefix("warning: 1 episode of morning is missing from the library"))
    #expect(terminal.screen.unknown == [])
  }

  private func expectRestored(
    _ terminal: PseudoTerminal, _ settings: [UInt32], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(terminal.settings == settings, sourceLocation: sourceLocation)
    let screen = terminal.screen
    #expect(
      !screen.isAlternate && screen.showsCursor && !screen.marksPastes && screen.wraps, sourceLocation: sourceLocation)
  }

  @Test(arguments: [(SIGTERM, 0), (SIGHUP, 0), (SIGSEGV, 139), (SIGABRT, 134), (SIGQUIT, 131)] as [(Int32, Int32)])
  func `a signal restores the terminal`(_ signal: Int32, _ status: Int32) throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    let before = terminal.settings
    try fixture.startPlayer(["morning"], in: terminal, settings: ["SWIFT_BACKTRACE": "enable=no"])
    terminal.wait(for: "Patch Tuesday")
    terminal.signal(signal)
    #expect(terminal.waitForEnd() == status)
    expectRestored(terminal, before)
  }

  @Test func `episodes are added from a search and removed, and undo reverts both`() throws {
    let terminal = try play()
    terminal.type("acom", shows: "    › Comets  Night Sky Radio  1:02:03")
    terminal.type("\r", shows: "Fill the queue                              3 in the queue", " ✓  › Comets")
    terminal.type("\u{1B}", shows: " 2  Comets ")
    terminal.type("\u{1B}[B\u{1B}[Bd")
    terminal.wait { $0.text.contains("Removed Auroras") && $0.lines[0].hasSuffix("2 in the queue") }
    terminal.type("uu", shows: "Undone: adding Comets")
    terminal.type("\u{1B}")
    terminal.wait { $0.text == Self.first }
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `a resized terminal is redrawn`() throws {
    let terminal = try play()
    terminal.resize(columns: 40, rows: 4)
    terminal.wait {
      $0.text == """
         Morning Commute         2 in the queue
         ▶ A Patch Tuesday on a Monday
           Daily Byte
           ───────────────────────  0:00 / 5:55
        """
    }
    terminal.resize(columns: 60, rows: 12)
    terminal.wait { $0.text == Self.first }
    terminal.resize(columns: 3, rows: 1)
    terminal.wait { $0.text == "▶ …" }
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `without a screen, the player pauses while it is suspended`() throws {
    let terminal = try PseudoTerminal(columns: 200, rows: 12)
    try fixture.startJob("play morning --json --speed 0 --service simulator", in: terminal)
    terminal.wait(for: #""event":"playing""#)
    terminal.type("\u{1A}", shows: "stopped 148")
    terminal.type("\r", shows: #""event":"paused""#)
    terminal.type("quit\r", shows: "ended 0")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `the player can be suspended and resumed`() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startJob("play morning --speed 0 --service simulator", in: terminal)
    terminal.wait { $0.text == Self.first }
    terminal.type("\u{1A}", shows: "stopped 148")
    #expect(!terminal.screen.isAlternate && terminal.screen.showsCursor)
    terminal.type("\r")
    terminal.wait { $0.isAlternate && $0.text == Self.first }
    terminal.type(">", shows: "▶ Auroras")
    terminal.type("q", shows: "ended 0")
    #expect(terminal.waitForEnd() == 0)
    try fixture.expectSettingsRestored()
  }

  @Test func `the queue follows the playlist while it plays`() throws {
    let terminal = try play()
    terminal.wait { $0.text == Self.first }
    terminal.type("\t\u{1B}[B", shows: "› Auroras")
    try fixture.sandbox.write(
      "name = \"Evening\"\nepisodes = [\"daily-byte/monday\", \"night-sky/comets\", \"night-sky/auroras\"]\nshuffle = false\n",
      to: "playlists/morning.toml")
    // The cursor stays at its episode.
    terminal.wait(for: " 1    Comets")
    terminal.wait(for: " 2  › Auroras")
    terminal.wait(for: "Queue · Evening")
    try fixture.sandbox.write(
      "episodes = [\"night-sky/comets\"]\nshuffle = false\n", to: "playlists/morning.toml")
    terminal.wait(for: "2 in the queue")
    terminal.type("\u{1B}", shows: "▶ A Patch Tuesday on a Monday")
    terminal.type(">", shows: "▶ Comets", "1 in the queue")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `a session resumes after a kill`() throws {
    var terminal = try play()
    terminal.type(">", shows: "▶ Auroras")
    terminal.type(" ", shows: "‖ Auroras")
    terminal.type(" ", shows: "▶ Auroras")
    terminal.signal(SIGKILL)
    #expect(terminal.waitForEnd() == 137)
    terminal = try play()
    terminal.wait(for: "▶ Auroras")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }
}
