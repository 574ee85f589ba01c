internal import CLibgit2

/// A walk through commits that reads one at a time, so that the cost of a page does not depend on the length of
/// history. The order is that of ``CommitQueue``.
public final class CommitWalk {
  private let repository: Repository
  private let firstParentOnly: Bool
  private var queue = CommitQueue<CommitID>()

  init(of repository: Repository, from start: CommitID?, firstParentOnly: Bool) throws(GitError) {
    self.repository = repository
    self.firstParentOnly = firstParentOnly
    if let start { try enqueue(start) }
  }

  /// Reads the next commit; returns `nil` at the end of history.
  public func next() throws(GitError) -> Commit? {
    guard let id = queue.next() else { return nil }
    let commit = try repository.commit(id)
    for parent in firstParentOnly ? commit.parents.prefix(1) : commit.parents[...] { try enqueue(parent) }
    return commit
  }

  private func enqueue(_ id: CommitID) throws(GitError) {
    let repository = repository
    try queue.enqueue(id) { () throws(GitError) in git_commit_time(try repository.lookUp(id).pointer) }
  }
}
