import MixtapeModel
import TestSupport
import Testing

@Suite("The canonical form of rules")
struct RuleCanonicalTests {
  @Test(arguments: [
    ("duration < 30 min", "duration < 1800 s"),
    ("duration between 1 h and 90 min", "duration between 60 min and 1.5 h"),
    ("fileSize > 1 GB", "fileSize > 1000 MB"), ("added in the last 2 weeks", "dateAdded in the last 336 hours"),
    ("played in the last 12 months", "played in the last 1 year"),
    ("title = \"STRASSE\"", "title = \"straße\""), ("genre in (\"b\", \"a\", \"B\")", "genre in (\"a\", \"b\")"),
    ("genre in (\"Jazz\")", "genre = \"jazz\""), ("genre != \"a\"", "not genre = \"A\""),
    ("year is present", "not year is missing"),
    ("not not year = 1", "year = 1"),
    ("year = 1 and (rating = 2 and bpm = 3)", "bpm = 3 and rating = 2 and year = 1 and year = 1"),
    ("year = 1 or bpm = 2", "bpm = 2 or year = 1"),
  ])
  func isTheSame(one: String, other: String) throws {
    #expect(try Rule(parsing: one).canonical == Rule(parsing: other).canonical)
  }

  @Test(arguments: [
    ("duration < 30 min", "duration < 30 s"), ("title matches \"A\"", "title matches \"a\""),
    ("added in the last 1 month", "added in the last 30 days"), ("year = 1 or bpm = 2", "year = 1 and bpm = 2"),
    ("not rating < 3", "rating >= 3"), ("title = \"é\"", "title = \"e\""),
  ])
  func differsWithTheMeaning(one: String, other: String) throws {
    #expect(try Rule(parsing: one).canonical != Rule(parsing: other).canonical)
  }

  @Test("The canonical form of a random rule can be parsed, and is its own canonical form")
  func ofRandomRules() throws {
    var random = RandomRule(generator: SeededGenerator())
    for _ in 0..<TestSteps.count(500) {
      let canonical = try random.rule(depth: 4).canonical
      try #require(canonical.canonical == canonical, random.generator.comment)
      try #require(Rule(parsing: canonical.description).canonical == canonical, random.generator.comment)
    }
  }
}
