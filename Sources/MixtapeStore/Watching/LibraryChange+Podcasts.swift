internal import MixtapeLibrary
internal import MixtapeModel

extension LibraryChange {
  /// Takes in what became of a podcast.
  ///
  /// - Complexity: O(the number of its episodes).
  mutating func note(_ before: Podcast?, _ after: Podcast?) {
    guard let before, let after else {
      hasOtherEpisodes = true
      return
    }
    let earlier = Dictionary(before.episodes.map { ($0.id, $0.fields) }) { first, _ in first }
    if Set(earlier.keys) != Set(after.episodes.map(\.id)) { hasOtherEpisodes = true }
    for episode in after.episodes {
      guard let old = earlier[episode.id], old != episode.fields else { continue }
      fields.formUnion(TrackField.allCases.filter { old[$0] != episode.fields[$0] })
    }
    // Searches look at it besides the fields.
    if before.title != after.title { fields.insert(.album) }
  }
}
