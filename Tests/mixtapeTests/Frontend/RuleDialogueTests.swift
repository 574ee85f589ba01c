import MixtapeModel
import Testing

@testable import mixtape

/// The dialogue for a rule, without a terminal and a store.
@Suite struct RuleDialogueTests {
  /// Returns the rule that answers build, with ` ?` for each refused answer.
  private func rule(_ answers: [String], editing rule: String? = nil) throws -> String {
    var original: SmartPlaylistCondition?
    if let rule, case .comparison(let condition) = try Rule(parsing: rule) { original = condition }
    var dialogue = RuleDialogue(editing: original)
    var invalidMarks = ""
    for answer in answers {
      do throws(Wording) {
        try dialogue.accept(answer)
      } catch {
        invalidMarks += " ?"
      }
    }
    return (dialogue.result?.description ?? dialogue.question?.prompt ?? "") + invalidMarks
  }

  @Test(arguments: [
    (["rating", ">=", "4"], "rating >= 4"),
    (["rating", "is  missing"], "rating is missing"),
    (["played", "in the last", "30 days"], "lastPlayedAt in the last 30 days"),
    (["added", "after", "2026-03-01"], "dateAdded > 2026-03-01"),
    (["duration", "between", "90 s", "1.5 h"], "duration between 90 s and 1.5 h"),
    (["genre", "in", "Folk", "Jazz", ""], "genre in (\"Folk\", \"Jazz\")"),
    (["title", "=", "She said \"oh\""], "title = \"She said \\\"oh\\\"\""),
    (["fileSize", "<", "60 MB"], "fileSize < 60 MB"),
    (["tag", "=", "calm"], "tag = \"calm\""), (["kind", "in", "album", ""], "kind in (\"album\")"),
    (["folder", "starts with", "science/"], "folder starts with \"science/\""),
    (["season", ">", "2"], "discNumber > 2"), (["played", "<", "published"], "lastPlayedAt < published"),
    (["published", "=", "this week"], "published = this week"),
    (["published", "in", "last month"], "published = last month"),
    (["added", "in the last", "36 hours"], "dateAdded in the last 36 hours"),
    (["artist", "=", "albumArtist"], "artist = \"albumArtist\""),
  ])
  func `answers build a rule`(_ answers: [String], _ expected: String) throws {
    #expect(try rule(answers) == expected)
  }

  @Test(arguments: [
    ([""], "field ?"), (["x"], "field ?"), (["title", "<"], "operator ?"), (["title", "=", "  "], "value ?"),
    (["rating", "=", "four"], "value ?"), (["rating", "=", "4 or year > 1"], "value ?"),
    (["rating", "=", "4 min"], "value ?"), (["genre", "in", ""], "value ?"),
    (["rating", "between", "4", "2"], "to ?"), (["rating", "between", "x", "2", "3"], "rating between 2 and 3 ?"),
    (["podcast", "=", "Night Sky"], "value ?"), (["folder", "=", "a/"], "value ?"), (["kind", "=", "book"], "value ?"),
    (["kind", "contains"], "operator ?"), (["published", "<", "title"], "value ?"),
    (["played", "in the last", "0 days"], "value ?"), (["added", "=", "2026-02-30"], "value ?"),
  ])
  func `an invalid answer repeats the question`(_ answers: [String], _ expected: String) throws {
    #expect(try rule(answers) == expected)
  }

  @Test(arguments: [
    (["", "", ""], "duration < 30 min", "duration < 30 min"),
    (["", ">", "10 min"], "duration < 30 min", "duration > 10 min"),
    (["", "", "", ""], "year between 2000 and 2010", "year between 2000 and 2010"),
    (["", "", "", "2020"], "year between 2000 and 2010", "year between 2000 and 2020"),
    (["", "", "", "", ""], "genre in (\"a\", \"b\")", "genre in (\"a\", \"b\")"),
    (["", ""], "genre is missing", "genre is missing"),
    (["", "", ""], "lastPlayedAt < published", "lastPlayedAt < published"),
    (["", "", "x"], "artist = albumArtist", "artist = \"x\""), (["", "", ""], "artist = albumArtist", "value ?"),
    // Neither the operator nor the value goes with another field.
    (["title", "", "="], "duration < 30 min", "value ?"),
    (["", "=", ""], "duration < 30 min", "value ?"),
  ])
  func `an empty answer keeps the current value`(_ answers: [String], _ rule: String, _ expected: String) throws {
    #expect(try self.rule(answers, editing: rule) == expected)
  }
}
