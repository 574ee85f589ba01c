internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension EpisodeQuery {
  /// What a smart playlist asks for; `nil` of any other playlist.
  ///
  /// - Throws: ``LibraryError/Code/invalidRule``.
  init?(_ playlist: Playlist, now: Date) throws(LibraryError) {
    guard playlist.isSmart else { return nil }
    let criteria = playlist.criteria
    self.init(
      rule: try criteria.rule, search: criteria.search, sort: criteria.sort, limit: criteria.limit, seed: criteria.seed,
      now: now)
  }
}

extension SmartCriteria {
  /// The conditions, each as a rule; `nil` where there are none, and only a search.
  ///
  /// - Throws: ``LibraryError/Code/invalidRule``.
  var rules: [Rule]? {
    get throws(LibraryError) {
      guard let conditions else { return nil }
      var rules: [Rule] = []
      for condition in conditions {
        do throws(RuleError) {
          rules.append(try Rule(parsing: condition))
        } catch {
          throw LibraryError(.invalidRule, cause: error)
        }
      }
      return rules
    }
  }

  /// The conditions as one rule.
  fileprivate var rule: Rule? {
    get throws(LibraryError) {
      guard let rules = try rules else { return nil }
      return switch match {
      case .all: .and(rules)
      case .any: .or(rules)
      case .none: .not(.or(rules))
      }
    }
  }
}
