import LosslessTOML
import Testing

/// Edits of arrays in brackets: moved, kept and new elements.
@Suite struct ArrayEditTests {
  private let playlist = """
    name = "Morning"
    episodes = [  # picked by hand
      # News
      "a",   # first
      "b",

      # Interviews
      "c",  # long
      "d" # last
      # more to come
    ]

    """

  /// Returns the playlist with some lines replaced.
  private func changed(_ replacements: (String, String)...) -> String {
    replacements.reduce(playlist) { $0.replacing($1.0, with: $1.1) }
  }

  // The numbers are those of bugs of other editors in their trackers.

  /// uv#8982, uv#21006: a new element got the comment of the previous one.
  @Test func appendsAfterTheLastElement() throws {
    try expectEdit(playlist, gives: changed(("  \"d\" # last\n", "  \"d\", # last\n  \"e\"\n"))) {
      try $0.insert(["e"], at: 4, in: ["episodes"])
    }
  }

  /// uv#9105: the comment above was written twice.
  @Test func insertsAtTheStartAndInTheMiddle() throws {
    try expectEdit(playlist, gives: changed(("  \"a\",", "  \"x\",\n  \"y\",\n  \"a\","))) {
      try $0.insert(["x", "y"], at: 0, in: ["episodes"])
    }
    try expectEdit(playlist, gives: changed(("  \"b\",\n", "  \"b\",\n  \"x\",\n"))) {
      try $0.insert(["x"], at: 2, in: ["episodes"])
    }
  }

  /// uv#13966, uv#18557, uv#9856: the comment of the previous element, or that above the first one, was lost or moved.
  @Test func removesElementsWithTheirComments() throws {
    try expectEdit(
      playlist,
      gives: changed(
        ("  \"a\",   # first\n", ""), ("  \"c\",  # long\n", "  \"c\"  # long\n"), ("  \"d\" # last\n", ""))
    ) { try $0.removeElements(RangeSet([0..<1, 3..<4]), in: ["episodes"]) }
    try expectEdit(
      playlist,
      gives: """
        name = "Morning"
        episodes = [  # picked by hand
          # News

          # Interviews
          # more to come
        ]

        """
    ) { try $0.removeElements(RangeSet(0..<4), in: ["episodes"]) }
  }

  /// uv#16734: the white space before comments was collapsed.
  @Test func movesElementsWithTheirComments() throws {
    try expectEdit(
      playlist,
      gives: changed(
        ("  \"d\" # last\n", ""), ("  \"a\",   # first\n", "  \"d\", # last\n  \"a\",   # first\n"),
        ("  \"c\",  # long\n", "  \"c\"  # long\n"))
    ) { try $0.moveElements(RangeSet(3..<4), to: 0, in: ["episodes"]) }
    try expectEdit(
      playlist,
      gives: changed(
        ("  \"a\",   # first\n", ""), ("  \"d\" # last\n", "  \"d\", # last\n  \"a\"   # first\n"))
    ) { try $0.moveElements(RangeSet(0..<1), to: 4, in: ["episodes"]) }
  }

  @Test(arguments: [
    ("a = []", "a = [\n  1,\n]"), ("a = [ ]\n", "a = [\n  1,\n]\n"), ("a = [\n]\n", "a = [\n  1,\n]\n"),
    // toml-rs#1007
    ("a = [\n    # First line.\n    # Second line.\n]\n", "a = [\n    # First line.\n    # Second line.\n    1,\n]\n"),
    ("\ta = []\r\n", "\ta = [\r\n\t\t1,\r\n\t]\r\n"), ("a = [ # none\n]", "a = [ # none\n  1,\n]"),
    ("t = { a = [] }", "t = { a = [1] }"), ("t.a = []", "t.a = [\n  1,\n]"),
  ])
  func fillsAnEmptyArray(_ text: String, _ expected: String) throws {
    let path: TOMLPath = text.hasPrefix("t") ? ["t", "a"] : ["a"]
    try expectEdit(text, gives: expected) { try $0.insert([1], at: 0, in: path) }
  }

