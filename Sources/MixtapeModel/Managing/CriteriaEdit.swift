/// An edit of the criteria of a smart playlist.
///
/// If several edits are made at once, all offsets count in the list of rules before the first edit.
public enum CriteriaEdit: Hashable, Sendable {
  /// Appends a rule.
  case add(WrittenRule)
  /// Removes the rule at an offset. Removing the last rule removes the list: an empty list would find all episodes.
  case remove(Int)
  /// Replaces the rule at an offset.
  case replace(Int, with: WrittenRule)
  /// Sets the way to combine rules.
  case match(SmartCriteria.Match)
  /// Sets or removes the search.
  case search(String?)
  /// Sets the order.
  case sort([SortKey])
  /// Sets the limits, or removes them if there are none.
  case limit(PlaylistLimits)
  /// Sets or removes the seed.
  case seed(PlaylistSeed?)
}

extension SmartCriteria {
  /// Returns the criteria with edits applied.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRule`` for an offset without a rule.
  public func applying(_ edits: [CriteriaEdit]) throws(MixtapeError) -> SmartCriteria {
    var result = self
    // Removed rules keep their offsets until the end.
    var rules = (conditions ?? []).map { WrittenRule?.some($0) }
    let count = rules.count
    func put(_ rule: WrittenRule?, at offset: Int) throws(MixtapeError) {
      guard (0..<count).contains(offset) else { throw MixtapeError(.noSuchRule, .offset(offset, count: count)) }
      rules[offset] = rule
    }
    for edit in edits {
      switch edit {
      case .add(let rule): rules.append(rule)
      case .remove(let offset): try put(nil, at: offset)
      case .replace(let offset, let rule): try put(rule, at: offset)
      case .match(let value): result.match = value
      case .search(let value): result.search = value
      case .sort(let value): result.sort = value
      case .limit(let value): result.limits = value
      case .seed(let value): result.seed = value
      }
    }
    if edits.contains(where: { $0.key == .conditions }) {
      let remaining = rules.compactMap(\.self)
      result.conditions = remaining.isEmpty ? nil : remaining
    }
    return result
  }
}

extension SmartCriteria {
  /// Returns edits in which the present rules keep their meaning although all rules have to match afterwards: rules of which any or
  /// none has to match become one rule, at the place of the first one.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRule`` for an offset without a rule.
  public func joiningRules(for edits: [CriteriaEdit]) throws(MixtapeError) -> [CriteriaEdit] {
    guard match != .all, let conditions, try applying(edits).match == .all else { return edits }
    var rules = conditions.map { Rule?.some($0.rule) }
    var others: [CriteriaEdit] = []
    for edit in edits {
      switch edit {
      case .remove(let offset): rules[offset] = nil
      case .replace(let offset, let new): rules[offset] = new.rule
      default: others.append(edit)
      }
    }
    let kept = rules.compactMap(\.self)
    guard let first = rules.firstIndex(where: { $0 != nil }), kept.count > 1 || match == .none else { return edits }
    let any = kept.count == 1 ? kept[0] : .or(kept)
    let joined = WrittenRule(match == .any ? any : .not(any))
    return others + conditions.indices.map { $0 == first ? .replace($0, with: joined) : .remove($0) }
  }
}

extension CriteriaEdit {
  /// The key that the edit changes.
  public var key: PlaylistKey {
    switch self {
    case .add, .remove, .replace: .conditions
    case .match: .match
    case .search: .search
    case .sort: .sort
    case .limit: .limit
    case .seed: .seed
    }
  }

  /// The new rule, if there is one.
  package var rule: Rule? {
    switch self {
    case .add(let new), .replace(_, let new): new.rule
    default: nil
    }
  }
}

extension SmartCriteria {
  /// Throws an error if one of some keys has no effect.
  ///
  /// - Throws: ``MixtapeError/Code/noEffect`` with ``KeysWithoutEffect`` as its cause.
  public func requireEffect(of keys: [PlaylistKey]) throws(MixtapeError) {
    let idle = keys.filter { !hasEffect($0) }
    if !idle.isEmpty { throw MixtapeError(.noEffect, cause: KeysWithoutEffect(keys: idle)) }
  }
}

/// Keys that need rules, in a playlist without rules.
public struct KeysWithoutEffect: Error, Hashable, Sendable {
  /// The keys, each once.
  public let keys: [PlaylistKey]

  /// Makes the error for some keys.
  public init(keys: [PlaylistKey]) { self.keys = keys }
}

/// The criteria of a playlist while a user edits them. Nothing is changed before the ``edits`` are made.
package struct CriteriaDraft: Hashable, Sendable {
  /// A rule of the playlist, or a new one.
  private struct Entry: Hashable, Sendable {
    /// The offset of the rule in the playlist; `nil` for a new rule.
    let offset: Int?
    var rule: WrittenRule
  }

  /// The criteria before the edits.
  package let original: SmartCriteria
  /// The way to combine the rules.
  package var match: SmartCriteria.Match
  package var search: String?
  package var sort: [SortKey]
  package var limits: PlaylistLimits
  private var entries: [Entry]

  /// Starts with the criteria of a playlist.
  package init(_ criteria: SmartCriteria) {
    original = criteria
    match = criteria.match
    (search, sort, limits) = (criteria.search, criteria.sort, criteria.limits)
    entries = (criteria.conditions ?? []).enumerated().map { Entry(offset: $0.offset, rule: $0.element) }
  }

  /// The present rules, in order.
  package var rules: [WrittenRule] { entries.map(\.rule) }

  /// Appends a rule.
  package mutating func add(_ rule: WrittenRule) { entries.append(Entry(offset: nil, rule: rule)) }

  /// Replaces the rule at an index of ``rules``.
  package mutating func replace(_ index: Int, with rule: WrittenRule) { entries[index].rule = rule }

  /// Removes the rule at an index of ``rules``.
  package mutating func remove(_ index: Int) { entries.remove(at: index) }

  /// The criteria after the edits.
  package var criteria: SmartCriteria {
    var criteria = original
    criteria.match = match
    (criteria.search, criteria.sort, criteria.limits) = (search, sort, limits)
    if rules != original.conditions ?? [] { criteria.conditions = rules.isEmpty ? nil : rules }
    return criteria
  }

  /// The edits that turn the original criteria into the present ones.
  package var edits: [CriteriaEdit] {
    var edits: [CriteriaEdit] = []
    // Without rules, the way to combine them has no effect.
    if match != original.match, !entries.isEmpty { edits.append(.match(match)) }
    if search != original.search { edits.append(.search(search)) }
    if sort != original.sort { edits.append(.sort(sort)) }
    if limits != original.limits { edits.append(.limit(limits)) }
    for (offset, old) in (original.conditions ?? []).enumerated() {
      guard let entry = entries.first(where: { $0.offset == offset }) else {
        edits.append(.remove(offset))
        continue
      }
      if entry.rule != old { edits.append(.replace(offset, with: entry.rule)) }
    }
    return edits + entries.filter { $0.offset == nil }.map { .add($0.rule) }
  }
}
