internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What shuffles know of episodes, by slot. It is found out once for many orders.
struct ShuffleTraits: Sendable {
  /// Which podcast or album each belongs to; numbered from 0.
  let collections: [Int]
  /// Who is heard in each; -1 where nobody says.
  let artists: [Int]
  /// What the rating counts for; see ``ratingWeight(_:)``.
  let ratings: [UInt64]
  /// When each was heard last, as the library has it.
  let lastPlayed: [Date?]
  /// What comes first within a podcast or album.
  let ranks: [Rank]

  /// The place of an episode in its podcast or album: by disc or season, then by track or number, then by date, and where
  /// nothing of that is known or all of it is the same, in the order of the list.
  struct Rank: Comparable, Sendable {
    let disc: Int64
    let track: Int64
    let published: Date
    let slot: Int

    static func < (left: Rank, right: Rank) -> Bool {
      (left.disc, left.track, left.published, left.slot) < (right.disc, right.track, right.published, right.slot)
    }
  }

  init(of episodes: [Episode]) {
    var (names, people) = (Numbering<Podcast.ID>(), Numbering<String>())
    collections = episodes.map { names.number(of: $0.id.podcast) }
    artists = episodes.map { episode in episode.text(.artist).map { people.number(of: $0) } ?? -1 }
    ratings = episodes.map { Self.ratingWeight($0.integer(.rating)) }
    lastPlayed = episodes.map { if case .date(let date)? = $0.fields[.lastPlayedAt] { date } else { nil } }
    ranks = episodes.enumerated().map { slot, episode in
      Rank(
        disc: episode.integer(.discNumber) ?? 1, track: episode.integer(.trackNumber) ?? .max,
        published: episode.published ?? .distantFuture, slot: slot)
    }
  }

  /// An order of what was asked for. Takes as many steps of the generator as it needs, from the state that it has.
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

/// Numbers things from 0, in the order in which they come.
private struct Numbering<Name: Hashable> {
  private var numbers: [Name: Int] = [:]

  mutating func number(of name: Name) -> Int {
    if let number = numbers[name] { return number }
    defer { numbers[name] = numbers.count }
    return numbers.count
  }
}

extension Episode {
  fileprivate func text(_ field: TrackField) -> String? {
    if case .text(let text)? = fields[field] { text } else { nil }
  }

  fileprivate func integer(_ field: TrackField) -> Int64? {
    if case .integer(let number)? = fields[field] { number } else { nil }
  }
}
