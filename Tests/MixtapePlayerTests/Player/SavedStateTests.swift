import Foundation
import MixtapeModel
@testable import MixtapePlayer
import TestSupport
import Testing

/// A saved state may be damaged, or edited by hand.
@Suite struct SavedStateTests {
  private let library: [Episode.ID: Episode]
  private let json: String

  init() throws {
    let service = RecordingService()
    let player = try ShufflePlayer.playing("abcdef", on: service)
    for _ in 0..<3 {
      player.skipToNext()
      service.report(MusicServiceReport.started)
    }
    player.seek(to: .seconds(42))
    library = Dictionary(uniqueKeysWithValues: player.allEpisodes.map { ($0.id, $0) })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    json = String(decoding: try encoder.encode(player.saved), as: UTF8.self)
  }

  private func restored(_ saved: ShufflePlayer.Saved, on service: RecordingService) -> ShufflePlayer {
    ShufflePlayer(
      restoring: saved, library: library, service: service, options: .init(seed: 1, now: { .distantPast }))
  }

  @Test(arguments: [
    (#""round":1"#, #""round":9223372036854775807"#), (#""round":1"#, #""round":-1"#), (#""round":1"#, #""round":0"#),
    (#""position":42"#, #""position":-1"#), (#""position":42"#, #""position":1e300"#),
    (#""upNext":["show/d","#, #""upNext":["show/d","show/d","#), (#""upNext":["show/d","#, #""upNext":["show/z","#),
    (#""current":"show/c""#, #""current":"show/z""#), (#""episodes":["show/a","#, #""episodes":["show/a","show/a","#),
    (#""heardBefore":["#, #""heardBefore":["show/z","#),
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

  @Test func `any saved state gives a valid player`() throws {
    var generator = SeededGenerator()
    let whole = try JSONSerialization.jsonObject(with: Data(json.utf8))
    for _ in 0..<1500 {
      var damaged = whole
      for _ in 0...Int.random(in: 0..<3, using: &generator) { damaged = damage(damaged, &generator) }
      guard JSONSerialization.isValidJSONObject(damaged) else { continue }
      let data = try JSONSerialization.data(withJSONObject: damaged)
      let saved: ShufflePlayer.Saved
      do { saved = try JSONDecoder().decode(ShufflePlayer.Saved.self, from: data) } catch { continue }
      let service = RecordingService()
      let player = restored(saved, on: service)
      for _ in 0..<12 {
        #expect(Set(player.upNext.map(\.id)).count == player.upNext.count, generator.comment)
        #expect(player.upNext.count <= player.count && player.position >= .zero, generator.comment)
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: player.play()
        case 1: player.skipToPrevious()
        case 2: player.shuffle(by: ShuffleAlgorithm.allCases.randomElement(using: &generator))
        case 3: service.report(MusicServiceReport.started)
        case 4: service.report(MusicServiceReport.ended)
        default: player.skipToNext()
        }
      }
      let data2 = try JSONEncoder().encode(player.saved)
      #expect(try JSONDecoder().decode(ShufflePlayer.Saved.self, from: data2) == player.saved, generator.comment)
    }
  }

  /// Returns the text with one part replaced.
  private func damage(_ value: Any, _ generator: inout SeededGenerator) -> Any {
    let others: [Any] = [
      Int.max, Int.min, -1, 0, 1, 2, 1e18, 1e300, -1e300, 0.5, "", "show/a", "show/f", "show/z", "a/b/c", NSNull(),
      true,
      [Any](), ["show/a"], [String: Any](),
    ]
    func other() -> Any { others.randomElement(using: &generator) ?? 0 }
    if var object = value as? [String: Any] {
      guard let key = object.keys.sorted().randomElement(using: &generator), let member = object[key] else {
        return other()
      }
      object[key] = Int.random(in: 0..<8, using: &generator) == 0 ? nil : damage(member, &generator)
      return object
    }
    if var array = value as? [Any], let place = array.indices.randomElement(using: &generator) {
      switch Int.random(in: 0..<6, using: &generator) {
      case 0: array.remove(at: place)
      case 1: array.append(array[place])
      case 2: array.shuffle(using: &generator)
      case 3: array[place] = other()
      case 4: array = []
      default: return other()
      }
      return array
    }
    return other()
  }
}
