internal import CLibgit2

/// A walk through commits that reads one at a time, so that a page of a long history costs no more than the page.
///
/// Commits come by the committer's date, and none before the first of its children that the walk met: so git sorts them.
/// `git_revwalk` sorts commits of the same second so that parents come before children.
public final class CommitWalk {
  private let repository: Repository
  private let firstParentOnly: Bool

  /// The commits met and not yet returned, the next one last.
  private var frontier: [Step] = []
  private var met: Set<CommitID> = []

  private struct Step {
    let id: CommitID
    let date: git_time_t
    let parents: [CommitID]
  }

  init(of repository: Repository, from start: CommitID?, firstParentOnly: Bool) throws(GitError) {
    self.repository = repository
    self.firstParentOnly = firstParentOnly
    if let start { try meet(start) }
  }

  /// Reads the next commit, or returns nil at the end of history.
  public func next() throws(GitError) -> Commit? {
    guard let id = try nextID() else { return nil }
    return try repository.commit(id)
  }

  /// The id of the next commit, or nil at the end of history. Faster than ``next()`` where the id is enough.
  public func nextID() throws(GitError) -> CommitID? {
    guard let step = frontier.popLast() else { return nil }
    for parent in step.parents where try repository.isReachable(parent) { try meet(parent) }
    return step.id
  }

  private func meet(_ id: CommitID) throws(GitError) {
    guard met.insert(id).inserted else { return }
    let commit = try repository.lookUp(id)
    let count =
      firstParentOnly ? min(1, git_commit_parentcount(commit.pointer)) : git_commit_parentcount(commit.pointer)
    let parents = (0..<count).compactMap { index in
      git_commit_parent_id(commit.pointer, index).map { CommitID(rawValue: ObjectID($0.pointee)) }
    }
    let step = Step(id: id, date: git_commit_time(commit.pointer), parents: parents)
    // Of commits of one date, the one met first comes first. The frontier is as wide as the history has branches.
    let place = frontier.firstIndex { $0.date >= step.date } ?? frontier.endIndex
    frontier.insert(step, at: place)
  }
}
