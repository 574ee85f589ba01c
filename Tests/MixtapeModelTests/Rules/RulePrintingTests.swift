import MixtapeModel
import Testing

@Suite("Rules are printed")
struct RulePrintingTests {
  @Test(arguments: [
    ("artist=\"Alicia Keys\"", #"artist = "Alicia Keys""#), ("played before 2026-01-01", "lastPlayedAt < 2026-01-01"),
    ("not (added in the last 1 weeks)", "not dateAdded in the last 1 week"),
    ("added in the last 30 day", "dateAdded in the last 30 days"), ("(((year = 1)))", "year = 1"),
    ("((year=1 and bpm=2)or rating=3) and (rating=4)", "(year = 1 and bpm = 2 or rating = 3) and rating = 4"),
    ("(year = 1 or bpm = 2) or year = 3", "(year = 1 or bpm = 2) or year = 3"),
    ("not (year = 1 or not not bpm = 2)", "not (year = 1 or not not bpm = 2)"),
    ("genre in(\"a\",\"b\\\"c\")", #"genre in ("a", "b\"c")"#),
    ("duration between 10min and 1.50 h", "duration between 10 min and 1.5 h"),
    ("added > 2026-03-01 07:00+01:00", "dateAdded > 2026-03-01T06:00:00Z"),
    ("added > 2026-03-01T06:00:00.120Z", "dateAdded > 2026-03-01T06:00:00.12Z"),
    ("added > 1969-12-31T23:59:59.999Z", "dateAdded > 1969-12-31T23:59:59.999Z"),
    ("title = \"a\\u{9}b\\u{0}\"", #"title = "a\tb\u{0}""#), ("bitrate > 0.0000001", "bitrate > 0.0000001"),
    ("fileSize > 20000000000000000000000", "fileSize > 20000000000000000000000"),
    ("in playlist \"focus\"", "in playlist \"focus\""),
  ])
  func inTheUsualNotation(text: String, printed: String) throws {
    #expect(try Rule(parsing: text).description == printed)
  }

  @Test func listsOfOneAndEmptyLists() throws {
    let rule = try Rule(parsing: "year = 1")
    #expect(Rule.and([rule]).description == "year = 1" && Rule.not(.or([.and([rule])])).description == "not year = 1")
    #expect(Rule.not(.and([])).description == "not (title is missing or title is present)")
    #expect(Rule.and([.or([]), rule]).description == "(title is missing and title is present) and year = 1")
  }
}
