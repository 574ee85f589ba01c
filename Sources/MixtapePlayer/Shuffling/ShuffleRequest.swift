#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What is to be put in order, and what came before it.
struct ShuffleRequest {
  /// What is to be put in order, in the order in which it is without shuffling; each once.
  let slots: [Int]
  /// What plays before the first, if anything does.
  let previous: Int?
  /// What the order does not begin with, if there is anything else.
  let recent: [Int]
  /// Whether the order is that of a whole round, rather than of what is left of one.
  let isNewRound: Bool
  /// When it is; only weights depend on it.
  let now: Date?
  /// When episodes were heard that the library does not know of yet, by slot.
  let heardAt: [Date?]

  /// How many of those heard last a round does not begin with: a quarter of all, and at least one where there is another.
  static func recentCount(among count: Int) -> Int { min(count - 1, max(1, count / 4)) }

  /// Whether an order may begin with an episode.
  func isFresh(_ slot: Int) -> Bool { !recent.contains(slot) }
}
