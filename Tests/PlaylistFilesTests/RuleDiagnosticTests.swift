import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Diagnostics of rules")
struct RuleDiagnosticTests {
  @Test func placesAreInsideTheString() throws {
    try expectPlaylist(
      """
      conditions = [
        'gerne = "Classical"',
        "title contains \\"x\\" and\\u0020 yaer > 1",
        \"\"\"
      year = 1 \\
         and rating > "4"
      and bpm = \"\"\",
        '''
      (year = 1
      ''',
        'year starts with "2"',
        'title = "\t"',
      ]
      """,
      says: """
        2:4-9 error rule.unknown-field: there is no field `gerne`
          note: did you mean `genre`?
        3:35-39 error rule.unknown-field: there is no field `yaer`
          note: did you mean `year`?
        6:17-20 error rule.wrong-type: `rating` takes a number, not `"4"`
          note: did you mean `4`?
        9:10-10 error rule.missing-parenthesis: expected `)` to close a parenthesis, found the end of the rule
          note: 9:1-2 opened here
        11:9-20 error rule.operator-does-not-fit: `year` cannot be compared by `starts with`
          note: `year` supports `=`, `!=`, `<`, `<=`, `>`, `>=`, `between`, `is missing` and `is present`
        12:13-14 error rule.control-character: a text must not contain line breaks or other control characters
          note: write `\\t`
        """)
  }

  /// A rule for each kind of mistake, and its diagnostic.
  @Test(
    arguments: [
      (
        "title", "expected an operator for `title`, found the end of the rule",
        "`title` supports `=`, `!=`, `starts with`, `ends with`, `contains`, `matches`, `in`, `is missing` and `is present`"
      ),
      ("year == 1", "expected an operator for `year`, found `==`", "did you mean `=`?"),
      ("year = 1 AND bpm = 2", "expected `and`, `or` or the end of the rule, found `AND`", "did you mean `and`?"),
      ("(year = 1 2", "expected `and`, `or` or `)`, found `2`", ""),
      (
        "xyz = 1", "there is no field `xyz`",
        "fields: title, artist, albumArtist, album, genre, composer, fileFormat, podcast, folder, kind, feed, tag, category, year, originalYear, bpm, rating, playCount, trackNumber, discNumber, bitrate, sampleRate, fileSize, duration, position, published, dateAdded, dateModified, lastPlayedAt"
      ),
      (
        "state = \"new\"", "there is no field `state`",
        "write `playCount is missing` for unplayed episodes, `playCount > 0` for played ones, and `in progress` for started ones; "
          + "`mixtape new` lists new episodes"
      ),
      ("title is", "expected `missing` or `present`, found the end of the rule", ""),
      (
        "artist = Alicia Keys", "`artist` takes text in double quotes, not `Alicia Keys`",
        "did you mean `\"Alicia Keys\"`?"
      ),
      (
        "podcast = night-sky", "`podcast` takes text in double quotes, not `night-sky`",
        "did you mean `\"night-sky\"`?"
      ),
      ("in playlist focus", "expected text in double quotes, found `focus`", "did you mean `\"focus\"`?"),
      (
        "in playlist \"Focus\"",
        "this is not a valid playlist id: it contains `F`; ids consist of lower-case letters, digits, `-`, `_` and `.`",
        "did you mean `\"focus\"`?"
      ),
      ("duration > 3 parsecs", "there is no unit `parsecs`", "units: `s`, `min`, `h`"),
      ("fileSize > 3 min", "`min` is not a unit of `fileSize`", "units: `KB`, `MB`, `GB`"),
      ("duration > 1:75", "`1:75` is not a valid time", "a time is written `90 min`, `1 h 30 min` or `1:30:00`"),
      (
        "not played", "expected an operator for `played`, found the end of the rule",
        "did you mean `played is missing`?"
      ),
      (
        "added in the last few weeks", "expected a whole number, found `few`",
        "write a number and a unit, such as `2 weeks` or `30 days`"
      ),
      ("title != missing", "expected an operator for `title`, found `!= missing`", "did you mean `is present`?"),
      ("rating > 3 min", "`min` is not a unit of `rating`", "`rating` has no units"),
      ("fileSize > 1,000", "`1,000` is not a valid number", "did you mean `1000`?"),
      (
        "year > 12345678901234567890", "`12345678901234567890` is not a valid number",
        "a number is written like 1000 or 0.5, with 15 digits at most"
      ),
      (
        "added > 2026-03", "`2026-03` is not a valid date",
        "a date is written 2026-03-01 or 2026-03-01T06:00:00Z"
      ),
      ("published > 2026/02/01", "`2026/02/01` is not a valid date", "did you mean `2026-02-01`?"),
      ("published > 1.2.2026", "`1.2.2026` is not a valid date", "did you mean `2026-02-01`?"),
      ("published > 1/2/2026", "`1/2/2026` is not a valid date", "did you mean `2026-02-01` or `2026-01-02`?"),
      ("added > 2026-02-30", "the date `2026-02-30` does not exist", ""),
      (
        "added in the last 0 days", "`0 days` is not a span of 1 to 10000 minutes, hours, days, weeks, months or years",
        ""
      ),
      ("title = \"x", "expected `\"` to close this text, found the end of the rule", ""),
      ("title matches \"\\d\"", "`\\d` is not a valid escape", "write `\\\\d`"),
      ("genre in ()", "the list is empty; expected text in quotes", ""),
      (
        "bpm between 5 and 3", "the larger bound comes first",
        "did you mean `bpm between 3 and 5`?"
      ),
      (
        "podcast = \"Night Sky\"",
        "this is not a valid podcast id: it contains `N`; ids consist of lower-case letters, digits, `-`, `_` and `.`",
        nil
      ),
      ("folder = \"science/\"", "`science/` is not the path of a folder", "did you mean `\"science\"`?"),
      (
        "folder = \"\"", "an empty text is not the path of a folder",
        "write \"work/mornings\"; `folder is missing` finds podcasts in no folder"
      ),
      ("kind = \"book\"", "`kind` is never `book`", "`kind` is `\"podcast\"` or `\"album\"`"),
      (
        "published < title", "`published` cannot be compared with `title`",
        "`published` can be compared with `dateAdded`, `dateModified` and `lastPlayedAt`"
      ),
      ("folder = genre", "`folder` cannot be compared with `genre`", nil),
      ("published > tomorrow", "`published` takes a date, not `tomorrow`", periods),
      ("published between 1 and 2", "`published` takes a date, not `1`", periods),
      (
        "published in next week",
        "expected `the last`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `this year` or "
          + "`last year`, found `next`", ""
      ),
      (
        "published in lastweek",
        "expected `the last`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `this year` or "
          + "`last year`, found `lastweek`", "did you mean `last week`?"
      ),
      ("published = last", "expected `week`, `month` or `year`, found the end of the rule", ""),
      ("year = 1)", "this `)` has no matching `(`", ""),
      (String(repeating: "(", count: 9), "parentheses and `not` are nested deeper than 8 levels", ""),
      (String(repeating: "é", count: 60) + " = 1", "there is no field `\(String(repeating: "é", count: 40))…`", nil),
    ] as [(String, String, String?)])
  func wordings(text: String, message: String, hint: String?) throws {
    let error = try #require(throws: RuleError.self) { try Rule(parsing: text) }
    #expect(RuleWording.message(for: error) == message)
    if let hint { #expect(RuleWording.hints(for: error) == [hint].filter { !$0.isEmpty }) }
  }

  @Test(arguments: [
    (
      "duration between 10 min and 20", "did you mean `duration between 10 min and 20 min`?",
      "`20` means 20 seconds; write `20 s` or `20 min`"
    ),
    (
      "duration between 90 and 1 min", "did you mean `duration between 1 min and 90`?",
      "`90` means 90 seconds; write `90 s` or `90 min`"
    ),
  ])
  func `exchanged bounds can come from a time without a unit`(_ text: String, _ meant: String, _ unit: String) throws {
    let error = try #require(throws: RuleError.self) { try Rule(parsing: text) }
    #expect(RuleWording.hints(for: error) == [meant, unit])
  }

  private static let periods =
    "a date is written 2026-03-01; the periods are `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, "
    + "`this year` and `last year`"

  @Test func `new episodes have a rule and a command`() throws {
    let error = try #require(throws: RuleError.self) { try Rule(parsing: "new") }
    #expect(
      RuleWording.hints(for: error) == [
        "did you mean `playCount is missing and published in the last 7 days`?", "`mixtape new` lists new episodes",
      ])
  }

