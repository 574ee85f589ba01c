/// A conflict of the rules of a playlist, as a whole: one side of a merge removed them, and the other side changed them; or both sides
/// replaced one rule by different ones.
struct RulesConflict {
  /// The key that the other side changed: `conditions` or `search`.
  let key: PlaylistKey
  /// The other keys that come from the same side. If both sides have rules, there are none.
  let keys: Set<PlaylistKey>

  /// Finds the conflict of two versions. Returns `nil` if the rules can be merged.
  ///
  /// - Parameter isRevert: Whether theirs is the state before a reverted change. It can have no rules, and rules that were added
  ///   since are kept then.
  init?(base: Playlist, ours: Playlist, theirs: Playlist, isRevert: Bool) {
    for (side, other, isTheirs) in [(ours, theirs, false), (theirs, ours, true)] where !(isRevert && isTheirs) {
      guard let key = Self.key(base.criteria, without: side.criteria, with: other.criteria, isRevert) else { continue }
      (self.key, keys) = (key, Set(side.keysWithRules(of: key)))
      return
    }
    guard let base = base.criteria.conditions, let ours = ours.criteria.conditions,
      let theirs = theirs.criteria.conditions,
      RuleReplacements.differ(
        base: base.map(\.canonicalText), ours: ours.map(\.canonicalText), theirs: theirs.map(\.canonicalText))
    else { return nil }
    (key, keys) = (.conditions, [])
  }

  /// Returns the key of the rules that one side changed, if the other side removed the rules.
  private static func key(
    _ base: SmartCriteria, without side: SmartCriteria, with other: SmartCriteria, _ isRevert: Bool
  ) -> PlaylistKey? {
    let hasOtherRules = other.conditions != nil && texts(other) != texts(base)
    if base.conditions != nil, side.conditions == nil, hasOtherRules { return .conditions }
    // A search is a rule, too.
    guard !isRevert, base.isActive, !side.isActive, other.isActive else { return nil }
    if hasOtherRules { return .conditions }
    return other.search == nil || other.search == base.search ? nil : .search
  }

  /// Returns the canonical texts of rules in one order, because the order of rules has no meaning.
  private static func texts(_ criteria: SmartCriteria) -> [String] {
    (criteria.conditions ?? []).map(\.canonicalText).sorted()
  }
}

extension Playlist {
  /// Returns whether a key has no effect in this merged playlist and its default value in one side, because that side removed the rules
  /// that the key configures. The other side still has them.
  func lacksRules(of key: PlaylistKey, removedIn side: Playlist, from other: Playlist) -> Bool {
    !criteria.hasEffect(key) && !side.criteria.hasEffect(key) && other.criteria.hasEffect(key)
      && !key.differs(side, Playlist(blank: id))
  }

  /// Returns the keys of the criteria that come with a key of another version, if this version has no such key and the rules of the
  /// other one are taken: those that this one does not state, or that have no effect here.
  ///
  /// - Parameter key: `conditions` or `search`.
  func keysWithRules(of key: PlaylistKey) -> [PlaylistKey] {
    // The rules stay without the search.
    guard key == .conditions || !isSmart else { return [] }
    let blank = Playlist(blank: id)
    return PlaylistKey.keys(of: .criteria).filter {
      $0 != key && (!$0.differs(self, blank) || !criteria.hasEffect($0))
    }
  }
}
