import TestSupport
import Testing

/// The dialogs of `mixtape browse` in a terminal, as whole screens.
@Suite(.timeLimit(.generous)) struct BrowseDialogTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func expect(
    _ terminal: PseudoTerminal, _ screen: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    terminal.wait(sourceLocation: sourceLocation) { $0.text == screen }
  }

  @Test func `rules are changed with the episodes that they find`() throws {
    let terminal = try fixture.browse(columns: 60, rows: 14)
    terminal.type("Gkc")
    terminal.wait(for: "0 episodes")
    terminal.type("d")
    expect(
      terminal,
      """
       1 Playlists  2 Library  3 Tags
       Rules of fresh all must match
       search sky · sort ["-dateAdded", "title"] · limit 25
      ›1  duration < 30 min
       0 episodes







      ! xx
      s save  a add  enter edit  d remove  m all/any/none  esc …
      """)
    terminal.type("\rlenght < 2")
    expect(terminal, "2")
    terminal.type("\u{1}\t")
    expect(terminal, "3")
    try fixture.quit(terminal)
  }

  @Test func `history shows differences and earlier versions, and restores one`() throws {
    let terminal = try fixture.browse(columns: 60, rows: 14)
    terminal.type("G\tJ\tr!\r")
    terminal.wait(for: "--name")
    terminal.type("h")
    expect(terminal, "h1")
    terminal.type("j")
    expect(terminal, "h2")
    terminal.type("\t")
    expect(terminal, "h3")
    terminal.type("R")
    terminal.wait(for: "[y/N]")
    expect(terminal, "h4")
    terminal.type("y")
    terminal.wait(for: "Restored morning")
    try fixture.quit(terminal)
  }

  @Test func `the player at the foot stays while one browses`() throws {
    let terminal = try fixture.browse(columns: 60, rows: 12)
    terminal.type("G\tpP")
    terminal.wait(for: "‖ A Patch Tuesday")
    terminal.type("]]\tgg2")
    expect(terminal, "p1")
    terminal.resize(columns: 40, rows: 8)
    expect(terminal, "p2")
    terminal.type("?")
    expect(terminal, "p3")
    terminal.type("x")
    try fixture.quit(terminal)
  }

  @Test func `the form is one change`() throws {
    let terminal = try fixture.browse(columns: 60, rows: 12)
    terminal.type("Gr")
    expect(terminal, "f1")
    terminal.type("\u{15}Tram\t\u{15}\t\u{15}work\t \t \r")
    expect(terminal, "f2")
    #expect(try fixture.sandbox.git("rev-list", "--count", "HEAD") == "?")
    try fixture.quit(terminal)
  }

  @Test func `the mouse works at 40 columns`() throws {
    let terminal = try fixture.browse(columns: 40, rows: 10)
    terminal.type("\u{1B}[<0;10;6M\u{1B}[<0;10;6m")
    terminal.wait(for: "›   Morning Commute")
    terminal.type("\r")
    terminal.wait(for: "(morning)")
    terminal.type("\u{1B}[<0;10;5M\u{1B}[<0;10;5m ")
    expect(terminal, "m1")
    terminal.type("A")
    expect(terminal, "m2")
    terminal.type("\u{1B}")
    terminal.wait(for: "(morning)")
    terminal.type("\u{1B}[<0;16;1M")
    expect(terminal, "m3")
    try fixture.quit(terminal)
  }
}
