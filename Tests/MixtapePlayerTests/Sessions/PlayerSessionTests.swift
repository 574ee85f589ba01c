import Foundation
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

/// Sessions in a real store, without the program.
@Suite struct PlayerSessionTests {
  private let sample: SessionSample

  init() throws { sample = try SessionSample() }

  private var sandbox: Sandbox { sample.sandbox }
  private var store: Store { sample.store }
  private var simulator: SimulatedMusicService { sample.simulator }

  private func session(
    _ names: [String] = ["a", "b", "c"], on service: SimulatedMusicService? = nil, startsOver: Bool = false,
    recordsPlays: Bool = true, elapsed: @escaping () -> Duration = { .zero }
  ) throws -> PlayerSession {
    try sample.session(
      names, on: service, startsOver: startsOver, recordsPlays: recordsPlays, elapsed: elapsed)
  }

  /// Lets a session play for some seconds, and then discards it as if the program were killed.
  private func playAndKill(_ seconds: Int, recordsPlays: Bool = true) throws {
    let session = try session(recordsPlays: recordsPlays)
    session.player.play()
    simulator.advance(to: .seconds(seconds))
    session.saveIfDue()
  }

  private func library(_ name: String) throws -> Episode {
    let id = try Episode.ID(validating: "show/\(name)")
    return try #require(try store.episodes([id])[id])
  }

  @Test func `a session records its plays as one commit`() throws {
    let session = try session()
    session.player.play()
    simulator.advance(to: .seconds(250))
    let plan = try #require(try session.end())
    #expect(plan.episodes.map(\.name) == ["a", "b"])
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Record plays of 2 episodes")
    #expect(try library("a").fields[.playCount] == .integer(1))
    #expect(try library("c").fields[.playCount] == nil)
    #expect(session.savingFailure == nil)
  }

  @Test func `the next session resumes the queue and the position`() throws {
    try playAndKill(130)
    let next = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
    let session = try session(on: next)
    #expect(session.player.saved.current?.name == "b")
    #expect(session.player.saved.position == 30)
    #expect(session.player.upNext.map(\.id.name) == ["c"])
  }

  @Test func `the next session records the plays of a killed session`() throws {
    try playAndKill(130)
    #expect(try session(on: SimulatedMusicService(), recordsPlays: false).end() == nil)
    #expect(try sandbox.git("log", "-1", "--format=%s") == "Create the store")
    #expect(try session(on: SimulatedMusicService()).end()?.episodes.map(\.name) == ["a"])
  }

  @Test func `plays that a killed session has recorded are not recorded again`() throws {
    let session = try session()
    session.player.play()
    simulator.advance(to: .seconds(130))
    session.saveIfDue()
    let saved = try #require(try store.playerState(of: session.owner))
    #expect(try session.end()?.episodes.map(\.name) == ["a"])
    // As if it was killed before it could save that the plays are recorded.
    try store.savePlayerState(saved, of: session.owner)
    let next = try self.session(on: SimulatedMusicService())
    #expect(next.player.saved.current?.name == "b" && next.player.saved.position == 30)
    #expect(try next.end() == nil)
    #expect(try library("a").playCount == 1)
  }

  @Test func `plays of two sessions are recorded once if neither could save its end`() throws {
    try playAndKill(130)
    let owner = StorePlayer.playlist(sample.playlist)
    let saved = try #require(try store.playerState(of: owner))
    #expect(try session(on: SimulatedMusicService()).end()?.episodes.map(\.name) == ["a"])
    try store.savePlayerState(saved, of: owner)
    #expect(try session(on: SimulatedMusicService(), recordsPlays: false).end() == nil)
    #expect(try session(on: SimulatedMusicService()).end() == nil)
    #expect(try library("a").playCount == 1)
  }

  @Test func `a session that starts over still records earlier plays`() throws {
    try playAndKill(130)
    let session = try session(on: SimulatedMusicService(), startsOver: true)
    #expect(session.player.saved.position == 0)
    #expect(session.player.upNext.isEmpty && session.player.heardBefore.isEmpty)
    #expect(try session.end()?.episodes.map(\.name) == ["a"])
    #expect(try self.session().end() == nil)
  }

  @Test func `one session plays a playlist at a time`() throws {
    let first = try session()
    let error = #expect(throws: MixtapeError.self) { try session() }
    #expect(error?.code == .locked)
    #expect(try first.end() == nil)
    #expect(throws: Never.self) { try session() }
  }

  @Test func `the queue follows added and removed episodes of the playlist`() throws {
    try playAndKill(30)
    let session = try session(["b", "d"], on: SimulatedMusicService())
    #expect(session.player.allEpisodes.map(\.id.name) == ["b", "d"])
  }

  @Test func `the player takes episodes up to its capacity`() throws {
    let names = (0...ShufflePlayer.capacity).map { "e\($0)" }
    #expect(try session(names).player.count == ShufflePlayer.capacity)
  }

  @Test func `a session saves after a change and every 15 seconds of playing`() throws {
    let now = Mutex(Duration.zero)
    let session = try session(elapsed: { now.withLock { $0 } })
    func saved() throws -> Double? {
      try store.playerState(of: .playlist(sample.playlist)).flatMap(SavedPlayerSession.init)?.player.position
    }
    session.player.play()
    session.saveIfDue()
    #expect(try saved() == 0)
    for (seconds, expected) in [(14, 0.0), (15, 15), (29, 15), (30, 30)] {
      now.withLock { $0 = .seconds(seconds) }
      simulator.advance(to: .seconds(seconds))
      session.saveIfDue()
      #expect(try saved() == expected)
    }
    session.player.pause()
    session.noteChange()
    simulator.advance(to: .seconds(31))
    session.saveIfDue()
    #expect(try saved() == 30)
  }

