/// The branch or commit that HEAD points at.
public enum Head: Hashable, Sendable {
  /// A branch that has no commit yet.
  case unborn(branch: String)

  /// The tip of a branch. The name is the short one (`main`), or the full one of a reference outside `refs/heads/`.
  case branch(String, CommitID)

  /// A commit and no branch, as after `git checkout --detach`.
  case detached(CommitID)

  /// The commit that HEAD leads to, or nil of an unborn branch.
  public var commit: CommitID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The full name of the branch's reference, such as `refs/heads/main`, or nil where HEAD is detached.
  public var branchReference: String? { branch.map(Self.referenceName) }

  /// The branch that the next commit moves, or nil where HEAD is detached.
  public var branch: String? {
    switch self {
    case .unborn(let branch), .branch(let branch, _): branch
    case .detached: nil
    }
  }

  /// The beginning of the full names of branches.
  static let branchPrefix = "refs/heads/"

  /// The full name of the reference of a branch.
  static func referenceName(_ branch: String) -> String {
    branch.hasPrefix("refs/") ? branch : branchPrefix + branch
  }

  /// The name of the branch with a reference: the short one, or the full one where the short one could be taken for
  /// another.
  static func branch(ofReference name: String) -> String {
    let short = name.dropFirst(branchPrefix.count)
    return name.hasPrefix(branchPrefix) && !short.hasPrefix("refs/") ? String(short) : name
  }
}

/// An operation of several steps that somebody began with git and has not ended.
public enum RepositoryState: String, Hashable, Sendable, CaseIterable {
  /// Nothing is under way.
  case clean
  /// `git merge` waits for conflicts to be solved, or for the commit.
  case merge
  /// `git revert`, of one or several commits.
  case revert
  /// `git cherry-pick`, of one or several commits.
  case cherryPick
  /// `git bisect`.
  case bisect
  /// `git rebase`, of any kind.
  case rebase
  /// `git am`.
  case applyMailbox
  /// A state that only a newer libgit2 knows.
  case unknown
}
