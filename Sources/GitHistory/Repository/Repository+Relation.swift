#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
      date: { (id) throws(GitError) in try self.time(of: id) })
  }

  /// Returns the committer's time, in seconds since 1970.
  private func time(of commit: CommitID) throws(GitError) -> Int64 {
    Int64(try commitObject(commit).persons.committer.date.timeIntervalSince1970)
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
    var graph = graph()
    var bases = try graph.commonCommits(of: [first], and: others)
    // With wrong clocks, the walk can end before it finds that one reaches another.
    for base in bases {
      for other in bases where other != base {
        if try reaches(base, from: other) { bases.removeAll { $0 == base } }
      }
    }
    let dated = try bases.map { (id) throws(GitError) in (id: id, date: try time(of: id)) }
    return dated.sorted { ($1.date, $0.id.description) < ($0.date, $1.id.description) }.map(\.id)
  }

  /// Returns the commits that one commit has in its history and others do not. In a shallow clone, history ends at the boundary.
  public func commits(reachableFrom tip: CommitID, butNotFrom others: [CommitID]) throws(GitError) -> Set<CommitID> {
    var graph = graph()
    return try graph.commits(of: [tip], butNotOf: others)
  }
}
