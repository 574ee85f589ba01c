/// The merge of two versions of a playlist that come from a common base.
public struct MergedPlaylist: Hashable, Sendable {
  /// The merged playlist. A key in conflict has the value of ours. Id, folder and times are those of ours.
  public let playlist: Playlist
  /// The keys that both sides changed to different values, in the order of ``PlaylistKey``.
  public let conflicts: [KeyConflict]

  /// Merges two versions key by key.
  ///
  /// The list of episodes and the rules are merged as lists (see ``ListMerge``) and are never in conflict. Rules are equal if
  /// their canonical forms are equal.
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
          // Lists of rules can always be merged, also to no list at all.
          combined: { .some(WrittenRule.merged(base: $0, ours: $1, theirs: $2)) })
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

  /// Merges two versions of a list of rules.
  ///
  /// A list that one side removed stays only if the other side added a rule to it.
  static func merged(base: [WrittenRule]?, ours: [WrittenRule]?, theirs: [WrittenRule]?) -> [WrittenRule]? {
    let (oldRules, ourRules, theirRules) = (base ?? [], ours ?? [], theirs ?? [])
    let items = ListMerge.items(
      base: oldRules.map(\.canonicalText), ours: ourRules.map(\.canonicalText), theirs: theirRules.map(\.canonicalText),
      by: NaturalOrder.precedes)
    let merged = items.compactMap { item in
      let (old, our, their) = (
        item.base.map { oldRules[$0] }, item.ours.map { ourRules[$0] }, item.theirs.map { theirRules[$0] }
      )
      return old == our ? their ?? our : our ?? their
    }
    return merged.isEmpty && (ours == nil || theirs == nil) ? nil : merged
  }
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
