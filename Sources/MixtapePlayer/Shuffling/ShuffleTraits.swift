internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The properties of episodes that shuffles use, by slot. They are computed once for many orders.
struct ShuffleTraits: Sendable {
  /// The first slot with the episode of each slot.
  let firsts: [Int]
  /// The podcast or album of each episode, numbered from 0.
  let collections: [Int]
  /// The artist of each episode, numbered from 0; -1 for none.
  let artists: [Int]
  /// The weight of each rating; see ``ratingWeight(_:)``.
  let ratings: [UInt64]
  /// The time at which each episode was last played, by the library.
  let lastPlayed: [Date?]
  /// The rank of each episode in its podcast or album.
  let ranks: [Rank]

  /// The rank of an episode in its podcast or album: by disc or season, then by track or number, then by date, then by
  /// slot.
  struct Rank: Comparable, Sendable {
    let disc: Int64
    let track: Int64
    /// Seconds since 1970; infinite for an episode without a date, which comes last.
    let published: Double
    let slot: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.disc, left.track, left.published, left.slot) < (right.disc, right.track, right.published, right.slot)
    }
  }

  init(of episodes: [Episode]) {
    var (names, people) = (Numbering<Podcast.ID>(), Numbering<String>())
    var known: [Episode.ID: Int] = [:]
    firsts = episodes.enumerated().map { slot, episode in
      if let first = known[episode.id] { return first }
      known[episode.id] = slot
      return slot
    }
    collections = episodes.map { names.number(of: $0.id.podcast) }
    artists = episodes.map { episode in episode.artist.map { people.number(of: $0) } ?? -1 }
    ratings = episodes.map { Self.ratingWeight($0.rating) }
    lastPlayed = episodes.map(\.lastPlayedAt)
    ranks = episodes.enumerated().map { slot, episode in
      Rank(
        disc: episode.integer(.discNumber) ?? 1, track: episode.integer(.trackNumber) ?? .max,
        published: episode.published?.timeIntervalSince1970 ?? .infinity, slot: slot)
    }
  }

  /// Returns slots with only one of each episode, and without another entry of the current episode.
  func withoutRepetitions(_ slots: [Int], after current: Int?) -> [Int] {
    var seen = Set<Int>()
    return slots.filter { slot in
      if let current, slot != current, firsts[slot] == firsts[current] { return false }
      return seen.insert(firsts[slot]).inserted
    }
  }

  /// Returns the slots of a request in the order of a shuffle.
  func order(
    _ request: ShuffleRequest, by algorithm: ShuffleAlgorithm, using generator: inout Xoshiro256
  ) -> [Int] {
    switch algorithm {
    case .uniform: uniform(request, using: &generator)
    case .spread: SpreadOrder(request, self, using: &generator).slots
    case .weighted: weighted(request, using: &generator)
    case .grouped: grouped(request, using: &generator)
    case .off: request.slots
    }
  }
}

/// Numbers names from 0, in the order of their first use.
private struct Numbering<Name: Hashable> {
  private var numbers: [Name: Int] = [:]

  mutating func number(of name: Name) -> Int {
    if let number = numbers[name] { return number }
    defer { numbers[name] = numbers.count }
    return numbers.count
  }
}

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
