internal import CLibgit2

extension Repository {
  /// Returns the numbers of commits that only one of two commits reaches, and the newest commits that both reach.
  ///
  /// Follows the effective parents. In a shallow clone, history ends at the boundary.
  public func relation(of first: CommitID, to second: CommitID) throws(GitError) -> CommitRelation {
    var graph = CommitGraph(
      parents: { (id) throws(GitError) in try self.parents(of: id) },
      date: { (id) throws(GitError) in git_commit_time(try self.lookUp(id).pointer) })
    return try graph.relation(of: first, to: second)
  }

  /// Returns whether a commit is another commit or one of its ancestors.
  public func reaches(_ ancestor: CommitID, from commit: CommitID) throws(GitError) -> Bool {
    try relation(of: ancestor, to: commit).ahead == 0
  }
}
