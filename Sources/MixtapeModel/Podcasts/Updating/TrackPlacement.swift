/// The place of new tracks among those of an album: by disc and track.
enum TrackPlacement {
  /// Returns the tracks with the new ones at their places. The old ones keep their order: a new track goes before the first old one
  /// that comes later on the album. Tracks without a number go to the end.
  ///
  /// - Parameter new: The new tracks, in the order of the album.
  /// - Complexity: O(*n*).
  static func merge(_ new: [Episode], into old: [Episode]) -> [Episode] {
    var pending = new[...]
    var result: [Episode] = []
    result.reserveCapacity(old.count + new.count)
    for episode in old {
      while let first = pending.first, first.place < episode.place { result.append(pending.removeFirst()) }
      result.append(episode)
    }
    return result + pending
  }
}

extension Episode {
  /// The disc and the number on it. An old track without a number stays before new ones.
  fileprivate var place: (disc: Int64, track: Int64) { (integer(.discNumber) ?? 1, integer(.trackNumber) ?? .max) }
}
