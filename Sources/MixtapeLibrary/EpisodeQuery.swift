public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A question to the library: which episodes, in what order, how many.
public struct EpisodeQuery: Hashable, Sendable {
  /// What has to hold of an episode; `nil` for no rule.
  public var rule: Rule?
  /// A full-text query that has to match besides.
  public var search: String?
  /// The order; ties end in the episode's id.
  public var sort: [SortKey]
  /// How much of what is found is taken.
  public var limit: PlaylistLimit?
  /// Makes a random order repeatable.
  public var seed: Int64?
  /// The clock, for `in the last`.
  public var now: Date

  /// Makes a query.
  public init(
    rule: Rule? = nil, search: String? = nil, sort: [SortKey] = SmartCriteria.defaultSort, limit: PlaylistLimit? = nil,
    seed: Int64? = nil, now: Date
  ) {
    self.rule = rule
    self.search = search
    self.sort = sort
    self.limit = limit
    self.seed = seed
    self.now = now
  }
}
