public import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

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

  /// Returns the number of commits that the remote does not have. For a new branch, the last known commits of the other branches of
  /// the remote count as known to it.
  ///
  /// - Complexity: For a new branch, O(the number of commits in history).
  func unsentCount(in repository: StoreRepository) throws(MixtapeError) -> Int {
    if let relation { return relation.ahead }
    var known: [CommitID] = []
    for name in try branch.allBranches(in: repository) {
      if let tip = try repository.commit(ofReference: "refs/remotes/\(branch.remote)/\(name)") { known.append(tip) }
    }
    return try Self.history(of: [ours], in: repository).subtracting(Self.history(of: known, in: repository)).count
  }

  /// Returns commits and their ancestors. In a shallow clone, history ends at the boundary.
  private static func history(
    of tips: [CommitID], in repository: StoreRepository
  ) throws(MixtapeError) -> Set<CommitID> {
    var (open, met) = (tips, Set<CommitID>())
    while let commit = open.popLast() {
      if met.insert(commit).inserted { open += try repository.parents(of: commit) }
    }
    return met
  }

  /// Plans an exchange.
  ///
  /// - Throws: A ``SyncRefusal`` as the cause of an error with its code, if Mixtape cannot sync without the user.
  func plan(in repository: StoreRepository) throws(MixtapeError) -> SyncPlan {
    try SyncPlan(
      with: branch, theirs: theirs, relation: relation, lost: try lost(in: repository),
      isShallow: try repository.isShallow(),
      others: try otherBranches(in: repository))
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

/// The playlists and podcasts of which a commit has several files. Mixtape ignores these files until one of them is left.
struct SharedIDs {
  /// The paths of the files of each of them, sorted.
  let groups: [[String]]

  /// Finds them among the paths of all files of a store.
  init(among paths: [String]) {
    var found: [StoreItem: [String]] = [:]
    for path in paths { if let item = StoreItem(path: path) { found[item, default: []].append(path) } }
    groups = found.values.filter { $0.count > 1 }.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// Returns the groups that have one of some files.
  func groups(touching paths: [String]) -> [[String]] {
    let paths = Set(paths)
    return groups.filter { !paths.isDisjoint(with: $0) }
  }
}

/// The playlists and podcasts of which a store has several files before or after the changes of a sync.
struct SharedIDsOfSync {
  /// The notices of those of which the changes add a file.
  let notices: [MergeNotice]
  /// The paths of their files before and after. Such a file is not the playlist, so its changes are not those of the playlist.
  let paths: Set<String>

  /// Finds them.
  ///
  /// - Parameter commit: The commit before the changes.
  init(_ writes: [FileWrite], after commit: CommitID, in repository: StoreRepository) throws(MixtapeError) {
    let moved = writes.filter { StoreItem(path: $0.path) != nil && ($0.old == nil || $0.new == nil) }
    guard !moved.isEmpty else {
      (notices, paths) = ([], [])
      return
    }
    let old = try repository.storeChanges(from: nil, to: commit).map(\.path)
    let (removed, added) = (moved.filter { $0.new == nil }.map(\.path), moved.filter { $0.old == nil }.map(\.path))
    let (before, after) = (SharedIDs(among: old), SharedIDs(among: Array(Set(old).subtracting(removed)) + added))
    notices = after.groups(touching: added).map { .sharedID($0) }
    paths = Set(before.groups.joined()).union(after.groups.joined())
  }
}
