/// The merge of two versions of a playlist that come from a common base.
public struct MergedPlaylist: Hashable, Sendable {
  /// The merged playlist. A key in conflict has the value of ours. Id, folder and times are those of ours.
  public let playlist: Playlist
  /// The keys that both sides changed to different values, in the order of ``PlaylistKey``.
  public let conflicts: [PlaylistKey]
  /// The key of ``conflicts`` that stands for all rules: one side removed them, and the other side changed them or this key, which
  /// configures them; or both sides replaced one differently.
  public let keyOfRulesInConflict: PlaylistKey?
  /// The keys that belong to rules in conflict: those of the criteria that the side without rules does not use. They have the values
  /// of ours, as the rules do, and are not in ``conflicts``.
  public let keysOfRulesInConflict: Set<PlaylistKey>
  /// The keys with default values and without effect, not in conflict, whose rules one side removed. Lines that state them go with the rules.
  public let keysOfRemovedRules: Set<PlaylistKey>

  /// Merges two versions key by key.
  ///
  /// The list of episodes and the rules are merged as lists (see ``ListMerge``). Rules are equal if their canonical forms are equal.
  /// The rules are in conflict if one side removed them and the other side changed them or a key that configures them, such as
  /// `limit`, because a merge of them would make a hand-picked playlist smart. They are also in conflict if both sides put different
  /// rules in the place of the same rule: seldom an episode matches both. A revert only removes the rules that the reverted change
  /// added, and no such keys. If both sides together removed all rules, the merged playlist has none, as after the removal of the last
  /// one.
  ///
  /// - Parameters:
  ///   - base: The common version; a blank playlist if both sides created the file.
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  ///   - keysWithoutBase: The keys that both sides set if they created the file. The default value is not a common value of these.
  public init(
    base: Playlist, ours: Playlist, theirs: Playlist,
    precedence: MergePrecedence = .neither, keysWithoutBase: Set<PlaylistKey> = []
  ) {
    var merge = FieldMerge(fieldsWithoutBase: keysWithoutBase)
    var merged = ours
    let rules = RulesConflict(base: base, ours: ours, theirs: theirs, isRevert: precedence == .theirs)
    (keyOfRulesInConflict, keysOfRulesInConflict) = (rules?.key, rules?.keys ?? [])
    for key in PlaylistKey.allCases {
      switch key {
      case rules?.key: merge.addConflict(key)
      case _ where rules?.keys.contains(key) == true: break
      case .episodes:
        merged.episodes = ListMerge.merged(
          base: base.episodes, ours: ours.episodes, theirs: theirs.episodes, precedence: precedence)
      case .conditions:
        merged.criteria.conditions = merge.value(
          key, base: base.criteria.conditions, ours: ours.criteria.conditions, theirs: theirs.criteria.conditions,
          combined: { .some(RuleListMerge.merged(base: $0, ours: $1, theirs: $2)) })
      default: key.row.merge(key, base: base, ours: ours, theirs: theirs, into: &merged, &merge)
      }
    }
    playlist = merged
    let inConflict = merge.conflicts
    conflicts = inConflict
    keysOfRemovedRules =
      rules != nil || precedence == .theirs
      ? []
      : Set(
        PlaylistKey.allCases.filter {
          merged.lacksRules(of: $0, ofOneSide: ours.criteria, theirs.criteria) && !inConflict.contains($0)
        })
  }
}

extension Playlist {
  /// Returns whether a key has no effect and its default value in this merged playlist, and one side alone has the rules that the key
  /// configures.
  fileprivate func lacksRules(of key: PlaylistKey, ofOneSide ours: SmartCriteria, _ theirs: SmartCriteria) -> Bool {
    !criteria.hasEffect(key) && !states(key) && ours.hasEffect(key) != theirs.hasEffect(key)
  }
}

extension WrittenRule {
  /// The text of the rule's ``Rule/canonical`` form.
  public var canonicalText: String { rule.canonical.description }
}

extension Playlist {
  /// Reverts one earlier change of the playlist: merges the present playlist with the one before the change, from the base
  /// after it.
  ///
  /// A key that was changed again since is in conflict, and keeps its present value. Id, folder and times stay.
  ///
  /// - Parameters:
  ///   - before: The playlist before the change.
  ///   - after: The playlist after it.
  public func reverting(from before: Playlist, to after: Playlist) -> MergedPlaylist {
    MergedPlaylist(base: after, ours: self, theirs: before, precedence: .theirs)
  }
}

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

/// The merge of two versions of a list of rules.
enum RuleListMerge {
  /// Returns the merged list; `nil` for none.
  static func merged(base: [WrittenRule]?, ours: [WrittenRule]?, theirs: [WrittenRule]?) -> [WrittenRule]? {
    let rules = merged(base ?? [], ours ?? [], theirs ?? [])
    // An empty list finds all episodes, so it is the result only if a side wrote it.
    let isWritten = ours != nil && theirs != nil && (ours?.isEmpty == true || theirs?.isEmpty == true)
    return rules.isEmpty && !isWritten ? nil : rules
  }

  private static func merged(
    _ base: [WrittenRule], _ ours: [WrittenRule], _ theirs: [WrittenRule]
  ) -> [WrittenRule] {
    let items = ListMerge.items(
      base: base.map(\.canonicalText), ours: ours.map(\.canonicalText), theirs: theirs.map(\.canonicalText),
      by: NaturalOrder.precedes)
    return items.compactMap { item in
      let (old, our, their) = (item.base.map { base[$0] }, item.ours.map { ours[$0] }, item.theirs.map { theirs[$0] })
      return old == our ? their ?? our : our ?? their
    }
  }
}

/// The rules that one side of a merge put in the places of rules of the base, as canonical texts.
///
/// The place of a rule is the gap between the nearest rules that the side neither removed nor moved.
struct RuleReplacements {
  /// The new rules in the place of each rule of the base; none for a rule that the side kept or only removed.
  private let rules: [Set<String>]

  private init(of base: [String], in side: [String]) {
    let origins = ListMatching.origins(from: base, to: side)
    let kept = Set(origins.compactMap(\.self))
    let unmoved = Set(origins.compactMap(\.self).longestIncreasingSubsequence())
    var gaps: [Set<String>] = [[]]
    for (rule, origin) in zip(side, origins) {
      if let origin {
        if unmoved.contains(origin) { gaps.append([]) }
      } else {
        gaps[gaps.count - 1].insert(rule)
      }
    }
    var gap = 0
    rules = base.indices.map { offset in
      if unmoved.contains(offset) { gap += 1 }
      return kept.contains(offset) ? [] : gaps[gap]
    }
  }

  /// Returns whether both sides put other rules in the place of one rule, and have none of these in common.
  static func differ(base: [String], ours: [String], theirs: [String]) -> Bool {
    zip(Self(of: base, in: ours).rules, Self(of: base, in: theirs).rules).contains { our, their in
      !our.isEmpty && !their.isEmpty && our.isDisjoint(with: their)
    }
  }
}
