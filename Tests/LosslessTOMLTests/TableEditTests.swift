import LosslessTOML
import Testing

/// Edits of arrays of tables. Tables move with their comments and with the tables below them.
@Suite struct TableEditTests {
  private let library = """
    title = "Night Sky"

    # the first
    [[episodes]]
    id = "a"  # mine

    [episodes.extra]
    x = 1

    [other]
    y = 2

    [[episodes]]
    id = "b"

    """

  @Test func appends() throws {
    try expectEdit(library, gives: library + "\n[[episodes]]\nid = \"c\"\nrating = 4\n") {
      try $0.appendTable(["id": "c", "rating": 4], in: ["episodes"])
    }
  }

  @Test(arguments: [
    ("a = 1\n", "a = 1\n\n[[e]]\nid = 1\n"), ("a = 1", "a = 1\n\n[[e]]\nid = 1"), ("", "[[e]]\nid = 1\n"),
    ("[[e]]\r\nid = 0\r\n", "[[e]]\r\nid = 0\r\n\r\n[[e]]\r\nid = 1\r\n"),
    ("[[e]]\nid = 0\n[[e]]\nid = 3\n", "[[e]]\nid = 0\n[[e]]\nid = 3\n[[e]]\nid = 1\n"),
    ("  [[e]]\n    id = 0\n", "  [[e]]\n    id = 0\n\n  [[e]]\n    id = 1\n"),
  ])
  func appendsLikeItsNeighbours(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.appendTable(["id": 1], in: ["e"]) }
  }

  @Test func aCopyFromAnotherDocumentKeepsItsText() throws {
    let other = """
      # above
      [[episodes]] # one
        id = 'z' # two
      text = \"""
      a
      b\"""
      # inside

      [episodes.extra]
      x = 1 # three

      [[episodes]]
      id = "y"
      """
    let copies = TOMLDocument(parsing: Array(other.utf8)).elements(of: ["episodes"])
    let text = other.replacing("\n\n[[episodes]]\nid = \"y\"", with: "")
    try expectEdit(library, gives: library + "\n" + text + "\n") {
      try $0.rearrange(["episodes"], as: [.existing(0), .existing(1), .copy(copies[0])])
    }
    try expectEdit("[[episodes]]\nid = 1\n", gives: "[[episodes]]\nid = \"y\"\n") {
      try $0.rearrange(["episodes"], as: [.copy(copies[1])])
    }
    // The line ends are those of the file, except in strings.
    let lines = text.replacing("\n", with: "\r\n").replacing("a\r\nb", with: "a\nb")
      .replacing("\"\"\"\r\na", with: "\"\"\"\na")
    try expectEdit("[[episodes]]\r\nid = 1\r\n", gives: "[[episodes]]\r\nid = 1\r\n\r\n\(lines)\r\n") {
      try $0.rearrange(["episodes"], as: [.existing(0), .copy(copies[0])])
    }
  }

  @Test func removesWithTheTablesBelow() throws {
    try expectEdit(
      library, gives: "title = \"Night Sky\"\n\n[other]\ny = 2\n\n[[episodes]]\nid = \"b\"\n"
    ) { try $0.removeElements(RangeSet(0..<1), in: ["episodes"]) }
    try expectEdit(library, gives: "title = \"Night Sky\"\n\n[other]\ny = 2\n") {
      try $0.removeElements(RangeSet(0..<2), in: ["episodes"])
    }
  }

  /// toml-rs#1127: moving tables had no effect; night-config#28: their comments were lost.
  @Test func movesWithCommentsAndTablesBelow() throws {
    try expectEdit(
      library,
      gives: """
        title = "Night Sky"

        [other]
        y = 2

        [[episodes]]
        id = "b"

        # the first
        [[episodes]]
        id = "a"  # mine

        [episodes.extra]
        x = 1

        """
    ) { try $0.moveElements(RangeSet(0..<1), to: 2, in: ["episodes"]) }
  }

  @Test func refusesOtherValues() {
    expectEdit("a = [1]", fails: .notAnArrayOfTables) { try $0.appendTable([:], in: ["a"]) }
    expectEdit("a = 1", fails: .noSuchValue) { try $0.removeElements(RangeSet(0..<1), in: ["b"]) }
    expectEdit("[[a]]", fails: .notATable) { try $0.insert([1], at: 0, in: ["a"]) }
    expectEdit("[[a]]", fails: .indexOutOfRange) { try $0.insertTable([:], at: 2, in: ["a"]) }
  }
}
