import Foundation
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapePlayer

/// A queue holds entries: an episode may stand there several times.
@Suite struct EntryTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws { player = try Self.player("abac", on: service) }

  private static func player(
    _ letters: String, on service: RecordingService, shuffle: ShuffleAlgorithm = .off
  ) throws -> ShufflePlayer {
    let player = try ShufflePlayer.playing("", on: service, shuffle: shuffle, seed: 0)
    player.add(entriesFor: try Episode.lettered(letters, duration: 100))
    return player
  }

  /// Plays the next episode, and reports its start.
  private func hear() {
    if player.state == .stopped { player.play() } else { player.skipToNext() }
    service.report(MusicServiceReport.started)
  }

  @Test func `an entry that stands twice plays twice`() {
    player.play()
    #expect(player.state.words == "loading a" && player.upNext.letters == "bac" && player.count == 4)
    for _ in 0..<3 { hear() }
    hear()
    #expect(player.round == 2 && player.state.words == "playing a" && player.upNext.letters == "bac")
  }

  @Test(arguments: ShuffleAlgorithm.allCases.filter { $0 != .off })
  func `a shuffle plays each episode once in a round`(_ shuffle: ShuffleAlgorithm) throws {
    let player = try Self.player("abacbd", on: service, shuffle: shuffle)
    player.play()
    for _ in 0..<3 { player.skipToNext() }
    #expect(player.round == 1 && player.upNext.isEmpty)
    player.skipToNext()
    #expect(player.round == 2 && player.upNext.count == 3)
  }

  @Test(arguments: ShuffleAlgorithm.allCases.filter { $0 != .off })
  func `the orders of a seed do not depend on repetitions`(_ shuffle: ShuffleAlgorithm) throws {
    let once = try Self.player("abcdef", on: RecordingService(), shuffle: shuffle)
    let twice = try Self.player("abcdefabc", on: RecordingService(), shuffle: shuffle)
    for player in [once, twice] { player.beginRound() }
    #expect(once.upNext.letters == twice.upNext.letters)
  }

  @Test func `an entry is removed, played and moved without the other one`() {
    player.beginRound()
    let entries = player.entriesUpNext
    #expect(player.move(entry: entries[2].id, by: -1))
    #expect(player.upNext.letters == "aabc")
    #expect(player.remove(entry: entries[0].id) && player.upNext.letters == "abc")
    #expect(player.enqueueNext(entry: entries[3].id) && player.upNext.letters == "cab")
    #expect(player.playNow(entry: entries[1].id) && player.state.words == "loading b")
    #expect(!player.remove(entry: entries[0].id))
  }

  @Test func `an id removes all entries`() throws {
    hear()
    player.remove(try Episode.named("a").id)
    #expect(player.state.words == "loading b" && player.allEpisodes.letters == "bc")
  }

  @Test(arguments: [
    ("ac", "c"), ("abaca", "baca"), ("abc", "bc"), ("bac", "bc"), ("aabac", "abac"), ("abxac", "bxac"),
  ])
  func `the rest of the round follows the playlist`(_ playlist: String, _ rest: String) throws {
    hear()
    player.follow(
      try Episode.lettered(playlist, duration: 100), from: try Episode.lettered("abac").map(\.id))
    #expect(player.state.words == "playing a" && player.allEpisodes.letters == playlist)
    #expect(player.upNext.letters.sorted() == rest.sorted())
  }

  @Test func `an entry that was skipped is not finished`() {
    hear()
    hear()
    service.report(MusicServiceReport.ended)
    #expect(player.heardBefore.letters == "ba")
    #expect(player.entriesHeardBefore.map { player.finishedEntries.contains($0.id) } == [true, false])
  }

  @Test func `undo brings back the entry that was removed`() {
    hear()
    let before = player.arrangement
    player.remove(entry: player.entriesUpNext[1].id)
    #expect(player.upNext.letters == "bc")
    player.restore(before)
    #expect(player.upNext.letters == "bac")
  }
}

/// A list that is longer than a queue plays to its end.
@Suite struct LongListTests {
  private let episodes: [Episode]

  init() throws { episodes = try (0..<300).map { try Episode.named("p\($0 / 10)/\($0)", duration: 60) } }

