import LosslessTOML
import Testing

/// Lines and columns, as in editors.
@Suite struct SourceLinesTests {
  private let lines = SourceLines(Array("a = 1\r\nñ🎧x\n\nlast".utf8))

  @Test(arguments: [
    (0, 1, 1), (4, 1, 5), (7, 2, 1), (9, 2, 2), (13, 2, 3), (14, 2, 4), (15, 3, 1), (16, 4, 1), (20, 4, 5), (99, 4, 5),
    (-1, 1, 1),
  ])
  func countsFromOne(_ offset: Int, _ line: Int, _ column: Int) {
    #expect(lines.location(of: offset) == LosslessTOML.SourceLocation(line: line, column: column))
  }

  @Test func givesLines() {
    #expect(lines.count == 4)
    #expect(lines.lineRange(2) == SourceRange(7..<14))
  }

  @Test func countsCharactersOfLongLines() {
    let text = String(repeating: "日本語", count: 5000)
    let lines = SourceLines(Array(("first\n" + text + "\nnext").utf8))
    #expect(lines.location(of: 6 + 9 * 4321) == LosslessTOML.SourceLocation(line: 2, column: 3 * 4321 + 1))
    #expect(lines.location(of: 6 + text.utf8.count + 1) == LosslessTOML.SourceLocation(line: 3, column: 1))
  }
}
