import Foundation
import MixtapeModel
@testable import MixtapePlayer
import TestSupport
import Testing

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
