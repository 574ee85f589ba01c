import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Diagnostics of library files and of mixtape.toml")
struct LibraryDiagnosticTests {
  @Test func valuesOfTheWrongType() throws {
    try expectPodcast(
      """
      title = 7
      author = ["a"]
      kind = false
      feed = 1
      guid = 3
      artwork = 2
      categories = "Science"
      tags = ["a", 1]
      subscribed = "yes"
      dateAdded = "2026-01-02"
      extra = []
      [[episodes]]
      id = 42
      [[episodes]]
      id = "a"
      year = "2026"
      title = 1
      duration = "30 min"
      lastPlayedAt = 06:00:00
      """,
      says: """
        1:9-10 error file.wrong-type: `title` must be a string, but this is a whole number
        2:10-15 error file.wrong-type: `author` must be a string, but this is an array
        3:8-13 error file.wrong-type: `kind` must be a string, but this is a boolean
        4:8-9 error file.wrong-type: `feed` must be a string, but this is a whole number
        5:8-9 error file.wrong-type: `guid` must be a string, but this is a whole number
        6:11-12 error file.wrong-type: `artwork` must be a string, but this is a whole number
        7:14-23 error file.wrong-type: `categories` must be an array of categories, but this is a string
        8:14-15 error file.wrong-type: `tags` takes tags as strings, but this is a whole number
        9:14-19 error file.wrong-type: `subscribed` must be true or false, but this is a string
        10:13-25 error file.wrong-type: `dateAdded` must be a date such as 2026-03-01 or 2026-03-01T06:00:00Z, \
        but this is a string
        11:9-11 error file.wrong-type: `extra` must be a table, but this is an array
        13:6-8 error file.wrong-type: `id` must be a string, but this is a whole number
        16:8-14 error file.wrong-type: `year` must be a whole number, but this is a string
        17:9-10 error file.wrong-type: `title` must be a string, but this is a whole number
        18:12-20 error file.wrong-type: `duration` must be a number of seconds, but this is a string
        19:16-24 error file.wrong-type: `lastPlayedAt` must be a date such as 2026-03-01 or 2026-03-01T06:00:00Z, \
        but this is a time
        """)
  }

  @Test func addressesThatThePlayerRefuses() throws {
    try expectPodcast(
      """
      [[episodes]]
      id = "a"
      url = "music/a.mp3"
      [[episodes]]
      id = "b"
      url = "https://example.org/b.mp3"
      [[episodes]]
      id = "c"
      url = "ftp://example.org/c.mp3"
      [[episodes]]
      id = "d"
      url = ""
      """,
      says: """
        3:7-20 warning file.unplayable-address: the player does not open this address: it begins with neither \
        https:// nor file:///
        9:7-32 warning file.unplayable-address: the player does not open this address: the scheme "ftp" is not \
        supported, only https, http and file
        12:7-9 warning file.unplayable-address: the player does not open this address: it is empty
        """)
  }

  @Test func privateAddressesOfPublicFeeds() throws {
    let episodes = """
      [[episodes]]
      id = "a"
      url = "http://127.0.0.1/a.mp3"
      """
    try expectPodcast(
      "feed = \"https://example.org/feed.xml\"\n" + episodes,
      says: """
        4:7-31 warning file.unplayable-address: the player does not open this address: it is in a private network, but \
        the feed of the podcast is public
        """)
    try expectPodcast("feed = \"http://nas.local/feed.xml\"\n" + episodes, says: "")
    try expectPodcast(episodes, says: "")
  }

  @Test func episodesThatAreNotTables() throws {
    try expectPodcast(
      "episodes = \"all\"",
      says: "1:12-17 error file.wrong-type: `episodes` must be an array of tables, but this is a string")
    try expectPodcast(
      "episodes = [\"a\", {id = \"b\"}]",
      says: "1:13-16 error file.wrong-type: `episodes` takes tables, `[[episodes]]`, but this is a string")
  }

