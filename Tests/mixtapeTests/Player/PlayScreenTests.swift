import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape play` in a separate terminal. Its clock is stopped, so that a screen shows only the effects of keys.
@Suite(.timeLimit(.generous)) struct PlayScreenTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  /// Returns a terminal in which the player has started.
  private func play(
    _ arguments: String..., columns: Int = 60, rows: Int = 12, settings: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try fixture.startPlayer(["morning"] + arguments, in: terminal, settings: settings)
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
    terminal.type(" ")
    terminal.wait(for: "‖ A Patch Tuesday on a Monday\n   Daily Byte · paused")
    terminal.type("\u{1B}[C\u{1B}[C\u{1B}[C\u{1B}[D")
    terminal.wait(for: "━━──")
    terminal.wait(for: "0:20 / 5:55")
    terminal.type(">")
    terminal.wait(for: "▶ Auroras")
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
    terminal.type("acom")
    terminal.wait(for: "    › Comets  Night Sky Radio  1:02:03")
    terminal.type("\r")
    terminal.wait(for: "Fill the queue                              3 in the queue")
    terminal.wait(for: " ✓  › Comets")
    terminal.type("\u{1B}")
    terminal.wait(for: " 2  Comets ")
    terminal.type("\u{1B}[B\u{1B}[Bd")
    terminal.wait { $0.text.contains("Removed Auroras") && $0.lines[0].hasSuffix("2 in the queue") }
    terminal.type("uu")
    terminal.wait(for: "Undone: adding Comets")
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
    terminal.type("\u{1A}")
    terminal.wait(for: "stopped 148")
    terminal.type("\r")
    terminal.wait(for: #""event":"paused""#)
    terminal.type("quit\r")
    terminal.wait(for: "ended 0")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `the player can be suspended and resumed`() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startJob("play morning --speed 0 --service simulator", in: terminal)
    terminal.wait { $0.text == Self.first }
    terminal.type("\u{1A}")
    terminal.wait(for: "stopped 148")
    #expect(!terminal.screen.isAlternate && terminal.screen.showsCursor)
    terminal.type("\r")
    terminal.wait { $0.isAlternate && $0.text == Self.first }
    terminal.type(">")
    terminal.wait(for: "▶ Auroras")
    terminal.type("q")
    terminal.wait(for: "ended 0")
    #expect(terminal.waitForEnd() == 0)
    try fixture.expectSettingsRestored()
  }

  @Test func `without colors, nothing is styled`() throws {
    let colored = try play()
    colored.type("q")
    #expect(colored.waitForEnd() == 0)
    #expect(colored.screen.styles.contains("1;32"))
    for (argument, settings) in [("--color=auto", ["NO_COLOR": "1"]), ("--color=never", [:])] {
      let plain = try play(argument, settings: settings)
      plain.type("\u{1B}[Bq")
      plain.wait { $0.text == Self.first }
      plain.type("q")
      #expect(plain.waitForEnd() == 0)
      #expect(plain.screen.styles == [])
    }
  }

  @Test func `the next session resumes and plays are recorded`() throws {
    var terminal = try play()
    // To the end of the first episode, and into the second.
    terminal.type(String(repeating: "\u{1B}[C", count: 36))
    terminal.wait(for: "▶ Auroras")
    terminal.type("\u{1B}[C\u{1B}[C")
    terminal.wait(for: "0:20 / 30:34")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
    #expect(terminal.screen.text.hasSuffix("\nRecorded 1 episode as played and the position of 1 episode."))
    let file = try fixture.text(of: "library/daily-byte.toml")
    #expect(file.contains("\nplayCount = 1\nlastPlayedAt = 20"))
    #expect(try fixture.sandbox.git("log", "-1", "--format=%s") == "Record plays of 1 episode and 1 position")
    #expect(try fixture.sandbox.status() == [])

    terminal = try play()
    terminal.wait(for: "▶ Auroras")
    terminal.wait(for: "0:20 / 30:34")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `the queue follows the playlist while it plays`() throws {
    let terminal = try play()
    terminal.wait { $0.text == Self.first }
    terminal.type("\t\u{1B}[B")
    terminal.wait(for: "› Auroras")
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
    terminal.type("\u{1B}")
    terminal.wait(for: "▶ A Patch Tuesday on a Monday")
    terminal.type(">")
    terminal.wait(for: "▶ Comets")
    terminal.wait(for: "1 in the queue")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `a session resumes after a kill`() throws {
    var terminal = try play()
    terminal.type(">")
    terminal.wait(for: "▶ Auroras")
    terminal.type(" ")
    terminal.wait(for: "‖ Auroras")
    terminal.type(" ")
    terminal.wait(for: "▶ Auroras")
    terminal.signal(SIGKILL)
    #expect(terminal.waitForEnd() == 137)
    terminal = try play()
    terminal.wait(for: "▶ Auroras")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `wide characters, emoji and text from right to left keep their columns`() throws {
    try fixture.sandbox.write(
      """
      title = "Wide"

      [[episodes]]
      id = "a"
      title = "夜の散歩 👩‍🚀 end"
      duration = 60

      [[episodes]]
      id = "b"
      title = "שלום עולם"
      duration = 60

      [[episodes]]
      id = "c"
      title = "Café e\u{301}"
      duration = 60

      """, to: "library/wide.toml")
    try fixture.sandbox.write(
      "episodes = [\"daily-byte/monday\", \"wide/a\", \"wide/b\", \"wide/c\"]\nshuffle = false\n",
      to: "playlists/morning.toml")
    let terminal = try play(rows: 14)
    terminal.wait(for: "Up next")
    let rows = terminal.screen.lines[8...10]
    #expect(Array(rows.map { $0.suffix(4) }) == ["1:00", "1:00", "1:00"])
    #expect(terminal.screen.column(of: "end") == 16)
    for title in ["夜の", "שלום", "Café"] { #expect(terminal.screen.column(of: title) == 4) }
    #expect(String(decoding: terminal.transcript, as: UTF8.self).contains("\u{2068}שלום עולם\u{2069}"))
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }
}
