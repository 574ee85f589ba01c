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
