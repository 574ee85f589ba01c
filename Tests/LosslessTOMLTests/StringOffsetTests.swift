import LosslessTOML
import TestSupport
import Testing

@Suite("Source ranges of string values")
struct StringOffsetTests {
  /// A source whose `a` is a string, a part of the string's value, and the corresponding part of the source.
  @Test(arguments: [
    (#"a = "one two""#, "two", "two"), ("a = 'one two'", "one", "one"), (#"a = "x\ty\"z""#, "y\"z", #"y\"z"#),
    (#"a = "\u00E9\U0001F3A7\x41b""#, "🎧", #"\U0001F3A7"#), (#"a = "\u00E9\U0001F3A7\x41b""#, "Ab", #"\x41b"#),
    ("a = \"\"\"\none\ntwo\"\"\"", "two", "two"), ("a = '''\r\none\r\ntwo'''", "e\r\nt", "e\r\nt"),
    ("a = \"\"\"one \\\n   \\\r\n\t two\"\"\"", "two", "two"), ("a = \"\"\"one \\\n  two\"\"\"", "e t", "e \\\n  t"),
    ("a = \"\"\"\\\n  \"one\\\"\"\"\"\"", "\"one\"\"", "\"one\\\"\""), ("\u{FEFF}a = \"é\\nü\"", "\nü", "\\nü"),
  ])
  func partsAreFound(source: String, part: String, expected: String) throws {
    let document = TOMLDocument(parsing: Array(source.utf8))
    let value = try #require(document.root["a"])
    let string = Array(try #require(value.string).utf8)
    let start = try #require(string.indices.first { string[$0...].starts(with: part.utf8) })
    let range = try #require(value.sourceRange(ofStringBytes: start..<start + part.utf8.count))
    #expect(String(decoding: document.source[range.offsets], as: UTF8.self) == expected)
    let before = try #require(value.sourceRange(ofStringBytes: start..<start))
    #expect(before.isEmpty && before.lowerBound <= range.lowerBound)
    let end = try #require(value.sourceRange(ofStringBytes: string.count..<string.count + 9))
    #expect(end.isEmpty && value.range.lowerBound < end.lowerBound && end.upperBound < value.range.upperBound)
  }

  @Test func otherValuesHaveNoRange() {
    #expect(TOMLDocument(parsing: Array("a = 1".utf8)).root["a"]?.sourceRange(ofStringBytes: 0..<1) == nil)
  }

  /// The source of each byte is that byte, or the escape that contains it.
  @Test func everyByteHasASource() throws {
    var generator = SeededGenerator()
    let pieces = [
      "a", "é", "🎧", "\\n", "\\\"", "\\\\", "\\u00E9", "\\U0001F3A7", "\\x7F", " ", "\\\n  ", "\\ \r\n", "\n", "'",
    ]
    for _ in 0..<300 {
      let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? ""
      }
      let source = Array("a = \"\"\"\(text.joined())\"\"\"".utf8)
      let value = try #require(TOMLDocument(parsing: source).root["a"], generator.comment)
      let string = Array(try #require(value.string, generator.comment).utf8)
      var last = value.range.lowerBound
      for offset in string.indices {
        let range = try #require(value.sourceRange(ofStringBytes: offset..<offset + 1))
        #expect(range.lowerBound >= last && !range.isEmpty, generator.comment)
        last = range.lowerBound
        if source[range.lowerBound] != UInt8(ascii: "\\") {
          #expect(source[range.offsets] == string[offset...offset], generator.comment)
        }
      }
    }
  }
}
