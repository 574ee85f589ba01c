import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

@Suite struct RegularExpressionTests {
  private func find(_ pattern: String, in titles: [String], _ field: TrackField = .title) throws -> String {
    let condition = try SmartPlaylistCondition(
      field: try #require(RuleField(field)), op: .matches, value: .text(pattern))
    var episodes: [String: Episode.Fields] = [:]
    for (name, title) in zip("abcdefgh", titles) { episodes[String(name)] = [field: .text(title)] }
    let query = EpisodeQuery(rule: .comparison(condition), sort: [], now: RandomLibrary.now)
    return try LibraryIndex(episodes).episodes(matching: query).map(\.name).joined()
  }

  @Test(
    "Matches of patterns",
    arguments: [
      ("straße", ["Die STRAẞE", "die Straße", "Strasse"], "ab"), ("é$", ["Cafe\u{301}", "CAFÉ", "Cafe"], "ab"),
      ("^a$", ["a\n", "a", "A"], "bc"), ("^.$", ["🎧", "日", "ab", ""], "ab"), ("\\w\\d", ["é٣", "- 1"], "a"),
      ("", ["", "a"], "ab"), ("a.c", ["a\u{0}c"], "a"), ("^(?!the)", ["The a", "a"], "b"),
      ("\\bsky\\b", ["night-sky"], "a"),
    ])
  func finds(_ pattern: String, titles: [String], expected: String) throws {
    #expect(try find(pattern, in: titles) == expected)
    #expect(try find(pattern, in: titles, .artist) == expected)
  }

  @Test(
    "An invalid pattern is refused with the place of the error",
    arguments: [("(", 1), ("a[b", 3), ("*", 0), ("a(?<", 4), ("\\", 1), ("\\C", 2), ("(?<=a*)b", 0)])
  func invalid(_ pattern: String, offset: Int) throws {
    let thrown = try #require(throws: LibraryError.self) { _ = try find(pattern, in: ["a"]) }
    #expect(thrown.code == .invalidPattern)
    let error = try #require(thrown.cause as? RegularExpressionError)
    #expect(error.offset == offset)
    #expect(!error.message.isEmpty)
  }

  @Test func `a long hostile pattern has a result or an error that names the rule`() throws {
    try hostile(String(repeating: "a*", count: 2_000) + "b")
  }

  @Test(
    "Hostile patterns have a result or an error that names the rule",
    arguments: [
      "(a+)+$", "(a|aa)+$", "(a*)*b", "((a*)*)*b", "(?R)?a", "(.*)*(.*)*(.*)*x", "(?:a?){40}a{40}", "(a)\\1*?(\\1a)+$",
      String(repeating: "(a?", count: 200) + String(repeating: ")", count: 200),
      "(((((a{1,99}){1,99}){1,99}){1,99}){1,99}){1,99}", "(?:(?:(?:a{0,60000}){0,60000}))b",
    ])
  func hostile(_ pattern: String) throws {
    let title = String(repeating: "a", count: 300) + "!"
    for field in [TrackField.title, .artist] {
      do {
        _ = try find(pattern, in: [title, "b"], field)
      } catch let error as LibraryError {
        #expect([.patternTooCostly, .invalidPattern].contains(error.code))
        guard case .condition(let condition) = error.subject else {
          Issue.record("\(error)")
          return
        }
        #expect(condition.value == .text(pattern))
      }
    }
  }

  @Test("Excessive backtracking is an error")
  func costly() throws {
    let titles = [String(repeating: "a", count: 60) + "!"]
    let error = try #require(throws: LibraryError.self) { _ = try find("(a|a|b|aa)+$", in: titles) }
    #expect(error.code == .patternTooCostly)
  }
}
