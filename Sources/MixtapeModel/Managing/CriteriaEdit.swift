/// One edit of how a smart playlist finds episodes.
///
/// Of several edits made at once, all offsets count in the list of rules as it was before the first.
public enum CriteriaEdit: Hashable, Sendable {
  /// Put a rule behind those that are there.
  case add(WrittenRule)
  /// Take away the rule at an offset. The last one takes the list along: an empty list would find everything.
  case remove(Int)
  /// Put a rule in the place of the one at an offset.
  case replace(Int, with: WrittenRule)
  /// Combine the rules in another way.
  case match(SmartCriteria.Match)
  /// Search for something else, or for nothing.
  case search(String?)
  /// Order what is found.
  case sort([SortKey])
  /// Take more or less of what is found, or all of it.
  case limit(PlaylistLimit?)
  /// Make a random order repeatable, or not.
  case seed(Int64?)
}

extension SmartCriteria {
  /// The criteria with some edits made.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRule`` for an offset without a rule.
  public func applying(_ edits: [CriteriaEdit]) throws(MixtapeError) -> SmartCriteria {
    var (match, search, sort, limit, seed) = (match, search, sort, limit, seed)
    var rules = RuleList(conditions ?? [])
    for edit in edits {
      switch edit {
      case .add(let rule): rules.added.append(rule)
      case .remove(let offset): try rules.put(nil, at: offset)
      case .replace(let offset, let rule): try rules.put(rule, at: offset)
      case .match(let value): match = value
      case .search(let value): search = value
      case .sort(let value): sort = value
      case .limit(let value): limit = value
      case .seed(let value): seed = value
      }
    }
    return SmartCriteria(
      conditions: rules.isEdited ? rules.result : conditions, match: match, search: search, sort: sort, limit: limit,
      seed: seed)
  }
}

/// Rules while they are edited; those that are taken away keep their offsets until the end.
private struct RuleList {
  private var places: [WrittenRule?]
  private(set) var isChanged = false
  var added: [WrittenRule] = []

  init(_ rules: [WrittenRule]) { places = rules }

  var isEdited: Bool { isChanged || !added.isEmpty }

  /// The rules that are left; `nil` for none.
  var result: [WrittenRule]? {
    let rules = places.compactMap(\.self) + added
    return rules.isEmpty ? nil : rules
  }

  mutating func put(_ rule: WrittenRule?, at offset: Int) throws(MixtapeError) {
    guard places.indices.contains(offset) else {
      throw MixtapeError(.noSuchRule, .position(offset == .max ? offset : offset + 1, count: places.count))
    }
    places[offset] = rule
    isChanged = true
  }
}