  @Test func keysThatAreMissingMisspelledOrUnknown() throws {
    try expectPodcast(
      """
      titel = "Night Sky"
      summary = "Mine"
      [[episodes]]
      guid = "urn:1"
      [[episodes]]
      id = "b"
      playcount = 2
      mood = "calm"
      """,
      says: """
        1:1-6 error file.misspelled-key: unknown key `titel`
          note: did you mean `title`?
        2:1-8 warning file.unknown-key: unknown key `summary`; Mixtape ignores it
          note: put your own keys in the table `[extra]`
        3:1-13 error file.missing-key: this episode has no `id`
        7:1-10 error file.misspelled-key: unknown key `playcount`
          note: did you mean `playCount`?
        8:1-5 warning file.unknown-key: unknown key `mood`; Mixtape ignores it
          note: put your own keys in the table `[extra]`
        """)
  }

  @Test func valuesThatAreNotAllowed() throws {
    try expectPodcast(
      """
      kind = "record"
      [[episodes]]
      id = "A B"
      rating = 6
      playCount = -1
      duration = nan
      [[episodes]]
      id = "a"
      rating = -1
      fileSize = -5
      duration = -0.5
      bpm = 0
      year = -44
      """,
      says: """
        1:8-16 error file.invalid-value: `kind` must be one of "podcast", "album"
        3:6-11 error file.invalid-id: this is not a valid episode id: it contains `A`; ids consist of lower-case letters, digits, \
        `-`, `_` and `.`
        4:10-11 error file.invalid-value: `rating` is 0 to 5, but this is 6
        5:13-15 error file.invalid-value: `playCount` must not be negative
        6:12-15 error file.invalid-value: `duration` must be a finite number
        9:10-12 error file.invalid-value: `rating` is 0 to 5, but this is -1
        10:12-14 error file.invalid-value: `fileSize` must not be negative
        11:12-16 error file.invalid-value: `duration` must not be negative
        """)
  }

  @Test(arguments: [("31:40", 1_900), ("06:30", 390), ("1:31:40", 5_500), ("01:31:40", 5_500), ("2:05", 125)])
  func playingTimesAreNumbersOfSeconds(text: String, seconds: Int) throws {
    let file = PodcastFile(
      parsing: Array("[[episodes]]\nid = 'a'\nduration = \(text)\n".utf8), id: try Podcast.ID(validating: "a"))
    let diagnostic = try #require(file.diagnostics.first)
    let texts = [diagnostic.message] + diagnostic.notes.map(\.message)
    #expect(texts.contains { $0.hasSuffix("a number of seconds: \(seconds)") }, "\(texts)")
    #expect(file.diagnostics.count == 1)
  }

  @Test(arguments: ["31:75", "06:30:15.5", "2026-03-01"])
  func otherTimesHaveNoNumberOfSeconds(text: String) throws {
    let file = PodcastFile(
      parsing: Array("[[episodes]]\nid = 'a'\nduration = \(text)\n".utf8), id: try Podcast.ID(validating: "a"))
    let texts = file.diagnostics.flatMap { [$0.message] + $0.notes.map(\.message) }
    #expect(!texts.isEmpty && !texts.contains { $0.contains("seconds:") }, "\(texts)")
  }

  @Test func rulesOfSkippedItems() throws {
    try expectPodcast(
      """
      skip = ['title contains "Rerun"', 'titel = "x"', 7, 'not (rating > 3)', 'in playlist "focus"']
      """,
      says: """
        1:36-41 error rule.unknown-field: there is no field `titel`
          note: did you mean `title`?
        1:50-51 error file.wrong-type: `skip` takes rules as strings, but this is a whole number
        1:53-71 warning rule.never-matches: this rule matches no item: feeds have no `rating`
        1:73-94 warning rule.never-matches: this rule matches no item: feeds have no playlists
        """)
    let file = PodcastFile(
      parsing: Array("skip = ['a', 'title = \"x\"']\n".utf8), id: try Podcast.ID(validating: "a"))
    #expect(file.podcast == nil)
  }

