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

  /// The commit that the branch had after the last exchange, if the store moves forward to a branch that lost it.
  public var lost: CommitID? { if case .forward(_, let lost) = self { lost } else { nil } }
}

/// A store and the last known state of the branch with which it exchanges changes.
struct SyncState {
  let branch: RemoteBranch
  let ours: CommitID
  let theirs: CommitID?
  let relation: CommitRelation?

  /// Reads the state of a commit; `nil` stands for HEAD.
  init(_ branch: RemoteBranch, of tip: CommitID? = nil, in repository: StoreRepository) throws(MixtapeError) {
    self.branch = branch
    if let tip { ours = tip } else { ours = try Self.tip(of: try repository.head()) }
    let theirs = try branch.lastKnown(in: repository)
    self.theirs = theirs
    relation = try theirs.map { [ours] (theirs) throws(MixtapeError) in
      try repository.relation(of: ours, to: theirs)
    }
  }

  /// Whether both sides have the same commits.
  var isUpToDate: Bool { relation?.ahead == 0 && relation?.behind == 0 }

  /// Returns the number of commits that the remote does not have: for a new branch, all.
  ///
  /// - Complexity: For a new branch, O(the number of commits in history).
  func unsentCount(in repository: StoreRepository) throws(MixtapeError) -> Int {
    if let relation { return relation.ahead }
    return try repository.commits(reachableFrom: ours, butNotFrom: []).count
  }

  /// Plans an exchange.
  ///
  /// - Throws: A ``SyncRefusal`` as the cause of an error with its code, if Mixtape cannot sync without the user.
  func plan(in repository: StoreRepository) throws(MixtapeError) -> SyncPlan {
    guard theirs != nil, let relation else {
      let others = try otherBranches(in: repository)
      guard others.isEmpty else { throw .refused(.gone(branch, others: others)) }
      return .firstPush
    }
    let lost = try lost(in: repository)
    switch (relation.ahead, relation.behind) {
    case (0, 0): return .upToDate
    case (let ahead, 0):
      if let lost { throw .refused(.reset(branch, before: lost)) }
      return .push(ahead)
    case (let ahead, let behind):
      guard !relation.bases.isEmpty else {
        throw .refused(try repository.isShallow() ? .shallow(branch) : .unrelated(branch))
      }
      // The new history contains all commits of the store, so nothing can be lost or come back.
      guard ahead > 0 else { return .forward(behind, lost: lost) }
      if let lost { throw .refused(.rewritten(branch, before: lost, ahead: ahead)) }
      return .merge(ahead: ahead, behind: behind)
    }
  }

  /// Returns the commit that the branch had after the last exchange, if it lost that commit and this matters for an exchange.
  private func lost(in repository: StoreRepository) throws(MixtapeError) -> CommitID? {
    guard let theirs, let relation else { return nil }
    if relation.behind > 0 {
      return try lastExchange(in: repository) { (commit) throws(MixtapeError) in
        try repository.relation(of: commit, to: theirs).ahead > 0
      }
    }
    guard relation.ahead > 0 else { return nil }
    // The branch was reset to an earlier commit, and a push would bring the removed commits back.
    return try lastExchange(in: repository) { (commit) throws(MixtapeError) in
      let relation = try repository.relation(of: commit, to: theirs)
      guard relation.ahead > 0, relation.behind == 0 else { return false }
      return try repository.relation(of: commit, to: ours).ahead == 0
    }
  }

  /// Returns the other branches of the remote, if it had this branch before and does not have it any more. A remote without branches
  /// is empty: a new repository at the address of the old one, for example.
  private func otherBranches(in repository: StoreRepository) throws(MixtapeError) -> [String] {
    guard theirs == nil else { return [] }
    let known = try SyncRecord(in: repository.privateState)?.branch
    return branch.isUpstream || known == branch.name ? try branch.allBranches(in: repository) : []
  }

  /// Returns the commit of HEAD's branch.
  ///
  /// - Throws: ``SyncRefusal/detachedHead(_:)`` or ``SyncRefusal/unbornBranch(_:)``.
  static func tip(of head: Head) throws(MixtapeError) -> CommitID {
    switch head {
    case .branch(_, let id): return id
    case .unborn(let branch): throw .refused(.unbornBranch(branch))
    case .detached(let id): throw .refused(.detachedHead(id))
    }
  }

  /// Returns the commit that the branch had after the last exchange, if it exists and meets a condition.
  private func lastExchange(
    in repository: StoreRepository, where meets: (CommitID) throws(MixtapeError) -> Bool
  ) throws(MixtapeError) -> CommitID? {
    guard let record = try SyncRecord(in: repository.privateState), record.branch == branch.name else { return nil }
    do throws(MixtapeError) {
      return try meets(record.commit) ? record.commit : nil
    } catch {
      // The commit does not exist any more: nothing here was built on it.
      guard error.gitCode == .notFound else { throw error }
      return nil
    }
  }
}
