/// The merge of two versions of a playlist that come from a common base.
public struct MergedPlaylist: Hashable, Sendable {
  /// The merged playlist. A key in conflict has the value of ours. Id, folder and times are those of ours.
  public let playlist: Playlist
  /// The keys that both sides changed to different values, in the order of ``PlaylistKey``.
  public let conflicts: [KeyConflict]
  /// The keys that belong to rules in conflict: the ``Playlist/idleCriteria`` of the side that removed the rules. They have the values
  /// of ours, as the rules do, and are not in ``conflicts``.
  public let keysOfRulesInConflict: Set<PlaylistKey>

  /// Merges two versions key by key.
  ///
  /// The list of episodes and the rules are merged as lists (see ``ListMerge``). Rules are equal if their canonical forms are equal.
  /// The rules are in conflict if one side removed the key and the other side changed the rules, because a merge of them would make
  /// a hand-picked playlist smart. A revert only removes the rules that the reverted change added.
  ///
  /// - Parameters:
  ///   - base: The common version; a blank playlist if both sides created the file.
  ///   - precedence: The side that decides where the merge of lists is symmetric.
  ///   - keysWithoutBase: The keys that both sides set if they created the file. The default value is not a common value of these.
  public init(
    base: Playlist, ours: Playlist, theirs: Playlist,
    precedence: MergePrecedence = .neither, keysWithoutBase: Set<PlaylistKey> = []
  ) {
    var merge = KeyMerge(keysWithoutBase: keysWithoutBase)
    var merged = ours
    let rules = RuleListMerge(
      base: base.criteria.conditions, ours: ours.criteria.conditions, theirs: theirs.criteria.conditions,
      isRevert: precedence == .theirs)
    let handPicked = ours.criteria.conditions == nil ? ours : theirs
    let keysOfRules = Set(rules.isConflict ? handPicked.idleCriteria : [])
    keysOfRulesInConflict = keysOfRules
    for key in PlaylistKey.allCases {
      switch key {
      case .episodes:
        merged.episodes = ListMerge.merged(
          base: base.episodes, ours: ours.episodes, theirs: theirs.episodes, precedence: precedence)
      case .conditions:
        merged.criteria.conditions = merge.value(
          .key(key), base: base.criteria.conditions, ours: ours.criteria.conditions,
          theirs: theirs.criteria.conditions,
          shownAs: { $0.fileValue },
          combined: { _, _, _ in rules.isConflict ? nil : .some(rules.merged) })
      case _ where keysOfRules.contains(key): break
      default: key.row.merge(key, base: base, ours: ours, theirs: theirs, into: &merged, &merge)
      }
    }
    playlist = merged
    conflicts = merge.conflicts
  }
}

extension WrittenRule {
  /// The text of the rule's ``Rule/canonical`` form.
  public var canonicalText: String { rule.canonical.description }
}

/// The merge of two versions of a list of rules.
private struct RuleListMerge {
  /// The merged list; `nil` for none.
  private(set) var merged: [WrittenRule]?
  /// Whether one side removed the list, and the other side changed it.
  let isConflict: Bool

  init(base: [WrittenRule]?, ours: [WrittenRule]?, theirs: [WrittenRule]?, isRevert: Bool) {
    // The state before a reverted change can have no rules. Rules that were added since are kept then.
    if base == nil || (ours == nil) == (theirs == nil) || isRevert && theirs == nil {
      isConflict = false
      let rules = Self.merged(base: base ?? [], ours: ours ?? [], theirs: theirs ?? [])
      merged = rules.isEmpty && (ours == nil || theirs == nil) ? nil : rules
    } else {
      isConflict = Self.texts(ours ?? theirs) != Self.texts(base)
    }
  }

  /// Returns the canonical texts of rules in one order, because the order of rules has no meaning.
  private static func texts(_ rules: [WrittenRule]?) -> [String] { (rules ?? []).map(\.canonicalText).sorted() }

  private static func merged(base: [WrittenRule], ours: [WrittenRule], theirs: [WrittenRule]) -> [WrittenRule] {
    let items = ListMerge.items(
      base: base.map(\.canonicalText), ours: ours.map(\.canonicalText), theirs: theirs.map(\.canonicalText),
      by: NaturalOrder.precedes)
    return items.compactMap { item in
      let (old, our, their) = (item.base.map { base[$0] }, item.ours.map { ours[$0] }, item.theirs.map { theirs[$0] })
      return old == our ? their ?? our : our ?? their
    }
  }
}

extension Playlist {
  /// The keys of the criteria, except `conditions`, that have their default values or no effect.
  public var idleCriteria: [PlaylistKey] {
    let blank = Playlist(blank: id)
    return PlaylistKey.keys(of: .criteria).filter {
      $0 != .conditions && (!$0.differs(self, blank) || !criteria.hasEffect($0))
    }
  }

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
