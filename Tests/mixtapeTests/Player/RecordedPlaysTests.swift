import Foundation
import MixtapeModel
import Testing

@testable import mixtape

struct RecordedPlaysTests {
  private let ids: [Episode.ID]

  init() throws { ids = try ["a/1", "a/2", "a/3"].map(Episode.ID.init(validating:)) }

  /// Returns the record of some episodes, of which the first ones were played to their end.
  private func record(of episodes: Range<Int>, played: Int) -> PodcastPlan {
    let pairs = episodes.map { (ids[$0], EpisodePlays(count: $0 - episodes.lowerBound < played ? 1 : 0, last: Date())) }
    return PodcastPlan(
      .recordPlays(Dictionary(uniqueKeysWithValues: pairs)), changes: [], episodes: Array(ids[episodes]))
  }

  @Test func `plays and positions are told apart`() {
    #expect(RecordedPlays(nil).text == nil)
    #expect(RecordedPlays(record(of: 0..<2, played: 2)).text == "2 episodes as played")
    #expect(RecordedPlays(record(of: 0..<1, played: 0)).text == "the position of 1 episode")
    var both = RecordedPlays(record(of: 0..<1, played: 1))
    both.add(record(of: 1..<3, played: 0))
    #expect(both.text == "1 episode as played and the positions of 2 episodes")
  }
}
