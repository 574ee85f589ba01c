import SystemPackage
import TestSupport
import Testing

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
