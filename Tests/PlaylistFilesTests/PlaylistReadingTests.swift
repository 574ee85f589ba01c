import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Reading playlist files")
struct PlaylistReadingTests {
  @Test func anEmptyFileHasTheDefaults() throws {
    let file = PlaylistFile(
      parsing: [], id: try Playlist.ID(validating: "morning-commute"), folder: try Folder(validating: "work/early"))
    let playlist = try #require(file.playlist)
    #expect(playlist.name == "Morning Commute")
    #expect(playlist.folder.path == "work/early")
    #expect(playlist.description.isEmpty && playlist.episodes.isEmpty && !playlist.isSmart)
    #expect(playlist.criteria == SmartCriteria())
    #expect(playlist.settings == PlaybackSettings(continuous: true, shuffle: false))
  }

  @Test func everyKeyIsRead() throws {
    let file = try PlaylistFile(
      """
      \u{FEFF}seed = -7
      limit = "1.5 h"
      sort = ["-dateAdded", "random"]
      search = 'aurora "borealis"'
      match = "none"
      conditions = ['year = 1', \"\"\"bpm
      = 2\"\"\"]
      episodes = ["b/2", 'a/1', "b/2"]
      shuffle = false
      continuous = false
      description = "Two\\nlines"
      name = "Größe 🎧"
      [extra]
      name = 7
      """)
    let expected = try Playlist(
      id: file.id, name: "Größe 🎧", description: "Two\nlines", episodes: [Episode.ID]("b/2", "a/1", "b/2"),
      criteria: SmartCriteria(
        conditions: [WrittenRule(parsing: "year = 1"), WrittenRule(parsing: "bpm\n= 2")], match: .none,
        search: "aurora \"borealis\"",
        sort: [.field(.dateAdded, descending: true), .random], limit: .amount(1.5, .hours), seed: -7),
      settings: PlaybackSettings(continuous: false, shuffle: false))
    #expect(file.playlist == expected)
  }

  @Test func anEmptyListOfConditionsMakesAPlaylistSmart() throws {
    #expect(try PlaylistFile("conditions = []").playlist?.isSmart == true)
    #expect(try PlaylistFile("search = ''").playlist?.isSmart == true)
    #expect(try PlaylistFile("sort = []\nlimit = 3").playlist?.isSmart == false)
  }

  @Test(arguments: [
    ("true", ShuffleSetting.default), ("false", .off), ("'spread'", .by(.spread)), ("\"off\"", .off),
  ])
  func shuffleIsAFlagOrAName(text: String, setting: ShuffleSetting) throws {
    #expect(try PlaylistFile("shuffle = \(text)").playlist?.settings.shuffle == setting)
  }

  @Test(arguments: [
    ("spred", ["did you mean `spread`?"]), ("true", ["write `true` without quotes"]),
    ("False", ["write `false` without quotes"]), ("something", []),
  ])
  func anUnknownShuffleIsAnError(text: String, notes: [String]) throws {
    let file = try PlaylistFile("shuffle = '\(text)'")
    #expect(
      file.diagnostics.map(\.message) == [
        "`shuffle` must be true, false or one of \"uniform\", \"spread\", \"weighted\", \"grouped\", \"off\""
      ])
    #expect(file.diagnostics.flatMap(\.notes).map(\.message) == notes)
  }

  @Test func sortMayBeEmpty() throws {
    #expect(try PlaylistFile("sort = []").playlist?.criteria.sort == [])
  }

  @Test(arguments: [
    ("25", PlaylistLimit.items(25)), ("'90 min'", .amount(90, .minutes)), ("'90min'", .amount(90, .minutes)),
    ("'2 GB'", .amount(2, .gigabytes)), ("'10%'", .amount(10, .percent)), ("'0.5 h'", .amount(0.5, .hours)),
    ("'12 KB'", .amount(12, .kilobytes)), ("'12 MB'", .amount(12, .megabytes)), ("'1 s'", .amount(1, .seconds)),
    ("'100 %'", .amount(100, .percent)), ("9223372036854775807", .items(.max)),
  ])
  func limits(written: String, limit: PlaylistLimit) throws {
    #expect(try PlaylistFile("limit = \(written)").playlist?.criteria.limit == limit)
  }

  @Test(
    arguments: [
      ("'3 per podcast'", nil, "3 per podcast"), ("['3 per podcast']", nil, "3 per podcast"), ("[25]", "25", nil),
      ("[25, '1 per artist']", "25", "1 per artist"), ("['1 per album', '90min']", "90 min", "1 per album"),
    ] as [(String, String?, String?)])
  func limitsPerGroup(written: String, whole: String?, perGroup: String?) throws {
    let file = try PlaylistFile("conditions = []\nlimit = \(written)")
    #expect(file.diagnostics == [])
    let criteria = try #require(file.playlist).criteria
    #expect(criteria.limit?.description == whole && criteria.groupLimit?.description == perGroup)
  }

  @Test func episodeRangesPointAtTheElements() throws {
    let file = try PlaylistFile("episodes = [ \"a/1\",\n'b/2' ]")
    #expect(
      file.episodeRanges.map { String(decoding: file.source[$0.offsets], as: UTF8.self) } == ["\"a/1\"", "'b/2'"])
  }
}
