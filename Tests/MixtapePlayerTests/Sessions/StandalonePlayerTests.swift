import MixtapeModel
@testable import MixtapePlayer
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Sessions of the player without a playlist.
@Suite struct StandalonePlayerTests {
  private let sample: SessionSample

  init() throws { sample = try SessionSample() }

  private func session(startsOver: Bool = false) throws -> PlayerSession {
    try sample.session(
      [], of: .standalone, on: SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero)),
      startsOver: startsOver)
  }

  /// Fills the queue with episodes, and ends the session.
  private func fill(_ names: String...) throws {
    let session = try session()
    for name in names { try session.player.add(SampleEpisodes.episode(name)) }
    session.player.beginRound()
    #expect(try session.end() == nil)
  }

  private func library(_ names: String...) throws {
    let episodes = names.map { "[[episodes]]\nid = \"\($0)\"\nduration = 100\n" }
    try sample.sandbox.write("title = \"Show\"\n" + episodes.joined(), to: "library/show.toml")
  }

  @Test func `the queue starts empty, and keeps its order over restarts`() throws {
    #expect(try session().player.state == .empty)
    try fill("c", "a", "b")
    let session = try session()
    #expect(session.player.upNext.map(\.id.name) == ["c", "a", "b"])
    session.player.move(try SampleEpisodes.episode("b").id, by: -2)
    session.player.remove(try SampleEpisodes.episode("a").id)
    #expect(try session.end() == nil)
    #expect(try self.session().player.upNext.map(\.id.name) == ["b", "c"])
  }

  @Test func `an emptied queue stays empty`() throws {
    try fill("a", "b")
    let session = try session()
    session.player.removeAll()
    #expect(try session.end() == nil)
    #expect(try self.session().player.state == .empty)
  }

  @Test func `a session that starts over keeps the episodes`() throws {
    try fill("c", "a", "b")
    let session = try session(startsOver: true)
    #expect(session.player.allEpisodes.map(\.id.name) == ["c", "a", "b"])
    #expect(session.player.round == 0)
  }

  @Test func `the queue is not tracked, and belongs to no playlist`() throws {
    try fill("a")
    #expect(try sample.sandbox.git("status", "--porcelain") == "")
    #expect(try sample.session([]).player.state == .empty)
  }

  @Test func `one session uses the queue at a time, beside players of playlists`() throws {
    let first = try session()
    #expect(#expect(throws: MixtapeError.self) { try session() }?.code == .locked)
    let other = try sample.session()
    #expect(try other.end() == nil && first.end() == nil)
    #expect(throws: Never.self) { try session() }
  }

  @Test func `episodes return when the library has them again`() throws {
    try fill("c", "a", "b")
    try library("b", "d")
    var session = try session()
    #expect(session.player.allEpisodes.map(\.id.name) == ["b"])
    #expect(session.missing.map(\.name) == ["c", "a"])
    #expect(try session.end() == nil)
    try library("a", "b", "d")
    session = try self.session()
    #expect(session.player.allEpisodes.map(\.id.name) == ["b", "a"] && session.missing.map(\.name) == ["c"])
    // Also while the session runs.
    try library("a", "b", "c", "d")
    try session.follow(sample.store)
    #expect(session.player.allEpisodes.map(\.id.name) == ["b", "a", "c"] && session.missing.isEmpty)
    #expect(session.player.upNext.map(\.id.name).sorted() == ["a", "b", "c"])
    #expect(try session.end() == nil)
  }

  @Test func `a queue whose episodes are all missing returns`() throws {
    try fill("c", "a", "b")
    try sample.sandbox.remove("library/show.toml")
    var session = try session()
    #expect(session.player.state == .empty && session.missing.map(\.name) == ["c", "a", "b"])
    #expect(try session.end() == nil)
    try library("a", "b", "c")
    session = try self.session()
    #expect(session.player.allEpisodes.map(\.id.name) == ["c", "a", "b"] && session.missing.isEmpty)
    #expect(try session.end() == nil)
  }

  /// Writes podcasts whose episodes have addresses.
  private func library(withAddresses podcasts: [(id: String, episodes: KeyValuePairs<String, String>)]) throws {
    for (id, episodes) in podcasts {
      let tables = episodes.map { "[[episodes]]\nid = \"\($0)\"\nurl = \"https://example.org/\($1).mp3\"\n" }
      try sample.sandbox.write(tables.joined(), to: "library/\(id).toml")
    }
  }

  @Test func `episodes keep their places when their ids change`() throws {
    try library(withAddresses: [("show", ["a": "1", "b": "2", "c": "3"])])
    var session = try session()
    let ids = try ["c", "a", "b"].map { try SampleEpisodes.episode($0).id }
    let episodes = try sample.store.episodes(ids)
    for id in ids { try session.player.add(try #require(episodes[id])) }
    session.player.beginRound()
    #expect(try session.end() == nil)
    try library(withAddresses: [("show", ["new": "1", "c": "3"]), ("other", ["b": "2"])])
    session = try self.session()
    #expect(session.player.upNext.map(\.id.rawValue) == ["show/c", "show/new", "other/b"])
    // Also while the session runs.
    try library(withAddresses: [("show", ["newer": "1", "c": "3"]), ("other", ["b": "2"])])
    try session.follow(sample.store)
    #expect(session.player.upNext.map(\.id.rawValue) == ["show/c", "show/newer", "other/b"])
    #expect(try session.end() == nil)
  }

  @Test func `an address that several episodes have does not identify one`() throws {
    try library(withAddresses: [("show", ["a": "1"])])
    let id = try SampleEpisodes.episode("a").id
    let episode = try #require(try sample.store.episodes([id])[id])
    let source = try #require(EpisodeSource(of: episode))
    try library(withAddresses: [("show", ["b": "1", "c": "1"]), ("other", ["b": "1"])])
    #expect(try sample.store.episodes(movedFrom: [id: source]).isEmpty)
    try library(withAddresses: [("show", ["b": "1"]), ("other", ["b": "1"])])
    #expect(try sample.store.episodes(movedFrom: [id: source])[id]?.id.rawValue == "show/b")
  }

  @Test func `a damaged queue is kept as a copy`() throws {
    try fill("a")
    try sample.sandbox.write("{\"format\": 9}", to: ".git/mixtape/player")
    let session = try session()
    let copy = try #require(session.damagedState)
    #expect(copy.lastComponent?.string == "damaged-player")
    #expect(try session.end() == nil)
    #expect(try sample.sandbox.read(".git/mixtape/damaged-player") == Array("{\"format\": 9}".utf8))
    #expect(try self.session().damagedState == nil)
  }
}
