import Foundation
import MixtapeModel
@testable import MixtapePlayer
import MixtapeStore
import TestSupport
import Testing

/// Positions of episodes in the library.
@Suite struct PositionTests {
  private let sample: SessionSample

  init() throws { sample = try SessionSample(kind: .podcast) }

  /// Starts a session with the episodes as the library has them.
  private func session(
    of owner: StorePlayer? = nil, _ names: [String] = ["a", "b", "c"], startsOver: Bool = false,
    recordsPlays: Bool = true, keeping positions: PositionKeeping = .podcasts
  ) throws -> (PlayerSession, SimulatedMusicService) {
    let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 1_000_000) })
    let session = try PlayerSession(
      of: owner ?? .playlist(sample.playlist), try names.map(library), in: sample.store, on: service, options: options,
      startsOver: startsOver, recordsPlays: recordsPlays, keeping: positions, elapsed: { .zero })
    return (session, service)
  }

  private func id(_ name: String) throws -> Episode.ID { try Episode.ID(validating: "show/\(name)") }

  private func library(_ name: String) throws -> Episode {
    let id = try id(name)
    return try #require(try sample.store.episodes([id])[id])
  }

  /// Plays the first episode for some seconds in a session, and ends it.
  @discardableResult
  private func play(
    _ seconds: Int, recordsPlays: Bool = true, keeping positions: PositionKeeping = .podcasts
  ) throws -> PodcastPlan? {
    let (session, service) = try session(recordsPlays: recordsPlays, keeping: positions)
    session.player.play()
    service.advance(to: .seconds(seconds))
    return try session.end()
  }

  private func setPosition(_ name: String, _ seconds: Double, at second: Double) throws {
    let plays = EpisodePlays(count: 0, last: Date(timeIntervalSince1970: second), position: seconds)
    try sample.store.library.recordPlays([id(name): plays])
  }

  private var lastSubject: String { get throws { try sample.sandbox.git("log", "-1", "--format=%s") } }

  @Test func `an episode of a podcast keeps its position`() throws {
    try play(30)
    #expect(try lastSubject == "Record the position of 1 episode")
    let episode = try library("a")
    #expect(episode.position == 30 && episode.playCount == nil)
    #expect(episode.lastPlayedAt == Date(timeIntervalSince1970: 1_000_000))
  }

  @Test func `plays and positions are one commit`() throws {
    try play(130)
    #expect(try lastSubject == "Record plays of 1 episode and 1 position")
    #expect(try library("a").position == nil && library("a").playCount == 1)
    #expect(try library("b").position == 30 && library("b").playCount == nil)
  }

  @Test(arguments: [(14, nil), (15, 15), (89, 89), (90, nil)] as [(Int, Double?)])
  func `a position counts from 15 seconds, up to 90 percent`(_ seconds: Int, _ position: Double?) throws {
    try play(seconds)
    #expect(try library("a").position == position)
  }

  @Test func `an episode that was started again loses its old position`() throws {
    try setPosition("a", 50, at: 1)
    let (session, service) = try session()
    session.player.play()
    session.player.seek(to: .zero)
    service.advance(to: .seconds(5))
    try session.end()
    #expect(try library("a").position == nil)
  }

  @Test func `every player resumes at the position of the library`() throws {
    try setPosition("b", 40, at: 1)
    for owner in [.playlist(sample.playlist), .standalone] as [StorePlayer] {
      let (session, _) = try session(of: owner)
      if owner == .standalone { session.player.addUpToCapacity(try ["a", "b"].map(library)) }
      session.player.play()
      #expect(session.player.position == .zero)
      session.player.skipToNext()
      #expect(session.player.currentEpisode?.id.name == "b" && session.player.position == .seconds(40))
      _ = try session.end()
    }
  }

  @Test func `an episode resumes in the same session`() throws {
    let (session, service) = try session()
    session.player.play()
    service.advance(to: .seconds(30))
    session.player.skipToNext()
    service.advance(to: .seconds(50))
    session.noteChange()
    session.player.skipToPrevious()
    #expect(session.player.position == .seconds(30))
    session.noteChange()
    session.player.skipToNext()
    #expect(session.player.position == .seconds(20))
    // A change of the store does not take it back.
    try session.follow(sample.store)
    #expect(session.player.allEpisodes.map(\.position) == [30, 20, nil])
  }

  @Test func `another computer played on`() throws {
    try play(30)
    try setPosition("a", 70, at: 2_000_000)
    #expect(try session().0.player.saved.position == 70)
    #expect(try session().0.player.saved.current?.name == "a")
  }

  @Test(arguments: [1, 30]) func `a position that a command has set replaces that of the player`(_ second: Int) throws {
    try play(second)
    try sample.store.library.perform(.editEpisodes([id("a")], [EpisodeEdit(.field(.position), .seconds(80))]))
    let (session, service) = try session()
    #expect(session.player.currentEpisode?.id.name == "a" && session.player.saved.position == 80)
    session.player.play()
    service.advance(to: .seconds(2))
    try session.end()
    #expect(try library("a").position == 82)
  }

  @Test(arguments: [true, false])
  func `an edit during a session replaces the position of an episode that the session has left`(follows: Bool) throws {
    let (session, service) = try session()
    session.player.play()
    service.advance(to: .seconds(30))
    session.player.skipToNext()
    session.noteChange()
    service.advance(to: .seconds(50))
    session.player.skipToNext()
    session.noteChange()
    try sample.store.library.perform(.editEpisodes([id("a")], [EpisodeEdit(.field(.position), .seconds(25))]))
    try setPosition("b", 40, at: 1)
    if follows {
      try session.follow(sample.store)
      #expect(session.player.allEpisodes.map(\.position) == [25, 20, nil])
    }
    service.advance(to: .seconds(70))
    try session.end()
    #expect(try library("a").position == 25 && library("a").lastPlayedAt == nil)
    // A play has a time, and the later one counts.
    #expect(try library("b").position == 20)
    #expect(try library("c").position == 20)
  }

  @Test func `an episode that is marked as not played during a session stays so`() throws {
    try play(30)
    let (session, service) = try session()
    session.player.play()
    service.advance(to: .seconds(20))
    session.player.skipToNext()
    session.noteChange()
    try sample.store.library.perform(.editEpisodes([id("a")], EpisodeEdit.unplayed))
    try session.end()
    #expect(try library("a").position == nil && library("a").lastPlayedAt == nil)
  }

  /// Starts a session in which the first episode, which was played twice before, was heard to its end.
  private func sessionAfterPlay() throws -> (PlayerSession, SimulatedMusicService) {
    try sample.store.library.recordPlays([id("a"): EpisodePlays(count: 2, last: Date(timeIntervalSince1970: 1))])
    let (session, service) = try session()
    session.player.play()
    service.advance(to: .seconds(110))
    session.noteChange()
    return (session, service)
  }

  @Test(arguments: [true, false])
  func `a play is not recorded if a command took back the plays after it`(follows: Bool) throws {
    let (session, _) = try sessionAfterPlay()
    try sample.store.library.perform(.editEpisodes([id("a")], EpisodeEdit.unplayed))
    if follows { try session.follow(sample.store) }
    try session.end()
    #expect(try library("a").playCount == nil && library("a").lastPlayedAt == nil)
  }

  @Test func `a play is not recorded if a command set a smaller number of plays after it`() throws {
    let (session, _) = try sessionAfterPlay()
    try sample.store.library.perform(.editEpisodes([id("a")], [EpisodeEdit(.field(.playCount), .integer(1))]))
    try session.end()
    #expect(try library("a").playCount == 1 && library("a").lastPlayedAt == Date(timeIntervalSince1970: 1))
  }

  @Test func `a play after a command that took back plays is recorded`() throws {
    let (session, service) = try sessionAfterPlay()
    try sample.store.library.perform(.editEpisodes([id("a")], EpisodeEdit.unplayed))
    try session.follow(sample.store)
    session.player.skipToPrevious()
    service.advance(to: .seconds(220))
    try session.end()
    #expect(try library("a").playCount == 1)
  }

  @Test(arguments: [2.0, 2_000_000]) func `plays of another player add up`(second: Double) throws {
    let (session, _) = try sessionAfterPlay()
    try sample.store.library.recordPlays([id("a"): EpisodePlays(last: Date(timeIntervalSince1970: second))])
    try session.follow(sample.store)
    try session.end()
    #expect(try library("a").playCount == 4)
  }

  @Test(arguments: [[EpisodeEdit(.field(.position), nil)], EpisodeEdit.unplayed])
  func `an episode without a position any more starts at its beginning`(edits: [EpisodeEdit]) throws {
    try play(30)
    try sample.store.library.perform(.editEpisodes([id("a")], edits))
    let (session, _) = try session()
    #expect(session.player.currentEpisode?.id.name == "a" && session.player.saved.position == 0)
  }

  @Test func `a session that records nothing does not mistake its own position for a change`() throws {
    let (session, service) = try session(recordsPlays: false)
    session.player.play()
    service.advance(to: .seconds(30))
    session.player.skipToNext()
    service.advance(to: .seconds(50))
    session.noteChange()
    session.player.skipToPrevious()
    session.noteChange()
    service.advance(to: .seconds(60))
    try session.end()
    #expect(try self.session().0.player.saved.position == 40)
  }

  @Test func `another computer played to the end, so the next episode plays`() throws {
    try play(30)
    try sample.store.library.recordPlays([id("a"): EpisodePlays(last: Date(timeIntervalSince1970: 2_000_000))])
    let (session, _) = try session()
    #expect(session.player.currentEpisode == nil && session.player.heardBefore.map(\.id.name) == ["a"])
    session.player.play()
    #expect(session.player.currentEpisode?.id.name == "b")
  }

  @Test func `a stopped episode resumes in the next session`() throws {
    let (session, service) = try session()
    session.player.play()
    service.advance(to: .seconds(30))
    session.player.stop()
    try session.end()
    #expect(try self.session().0.player.saved.position == 30)
  }

  @Test func `the next session records the position of a killed session`() throws {
    do {
      let (session, service) = try session()
      session.player.play()
      service.advance(to: .seconds(30))
      session.saveIfDue()
    }
    let (session, _) = try session()
    #expect(session.player.saved.position == 30)
    #expect(try session.end()?.episodes.map(\.name) == ["a"])
    #expect(try library("a").position == 30)
  }

  @Test func `a session that starts over begins a new round, but keeps positions`() throws {
    try play(30)
    let (session, _) = try session(startsOver: true)
    #expect(session.player.round == 0)
    session.player.play()
    #expect(session.player.position == .seconds(30))
  }

  @Test func `without records, only the player keeps the position`() throws {
    #expect(try play(30, recordsPlays: false) == nil)
    #expect(try play(0, keeping: .none) == nil)
    #expect(try library("a").position == nil)
    #expect(try session().0.player.saved.position == 30)
  }

  @Test func `music keeps positions only if that is requested, or if it has one`() throws {
    try sample.sandbox.write(
      "kind = \"album\"\n[[episodes]]\nid = \"a\"\nduration = 100\n[[episodes]]\nid = \"b\"\n[[episodes]]\nid = \"c\"\n",
      to: "library/show.toml")
    #expect(try play(30) == nil)
    try play(1, keeping: .all)
    #expect(try library("a").position == 31)
    try play(1)
    #expect(try library("a").position == 32)
  }
}