  @Test func `a session continues if saving fails`() throws {
    try sandbox.remove(".git/mixtape")
    try sandbox.write("in the way", to: ".git/mixtape")
    let session = try session()
    #expect(session.savingFailure != nil)
    session.player.play()
    simulator.advance(to: .seconds(10))
    #expect(session.player.state.isPlaying && session.player.position == .seconds(10))
  }

  @Test func `the sleep timer ends playing at its position`() throws {
    let now = Mutex(Duration.zero)
    let session = try session(elapsed: { now.withLock { $0 } })
    session.player.play()
    #expect(session.timeUntilSleep == nil && !session.sleepIfDue())
    session.sleep(after: .seconds(30))
    simulator.advance(to: .seconds(29))
    now.withLock { $0 = .seconds(29) }
    #expect(!session.sleepIfDue() && session.timeUntilSleep == .seconds(1))
    now.withLock { $0 = .seconds(31) }
    #expect(session.sleepIfDue() && session.timeUntilSleep == nil)
    #expect(session.player.state == .stopped && session.player.position == .seconds(29))
    session.player.play()
    #expect(!session.sleepIfDue())
    simulator.advance(to: .seconds(40))
    #expect(session.player.position == .seconds(40))
  }

  @Test func `a session knows whether something was heard`() throws {
    let session = try session()
    #expect(!session.hasPlayed)
    session.player.play()
    simulator.advance(to: .zero)
    #expect(session.hasPlayed)
  }
}

@Suite struct SleepTimerTests {
  private func expect(
    _ timer: inout SleepTimer, at seconds: Int, _ expected: Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let hasExpired = timer.expire(at: .seconds(seconds))
    #expect(hasExpired == expected, sourceLocation: sourceLocation)
  }

  @Test func `a timer expires once`() {
    var timer = SleepTimer()
    #expect(timer.remaining(at: .zero) == nil)
    expect(&timer, at: 1_000_000, false)
    timer.set(.seconds(60), at: .seconds(10))
    #expect(timer.remaining(at: .seconds(30)) == .seconds(40))
    expect(&timer, at: 69, false)
    #expect(timer.remaining(at: .seconds(90)) == .zero)
    expect(&timer, at: 70, true)
    expect(&timer, at: 71, false)
    #expect(timer.remaining(at: .seconds(71)) == nil)
  }

  @Test func `a timer is replaced and cancelled`() {
    var timer = SleepTimer()
    timer.set(.seconds(60), at: .zero)
    timer.set(.seconds(600), at: .zero)
    expect(&timer, at: 60, false)
    timer.set(nil, at: .zero)
    expect(&timer, at: 600, false)
  }

  @Test func `the time is limited`() {
    var timer = SleepTimer()
    timer.set(.seconds(1e18), at: .zero)
    #expect(timer.remaining(at: .zero) == SleepTimer.longest)
    timer.set(.seconds(-5), at: .zero)
    expect(&timer, at: 0, true)
  }
}

@Suite struct SavedPlayerSessionTests {
  private func saved() throws -> SavedPlayerSession {
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let player = ShufflePlayer(service: SimulatedMusicService(), options: options)
    let episodes = try SampleEpisodes.four()
    for episode in episodes.prefix(3) { try player.add(episode) }
    player.play()
    return SavedPlayerSession(
      player.saved, playlist: episodes.prefix(2).map(\.id), counted: episodes[0].id,
      plays: [episodes[1].id: EpisodePlays(count: 2, last: Date(timeIntervalSince1970: 1_000_000))])
  }

  @Test func `a saved session is read back`() throws {
    let saved = try saved()
    let read = try #require(SavedPlayerSession(try saved.bytes))
    #expect(read.player == saved.player)
    #expect(read.counted == saved.counted)
    #expect(read.unrecordedPlays == saved.unrecordedPlays)
    #expect(read.unrecordedPlays.count == 1)
  }

  @Test func `damaged bytes and other versions are ignored`() throws {
    let bytes = try saved().bytes
    for count in [0, 1, bytes.count / 2, bytes.count - 1] { #expect(SavedPlayerSession(Array(bytes[..<count])) == nil) }
    let other = String(decoding: bytes, as: UTF8.self).replacing("\"format\":1", with: "\"format\":2")
    #expect(SavedPlayerSession(Array(other.utf8)) == nil)
  }

  @Test(arguments: [
    (#""round":1"#, #""round":9223372036854775807"#), (#""count":2"#, #""count":9223372036854775807"#),
    (#""last":-977307200"#, #""last":1e300"#),
  ]) func `invalid values are ignored`(sensible: String, damaged: String) throws {
    let text = String(decoding: try saved().bytes, as: UTF8.self)
    #expect(text.contains(sensible))
    #expect(SavedPlayerSession(Array(text.replacing(sensible, with: damaged).utf8)) == nil)
  }

  @Test func `episodes get their new ids`() throws {
    let ids = try SampleEpisodes.four().map(\.id)
    let new = try Episode.ID(validating: "other/new")
    let saved = try saved().renaming([ids[0]: new, ids[1]: ids[2]])
    #expect(saved.player.episodes == [new, ids[2]])
    #expect(saved.counted == new && saved.player.current == new)
    #expect(saved.unrecordedPlays.keys.sorted() == [ids[2]])
    // The episodes of the playlist, without those that left it.
    #expect(saved.differences(to: [new]).removed == [ids[2]])
  }

  @Test func `differences list the added and removed episodes`() throws {
    let ids = try SampleEpisodes.four().map(\.id)
    let differences = try saved().differences(to: [ids[1], ids[3]])
    #expect(differences.added == [ids[3]])
    #expect(differences.removed == [ids[0]])
  }
}
