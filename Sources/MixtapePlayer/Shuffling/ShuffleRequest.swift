#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The input of a shuffle: the slots to put in order, and the episodes heard before.
struct ShuffleRequest {
  /// The slots to put in order, each once, in the order without shuffling.
  let slots: [Int]
  /// The slot that plays before the first, if any.
  let previous: Int?
  /// The slots that the order should not begin with.
  let recent: [Int]
  /// Whether the order is that of a whole round rather than of the rest of one.
  let isNewRound: Bool
  /// The present time, for weights.
  let now: Date?
  /// The times at which episodes were heard in this player, by slot; later than those in the library.
  let heardAt: [Date?]

  /// Returns the number of last episodes that a new round should not begin with: a quarter of all, and at least one if
  /// there are two episodes.
  static func recentCount(among count: Int) -> Int { min(count - 1, max(1, count / 4)) }

  /// Returns whether an order may begin with a slot.
  func isFresh(_ slot: Int) -> Bool { !recent.contains(slot) }
}