  @Test(arguments: [
    ("a = [1, 2]", 1, "a = [1, 9, 2]"), ("a = [1, 2]", 2, "a = [1, 2, 9]"), ("a = [1, 2]", 0, "a = [9, 1, 2]"),
    ("a = [ 1,2, ]", 2, "a = [ 1,2,9, ]"), ("a = [ 1 ]", 1, "a = [ 1, 9 ]"), ("a = [1,]", 0, "a = [9, 1,]"),
  ])
  func keepsAnArrayOnOneLine(_ text: String, _ index: Int, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.insert([9], at: index, in: ["a"]) }
  }

  @Test(arguments: [
    ("a = [1, 2, 3]", 0, "a = [2, 3]"), ("a = [1, 2, 3]", 1, "a = [1, 3]"), ("a = [1, 2, 3]", 2, "a = [1, 2]"),
    ("a = [ 1, 2, 3, ]", 2, "a = [ 1, 2, ]"), ("a = [ 1 ]", 0, "a = []"), ("a = [1,\n     2]", 1, "a = [1]"),
    ("a = [1,\n     2]", 0, "a = [\n     2]"), ("a = [1, # one\n     2]", 1, "a = [1 # one\n]"),
    ("a = [\n  1, 2, # both\n  3,\n]", 1, "a = [\n  1,\n  3,\n]"),
    ("a = [\n  1, 2, # both\n  3,\n]", 0, "a = [\n  2, # both\n  3,\n]"),
    ("a = [\n  1 # one\n  , # and\n  2\n]", 0, "a = [\n  2\n]"),
    ("a = [\n  [1,\n   2], # nested\n  [3],\n]", 0, "a = [\n  [3],\n]"),
    // tomlkit#213 and #408: the bracket ended up in a comment, and a comma after a comment was not removed.
    ("a = [\n    1,  # Open\n    2,  # Closed\n]\n", 1, "a = [\n    1,  # Open\n]\n"),
    ("a = [\n\"one\" # comment one\n, # comment two\n]", 0, "a = [\n]"),
  ])
  func removesFromAnyLayout(_ text: String, _ index: Int, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.remove(["a", .index(index)]) }
  }

  @Test(arguments: [
    ("a = [1,\n     2]", 2, "a = [1,\n     2,\n     9]"), ("a = [1,\n     2]", 0, "a = [9,\n     1,\n     2]"),
    ("a = [\n  1\n  , 2\n]", 2, "a = [\n  1\n  , 2,\n  9\n]"),
    ("a = [\n  1, 2, # both\n]", 1, "a = [\n  1,\n  9,\n  2, # both\n]"),
    ("a = [\n  1, # one\n  2, # two\n]", 1, "a = [\n  1, # one\n  9,\n  2, # two\n]"),
    ("a = [\n  1 # one\n]", 1, "a = [\n  1, # one\n  9\n]"), ("a = [\n\t1,]", 1, "a = [\n\t1,\n\t9,]"),
  ])
  func insertsIntoAnyLayout(_ text: String, _ index: Int, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.insert([9], at: index, in: ["a"]) }
  }

  @Test func movesACommentOffTheLineOfTheBracket() throws {
    try expectEdit("a = [1, # one\n     2]", gives: "a = [\n     2,\n     1 # one\n]") {
      try $0.moveElements(RangeSet(0..<1), to: 2, in: ["a"])
    }
  }

  @Test(arguments: [
    ("a = [\n  1 ,# one\n  2\n]", "a = [\n  2,\n  1 # one\n]"),
    ("a = [\n  1 , # one\n  2\n]", "a = [\n  2,\n  1  # one\n]"),
    ("a = [\n  1 ,# one\n  2,\n]", "a = [\n  2,\n  1 ,# one\n]"),
    ("a = [\n  1 ,\n  2\n]", "a = [\n  2,\n  1\n]"),
    ("a = [\n  1\n  , # one\n  2\n]", "a = [\n  2,\n  1 # one\n]"),
  ])
  func keepsTheBlankBeforeAComment(_ text: String, _ expected: String) throws {
    try expectEdit(text, gives: expected) { try $0.moveElements(RangeSet(0..<1), to: 2, in: ["a"]) }
  }

  @Test func keepsLineEndsAndQuotes() throws {
    try expectEdit(
      "a = [\r\n  'x',\r\n  \"y\",\r\n]", gives: "a = [\r\n  'x',\r\n  'z',\r\n  \"y\",\r\n  \"it's\",\r\n]"
    ) {
      try $0.insert(["it's"], at: 2, in: ["a"])
      try $0.insert(["z"], at: 1, in: ["a"])
    }
    try expectEdit("a = [\"x\"]", gives: "a = [\"x\", 'say \"y\"']") { try $0.insert(["say \"y\""], at: 1, in: ["a"]) }
  }

  @Test func rearrangesAllAtOnce() throws {
    try expectEdit("a = [1, 2, 3]", gives: "a = [3, 4, 1]") {
      try $0.rearrange(["a"], as: [.existing(2), .new(4), .existing(0)])
    }
  }

  @Test func changesNothingWhenNothingMoves() throws {
    try expectEdit("a = [ 1,2 ,3 ]", gives: "a = [ 1,2 ,3 ]") {
      try $0.moveElements(RangeSet(1..<2), to: 2, in: ["a"])
      try $0.insert([], at: 0, in: ["a"])
    }
  }

  @Test func refusesMissingValues() {
    expectEdit("a = [1]", fails: .indexOutOfRange) { try $0.insert([2], at: 2, in: ["a"]) }
    expectEdit("a = [1]", fails: .indexOutOfRange) { try $0.removeElements(RangeSet(1..<2), in: ["a"]) }
    expectEdit("a = [1]", fails: .indexOutOfRange) { try $0.moveElements(RangeSet(0..<1), to: 5, in: ["a"]) }
    expectEdit("a = [1]", fails: .indexOutOfRange) { try $0.rearrange(["a"], as: [.existing(0), .existing(0)]) }
    expectEdit("a = [1]", fails: .noSuchValue) { try $0.insert([2], at: 0, in: ["b"]) }
    expectEdit("a = 1", fails: .notAnArray) { try $0.insert([2], at: 0, in: ["a"]) }
    expectEdit("a = [", fails: .documentInvalid) { try $0.insert([2], at: 0, in: ["a"]) }
    expectEdit("a = [1]", fails: .resultInvalid) {
      try $0.insert([.inlineTable(["k": 1, "k": 2])], at: 0, in: ["a"])
    }
  }

  // MARK: Elements of other documents

  private func elements(_ text: String) -> [TOMLElement] {
    TOMLDocument(parsing: Array(text.utf8)).elements(of: ["a"])
  }

  @Test func anElementOfAnotherDocumentBringsItsCommentAndQuotes() throws {
    let copies = elements("a = [\n  'x', # one\n  \"y\" # two\n]")
    #expect(copies.map(\.literal) == ["x", "y"])
    try expectEdit(
      "a = [\r\n\t\"b\",\r\n]\r\n", gives: "a = [\r\n\t'x', # one\r\n\t\"b\",\r\n\t\"y\", # two\r\n]\r\n"
    ) { try $0.rearrange(["a"], as: [.copy(copies[0]), .existing(0), .copy(copies[1])]) }
    try expectEdit("a = []\n", gives: "a = [\n  'x', # one\n]\n") {
      try $0.rearrange(["a"], as: [.copy(copies[0])])
    }
  }

  @Test func theCommentOfACopyDoesNotSwallowTheBracket() throws {
    let copies = elements("a = [\n  'x', # one\n]")
    try expectEdit("a = [\n  1,\n  2 ]\n", gives: "a = [\n  1,\n  2,\n  'x' # one\n]\n") {
      try $0.rearrange(["a"], as: [.existing(0), .existing(1), .copy(copies[0])])
    }
  }

  @Test func aCopyWithCommentsGetsItsOwnLine() throws {
    let copies = elements("a = [\n  'x', # one\n  'y' # two\n  , # three\n  'z',\n]")
    try expectEdit("a = [1, 2]\n", gives: "a = [1,\n  'x', # one\n  2]\n") {
      try $0.rearrange(["a"], as: [.existing(0), .copy(copies[0]), .existing(1)])
    }
    try expectEdit("a = [ 1, 2 ]\r\n", gives: "a = [\r\n  # two\r\n  'y', # three\r\n  1, 2, 'z' ]\r\n") {
      try $0.rearrange(["a"], as: [.copy(copies[1]), .existing(0), .existing(1), .copy(copies[2])])
    }
    try expectEdit("a = [1]\n", gives: "a = [1,\n  'x' # one\n]\n") {
      try $0.rearrange(["a"], as: [.existing(0), .copy(copies[0])])
    }
    try expectEdit("a = [1,\n2]\n", gives: "a = [\n# two\n'y', # three\n1,\n2]\n") {
      try $0.rearrange(["a"], as: [.copy(copies[1]), .existing(0), .existing(1)])
    }
    try expectEdit("a = {b = []}\n", gives: "a = {b = ['z',\n  'x' # one\n]}\n") {
      try $0.rearrange(["a", "b"], as: [.copy(copies[2]), .copy(copies[0])])
    }
  }

  @Test func otherValuesHaveNoElements() {
    #expect(elements("a = 1") == [])
    #expect(elements("") == [])
  }

  @Test func anElementOfAnArrayOfTablesMustBeATable() throws {
    expectEdit("[[a]]\nx = 1\n", fails: .notATable) {
      try $0.rearrange(["a"], as: [.existing(0), .copy(elements("a = [1]")[0])])
    }
  }

  @Test func betweenBracketsAndTablesCommentsGoAboveTheCopy() throws {
    let inBrackets = elements("a = [\n  { x = [ # one\n    2 ] } # two\n  , # three\n  # above\n  { x = 3 },\n]")
    try expectEdit(
      " [[a]]\r\n  x = 1\r\n",
      gives: " [[a]]\r\n  x = 1\r\n\r\n # one\r\n # two\r\n # three\r\n [[a]]\r\n  x = [2]\r\n\r\n [[a]]\r\n  x = 3\r\n"
    ) { try $0.rearrange(["a"], as: [.existing(0), .copy(inBrackets[0]), .copy(inBrackets[1])]) }
    let tables = elements("# zero\n[[a]] # one\nx = 1 # two\n# three\n[a.b]\ny = 2\n# four\n[[a]]\nx = 2\n")
    let copy = "# zero\n  # one\n  # two\n  # three\n  { x = 1, b = { y = 2 } }"
    try expectEdit("a = []\n", gives: "a = [\n  \(copy),\n]\n") { try $0.rearrange(["a"], as: [.copy(tables[0])]) }
    try expectEdit("a = [{ x = 0 }]\n", gives: "a = [{ x = 0 },\n  \(copy)]\n") {
      try $0.rearrange(["a"], as: [.existing(0), .copy(tables[0])])
    }
    try expectEdit(
      "a = [\n\t{ x = 0 },\n]\n", gives: "a = [\n\t{ x = 0 },\n\t# four\n\t{ x = 2 },\n]\n"
    ) { try $0.rearrange(["a"], as: [.existing(0), .copy(tables[1])]) }
  }
}
