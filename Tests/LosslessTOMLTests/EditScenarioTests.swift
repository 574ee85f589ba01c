import LosslessTOML
import Testing

/// Known bugs of other TOML editors, with the issues in their trackers.
@Suite struct EditScenarioTests {
  private let commented = """
    dependencies = [
        # in alphabetical order
        "first", # this is the first
        "second", # this is the second
        "third" # a comment and no comma
    ]

    """

  /// uv#13966, uv#18557: the comment of the previous element was lost or moved.
  @Test func removingLeavesTheCommentOfTheElementBefore() throws {
    try expectEdit(
      commented,
      gives: """
        dependencies = [
            # in alphabetical order
            "first", # this is the first
            "third" # a comment and no comma
        ]

        """
    ) { try $0.remove(["dependencies", 1]) }
  }

  /// uv#9856: the comment above the first element was lost, and its own moved to the line of the bracket.
  @Test func removingTheFirstLeavesTheCommentAboveIt() throws {
    try expectEdit(
      commented,
      gives: """
        dependencies = [
            # in alphabetical order
            "second", # this is the second
            "third" # a comment and no comma
        ]

        """
    ) { try $0.remove(["dependencies", 0]) }
  }

  /// uv#8982, uv#21006: a new element got the comment of the previous one.
  @Test func insertingLeavesCommentsWithTheirElements() throws {
    try expectEdit(
      commented,
      gives: """
        dependencies = [
            # in alphabetical order
            "first", # this is the first
            "new",
            "second", # this is the second
            "third", # a comment and no comma
            "last"
        ]

        """
    ) {
      try $0.insert(["new"], at: 1, in: ["dependencies"])
      try $0.insert(["last"], at: 4, in: ["dependencies"])
    }
  }

  /// uv#9105: the comment above was written twice.
  @Test func insertingAtTheStartDoesNotRepeatComments() throws {
    try expectEdit("a = [\n    # c\n    1,\n]\n", gives: "a = [\n    # c\n    0,\n    1,\n]\n") {
      try $0.insert([0], at: 0, in: ["a"])
    }
  }

  /// tomlkit#213: the closing bracket ended up in a comment.
  @Test func theClosingBracketStaysOutOfComments() throws {
    try expectEdit("a = [\n    1,  # Open\n    2,  # Closed\n]\n", gives: "a = [\n    1,  # Open\n]\n") {
      try $0.remove(["a", 1])
    }
    try expectEdit("a = [1, # one\n  2]", gives: "a = [1 # one\n]") { try $0.remove(["a", 1]) }
  }

  /// tomlkit#408: a comma after a comment was not removed.
  @Test func aCommaAfterACommentIsRemoved() throws {
    try expectEdit("x = [\n\"one\" # comment one\n, # comment two\n]", gives: "x = [\n]") { try $0.remove(["x", 0]) }
  }

  /// toml-rs#1007: comments of an empty array were lost.
  @Test func anEmptyArrayKeepsItsComments() throws {
    try expectEdit(
      "a = [\n    # First line.\n    # Second line.\n]\n",
      gives: "a = [\n    # First line.\n    # Second line.\n    1,\n]\n"
    ) {
      try $0.insert([1], at: 0, in: ["a"])
    }
  }

  /// uv#16734: the white space before comments was collapsed.
  @Test func theWhiteSpaceBeforeCommentsStays() throws {
    try expectEdit(
      "a = [\n  1,      # one\n  22,     # two\n]\n", gives: "a = [\n  22,     # two\n  1,      # one\n]\n"
    ) {
      try $0.moveElements(RangeSet(1..<2), to: 0, in: ["a"])
    }
  }

  /// toml-rs#1127: moving tables had no effect; night-config#28: their comments were lost.
  @Test func tablesMoveWithTheirComments() throws {
    try expectEdit(
      "# one\n[[t]] # 1\na = 1\n\n# two\n[[t]] # 2\na = 2\n",
      gives: "# two\n[[t]] # 2\na = 2\n\n# one\n[[t]] # 1\na = 1\n"
    ) { try $0.moveElements(RangeSet(1..<2), to: 0, in: ["t"]) }
  }

  @Test func writesTOML1Point0() throws {
    let time = try #require(TOMLDateTime("2026-03-01T06:30+01:00"))
    try expectEdit("a = 1\n", gives: "a = 2026-03-01T06:30:00+01:00\n") { try $0.set(.dateTime(time), at: ["a"]) }
    try expectEdit("a = 06:30\n", gives: "a = 06:30\n") { document in
      let same = try #require(TOMLDateTime("06:30:00"))
      try document.set(.dateTime(same), at: ["a"])
    }
    try expectEdit("t = {\n}\n", gives: "t = { a = \"\\u001B\"\n}\n") { try $0.set("\u{1B}", at: ["t", "a"]) }
  }
}