  private func simulate(_ shuffle: ShuffleAlgorithm, plays: Int) -> [SimulatedPlay] {
    let setup = Simulation.Setup(
      episodes: episodes, shuffle: shuffle, seed: 7, start: Date(timeIntervalSince1970: 0))
    var simulation = Simulation(setup)
    var played: [SimulatedPlay] = []
    _ = simulation.run(until: .init(time: .seconds(61 * plays))) { played.append($0) }
    return played
  }

  @Test func `in order, the list plays to its end, and then again`() {
    let plays = simulate(.off, plays: 310)
    #expect(plays.prefix(300).map(\.episode.id) == episodes.map(\.id))
    #expect(plays.prefix(300).allSatisfy { $0.round == 1 })
    #expect(plays[300...].prefix(10).map(\.episode.id) == episodes.prefix(10).map(\.id))
    #expect(plays[300].round == 2)
  }

  @Test(arguments: ShuffleAlgorithm.allCases.filter { $0 != .off })
  func `shuffled, each episode plays once in a round`(_ shuffle: ShuffleAlgorithm) {
    let plays = simulate(shuffle, plays: 320).prefix { $0.round == 1 }
    #expect(plays.count == 300 && Set(plays.map(\.episode.id)).count == 300)
  }

  @Test func `the queue never holds more than its capacity, and keeps what was heard last`() throws {
    let service = SimulatedMusicService()
    let heard = ShufflePlayer(service: service, options: .init(shuffle: .off, seed: 1))
    heard.add(entriesFor: episodes)
    #expect(heard.count == ShufflePlayer.capacity)
    var list = LongList(count: episodes.count, taken: heard.count)
    for _ in 0..<250 {
      if heard.state == .stopped { heard.play() } else { heard.skipToNext() }
      service.step(until: nil)
      list.refill(heard) { Array(episodes[$0]) }
      #expect(heard.count <= ShufflePlayer.capacity)
    }
    #expect(heard.currentEpisode?.id == episodes[249].id && list.taken == 300)
    #expect(heard.heardBefore.prefix(5).map(\.id) == episodes[244..<249].reversed().map(\.id))
  }
}

/// Moves of episodes in the rest of a round.
@Suite struct MoveTests {
  private let service = RecordingService()
  private let player: ShufflePlayer

  init() throws {
    player = try ShufflePlayer.playing("abcdef", on: service)
    player.play()
    service.report(MusicServiceReport.started)
  }

  private func move(_ letter: String, by distance: Int) throws -> Bool {
    player.move(try Episode.named(letter).id, by: distance)
  }

  @Test(
    arguments: [
      ("b", 1, "cbdef"), ("b", 2, "cdbef"), ("b", 9, "cdefb"), ("f", -1, "bcdfe"), ("f", -9, "fbcde"),
      ("d", -1, "bdcef"),
      ("b", .max, "cdefb"), ("f", .min, "fbcde"),
    ] as [(String, Int, String)])
  func `an episode moves in the rest of the round`(_ letter: String, _ distance: Int, _ order: String) throws {
    #expect(try move(letter, by: distance))
    #expect(player.upNext.letters == order)
    #expect(service.queue.map(\.episode).letters == "a" + order)
    #expect(player.state.words == "playing a")
    // The next round has the order, too.
    #expect(player.allEpisodes.letters == "a" + order)
  }

  @Test(arguments: [("b", 0), ("b", -1), ("f", 1), ("a", 1), ("x", 1)])
  func `a move without effect is refused`(_ letter: String, _ distance: Int) throws {
    #expect(try !move(letter, by: distance))
    #expect(player.upNext.letters == "bcdef" && player.allEpisodes.letters == "abcdef")
  }

  @Test func `a round has an order before anything plays`() throws {
    let player = try ShufflePlayer.playing("a", on: service)
    #expect(player.upNext.isEmpty)
    player.beginRound()
    try player.add(.named("b"))
    #expect(player.upNext.letters == "ab" && player.state == .stopped && player.round == 1)
    player.beginRound()
    #expect(player.round == 1)
    player.play()
    #expect(player.state.words == "loading a")
  }
}
