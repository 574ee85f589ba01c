public import GitHistory
internal import MixtapeModel

/// The way in which a store and the branch of a remote get the same changes.
public enum SyncPlan: Hashable, Sendable {
  /// Both have the same commits.
  case upToDate
  /// The branch of the remote does not exist yet.
  case firstPush
  /// The remote has no commits that the store does not have.
  case push(Int)
  /// The store has no commits that the remote does not have. `lost` is the commit that the branch had after the last exchange, if
  /// it lost that commit.
  case forward(Int, lost: CommitID? = nil)
  /// Both have commits that the other does not have.
  case merge(ahead: Int, behind: Int)

  /// Plans an exchange.
  ///
  /// - Parameters:
  ///   - branch: The branch of the remote.
  ///   - theirs: The commit of the branch; `nil` if the branch does not exist.
  ///   - relation: The relation of HEAD to that commit; `nil` without one.
  ///   - lost: The commit that the branch had after the last exchange, if it does not reach it any more.
  ///   - isShallow: Whether history is cut off in this clone.
  ///   - others: The other branches of the remote, if it had this branch before and does not have it any more.
  /// - Throws: A ``SyncRefusal`` as the cause of an error with its code, if Mixtape cannot sync without the user.
  init(
    with branch: RemoteBranch, theirs: CommitID?, relation: CommitRelation?, lost: CommitID?, isShallow: Bool,
    others: [String]
  ) throws(MixtapeError) {
    guard theirs != nil, let relation else {
      guard others.isEmpty else { throw .refused(.gone(branch, others: others)) }
      self = .firstPush
      return
    }
    switch (relation.ahead, relation.behind) {
    case (0, 0): self = .upToDate
    case (let ahead, 0):
      if let lost { throw .refused(.reset(branch, before: lost)) }
      self = .push(ahead)
    case (let ahead, let behind):
      guard !relation.bases.isEmpty else { throw .refused(isShallow ? .shallow(branch) : .unrelated(branch)) }
      // The new history contains all commits of the store, so nothing can be lost or come back.
      guard ahead > 0 else {
        self = .forward(behind, lost: lost)
        return
      }
      if let lost { throw .refused(.rewritten(branch, before: lost, ahead: ahead)) }
      self = .merge(ahead: ahead, behind: behind)
    }
  }
}
