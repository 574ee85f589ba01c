public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A query for episodes: a rule and a search, an order and a limit.
public struct EpisodeQuery: Hashable, Sendable {
  /// The rule; `nil` for none.
  public var rule: Rule?
  /// The full-text query; `nil` for none. If there is a rule too, both must match.
  public var search: String?
  /// The order. Ties are sorted by the bytes of their ids.
  public var sort: [SortKey]
  /// The total limit; `nil` for none.
  public var limit: PlaylistLimit?
  /// The limit per podcast, artist or album; `nil` for none. It applies before ``limit``.
  public var groupLimit: GroupLimit?
  /// The seed of a random order; `nil` for another order each time.
  public var seed: Int64?
  /// The present time, for `in the last`.
  public var now: Date

  /// Makes a query.
  public init(
    rule: Rule? = nil, search: String? = nil, sort: [SortKey] = SmartCriteria.defaultSort, limit: PlaylistLimit? = nil,
    groupLimit: GroupLimit? = nil, seed: Int64? = nil, now: Date
  ) {
    self.rule = rule
    self.search = search
    self.sort = sort
    self.limit = limit
    self.groupLimit = groupLimit
    self.seed = seed
    self.now = now
  }
}

extension EpisodeQuery {
  /// Makes the query of a smart playlist; `nil` for any other playlist.
  init?(_ playlist: Playlist, now: Date) {
    guard playlist.isSmart else { return nil }
    self.init(playlist.criteria, now: now)
  }

  /// Makes the query of criteria.
  public init(_ criteria: SmartCriteria, now: Date) {
    self.init(
      rule: criteria.rule, search: criteria.search, sort: criteria.sort, limit: criteria.limit,
      groupLimit: criteria.groupLimit, seed: criteria.seed?.number(at: now), now: now)
  }
}

extension EpisodeQuery {
  /// The playlists that its rule names.
  public var playlists: Set<Playlist.ID> { rule?.playlists ?? [] }
}
