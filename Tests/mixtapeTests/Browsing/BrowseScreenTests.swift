import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape browse` in a separate terminal.
@Suite(.timeLimit(.generous)) struct BrowseScreenTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  @Test func `the panes show folders, playlists and episodes`() throws {
    let terminal = try fixture.browse()
    terminal.type("G")
    terminal.wait {
      $0.text == """
         1 Playlists  2 Library  3 Tags  4 New  5 Player
          ▾ evening                    1│ Morning Commute (morning)
              Calm                     1│ 3 episodes · at least 36:29 · Short news firs…
            Nothing Yet                0│· 1  A Patch Tuesday on a Monday           5:55
            Fresh                  rules│  2  Auroras                              30:34
        ›   Morning Commute            3│  3  missing night-sky/gone
                                        │
                                        │
                                        │
                                        │

        enter open  p play  s shuffle  tab pane  / filter  n new  d delete  ? keys
        """
    }
    terminal.type("2j", shows: "Night Sky Radio (night-sky)")
    terminal.type("?\u{1B}[F", shows: "ctrl-z")
    terminal.type("x")
    try fixture.quit(terminal)
  }

  @Test func `episodes are moved and removed, and undo and redo revert that`() throws {
    let terminal = try fixture.browse()
    terminal.type("G\tJd", shows: " from morning.  mixtape remove morning 2")
    #expect(try fixture.sandbox.git("log", "-2", "--format=%s").contains("Remove 1 episode from morning"))
    terminal.type("uu", shows: "Undone: Move", "1  A Patch Tuesday")
    terminal.type("\u{12}", shows: "Redone: Move", "1  Auroras")
    try fixture.quit(terminal)
  }

  @Test func `episodes are found and added, and a playlist is created and renamed`() throws {
    let terminal = try fixture.browse()
    terminal.type("GnEvening Walk\r", shows: "Created evening-walk.  mixtape create 'Evening Walk'", "›   Evening Walk")
    terminal.wait(for: "0 episodes")
    terminal.type("acom", shows: "Comets")
    terminal.type("\r", shows: "✓ Comets")
    terminal.type("\u{1B}", shows: "1 episode · 1:02:03")
    terminal.type("r!\r", shows: "mixtape set evening-walk --name 'Evening Walk!'")
    #expect(try fixture.text(of: "playlists/evening-walk.toml").contains("night-sky/comets"))
    try fixture.quit(terminal)
  }

  @Test func `episodes play at the foot while one browses`() throws {
    let terminal = try fixture.browse()
    terminal.type("G\tp", shows: "▶ A Patch Tuesday on a Monday Daily Byte", "Playing Morning Commute, without sound")
    terminal.type("\tk ", shows: "‖ A Patch Tuesday")
    terminal.type("u", shows: "! there is nothing to undo")
    terminal.type(">", shows: "Auroras Night Sky Radio")
    terminal.type("X", shows: "The player has ended")
    try fixture.quit(terminal)
  }

  @Test func `a podcast plays from a row on, and its queue is changed on the page of the player`() throws {
    let terminal = try fixture.browse()
    terminal.type("2/night\r\t\r", shows: "▶ Auroras Night Sky Radio")
    terminal.wait(for: "Playing Night Sky Radio, without sound  mixtape play night-sky/auroras")
    terminal.type("5", shows: "Up next\n 1  Comets")
    terminal.type("\tjd")
    terminal.wait { $0.lines[1].hasPrefix(" Queue · Night Sky Radio  ") && $0.lines[1].hasSuffix("  1 in the queue") }
    terminal.wait(for: "Removed Comets")
    terminal.type("u", shows: "Undone: removing Comets")
    terminal.type("acom\r", shows: "Removed Comets")
    terminal.type("\u{1B}", shows: "enter play  d remove")
    terminal.type("qi", shows: "Auroras (night-sky/auroras)")
    terminal.type("xq", shows: "▶ Auroras Night Sky Radio")
    terminal.type("X", shows: "The player has ended")
    try fixture.quit(terminal)
  }

  @Test func `a list plays shuffled, and in order again`() throws {
    let terminal = try fixture.browse()
    terminal.type("Gs", shows: "Playing Morning Commute, without sound  mixtape play morning --shuffle")
    terminal.type("5", shows: "shuffled: spread")
    terminal.type("S", shows: "The rest of the round plays in order")
    terminal.type("q", shows: "│ Morning Commute (morning)")
    // From the row on, in the order of the playlist.
    terminal.type("\tj\r5", shows: "▶ Auroras", "in order")
    #expect(!terminal.screen.text.contains("Up next"))
    terminal.type("q", shows: "│ Morning Commute (morning)")
    try fixture.quit(terminal)
  }

  @Test func `without a player, episodes are put into the queue that belongs to no playlist`() throws {
    let terminal = try fixture.browse(columns: 100)
    terminal.type("G\tO", shows: "A Patch Tuesday on a Monday plays at the end of this round; space plays the queue")
    terminal.type("jo", shows: "Auroras plays next")
    terminal.type(" ", shows: "▶ Auroras Night Sky Radio")
    terminal.type(">", shows: "▶ A Patch Tuesday on a Monday Daily Byte")
    try fixture.quit(terminal)
  }

  @Test func `keys that come together find the player that one of them starts`() throws {
    let terminal = try fixture.browse()
    terminal.type("G\tp ", shows: "‖ A Patch Tuesday on a Monday")
    terminal.type("X ", shows: "! Nothing is playing here; p plays")
    try fixture.quit(terminal)
  }

  @Test func `episodes are assigned to playlists in one step`() throws {
    let terminal = try fixture.browse()
    terminal.type("G\tjA", shows: "[x] Morning Commute")
    terminal.type("\t", shows: "›[x] Calm")
    terminal.type("Sky Only\u{E}\r", shows: "Added 1 episode to calm and sky-only.", "Sky Only")
    #expect(try fixture.sandbox.git("log", "-1", "--format=%s") == "Add Auroras to calm and sky-only")
    try fixture.quit(terminal)
  }

  @Test func `downloaded episodes have a mark`() throws {
    try fixture.sandbox.write("format = 1\n[downloads]\ndirectory = \"../Podcasts\"\n", to: "mixtape.toml")
    _ = try fixture.sandbox.git("commit", "-qam", "Settings")
    _ = fixture.mixtape(["trust"])
    for file in [".auroras.mp3.download", "auroras.mp3", ".comets.mp3.download"] {
      try fixture.sandbox.write("", to: "../Podcasts/night-sky/\(file)")
    }
    let terminal = try fixture.browse()
    terminal.type("G", shows: "2  Auroras                           ↓  30:34")
    terminal.type("fsky", shows: "Search: sky", "1:02:03")
    #expect(terminal.screen.lines.filter { $0.contains("↓") }.allSatisfy { $0.contains("Auroras") })
    terminal.type("\r")
    try fixture.quit(terminal)
  }

  @Test func `the browser can be suspended and resumed`() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startJob("browse --service simulator", in: terminal)
    terminal.wait(for: "Morning Commute")
    terminal.type("\u{1A}", shows: "stopped 148")
    #expect(!terminal.screen.isAlternate && terminal.screen.showsCursor && !terminal.screen.reportsMouse)
    terminal.type("\r")
    terminal.wait { $0.isAlternate && $0.text.contains("Morning Commute") }
    terminal.type("q", shows: "ended 0")
    #expect(terminal.waitForEnd() == 0)
    try fixture.expectSettingsRestored()
  }

  @Test func `a change by hand shows at once`() throws {
    let terminal = try fixture.browse()
    terminal.type("G", shows: "· Short news firs…")
    try fixture.sandbox.write(
      "name = \"By Hand\"\nshuffle = true\nepisodes = [\"night-sky/comets\"]\n", to: "playlists/morning.toml")
    terminal.wait(for: "›   By Hand")
    terminal.wait(for: "1 episode · 1:02:03 · shuffle true")
    terminal.wait(for: "1  Comets")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `the editor gets the terminal, and the edit is committed`() throws {
    let terminal = try fixture.browse(settings: ["EDITOR": "sed -i s/Commute/Train/"])
    terminal.type("Ge", shows: "Edit morning by hand", "Morning Train")
    try fixture.quit(terminal)
  }

  @Test func `an editor that cannot be started is named`() throws {
    let terminal = try fixture.browse(settings: ["EDITOR": "no-such-editor"])
    terminal.type("Ge", shows: "the editor `no-such-editor` is not installed")
    try fixture.quit(terminal)
  }

  @Test func `while the editor is open, the player obeys other programs`() throws {
    try fixture.sandbox.write("\(CommandFixture.program) player pause > ../reply 2>&1\n", to: "../editor.sh")
    let terminal = try fixture.browse(settings: ["EDITOR": "sh ../editor.sh"])
    terminal.type("G\tp", shows: "▶ A Patch Tuesday")
    terminal.type("e", shows: "‖ A Patch Tuesday")
    #expect(try fixture.text(of: "../reply").hasPrefix("paused"))
    try fixture.quit(terminal)
  }

  @Test func `keys that are typed ahead find the rows that they act on`() throws {
    let terminal = try fixture.browse()
    terminal.type("G\t/aur\r*d", shows: " from morning.  mixtape remove morning 2")
    terminal.type("\u{1B}", shows: "1  A Patch Tuesday")
    terminal.type("nEvening Walk\racom\t\r", shows: "Added 1 episode to evening-walk.")
    terminal.type("\u{1B}")
    try fixture.quit(terminal)
  }

  @Test func `a playlist without episodes does not end the player`() throws {
    let terminal = try fixture.browse()
    terminal.type("G\tp", shows: "▶ A Patch Tuesday")
    terminal.type("\tkkp", shows: "! there is nothing to play in", "▶ A Patch Tuesday")
    try fixture.quit(terminal)
  }

  @Test func `a missing episode of another playlist does not end the player`() throws {
    try fixture.sandbox.write("name = \"Lost\"\nepisodes = [\"no/such\"]\n", to: "playlists/lost.toml")
    let terminal = try fixture.browse()
    terminal.type("G\tp", shows: "▶ A Patch Tuesday")
    terminal.type("\t/lost\r\tG\r", shows: "! no/such is missing from the library", "▶ A Patch Tuesday")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `a file with errors has a mark`() throws {
    let terminal = try fixture.browse()
    try fixture.sandbox.write("name = \n", to: "playlists/fresh.toml")
    terminal.wait(for: "! A file has errors (`mixtape check`): playlists/fresh.toml:1:")
    terminal.wait(for: "!  Fresh")
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test(arguments: [(SIGTERM, 0), (SIGSEGV, 139)] as [(Int32, Int32)])
  func `a signal restores the terminal`(_ signal: Int32, _ status: Int32) throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    let before = terminal.settings
    try fixture.start(["browse"], in: terminal, settings: ["SWIFT_BACKTRACE": "enable=no"])
    terminal.wait(for: "Morning Commute")
    #expect(terminal.screen.reportsMouse)
    terminal.signal(signal)
    #expect(terminal.waitForEnd() == status)
    #expect(terminal.settings == before)
    #expect(!terminal.screen.isAlternate && terminal.screen.showsCursor && !terminal.screen.reportsMouse)
  }

  @Test func `a resized terminal is redrawn with one pane`() throws {
    let terminal = try fixture.browse()
    terminal.type("G", shows: "(morning)")
    terminal.resize(columns: 40, rows: 8)
    terminal.wait {
      $0.text == """
         1 Playlists  2 Library  3 Tags  4 New
          ▾ evening                            1
              Calm                             1
            Nothing Yet                        0
            Fresh                          rules
        ›   Morning Commute                    3

        enter open  p play  s shuffle  ? keys
        """
    }
    terminal.type("\r", shows: "› 1  A Patch Tuesday on a Monday")
    try fixture.quit(terminal)
  }

  @Test func `without colors, nothing is styled, and the mouse selects`() throws {
    let terminal = try fixture.browse(settings: ["NO_COLOR": "1"])
    terminal.type("\u{1B}[<0;10;6M\u{1B}[<0;10;6m", shows: "›   Morning Commute")
    try fixture.quit(terminal)
    #expect(terminal.screen.styles == [])
  }

  @Test func `browse names a terminal that cannot move the cursor`() throws {
    let fixture = try CommandFixture()
    let terminal = try PseudoTerminal(columns: 120, rows: 12)
    try fixture.start(["browse"], in: terminal, settings: ["TERM": "dumb"])
    terminal.wait(for: "needs a terminal that can move the cursor, but TERM is `dumb`")
    #expect(terminal.waitForEnd() == 64)
  }

  @Test func `browse needs a terminal`() throws {
    try CommandFixture().expect(
      """
      $ mixtape browse
      ! error: `browse` needs a terminal
      ! hint: `mixtape list` and `mixtape show` print playlists
      [64]
      """)
  }
}

extension CommandFixture {
  /// Returns a terminal in which the browser has started, with a player without sound.
  func browse(
    columns: Int = 80, rows: Int = 12, settings: [String: String] = [:]
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try start(["browse", "--service", "simulator"], in: terminal, settings: settings)
    terminal.wait(for: "Morning Commute")
    return terminal
  }

  /// Ends the browser in a terminal.
  func quit(_ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation) throws {
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0, sourceLocation: sourceLocation)
    #expect(terminal.screen.unknown == [], sourceLocation: sourceLocation)
    #expect(try sandbox.git("status", "--porcelain") == "", sourceLocation: sourceLocation)
  }
}
