import Testing

@testable import mixtape

/// The dialogue for rules, with prepared answers.
@Suite struct BuildTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: SmartSample.files) }

  private func rules(of id: String) throws -> String {
    try fixture.shell("sed -n '/^conditions/,/^]/p' playlists/\(id).toml")
  }

  @Test func `a rule is built from a field, an operator and a value`() throws {
    try fixture.expect(
      #"""
      $ mixtape conditions plain --build
      < duration
      < <
      < 15 min
      <
      Changed the rules of plain.
      ! text: title, artist, albumArtist, album, genre, composer, fileFormat
      ! numbers: year, originalYear, bpm, rating, playCount, trackNumber, discNumber, bitrate, sampleRate, fileSize
      ! time: duration, position
      ! dates: published, dateAdded, dateModified, lastPlayedAt
      ! podcast: podcast, folder, kind, feed, tag, category
      ! field:   duration is present: 5 episodes
      ! =   !=   <   <=   >   >=   between   is missing   is present
      ! operator: for example 90 s, 20 min, 1.5 h
      ! value:   duration < 15 min: 4 episodes
      !   1  duration < 15 min
      ! the rule finds 4 episodes
      ! rule number, `new`, `remove N`, or Enter to finish:
      """#)
    #expect(try rules(of: "plain") == "conditions = [\n  \"duration < 15 min\",\n]\n")
  }

  @Test func `invalid answers are refused and asked for again`() throws {
    let outcome = fixture.mixtape(
      ["conditions", "plain", "--build"],
      input: [
        "", "lenght", "duration is present or title", "length", "title", "", "like", ">", "contains", "", "moon", "7",
        "",
      ])
    #expect(outcome.errors.split(separator: "\n").count { $0.contains("error: ") } == 9)
    #expect(outcome.errors.contains("error: a rule needs a field"))
    #expect(outcome.errors.contains("error: there is no field `length`\nhint: did you mean `duration`?"))
    #expect(outcome.errors.contains("error: a rule needs an operator"))
    #expect(outcome.errors.contains("error: the operator `>` does not apply to `title`"))
    #expect(outcome.errors.contains("error: a rule needs a value"))
    #expect(outcome.errors.contains("error: there is no rule `7`"))
    #expect(try rules(of: "plain") == "conditions = [\n  'title contains \"moon\"',\n]\n")
  }

  @Test func `editing starts from the current rule`() throws {
    // Keeps the field and the operator, and changes the value; then adds a rule and removes one.
    let outcome = fixture.mixtape(
      ["conditions", "short", "--build", "--replace", "1"],
      input: ["", "", "20 min", "new", "rating", "between", "3", "5", "remove 2", ""])
    #expect(outcome.output == "Changed the rules of short.\n")
    #expect(outcome.errors.contains("field [duration]: "))
    #expect(outcome.errors.contains("operator [<]: "))
    #expect(outcome.errors.contains("value [15 min]: "))
    #expect(
      try rules(of: "short") == """
        conditions = [
          'duration < 20 min',           # no longer than the tram
          'rating between 3 and 5',
        ]

        """)
  }

  @Test func `the dialogue does not edit a rule with several parts`() throws {
    let outcome = fixture.mixtape(["conditions", "short", "--build"], input: ["2", ""])
    #expect(outcome.errors.contains("error: rule 2 has several parts"))
    #expect(outcome.status == .nothingToDo)
  }

  @Test(arguments: [[], ["rating"], ["rating", ">="], ["rating", ">=", "4"]])
  func `the end of the input cancels the dialogue`(_ answers: [String]) throws {
    let before = try fixture.shell("git rev-parse HEAD; cat playlists/plain.toml")
    let outcome = fixture.mixtape(["conditions", "plain", "--build"], input: answers)
    #expect(outcome.status == .nothingToDo && outcome.output.isEmpty)
    #expect(outcome.errors.hasSuffix("Nothing was changed.\n"))
    #expect(try fixture.shell("git rev-parse HEAD; cat playlists/plain.toml") == before)
    #expect(fixture.mixtape(["create", "--build"], input: ["New"] + answers).status == .nothingToDo)
    #expect(try fixture.shell("git rev-parse HEAD; cat playlists/plain.toml; ls playlists | grep new") == before)
  }

  @Test func `an invalid pattern is asked for again`() throws {
    let outcome = fixture.mixtape(
      ["conditions", "plain", "--build"], input: ["title", "matches", "(", "^Moon", ""])
    #expect(outcome.errors.contains("error: invalid regular expression in `title matches \"(\"`: "))
    #expect(try rules(of: "plain") == "conditions = [\n  'title matches \"^Moon\"',\n]\n")
  }

  @Test func `the dialogue for a new playlist asks for its name`() throws {
    let outcome = fixture.mixtape(
      ["create", "--build"], input: ["", " ", "Moon Talk", "genre", "in", "Science", "News", "", ""])
    #expect(outcome.output == "Created moon-talk.\n")
    #expect(outcome.errors.contains("error: invalid name"))
    #expect(try rules(of: "moon-talk") == "conditions = [\n  'genre in (\"Science\", \"News\")',\n]\n")
  }
}