  @Test func aTimeWithoutAUnitIsAWarning() throws {
    try expectPlaylist(
      """
      conditions = [
        'duration < 30',
        'duration between 1 and 20 min or duration > 0',
      ]
      """,
      says: """
        2:15-17 warning rule.missing-unit: `30` means 30 seconds
          note: write `30 s` or `30 min`
        3:21-22 warning rule.missing-unit: `1` means 1 second
          note: write `1 s` or `1 min`
        """)
  }

  @Test func `a rule that finds no unplayed episode is a warning`() throws {
    try expectPlaylist(
      """
      conditions = [
        'rating > 3 and playCount = 0',
        'playCount is missing or playCount < 3',
      ]
      """,
      says: """
        2:19-32 warning rule.never-played: `playCount = 0` does not find episodes that were never played: they have no \
        `playCount`
          note: write `(playCount = 0 or playCount is missing)`
        """)
  }

  @Test func playlistsAndPatternsAreFoundInTheFile() throws {
    let text = """
      conditions = ["in playlist \\"a\\"", 'year = ', 'title matches "^\\\\d" or in playlist "b"']
      """
    let file = try PlaylistFile(text)
    #expect(file.namedPlaylists.map(\.value.rawValue) == ["a", "b"] && file.patterns.map(\.value) == ["^\\d"])
    let places = (file.namedPlaylists.map(\.range) + file.patterns.map(\.range)).map {
      String(decoding: file.source[$0.offsets], as: UTF8.self)
    }
    #expect(places == [#"\"a\""#, #""b""#, #""^\\d""#])
  }
}
