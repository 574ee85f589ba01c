import LosslessTOML
import Testing

@Suite("Texts and comments of another document")
struct WritingTests {
  private static let values: [(source: String, path: TOMLPath, text: String, comment: String?)] = [
    ("a = 1  # one\n", ["a"], "1", "  # one"), ("a = 1\n", ["a"], "1", ""), ("a = 1", ["a"], "1", ""),
    ("a = [\n  'x' , # one\n]\n", ["a", 0], "'x'", " # one"),
    ("a = [\n  'x'  # one\n]\n", ["a", 0], "'x'", "  # one"), ("a = [\n  'x'\n]\n", ["a", 0], "'x'", ""),
    ("a = ['x', 'y']  # all\n", ["a", 1], "'y'", nil), ("a = ['x', 'y']  # all\n", ["a"], "['x', 'y']", "  # all"),
    ("[[a]]\nb = { c = 1 }\n", ["a", 0, "b", "c"], "1", nil),
  ]

  @Test(arguments: values)
  func `a value has a text and the comment on its line`(
    source: String, path: TOMLPath, text: String, comment: String?
  ) throws {
    let writing = try #require(TOMLDocument(parsing: Array(source.utf8)).writing(at: path))
    #expect(writing == TOMLWriting(text: Array(text.utf8), comment: comment.map { Array($0.utf8) }))
  }

  @Test func `values get other texts and comments`() throws {
    var document = TOMLDocument(parsing: Array("a = 1\nb = [\n  \"x\",  # old\n  \"y\", \"z\",\n]\n".utf8))
    try document.write([
      ["a"]: TOMLWriting(text: Array("0x1".utf8), comment: Array(" # one".utf8)),
      ["b", 0]: TOMLWriting(text: Array("'x'".utf8), comment: []),
      // Something else follows on the line.
      ["b", 1]: TOMLWriting(text: Array("'y'".utf8), comment: Array(" # lost".utf8)),
    ])
    #expect(document.text == "a = 0x1 # one\nb = [\n  'x',\n  'y', \"z\",\n]\n")
    #expect(throws: TOMLEditError.self) { try document.write([["a"]: TOMLWriting(text: [0x32], comment: nil)]) }
    #expect(throws: TOMLEditError.self) { try document.write([["c"]: TOMLWriting(text: [0x32], comment: nil)]) }
    #expect(document.text.hasPrefix("a = 0x1"))
  }

  @Test(arguments: ["\n", "\r\n"])
  func `comments get above values and headers, else to the end`(lineEnd: String) throws {
    let source = "a.b = 1\n[c]\n  d = [\n    1, 2,\n  ]\n[[e]]".replacing("\n", with: lineEnd)
    var document = TOMLDocument(parsing: Array(source.utf8))
    let paths: [TOMLPath?] = [["a", "b"], ["c"], ["c", "d", 0], ["c", "d", 1], ["e", 0], ["f"], nil]
    let comments = paths.enumerated().map { (text: Array("# \($0)".utf8), above: $1) }
    #expect(try document.add(comments) == ["# 3", "# 5", "# 6"].map { Array($0.utf8) })
    let expected =
      "# 0\na.b = 1\n# 1\n[c]\n  d = [\n    # 2\n    1, 2,\n  ]\n# 4\n[[e]]\n# 3\n# 5\n# 6\n"
    #expect(document.text == expected.replacing("\n", with: lineEnd))
  }

  @Test func `a comment on its own line has what follows it as its subject`() throws {
    let source = """
      # file

      # a
      # and more
      a.b = [  # open
        # first
        "x"  # beside
        # leading
        , "y"
        # last
      ]
      # header
      [[c]]  # behind
      # gap

      d = 1
      # end
      """
    let document = TOMLDocument(parsing: Array(source.utf8))
    let subjects = document.subjects(of: document.comments)
    let texts = document.comments.map { String(decoding: document.source[$0.offsets].dropFirst(2), as: UTF8.self) }
    let found = Dictionary(zip(texts, document.comments.map { subjects[$0] })) { first, _ in first }
    let expected: [String: TOMLPath] = [
      "a": ["a", "b"], "and more": ["a", "b"], "first": ["a", "b", 0], "leading": ["a", "b", 1], "header": ["c", 0],
    ]
    #expect(found.compactMapValues(\.self) == expected)
  }
}

extension TOMLDocument {
  fileprivate var text: String { String(decoding: source, as: UTF8.self) }
}
