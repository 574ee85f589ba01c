#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The place of new episodes among those of a file, by the order of the file: newest first or oldest first.
enum EpisodePlacement {
  /// Returns the episodes with the new ones at their places. An episode without a date goes where the newest are.
  ///
  /// - Parameter new: The new episodes, in the order of the source.
  /// - Complexity: O(*n* log *n*).
  static func merge(_ new: [Episode], into old: [Episode]) -> [Episode] {
    if old.isEmpty || new.isEmpty { return old + new }
    let isSourceNewestFirst = isNewestFirst(new) ?? true
    if isNewestFirst(old) ?? isSourceNewestFirst {
      return mergeNewestFirst(isSourceNewestFirst ? new : new.reversed(), into: old)
    }
    return mergeNewestFirst(isSourceNewestFirst ? new : new.reversed(), into: old.reversed()).reversed()
  }

  /// Returns whether most neighbours are ordered from new to old; `nil` if no order shows.
  static func isNewestFirst(_ episodes: [Episode]) -> Bool? {
    let dates = episodes.compactMap(\.published)
    var balance = 0
    for (left, right) in zip(dates, dates.dropFirst()) { balance += left > right ? 1 : left < right ? -1 : 0 }
    return balance == 0 ? nil : balance > 0
  }

  private static func mergeNewestFirst(_ new: [Episode], into old: [Episode]) -> [Episode] {
    // The sort has to be stable: episodes of one time keep the order of the source.
    let sorted = new.enumerated().sorted { left, right in
      let (l, r) = (left.element.published ?? .distantFuture, right.element.published ?? .distantFuture)
      return l != r ? l > r : left.offset < right.offset
    }.map(\.element)
    guard old.contains(where: { $0.published != nil }) else { return sorted + old }
    var pending = sorted[...]
    var result: [Episode] = []
    result.reserveCapacity(old.count + new.count)
    for episode in old {
      while let first = pending.first, let date = episode.published, (first.published ?? .distantFuture) >= date {
        result.append(pending.removeFirst())
      }
      result.append(episode)
    }
    return result + pending
  }
}

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
