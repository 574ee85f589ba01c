import LosslessTOML
import PlaylistFiles
import Testing

@Suite("Diagnostics of playlist files")
struct PlaylistDiagnosticTests {
  @Test func valuesOfTheWrongType() throws {
    try expectPlaylist(
      """
      name = 7
      description = true
      continuous = "yes"
      shuffle = 1
      episodes = "a/b"
      conditions = {}
      match = 1.5
      search = 2026-01-01
      sort = ["title", 7]
      limit = 1.5
      seed = "7"
      extra = 12:00:00
      """,
      says: """
        1:8-9 error file.wrong-type: `name` must be a string, but this is a whole number
        2:15-19 error file.wrong-type: `description` must be a string, but this is a boolean
        3:14-19 error file.wrong-type: `continuous` must be true or false, but this is a string
        4:11-12 error file.wrong-type: `shuffle` must be true, false or the name of a shuffle, but this is a whole number
        5:12-17 error file.wrong-type: `episodes` must be an array of episode ids, but this is a string
        6:14-16 error file.wrong-type: `conditions` must be an array of rules, but this is a table
        7:9-12 error file.wrong-type: `match` must be a string, but this is a number with a fraction
        8:10-20 error file.wrong-type: `search` must be a string, but this is a date
        9:18-19 error file.wrong-type: `sort` takes field names as strings, but this is a whole number
        10:9-12 error file.wrong-type: `limit` must be a whole number or a string such as "90 min", \
        but this is a number with a fraction
        11:8-11 error file.invalid-value: `seed` must be a whole number or "day"
        12:9-17 error file.wrong-type: `extra` must be a table, but this is a time
        """)
  }

  @Test(arguments: [
    ("limit = 5", "1:1-6", "`limit`", "`conditions` or `search`"),
    ("sort = []", "1:1-5", "`sort`", "`conditions` or `search`"),
    ("match = \"all\"", "1:1-6", "`match`", "`conditions`"),
    ("search = \"a\"\nmatch = \"any\"", "2:1-6", "`match`", "`conditions`"),
  ])
  func keysThatNeedRulesWarnWithoutRules(text: String, place: String, key: String, needed: String) throws {
    try expectPlaylist(text, says: "\(place) warning file.no-effect: \(key) has no effect without \(needed)")
  }

  @Test(arguments: [
    "conditions = []\nmatch = \"any\"\nsort = []\nlimit = 5", "search = \"a\"\nsort = []\nlimit = 5", "seed = 5",
  ])
  func keysWithAnEffectDoNotWarn(text: String) throws { try expectPlaylist(text, says: "") }

  @Test func unknownKeysWarn() throws {
    try expectPlaylist(
      "mood = \"calm\"\n[other]\nname = 7\n",
      says: """
        1:1-5 warning file.unknown-key: unknown key `mood`; Mixtape ignores it
          note: put your own keys in the table `[extra]`
        2:2-7 warning file.unknown-key: unknown key `other`; Mixtape ignores it
          note: put your own keys in the table `[extra]`
        """)
  }

  @Test(arguments: [
    ("conditons", "conditions"), ("Name", "name"), ("epsiodes", "episodes"), ("limits", "limit"), ("sed", "seed"),
    ("NAME", "name"), ("EPISODES", "episodes"),
  ])
  func misspelledKeysAreErrors(written: String, meant: String) throws {
    try expectPlaylist(
      "\(written) = []",
      says: """
        1:1-\(written.count + 1) error file.misspelled-key: unknown key `\(written)`
          note: did you mean `\(meant)`?
        """)
  }

  @Test func valuesThatAreNotAllowed() throws {
    try expectPlaylist(
      """
      name = " \\u00A0"
      conditions = ["", "  ", "year > 1"]
      match = "some"
      sort = ["titel", "-ratings", "xyz"]
      limit = 0
      """,
      says: """
        1:8-17 error file.invalid-value: `name` is empty; leave the key out to use the id
        2:15-17 error rule.empty: this rule is empty
        2:19-23 error rule.empty: this rule is empty
        3:9-15 error file.invalid-value: `match` must be one of "all", "any", "none"
        4:9-16 error file.invalid-value: cannot sort by `titel`
          note: did you mean `title`?
        4:18-28 error file.invalid-value: cannot sort by `-ratings`
          note: did you mean `-rating`?
        4:30-35 error file.invalid-value: cannot sort by `xyz`
          note: fields: title, artist, albumArtist, album, genre, composer, fileFormat, podcast, folder, kind, year, originalYear, bpm, \
        rating, playCount, trackNumber, discNumber, bitrate, sampleRate, fileSize, duration, position, published, \
        dateAdded, dateModified, lastPlayedAt, added, episode, played, season, library, random
        5:9-10 error file.invalid-value: `limit` must be at least 1, but this is 0
        """)
  }

  @Test func limitsThatDoNotFitTogether() throws {
    try expectPlaylist(
      """
      conditions = []
      limit = [25, "90 min"]
      """,
      says: """
        2:14-22 error file.invalid-value: `limit` has two limits of one kind
          note: an array has one limit for all episodes and one for each podcast, artist or album: [25, "3 per podcast"]
        """)
    try expectPlaylist(
      "conditions = []\nlimit = []",
      says: "2:9-11 error file.invalid-value: `limit` is an empty array; leave the key out for no limit")
    try expectPlaylist(
      "conditions = []\nlimit = ['3 per podcast', 0]",
      says: "2:27-28 error file.invalid-value: `limit` must be at least 1, but this is 0")
  }

