public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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

extension Rule {
  /// The playlists that the rule names.
  public var playlists: Set<Playlist.ID> {
    Set(leaves.compactMap { if case .inPlaylist(let id) = $0 { id } else { nil } })
  }
}

extension SmartCriteria {
  /// The conditions as one rule; `nil` if there are none.
  public var rule: Rule? {
    guard let rules = conditions?.map(\.rule) else { return nil }
    return switch match {
    case .all: .and(rules)
    case .any: .or(rules)
    case .none: .not(.or(rules))
    }
  }
}

extension Rule {
  /// The comparisons and playlists in the rule, from left to right.
  var leaves: [Rule] {
    switch self {
    case .comparison, .inPlaylist: [self]
    case .not(let rule): rule.leaves
    case .and(let rules), .or(let rules): rules.flatMap(\.leaves)
    }
  }
}