  @Test func duplicateIDs() throws {
    try expectPodcast(
      "[[episodes]]\nid = \"a\"\n[[episodes]]\nid = 'a'\n",
      says: """
        4:6-9 error file.duplicate-episode: two episodes have the id "a"
          note: 2:6-9 first listed here
        """)
  }

  @Test func conflictsHideEverythingElse() throws {
    try expectPodcast(
      "titel = 1\n<<<<<<< a\n=======\n>>>>>>> b\n",
      says: """
        2:1-10 error file.conflict-markers: merge conflict: keep the lines that you want and remove the lines with \
        the markers
          note: 4:1-10 the conflict ends here
        """)
  }

  @Test(arguments: [
    ("format = 1", ""), ("# mine\nformat = 1\n[extra]\na = 1", ""),
    ("", "1:1-1 error file.missing-key: `format` is missing; write `format = 1`"),
    (
      "format = 2",
      "1:10-11 error file.unknown-format: this store has format 2; this version of Mixtape supports format 1"
    ),
    (
      "format = 1\n[downloads]\nlimit = \"20\"",
      "3:9-13 error file.invalid-value: `limit` must be a size\n  note: a size is in `KB`, `MB` or `GB`, such as \"20 GB\""
    ),
    (
      "format = 1\n[downloads]\nnew = \"yaer = 7\"\nkeep = 0",
      """
      3:8-12 error rule.unknown-field: there is no field `yaer`
        note: did you mean `year`?
      4:8-9 error file.invalid-value: `keep` must be 1 or more
      """
    ),
    (
      "format = 1\n[downloads]\nkeep = 2",
      "3:1-5 warning file.no-effect: `keep` has no effect without `new`"
    ),
    (
      "format = 1\n[downloads]\ndirectory = \"./library/x\"",
      "3:13-26 error file.invalid-value: `directory` must not be the store, or in `playlists`, `library` or `templates`"
    ),
    ("format = \"1\"", "1:10-13 error file.wrong-type: `format` must be a whole number, but this is a string"),
    (
      "fromat = 1\nformat = 1",
      "1:1-7 error file.misspelled-key: unknown key `fromat`\n  note: did you mean `format`?"
    ),
    (
      "<<<<<<< a\n>>>>>>> b",
      "1:1-10 error file.conflict-markers: merge conflict: keep the lines that you want and remove the lines with "
        + "the markers\n  note: 2:1-10 the conflict ends here"
    ),
  ])
  func storeFiles(text: String, expected: String) {
    let source = Array(text.utf8)
    #expect(rendered(StoreFile(parsing: source).diagnostics, in: source) == expected)
  }

  @Test func theFileOfANewStoreIsValid() {
    #expect(StoreFile(parsing: StoreFile.initialSource).diagnostics == [])
    #expect(StoreFile(parsing: StoreFile.initialSource).shuffle == nil)
    let chosen = StoreFile(parsing: Array("format = 1\n[player]\nshuffle = 'grouped'".utf8))
    #expect(chosen.shuffle == .grouped && chosen.diagnostics == [])
    let downloads = StoreFile(parsing: Array("format = 1\n[downloads]\ndirectory = '~/P'\nlimit = '1.5 GB'".utf8))
      .downloads
    #expect(downloads.directory == "~/P" && downloads.limit == 1_500_000_000)
    let usual = StoreFile(parsing: StoreFile.initialSource).downloads
    #expect(usual.directory == nil && usual.limit == DownloadSettings.defaultLimit)
    let mistaken = StoreFile(parsing: Array("format = 1\n[player]\nshufle = 'grouped'".utf8))
    #expect(mistaken.shuffle == nil && mistaken.diagnostics.map(\.id) == [.misspelledKey])
  }
}