  @Test(arguments: ["ten", "10", "-5 min", "0 min", "101%", "5 parsec", "", "min", "1e3 min", "90 MIN"])
  func invalidLimits(text: String) throws {
    try expectPlaylist(
      "limit = \"\(text)\"",
      says: """
        1:9-\(text.count + 11) error file.invalid-value: `limit` must be a number of episodes, a time, a size, a percentage or a number for each podcast, artist or album
          note: write a number above 0: 25 without quotes (episodes), "90 min" (or s, h), "2 GB" (or MB, KB), "10%" (up to 100%) or "3 per podcast"
        """)
  }

  @Test func invalidNames() throws {
    try expectPlaylist(
      "name = \"two\\nlines\"",
      says: "1:8-20 error file.invalid-value: `name` contains a line break or another control character")
    try expectPlaylist(
      "name = \"\(String(repeating: "n", count: 501))\"",
      says: "1:8-511 error file.invalid-value: `name` is 501 bytes long; a name has at most 500")
  }

  @Test func invalidIDs() throws {
    try expectPlaylist(
      """
      episodes = [
        "a", "a/b/c", "/b", "A/b", "a/b c", "../x", "a/-x",
        "a/\\u0000", "a/e\\u0301", "a/\(String(repeating: "l", count: 101))",
      ]
      """,
      says: """
        2:3-6 error file.invalid-id: this is not a valid episode id: the form of an episode id is <podcast>/<episode>
        2:8-15 error file.invalid-id: this is not a valid episode id: the form of an episode id is <podcast>/<episode>
        2:17-21 error file.invalid-id: this is not a valid episode id: the form of an episode id is <podcast>/<episode>
        2:23-28 error file.invalid-id: this is not a valid episode id: it contains `A`; ids consist of lower-case letters, digits, \
        `-`, `_` and `.`
          note: did you mean "a/b"?
        2:30-37 error file.invalid-id: this is not a valid episode id: it contains a space; ids consist of lower-case letters, \
        digits, `-`, `_` and `.`
        2:39-45 error file.invalid-id: this is not a valid episode id: it starts with `.`
        2:47-53 error file.invalid-id: this is not a valid episode id: it starts with `-`
        3:3-13 error file.invalid-id: this is not a valid episode id: it contains U+0000; ids consist of lower-case letters, \
        digits, `-`, `_` and `.`
        3:15-26 error file.invalid-id: this is not a valid episode id: it is not in composed form (Unicode NFC), \
        which looks the same
          note: did you mean "a/é"?
        3:28-133 error file.invalid-id: this is not a valid episode id: it is 101 bytes long; the maximum is 100
        """)
  }

  @Test func `an episode may be listed twice`() throws {
    try expectPlaylist("episodes = [\"a/1\", \"a/2\", \"a/1\",\n 'a/1']", says: "")
  }

  @Test func conflictsHideEverythingElse() throws {
    try expectPlaylist(
      """
      conditons = []
      <<<<<<< HEAD
      name = "Ours"
      =======
      name = "Theirs"
      >>>>>>> other
      <<<<<<< HEAD
      >>>>>>> other
      """,
      says: """
        2:1-13 error file.conflict-markers: merge conflict: keep the lines that you want and remove the lines with \
        the markers
          note: 6:1-14 the conflict ends here
        7:1-13 error file.conflict-markers: merge conflict: keep the lines that you want and remove the lines with \
        the markers
          note: 8:1-14 the conflict ends here
        """)
  }

  @Test func aConflictAfterAByteOrderMark() throws {
    try expectPlaylist(
      "\u{FEFF}<<<<<<< HEAD\nname = \"Ours\"\n=======\n>>>>>>> other\n",
      says: """
        1:2-14 error file.conflict-markers: merge conflict: keep the lines that you want and remove the lines with \
        the markers
          note: 4:1-14 the conflict ends here
        """)
  }

  @Test(arguments: ["<<<<<<< a", ">>>>>>> a", "  <<<<<<< a\n  >>>>>>> b", "<<<<<<<<\n>>>>>>>>", "=======\n>>>>>>> b"])
  func aSingleMarkerIsText(text: String) throws {
    try expectPlaylist("description = \"\"\"\n\(text)\n\"\"\"", says: "")
  }

  @Test func fiveMistakesAreFiveDiagnostics() throws {
    try expectPlaylist(
      """
      # A comment, also with ünïcödé 🎧.
      name = "Morning
      conditons = ["year > 2000"]
      episodes = ["night-sky/1", "Night Sky/2"]
      match = "al"
      limit = 2026-01-01
      """,
      says: """
        2:8-16 error toml.unterminated-string: expected `"` to close the string, found the end of the line
        3:1-10 error file.misspelled-key: unknown key `conditons`
          note: did you mean `conditions`?
        4:28-41 error file.invalid-id: this is not a valid episode id: it contains `N`; ids consist of lower-case letters, digits, \
        `-`, `_` and `.`
        5:9-13 error file.invalid-value: `match` must be one of "all", "any", "none"
          note: did you mean `all`?
        6:9-19 error file.wrong-type: `limit` must be a whole number or a string such as "90 min", but this is a date
        """)
  }

  @Test func anEmptyFileHasNoDiagnostics() throws {
    for text in ["", "\n", "\u{FEFF}", "# nothing", "[extra]\nname = 7\nany.thing = [1, {}]"] {
      try expectPlaylist(text, says: "")
    }
  }
}
