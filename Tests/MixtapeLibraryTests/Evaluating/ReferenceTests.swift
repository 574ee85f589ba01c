import Foundation
import MixtapeLibrary
import MixtapeModel
import TestSupport
import Testing

/// Rules by SQL and rules by plain Swift give the same answers.
@Suite struct ReferenceTests {
  @Test("Random queries over random libraries", arguments: 0..<20)
  func queries(round: Int) throws {
    var random = RandomLibrary(generator: SeededGenerator())
    let seed = random.generator.comment
    let podcasts = random.podcasts(6)
    let index = try LibraryIndex(podcasts: podcasts)
    let reference = ReferenceEvaluator(episodes: podcasts.flatMap(\.episodes), playlists: [:], now: RandomLibrary.now)
    for _ in 0..<50 {
      let query = random.query()
      let expected = reference.episodes(matching: query)
      let found = try index.episodes(matching: query)
      try #require(found == expected, "\(seed) \(query)")
      #expect(try index.count(matching: query) == expected.count, "\(seed) \(query)")
    }
  }
}
