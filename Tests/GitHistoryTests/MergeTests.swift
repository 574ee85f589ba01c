import GitHistory
import TestSupport
import Testing

/// Merges of texts by line, compared with git.
@Suite struct MergeTests {
  @Test(
    arguments: [
      ("a\nb\nc\nd\ne\n", "x\nb\nc\nd\ne\n", "a\nb\nc\nd\ny\n"),
      ("a\nb\nc\nd\ne\n", "a\nb\nx\nd\ne\n", "a\nb\ny\nd\ne\n"),
      ("a\nb\nc\n", "a\nc\n", "a\nb\nc\nd\n"),
      ("a\r\nb\r\nc\r\nd\r\n", "x\r\nb\r\nc\r\nd\r\n", "a\r\nb\r\nc\r\n"),
      ("a\nb\nc", "a\nb\nc\n", "x\nb\nc"),
      ("a\n", "a\nb\n", "a\nb\n"),
      ("", "a\n", "a\n"), ("", "a\n", "b\n"), ("", "", ""), ("a\n", "", "a\n"), ("a\n", "", "b\n"),
    ])
  func equalsGit(_ ancestor: String, _ first: String, _ second: String) throws {
    let sandbox = try Sandbox()
    for (name, text) in [("0", ancestor), ("1", first), ("2", second)] { try sandbox.write(text, to: name) }
    var expected: String?
    do {
      try sandbox.git("merge-file", "1", "0", "2")
      expected = String(decoding: try sandbox.read("1"), as: UTF8.self)
    } catch is Sandbox.GitFailure {
      expected = nil
    }
    let merged = try Repository.merged(Array(first.utf8), Array(second.utf8), from: Array(ancestor.utf8))
    #expect(merged.map { String(decoding: $0, as: UTF8.self) } == expected)
  }

  @Test func `the lines of the first version are taken if both changed them`() throws {
    func merge(_ ancestor: String, _ first: String, _ second: String) throws -> (text: String, isClean: Bool)? {
      let versions = [ancestor, first, second].map { Array($0.utf8) }
      let merged = try Repository.mergedFavoringFirst(versions[1], versions[2], from: versions[0])
      return merged.map { (String(decoding: $0.text, as: UTF8.self), $0.isClean) }
    }
    let merged = try #require(try merge("a\nb\nc\nd\n", "x\nb\nc\nd\n", "y\nb\nc\nz\n"))
    #expect(merged == ("x\nb\nc\nz\n", false))
    let clean = try #require(try merge("a\nb\nc\nd\n", "x\nb\nc\nd\n", "a\nb\nc\nz\n"))
    #expect(clean == ("x\nb\nc\nz\n", true))
  }
}
