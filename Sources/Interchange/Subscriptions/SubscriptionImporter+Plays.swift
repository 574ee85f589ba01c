internal import Feeds
internal import MixtapeModel

extension SubscriptionImporter {
  /// Returns the podcast of the library with the episodes that get plays or positions from a list, and what is lost of the others.
  /// Positions that the library has stay.
  static func plays(of outline: OPMLOutline, in podcast: Podcast) -> (played: Podcast?, losses: [Loss]) {
    let listed = episodes(of: outline, in: podcast.id)
    guard !listed.isEmpty else { return (nil, []) }
    let own = Dictionary(podcast.episodes.map { ($0.id, $0) }) { first, _ in first }
    var played: [Episode] = []
    var (unknown, differing) = (0, 0)
    for (listed, id) in zip(listed, podcast.ids(of: listed)) {
      guard let episode = id.flatMap({ own[$0] }) else {
        unknown += 1
        continue
      }
      let combined = episode.combining(listening: listed)
      if combined != episode { played.append(combined) }
      if !combined.hasPosition(of: listed) { differing += 1 }
    }
    var losses: [Loss] = []
    func add(_ count: Int, _ part: String, _ reason: String) {
      if count > 0 {
        losses.append(Loss(.element("\(part)\(counted(count, "episode"))"), of: podcast.id.rawValue, reason))
      }
    }
    add(unknown, "", "the podcast in the library does not have \(unknown == 1 ? "it" : "them")")
    add(differing, "positions of ", "the library has other ones, which stay")
    return (played.isEmpty ? nil : podcast.withEpisodes(played), losses)
  }
}

extension Episode {
  /// Returns whether an episode has the position that a list says. Of the plays, it has those of the list or later ones.
  fileprivate func hasPosition(of listed: Episode) -> Bool {
    guard let position = listed.position else { return true }
    return self.position.map { abs($0 - position) <= 1 } ?? false
  }
}
