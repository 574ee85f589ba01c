/// The branch or commit that HEAD points at.
public enum Head: Hashable, Sendable {
  /// A branch that has no commit yet.
  case unborn(branch: String)

  /// The tip of a branch. The name is the short one (`main`), or the full one of a reference outside `refs/heads/`.
  case branch(String, CommitID)

  /// A commit without a branch, as after `git checkout --detach`.
  case detached(CommitID)

  /// The commit of HEAD; `nil` for an unborn branch.
  public var commit: CommitID? {
    switch self {
    case .unborn: nil
    case .branch(_, let id), .detached(let id): id
    }
  }

  /// The full name of the branch's reference, such as `refs/heads/main`; `nil` if HEAD is detached.
  public var branchReference: String? { branch.map(Self.referenceName) }

  /// The branch of HEAD; `nil` if HEAD is detached.
  public var branch: String? {
    switch self {
    case .unborn(let branch), .branch(let branch, _): branch
    case .detached: nil
    }
  }

  /// The prefix of the full names of branches.
  static let branchPrefix = "refs/heads/"

  /// Returns the full name of a branch's reference, such as `refs/heads/main`.
  public static func fullName(ofBranch branch: String) -> String { referenceName(branch) }

  /// Returns the short name of a branch, or the full name of another reference.
  public static func shortName(ofReference name: String) -> String { branch(ofReference: name) }

  /// Returns the full name of a branch's reference.
  static func referenceName(_ branch: String) -> String {
    branch.hasPrefix("refs/") ? branch : branchPrefix + branch
  }

  /// Returns the name of a reference's branch: the short one, or the full one if the short one is ambiguous.
  static func branch(ofReference name: String) -> String {
    let short = name.dropFirst(branchPrefix.count)
    return name.hasPrefix(branchPrefix) && !short.hasPrefix("refs/") ? String(short) : name
  }
}

/// The unfinished operation of a repository.
public enum RepositoryState: String, Hashable, Sendable, CaseIterable {
  /// No operation is unfinished.
  case clean
  /// `git merge` waits for resolved conflicts or for the commit.
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
  /// A state that only newer versions of libgit2 have.
  case unknown
}
