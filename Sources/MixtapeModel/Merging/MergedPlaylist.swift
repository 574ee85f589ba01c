/// The merge of two versions of a playlist that come from a common base.
public struct MergedPlaylist: Hashable, Sendable {
  /// The merged playlist. A key in conflict has the value of ours. Id, folder and times are those of ours.
  public let playlist: Playlist
  /// The keys that both sides changed to different values, in the order of ``PlaylistKey``.
  public let conflicts: [KeyConflict]
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
    var merge = KeyMerge(keysWithoutBase: keysWithoutBase)
    var merged = ours
    let rules = RulesConflict(base: base, ours: ours, theirs: theirs, isRevert: precedence == .theirs)
    (keyOfRulesInConflict, keysOfRulesInConflict) = (rules?.key, rules?.keys ?? [])
    for key in PlaylistKey.allCases {
      switch key {
      case rules?.key: merge.addConflict(.key(key), base: base[key], ours: ours[key], theirs: theirs[key])
      case _ where rules?.keys.contains(key) == true: break
      case .episodes:
        merged.episodes = ListMerge.merged(
          base: base.episodes, ours: ours.episodes, theirs: theirs.episodes, precedence: precedence)
      case .conditions:
        merged.criteria.conditions = merge.value(
          .key(key), base: base.criteria.conditions, ours: ours.criteria.conditions,
          theirs: theirs.criteria.conditions, shownAs: { $0.fileValue },
          combined: { .some(RuleListMerge.merged(base: $0, ours: $1, theirs: $2)) })
      default: key.row.merge(key, base: base, ours: ours, theirs: theirs, into: &merged, &merge)
      }
    }
    playlist = merged
    conflicts = merge.conflicts
    let inConflict = merge.conflicts.map(\.key)
    keysOfRemovedRules =
      rules != nil || precedence == .theirs
      ? []
      : Set(
        PlaylistKey.allCases.filter {
          merged.lacksRules(of: $0, ofOneSide: ours.criteria, theirs.criteria) && !inConflict.contains(.key($0))
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
