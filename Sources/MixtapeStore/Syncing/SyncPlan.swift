internal import GitHistory

/// The way in which a store and the branch of a remote get the same changes.
public enum SyncPlan: Hashable, Sendable {
  /// Both have the same commits.
  case upToDate
  /// The branch of the remote does not exist yet.
  case firstPush
  /// The remote has no commits that the store does not have.
  case push(Int)
  /// The store has no commits that the remote does not have.
  case forward(Int)
  /// Both have commits that the other does not have.
  case merge(ahead: Int, behind: Int)
  /// Mixtape cannot sync without the user.
  case refused(SyncRefusal)

  /// Plans an exchange.
  ///
  /// - Parameters:
  ///   - branch: The branch of the remote.
  ///   - theirs: The commit of the branch; `nil` if the branch does not exist.
  ///   - relation: The relation of HEAD to that commit; `nil` without one.
  ///   - lost: The commit that the branch had after the last exchange, if it does not reach it any more.
  ///   - isShallow: Whether history is cut off in this clone.
  ///   - others: The other branches of the remote, if it had this branch before and does not have it any more.
  init(
    with branch: RemoteBranch, theirs: CommitID?, relation: CommitRelation?, lost: CommitID?, isShallow: Bool,
    others: [String]
  ) {
    guard theirs != nil, let relation else {
      self = others.isEmpty ? .firstPush : .refused(.gone(branch, others: others))
      return
    }
    switch (relation.ahead, relation.behind) {
    case (0, 0): self = .upToDate
    case (let ahead, 0): self = lost.map { .refused(.reset(branch, before: $0)) } ?? .push(ahead)
    case (let ahead, let behind):
      if relation.bases.isEmpty {
        self = .refused(isShallow ? .shallow(branch) : .unrelated(branch))
      } else if let lost {
        self = .refused(.rewritten(branch, before: lost, ahead: ahead))
      } else {
        self = ahead == 0 ? .forward(behind) : .merge(ahead: ahead, behind: behind)
      }
    }
  }
}
