import Foundation
import MixtapeModel
@testable import MixtapePlayer
import Testing

/// The plays that count.
@Suite struct PlayCountingServiceTests {
  private let simulator = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
  private let log = PlayLog(now: { Date(timeIntervalSince1970: 1_000_000) })
  private let counting: PlayCountingService
  private let player: ShufflePlayer
  private let episodes: [Episode]

  init() throws {
    counting = PlayCountingService(simulator, log: log)
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    player = ShufflePlayer(service: counting, options: options)
    episodes = try (0..<3).map { try SampleEpisodes.episode("e\($0)") }
    for episode in episodes { try player.add(episode) }
    player.play()
  }

  private var counts: [Int64] { episodes.map { log.plays[$0.id]?.count ?? 0 } }

  @Test func `an episode that was played to its end counts once`() {
    simulator.advance(to: .seconds(100))
    #expect(counts == [1, 0, 0])
    #expect(log.plays[episodes[0].id]?.last == Date(timeIntervalSince1970: 1_000_000))
    simulator.advance(to: .seconds(400))
    #expect(counts == [2, 1, 1])
  }

  @Test(arguments: [(89, [0, 0, 0]), (90, [1, 0, 0]), (99, [1, 0, 0])] as [(Int, [Int64])])
  func `90 percent of an episode count as a play`(_ seconds: Int, _ expected: [Int64]) {
    simulator.advance(to: .seconds(seconds))
    player.skipToNext()
    #expect(counts == expected)
  }

  @Test func `an episode counts independently of how the player leaves it`() throws {
    for leave in [
      { player.stop() }, { player.remove(episodes[0].id) }, { try player.playNow(episodes[1]) },
      { simulator.fail(with: .notPlayable("gone")) },
    ] as [() throws -> Void] {
      log.clear()
      player.removeAll()
      for episode in episodes { try player.add(episode) }
      player.play()
      simulator.advance(to: simulator.now + .seconds(95))
      try leave()
      #expect(counts == [1, 0, 0])
    }
  }

  @Test func `a pause or a seek does not end an episode`() {
    simulator.advance(to: .seconds(95))
    player.pause()
    player.seek(to: .seconds(10))
    player.play()
    simulator.advance(to: .seconds(100))
    player.skipToNext()
    #expect(counts == [0, 0, 0])
  }

  @Test func `an episode that fails to load does not count`() {
    simulator.setPlayable(false, episodes[1].id)
    simulator.advance(to: .seconds(100))
    player.skipToNext()
    #expect(counts == [1, 0, 0])
  }

  @Test func `the length comes from the service if it is missing from the library`() throws {
    let endless = try SampleEpisodes.episode("endless", seconds: nil)
    try player.playNow(endless)
    simulator.advance(to: simulator.now + .seconds(1600))
    player.skipToNext()
    #expect(log.plays[endless.id] == nil)
    try player.playNow(endless)
    simulator.advance(to: simulator.now + .seconds(1700))
    player.skipToNext()
    #expect(log.plays[endless.id]?.count == 1)
  }

  @Test func `without a length, only the end counts`() throws {
    let endless = try SampleEpisodes.episode("endless", seconds: nil)
    #expect(!log.note(endless, upTo: .seconds(1799), of: nil))
    #expect(log.note(endless, upTo: nil, of: nil))
    // The length from the service has priority over the library.
    #expect(!log.note(episodes[0], upTo: .seconds(95), of: .seconds(200)))
    #expect(log.note(episodes[0], upTo: .seconds(45), of: .seconds(50)))
  }

  @Test func `a sound that cannot be sought keeps the saved position`() throws {
    let log = PlayLog(keeping: PositionKeeper(.all), now: { Date(timeIntervalSince1970: 1_000_000) })
    let episode = episodes[0].withPosition(60)
    for seconds in [5, 20, 58] {
      #expect(!log.note(episode, upTo: .seconds(seconds), of: .seconds(100), soughtTo: .seconds(60)))
      #expect(
        log.plays(leaving: episode, at: .seconds(seconds), of: .seconds(100), soughtTo: .seconds(60)).isEmpty)
    }
    #expect(log.plays.isEmpty)
    #expect(!log.note(episode, upTo: .seconds(20), of: .seconds(100), soughtTo: .seconds(10)))
    #expect(log.plays[episode.id]?.position == 20)
    #expect(log.note(episode, upTo: .seconds(95), of: .seconds(100), soughtTo: .seconds(98)))
  }

  @Test func `a counted episode does not count again at a retry`() {
    simulator.advance(to: .seconds(95))
    simulator.fail(with: .unavailable("gone"))
    #expect(counts == [1, 0, 0] && player.position == .seconds(95))
    player.play()
    simulator.advance(to: simulator.now + .seconds(6))
    #expect(player.state.currentEpisode == episodes[1])
    #expect(counts == [1, 0, 0])
    player.skipToPrevious()
    simulator.advance(to: simulator.now + .seconds(100))
    #expect(counts == [2, 0, 0])
  }

  @Test func `a counted episode does not count again when it resumes`() throws {
    simulator.advance(to: .seconds(95))
    let saved = player.saved
    player.stop()
    #expect(counting.counted == episodes[0].id)
    #expect(counts == [1, 0, 0])

    let next = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))
    let later = PlayLog(now: { Date(timeIntervalSince1970: 2_000_000) })
    let service = PlayCountingService(next, log: later, resuming: counting.counted)
    let library = Dictionary(uniqueKeysWithValues: episodes.map { ($0.id, $0) })
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { Date(timeIntervalSince1970: 0) })
    let restored = ShufflePlayer(restoring: saved, library: library, service: service, options: options)
    restored.play()
    // The following session knows it too.
    next.advance(to: .zero)
    #expect(service.counted == episodes[0].id)
    next.advance(to: .seconds(5 + 100))
    #expect(later.plays.keys.sorted() == [episodes[1].id])
  }

  @Test func `a counted episode does not count again after it was suspended`() {
    simulator.advance(to: .seconds(95))
    player.suspend()
    #expect(counts == [1, 0, 0])
    player.play()
    simulator.advance(to: simulator.now + .seconds(6))
    #expect(player.state.currentEpisode == episodes[1] && counts == [1, 0, 0])
  }

  @Test func `a counted episode that starts again counts again`() {
    simulator.advance(to: .seconds(95))
    player.stop()
    player.play()
    simulator.advance(to: simulator.now + .seconds(100))
    #expect(counts == [2, 0, 0])
  }
}
