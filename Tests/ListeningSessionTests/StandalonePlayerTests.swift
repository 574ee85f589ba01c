import MixtapeModel
import MixtapePlayer
import MixtapeStore
import TestSupport
import Testing

@testable import ListeningSession

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
    try fill("a", "b", "c")
    try library("b", "d")
    var session = try session()
    #expect(session.player.allEpisodes.map(\.id.name) == ["b"])
    #expect(session.missing.map(\.name) == ["a", "c"])
    #expect(try session.end() == nil)
    try library("a", "b", "d")
    session = try self.session()
    #expect(session.player.allEpisodes.map(\.id.name) == ["b", "a"] && session.missing.map(\.name) == ["c"])
    // Also while the session runs.
    try library("a", "b", "c", "d")
    try session.follow(sample.store)
    #expect(session.player.allEpisodes.map(\.id.name) == ["b", "a", "c"] && session.missing.isEmpty)
    #expect(try session.end() == nil)
  }

  @Test func `missing episodes beyond the capacity are invalid`() throws {
    let ids = try (0...ShufflePlayer.capacity).map { try SampleEpisodes.episode("e\($0)").id }
    let player = try session().player.saved
    let valid = SavedPlayerSession(player, playlist: [], counted: nil, plays: [:], missing: ids.dropLast())
    #expect(SavedPlayerSession(try valid.bytes)?.missing?.count == ShufflePlayer.capacity)
    let invalid = SavedPlayerSession(player, playlist: [], counted: nil, plays: [:], missing: ids)
    #expect(SavedPlayerSession(try invalid.bytes) == nil)
  }
}
