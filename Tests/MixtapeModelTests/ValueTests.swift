import Foundation
import MixtapeModel
import TestSupport
import Testing

@Suite("PlaylistLimit")
struct PlaylistLimitTests {
  @Test(
    "limits are read and written",
    arguments: [
      ("90 min", .amount(90, .minutes), "90 min"), ("2GB", .amount(2, .gigabytes), "2 GB"),
      ("1.5 h", .amount(1.5, .hours), "1.5 h"), ("10%", .amount(10, .percent), "10%"),
      ("100 %", .amount(100, .percent), "100%"), ("30 s", .amount(30, .seconds), "30 s"),
      ("0.001 KB", .amount(0.001, .kilobytes), "0.001 KB"), ("7 MB", .amount(7, .megabytes), "7 MB"),
      ("1000000000000000 s", .amount(1e15, .seconds), "1000000000000000 s"),
      ("123456789.123 s", .amount(123456789.123, .seconds), "123456789.123 s"),
      ("007.50h", .amount(7.5, .hours), "7.5 h"), ("0.50 %", .amount(0.5, .percent), "0.5%"),
      ("100.0%", .amount(100, .percent), "100%"),
      ("999999999999999.99999 s", .amount(1e15, .seconds), "1000000000000000 s"),
      ("90 minutes", .amount(90, .minutes), "90 min"), ("1 hour", .amount(1, .hours), "1 h"),
      ("2 h 30 min", .amount(150, .minutes), "150 min"), ("1h30m", .amount(90, .minutes), "90 min"),
      ("1:30", .amount(90, .seconds), "90 s"), ("1:30:00", .amount(90, .minutes), "90 min"),
    ] as [(String, PlaylistLimit, String)])
  func reading(_ text: String, _ limit: PlaylistLimit, _ written: String) {
    #expect(PlaylistLimit(text) == limit)
    #expect(limit.description == written)
    #expect(PlaylistLimit(limit.description) == limit)
  }

  @Test(
    "invalid limits",
    arguments: [
      "", "90", "min", "-1 min", "0 min", "0.0%", "101%", "90  min", "90 Minutes", "1e3 s", "nan s", "inf s", "1.2.3 h",
      "2 gb", " 2 GB", "2 GB ", "1. h", ".5 h", ". h", "1.%", "2\tGB", "1 \u{212A}B",
      "0.0009 s", "0.000%", "100.001%", "1000000000000001 s", "٣ min",
      "2 h  30 min", "2 h 30 min ", "0 h 0 min", "0:00", "1.5 h 30 min", "1:30.5", "30 min 1 h", "1:75", "1 h 30",
      "1\u{301} min", "0.0000001 s", "99999999999999999999 s",
    ])
  func noLimit(_ text: String) {
    #expect(PlaylistLimit(text) == nil)
  }

  @Test("a number of episodes is written as a number")
  func items() {
    #expect(PlaylistLimit.items(25).description == "25")
  }
}

@Suite("SortKey")
struct SortKeyTests {
  @Test("all fields, ascending and descending, and random are read and written")
  func roundTrip() {
    let keys = RuleField.allCases.filter(\.isSortable).flatMap {
      [SortKey.field($0, descending: false), .field($0, descending: true)]
    }
    for key in keys + [.random] { #expect(SortKey(key.description) == key) }
    #expect(SortKey("-dateAdded") == .field(.dateAdded, descending: true))
    #expect(SortKey("-season") == .field(.discNumber, descending: true))
    #expect(SortKey("episode") == .field(.trackNumber, descending: false))
    #expect(SortKey("tag") == nil && SortKey("category") == nil && SortKey("feed") == nil)
  }

  @Test("invalid keys", arguments: ["", "-", "--title", "-random", "Title", "titel", " title", "title "])
  func noKey(_ text: String) {
    #expect(SortKey(text) == nil)
  }
}

@Suite("Playlist")
struct PlaylistTests {
  @Test("the default name is the readable id")
  func defaultName() throws {
    #expect(try Playlist.fixture("slow-evening").name == "Slow Evening")
  }

