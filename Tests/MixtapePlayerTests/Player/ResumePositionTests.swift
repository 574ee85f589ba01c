import Foundation
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapePlayer

/// Episodes that start at their positions in the library.
@Suite struct ResumePositionTests {
  private let service = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: .zero))

  private func player(_ positions: [(String, Double?)]) throws -> ShufflePlayer {
    let player = ShufflePlayer(service: service, options: ShufflePlayer.Options(shuffle: .off, seed: 1))
    for (name, position) in positions {
      try player.add(Episode.named(name, duration: 100).withPosition(position))
    }
    return player
  }

  @Test func `episodes start at their positions`() throws {
    let player = try player([("a", 30), ("b", nil), ("c", 40)])
    player.play()
    #expect(player.position == .seconds(30))
    service.advance(to: .seconds(70))
    #expect(player.currentEpisode?.id.name == "b" && player.position == .zero)
    player.skipToNext()
    #expect(player.currentEpisode?.id.name == "c" && player.position == .seconds(40))
    service.advance(to: service.now + .seconds(59))
    #expect(player.currentEpisode?.id.name == "c")
  }

  @Test func `an episode that was played to its end starts at its beginning`() throws {
    let player = try player([("a", 30)])
    player.play()
    service.advance(to: .seconds(70))
    #expect(player.round == 2 && player.position == .zero)
  }

  @Test func `playing the current episode again starts it at its beginning`() throws {
    let player = try player([("a", 30), ("b", 20)])
    player.play()
    try player.playNow(Episode.named("a"))
    #expect(player.position == .zero)
    try player.playNow(Episode.named("b"))
    #expect(player.position == .seconds(20))
  }

  @Test(arguments: [-1, 0, 100, 1e300, .infinity]) func `a position outside of the episode is ignored`(
    _ position: Double
  ) throws {
    let player = try player([("a", position)])
    player.play()
    #expect(player.position == .zero)
  }

  @Test func `the service gets the position after a skip`() throws {
    let recording = RecordingService()
    let player = ShufflePlayer(service: recording, options: ShufflePlayer.Options(shuffle: .off, seed: 1))
    for episode in try [Episode.named("a"), Episode.named("b").withPosition(7)] { try player.add(episode) }
    player.play()
    recording.report(MusicServiceReport.started)
    player.skipToNext()
    #expect(recording.takeCalls().suffix(2) == ["skip", "seek 7"])
  }

  @Test func `simulations start at the beginning`() throws {
    let episode = try Episode.named("a", duration: 100).withPosition(50)
    let setup = Simulation.Setup(episodes: [episode], seed: 1, start: .distantPast)
    #expect(setup.episodes.map(\.position) == [nil])
  }
}

/// A saved state may be damaged, or edited by hand.
@Suite struct SavedStateTests {
  private let json: String

  init() throws {
    let service = RecordingService()
    let player = try ShufflePlayer.playing("abcdef", on: service)
    for _ in 0..<3 {
      player.skipToNext()
      service.report(MusicServiceReport.started)
    }
    player.seek(to: .seconds(42))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    json = String(decoding: try encoder.encode(player.saved), as: UTF8.self)
  }

  @Test(arguments: [
    (#""round":1"#, #""round":9223372036854775807"#), (#""round":1"#, #""round":-1"#), (#""round":1"#, #""round":0"#),
    (#""position":42"#, #""position":-1"#), (#""position":42"#, #""position":1e300"#),
    (#""upNext":[3,"#, #""upNext":[3,3,"#), (#""upNext":[3,"#, #""upNext":[6,"#), (#""current":2"#, #""current":6"#),
    (#""heardBefore":["#, #""heardBefore":[-1,"#),
  ]) func `an impossible state is rejected`(sensible: String, damaged: String) throws {
    #expect(json.contains(sensible))
    let data = Data(json.replacing(sensible, with: damaged).utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(ShufflePlayer.Saved.self, from: data) }
  }

  @Test func `a position behind the length in the library is kept, because the sound may be longer`() throws {
    let player = try ShufflePlayer.playing("abc", on: RecordingService())
    player.play()
    let saved = player.saved.resuming(at: 81)
    let short = player.allEpisodes.map { $0.with(.duration, .seconds(60)) }
    let library = Dictionary(uniqueKeysWithValues: short.map { ($0.id, $0) })
    let options = ShufflePlayer.Options(shuffle: .off, seed: 1, now: { .distantPast })
    let service = RecordingService()
    let restored = ShufflePlayer(restoring: saved, library: library, service: service, options: options)
    #expect(restored.saved.position == 81)
    restored.play()
    #expect(service.takeCalls().contains("seek 81"))
  }
}
