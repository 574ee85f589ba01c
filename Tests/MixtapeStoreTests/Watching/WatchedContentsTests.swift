import Foundation
import MixtapeModel
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Events of smart playlists while files and the time change.
@Suite struct WatchedContentsTests {
  /// A clock that a test sets, starting at 2026-03-01T12:20:00Z.
  private final class WallClock: Sendable {
    private let seconds = Mutex(1_772_367_600.0)

    var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }

    func advance(by time: Double) { seconds.withLock { $0 += time } }
  }

  private let clock = WallClock()
  private let watched: WatchFixture

  init() throws {
    watched = try WatchFixture(
      [
        "library/sky.toml": Self.library(),
        "playlists/short.toml": "conditions = ['duration < 15 min']\n",
        "playlists/new.toml": "conditions = ['added in the last 2 weeks']\n",
        "playlists/mine.toml": "episodes = ['sky/comet']\n",
        "playlists/wanted.toml": "conditions = ['in playlist \"mine\"', 'playCount is missing']\n",
        "playlists/any.toml": "conditions = []\nsort = ['random']\n",
      ], clock: { [clock] in clock.now })
  }

  private static func library(comet: String = "duration = 1200", _ more: String = "") -> String {
    """
    title = "Sky"
    [[episodes]]
    id = "aurora"
    duration = 600
    dateAdded = 2026-02-15T13:30:00Z
    [[episodes]]
    id = "comet"
    \(comet)
    \(more)
    """
  }

  @Test func `a changed field affects the playlists that use it`() throws {
    try watched.write(Self.library(comet: "duration = 60"), to: "library/sky.toml")
    #expect(
      try watched.told() == ["edited library/sky.toml", "short has sky/aurora sky/comet, not sky/aurora"])
    try watched.write(Self.library(comet: "duration = 60\nplayCount = 1"), to: "library/sky.toml")
    #expect(try watched.told() == ["edited library/sky.toml", "wanted has , not sky/comet"])
    try watched.write(Self.library(comet: "duration = 60\nplayCount = 1\nrating = 3"), to: "library/sky.toml")
    #expect(try watched.told() == ["edited library/sky.toml"])
  }

  @Test func `changed values of a podcast affect the playlists that use them`() throws {
    let watched = try WatchFixture(
      [
        "library/sky.toml": "[[episodes]]\nid = \"dawn\"\n",
        "library/science/other.toml": "",
        "playlists/calm.toml": "conditions = ['tag = \"calm\"']\n",
        "playlists/fed.toml": "conditions = ['feed is present']\n",
        "playlists/music.toml": "conditions = ['kind = \"album\"']\n",
        "playlists/news.toml": "conditions = ['lastPlayedAt < published']\n",
        "playlists/science.toml": "conditions = ['folder = \"science\"']\n",
        "playlists/topic.toml": "conditions = ['category contains \"astro\"']\n",
      ])
    func told(_ head: String, _ episode: String = "") throws -> [String] {
      try watched.write("\(head)\n[[episodes]]\nid = \"dawn\"\n\(episode)\n", to: "library/sky.toml")
      return try watched.told().filter { !$0.hasPrefix("edited") }
    }
    #expect(try told("tags = ['calm']") == ["calm has sky/dawn, not "])
    #expect(try told("tags = ['calm']\nfeed = 'x'") == ["fed has sky/dawn, not "])
    #expect(try told("tags = ['calm']\nkind = 'album'") == ["fed has , not sky/dawn", "music has sky/dawn, not "])
    #expect(
      try told("categories = ['Astronomy']").sorted() == [
        "calm has , not sky/dawn", "music has , not sky/dawn", "topic has sky/dawn, not ",
      ])
    #expect(try told("categories = ['Astronomy']", "lastPlayedAt = 2026-01-01") == [])
    #expect(
      try told("categories = ['Astronomy']", "lastPlayedAt = 2026-01-01\npublished = 2026-01-02") == [
        "news has sky/dawn, not "
      ])
    try watched.remove("library/sky.toml")
    try watched.write("[[episodes]]\nid = \"dawn\"\n", to: "library/science/sky.toml")
    #expect(try watched.told().contains("science has sky/dawn, not "))
  }

  @Test func `a rule that counts minutes runs every minute`() throws {
    #expect(watched.tracker.clockDeadline == .seconds(2_400))
    try watched.write("conditions = ['added in the last 30 minutes']\n", to: "playlists/new.toml")
    _ = try watched.told()
    #expect(watched.tracker.clockDeadline.map { $0 < .seconds(120) } == true)
  }

  @Test func `an added episode affects all playlists`() throws {
    try watched.write(Self.library("[[episodes]]\nid = \"dawn\"\nduration = 5"), to: "library/sky.toml")
    let told = try watched.told()
    #expect(told.contains("short has sky/aurora sky/dawn, not sky/aurora"))
    #expect(told.contains { $0.hasPrefix("any has ") } && told.count == 3)
  }

  @Test func `a changed playlist affects those that name it`() throws {
    try watched.write("episodes = ['sky/aurora']\n", to: "playlists/mine.toml")
    #expect(try watched.told() == ["updated mine: Mine → Mine", "wanted has sky/aurora, not sky/comet"])
    try watched.remove("playlists/mine.toml")
    #expect(try watched.told() == ["deleted mine", "wanted has , not sky/aurora"])
    try watched.write("episodes = []\n", to: "playlists/mine.toml")
    #expect(try watched.told() == ["created mine at playlists/mine.toml"])
  }

  @Test func `changed rules are reported with the episodes that they find`() throws {
    try watched.write("conditions = ['duration > 15 min']\n", to: "playlists/short.toml")
    #expect(try watched.told() == ["updated short: Short → Short", "short has sky/comet, not sky/aurora"])
    try watched.write("conditions = ['duration > 16 min']\n", to: "playlists/short.toml")
    #expect(try watched.told() == ["updated short: Short → Short"])
    try watched.write("name = \"Short\"\n", to: "playlists/short.toml")
    #expect(try watched.told() == ["updated short: Short → Short"])
    try watched.write(Self.library(comet: "duration = 1"), to: "library/sky.toml")
    #expect(try watched.told() == ["edited library/sky.toml"])
  }

  private func causedByTime(_ events: [StoreEvent]) -> [Bool] {
    events.compactMap { if case .contents(let change) = $0 { change.isByTime } else { nil } }
  }

  @Test func `passing time is reported at the full hour`() throws {
    #expect(try watched.told(in: .seconds(2_400 - 10)) == [])
    clock.advance(by: 2_400)
    // It was added at 13:30, two weeks before that day.
    #expect(try watched.told(in: .seconds(20)) == [])
    clock.advance(by: 3_600)
    let events = try watched.wait(.seconds(3_600))
    #expect(events.map(\.summary) == ["new has , not sky/aurora"] && causedByTime(events) == [true])
    try watched.write(Self.library(comet: "duration = 60"), to: "library/sky.toml")
    #expect(try causedByTime(watched.wait(.seconds(2))) == [false])
  }

  @Test func `without rules that use the clock there is no deadline`() throws {
    #expect(watched.tracker.clockDeadline == .seconds(2_400))
    try watched.write("conditions = []\n", to: "playlists/new.toml")
    _ = try watched.told()
    #expect(watched.tracker.clockDeadline == nil)
  }
}