  @Test(
    "violations of the rules of titles",
    arguments: [
      ("", .empty), (" \u{3000}\u{A0}", .empty), ("\u{200B}\u{FE0F}", .empty), ("a\nb", .controlCharacter),
      ("a\u{2028}b", .controlCharacter), ("\u{0}", .controlCharacter), ("Fine", nil), ("🎧", nil), ("👩‍👩‍👧", nil),
      ("می\u{200C}روم", nil), (String(repeating: "é", count: 250), nil),
      (String(repeating: "é", count: 250) + "x", .tooLong(bytes: 501)),
    ] as [(String, TitleViolation?)])
  func names(_ name: String, _ violation: TitleViolation?) throws {
    #expect(TitleRules.violation(in: name) == violation)
    let playlist = try Playlist.fixture("x")
    guard let violation else {
      #expect(try playlist.withName(name).name == name)
      return
    }
    for make in [{ try Playlist.fixture("x", name: name) }, { try playlist.withName(name) }] {
      let error = expectError(.invalidName, .playlist(playlist.id)) { _ = try make() }
      #expect(error?.cause as? TitleViolation == violation)
    }
  }

  @Test("a copy differs only in the changed property")
  func copies() throws {
    let playlist = try Playlist.fixture("x", in: "f", name: "X", episodes: ["a"]).withTimes(
      created: .distantPast, updated: .distantFuture)
    let criteria = SmartCriteria(conditions: [])
    #expect(
      playlist.withDescription("d").description == "d" && playlist.withDescription("d").withDescription("") == playlist)
    #expect(playlist.withEpisodes([]).withEpisodes(playlist.episodes) == playlist)
    #expect(
      playlist.withFolder(.top).folder == .top && playlist.withFolder(.top).withFolder(playlist.folder) == playlist)
    #expect(playlist.withCriteria(criteria).isSmart && !playlist.isSmart)
    #expect(playlist.with(.shuffle(true)).settings == PlaybackSettings(shuffle: true))
    let grouped = PlaybackSettings(shuffle: .by(.grouped))
    let shuffled = playlist.withSettings(grouped)
    #expect(shuffled.with(.shuffle(.by(.grouped))) == shuffled && shuffled.with(.shuffle(false)) == playlist)
    #expect(ShuffleSetting.default.algorithm(default: .weighted) == .weighted && ShuffleSetting(.off) == .off)
    let renamed = playlist.withID(try Playlist.ID(validating: "y"))
    #expect(renamed.created == nil && renamed.updated == nil && renamed.withID(playlist.id) == playlist.timeless)
  }

  @Test("settings are read from the words of a command line")
  func settings() throws {
    let words = [
      ("true", true), ("yes", true), ("on", true), ("YES", true), ("false", false), ("no", false), ("off", false),
      ("False", false),
    ]
    for (word, flag) in words {
      #expect(PlaybackSettings.Setting(.continuous, word) == .continuous(flag))
      #expect(PlaybackSettings.Setting(.shuffle, word) == .shuffle(flag ? .default : .off))
    }
    #expect(PlaybackSettings.Setting(.shuffle, "grouped") == .shuffle(.by(.grouped)))
    for word in ["y", "1", "", "maybe"] { #expect(PlaybackSettings.Setting(.shuffle, word) == nil) }
  }

  @Test("conditions, even an empty list, or a search make a playlist smart; a limit does not")
  func smart() {
    #expect(SmartCriteria(conditions: []).isActive && SmartCriteria(search: "").isActive)
    #expect(!SmartCriteria(match: .any, sort: [.random], limit: .items(1), seed: 1).isActive)
  }
}

@Suite("Episode")
struct EpisodeTests {
  @Test("the default title is the name in the id; the duration is a field")
  func fields() throws {
    let id = try Episode.ID(validating: "night-sky/042-auroras")
    let bare = Episode(id: id)
    let full = Episode(id: id, fields: [.title: .text("Auroras"), .duration: .seconds(90.5)])
    #expect(bare.title == "042-auroras" && bare.duration == nil)
    #expect(full.title == "Auroras" && full.duration == 90.5)
  }

  @Test("there are 27 fields, each of one type")
  func trackFields() {
    #expect(TrackField.allCases.count == 27)
    let types = Dictionary(grouping: TrackField.allCases, by: \.valueType).mapValues(\.count)
    #expect(types == [.text: 12, .integer: 10, .seconds: 2, .date: 3])
    for field in TrackField.allCases {
      guard let rule = RuleField(field) else {
        #expect([.description, .notes, .artwork, .chapters, .identifier].contains(field))
        continue
      }
      #expect(rule.rawValue == field.rawValue && rule.valueType == field.valueType)
    }
  }
}
