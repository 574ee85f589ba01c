/// A commit, with the parts of its message.
public struct Commit: Hashable, Sendable, Identifiable {
  /// The id of the commit.
  public let id: CommitID

  /// The parents of the commit: none for the first commit, several for a merge, and none at a ``boundary``.
  public let parents: [CommitID]

  /// The reason why history is cut off at this commit, whose changes are unknown then; `nil` for other commits.
  public let boundary: HistoryBoundary?

  /// The tree of the commit.
  public let tree: ObjectID

  /// The author and the date of the change.
  public let author: Signature

  /// The committer and the date of the commit.
  public let committer: Signature

  /// The whole message.
  public let message: String

  /// The first paragraph of the message, in one line.
  public let subject: String

  /// The message after the subject, trailers included, without white space at the ends.
  public let body: String

  /// The `Key: value` lines that end the message, in order.
  public let trailers: [Trailer]

  /// A line such as `Reviewed-by: …` at the end of a message.
  public struct Trailer: Hashable, Sendable {
    /// The word before the colon, as written.
    public let key: String

    /// The text after the colon, without white space at the ends.
    public let value: String

    /// Makes a trailer.
    public init(key: String, value: String) {
      self.key = key
      self.value = value
    }
  }

  /// Returns the value of the first trailer named `key`, ignoring ASCII case as git does.
  public func trailer(_ key: String) -> String? {
    trailers.first { $0.key.lowercased() == key.lowercased() }?.value
  }
}

/// The reason why history is cut off at a commit that is not the first one.
public enum HistoryBoundary: String, Hashable, Sendable, CaseIterable {
  /// The clone is shallow: older commits were not fetched.
  case shallow
}

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
  public var branchReference: String? { branch.map(Self.fullName) }

  /// The branch of HEAD; `nil` if HEAD is detached.
  public var branch: String? {
    switch self {
    case .unborn(let branch), .branch(let branch, _): branch
    case .detached: nil
    }
  }

  static let branchPrefix = "refs/heads/"

  /// Returns the full name of a branch's reference, such as `refs/heads/main`.
  public static func fullName(ofBranch branch: String) -> String {
    branch.hasPrefix("refs/") ? branch : branchPrefix + branch
  }

  /// Returns the short name of a branch, or the full name of another reference, and of a branch whose short name is ambiguous.
  public static func shortName(ofReference name: String) -> String {
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
