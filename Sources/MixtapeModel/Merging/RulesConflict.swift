/// A conflict of the rules of a playlist, as a whole: one side of a merge removed them, and the other side changed them or a key that
/// configures them; or both sides replaced one rule by different ones.
struct RulesConflict {
  /// The key that the other side changed, which stands for all rules.
  let key: PlaylistKey
  /// The other keys that come from the same side. If both sides have rules, there are none.
  let keys: Set<PlaylistKey>

  /// Finds the conflict of two versions. Returns `nil` if the rules can be merged.
  ///
  /// - Parameter isRevert: Whether theirs is the state before a reverted change. It can have no rules, and rules that were added
  ///   since are kept then.
  init?(base: Playlist, ours: Playlist, theirs: Playlist, isRevert: Bool) {
    for (side, other, isTheirs) in [(ours, theirs, false), (theirs, ours, true)] where !(isRevert && isTheirs) {
      guard let key = Self.key(base, without: side, with: other, isRevert) else { continue }
      (self.key, keys) = (key, Set(side.keysWithRules).subtracting([key]))
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
    _ base: Playlist, without side: Playlist, with other: Playlist, _ isRevert: Bool
  ) -> PlaylistKey? {
    let (old, removed, changed) = (base.criteria, side.criteria, other.criteria)
    let hasOtherRules = changed.conditions != nil && texts(changed) != texts(old)
    if old.conditions != nil, removed.conditions == nil, hasOtherRules { return .conditions }
    guard !isRevert else { return nil }
    // A search is a rule, too.
    if old.isActive, !removed.isActive, changed.isActive {
      if hasOtherRules { return .conditions }
      if changed.search != nil, changed.search != old.search { return .search }
    }
    return PlaylistKey.keys(of: .criteria).first { key in
      let isRemoved = old.hasEffect(key) && !removed.hasEffect(key) && !side.states(key)
      return isRemoved && changed.hasEffect(key) && other.states(key) && key.differs(base, other)
    }
  }

  /// Returns the canonical texts of rules in one order, because the order of rules has no meaning.
  private static func texts(_ criteria: SmartCriteria) -> [String] {
    (criteria.conditions ?? []).map(\.canonicalText).sorted()
  }
}

extension Playlist {
  /// Returns whether a key has another value than its default one.
  func states(_ key: PlaylistKey) -> Bool { key.differs(self, Playlist(blank: id)) }

  /// The keys of the criteria that come with the rules of another version, if this version has no such rules: those that this one
  /// does not state, or that have no effect here.
  var keysWithRules: [PlaylistKey] {
    PlaylistKey.keys(of: .criteria).filter { !states($0) || !criteria.hasEffect($0) }
  }
}
