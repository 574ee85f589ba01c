internal import CLibgit2

extension Repository {
  /// Returns the numbers of commits that only one of two commits reaches, and the newest commits that both reach.
  ///
  /// Follows the effective parents. In a shallow clone, history ends at the boundary.
  public func relation(of first: CommitID, to second: CommitID) throws(GitError) -> CommitRelation {
    var graph = graph()
    return try graph.relation(of: first, to: second)
  }

  /// Returns a walk through the effective parents.
  private func graph() -> CommitGraph {
    CommitGraph(
      parents: { (id) throws(GitError) in try self.parents(of: id) },
      date: { (id) throws(GitError) in git_commit_time(try self.lookUp(id).pointer) })
  }

  /// Returns whether a commit is another commit or one of its ancestors.
  public func reaches(_ ancestor: CommitID, from commit: CommitID) throws(GitError) -> Bool {
    try relation(of: ancestor, to: commit).ahead == 0
  }

  /// Returns the best common ancestors of a commit and the merge of other ones, newest first; empty if their histories have no
  /// common commit.
  ///
  /// Two branches that were merged into each other can have several. Commits with equal dates are ordered by their ids, so the
  /// order is the same whichever commit comes first. In a shallow clone, history ends at the boundary.
  public func mergeBases(of first: CommitID, and others: [CommitID]) throws(GitError) -> [CommitID] {
    let bases =
      try hasOverrides() ? effectiveMergeBases(of: first, and: others) : recordedMergeBases(of: first, and: others)
    let dated = try bases.map { (id) throws(GitError) in (id: id, date: git_commit_time(try lookUp(id).pointer)) }
    return dated.sorted { ($1.date, $0.id.description) < ($0.date, $1.id.description) }.map(\.id)
  }

  private func effectiveMergeBases(of first: CommitID, and others: [CommitID]) throws(GitError) -> [CommitID] {
    var graph = graph()
    var bases = try graph.commonCommits(of: [first], and: others)
    // With wrong clocks, the walk can end before it finds that one reaches another.
    for base in bases {
      for other in bases where other != base {
        if try reaches(base, from: other) { bases.removeAll { $0 == base } }
      }
    }
    return bases
  }

  /// Returns the best common ancestors by the parents in the commits themselves.
  private func recordedMergeBases(of first: CommitID, and others: [CommitID]) throws(GitError) -> [CommitID] {
    let ids = ([first] + others).map(\.rawValue.cValue)
    var found = git_oidarray()
    defer { git_oidarray_dispose(&found) }
    let status = git_merge_bases_many(&found, handle.pointer, ids.count, ids)
    guard status != GIT_ENOTFOUND.rawValue else { return [] }
    try Libgit2.call(.readObject) { status }
    return UnsafeBufferPointer(start: found.ids, count: found.count).map { CommitID(rawValue: ObjectID($0)) }
  }

  /// Returns the commits that one commit has in its history and others do not. In a shallow clone, history ends at the boundary.
  public func commits(reachableFrom tip: CommitID, butNotFrom others: [CommitID]) throws(GitError) -> Set<CommitID> {
    if try hasOverrides() {
      var graph = graph()
      return try graph.commits(of: [tip], butNotOf: others)
    }
    let walk = try Handle<RevisionWalkKind>(.readObject) { git_revwalk_new(&$0, handle.pointer) }
    var id = tip.rawValue.cValue
    try Libgit2.call(.readObject) { git_revwalk_push(walk.pointer, &id) }
    for other in others {
      var id = other.rawValue.cValue
      try Libgit2.call(.readObject) { git_revwalk_hide(walk.pointer, &id) }
    }
    var commits: Set<CommitID> = []
    while true {
      let status = git_revwalk_next(&id, walk.pointer)
      guard status != GIT_ITEROVER.rawValue else { return commits }
      try Libgit2.call(.readObject) { status }
      commits.insert(CommitID(rawValue: ObjectID(id)))
    }
  }
}
