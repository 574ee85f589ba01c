public import GitHistory
public import MixtapeModel
public import PlaylistFiles
public import SystemPackage

/// One result of an examination of a store.
public struct Finding: Sendable {
  /// The severity.
  public let severity: Severity
  /// The kind of the finding, with its subject.
  public let kind: Kind
  /// The result of a repair, or whether one is possible.
  public internal(set) var repair: Repair

  init(_ severity: Severity, _ kind: Kind, _ repair: Repair = .none) {
    self.severity = severity
    self.kind = kind
    self.repair = repair
  }

  /// Whether the problem remains.
  public var isOpen: Bool {
    switch repair {
    case .done, .dropped: false
    case .none, .possible, .failed: severity != .ok
    }
  }
}

extension Finding {
  /// The severity of a finding.
  public enum Severity: String, Hashable, Sendable {
    /// No problem.
    case ok
    /// A problem that does not prevent work.
    case warning
    /// A problem that prevents work.
    case error
  }

  /// The result of a repair.
  public enum Repair: Sendable {
    /// No repair: there is no problem, or a person has to solve it.
    case none
    /// A repair is possible and loses no data.
    case possible
    /// The repair is done. The replaced file is kept at a path, if its content may be needed. A repair that changed
    /// committed files has a commit.
    case done(keptAt: FilePath?, commit: CommitID?)
    /// An interrupted change could not be finished and was dropped. Its changes of files count as hand edits.
    case dropped
    /// The repair failed.
    case failed(MixtapeError)
  }

  /// The kind of a finding, with its subject. Paths as strings are relative to the store's directory, other paths are
  /// absolute.
  public enum Kind: Sendable {
    /// The files of the store, with the numbers of files with errors and of files with warnings only.
    case files(count: Int, withErrors: Int, withWarnings: Int)
    /// Conflict copies of files of the store.
    case conflictCopies(paths: [String])
    /// Conflict copies of files of the repository, which another program syncs.
    case repositoryConflictCopies([FilePath])
    /// The target of HEAD.
    case head(Head)
    /// HEAD's branch has lost its commit. Nothing else of the repository can be examined.
    case branchLost(LostBranch)
    /// An unfinished operation of git, such as a merge.
    case unfinishedOperation(RepositoryState)
    /// A lock file of git, and its holder.
    case lock(FilePath, LockHolder)
    /// A directory that is not readable and writable, and the reason.
    case notWritable(FilePath, Errno)
    /// The tree of HEAD is unreadable.
    case treeUnreadable(GitError)
    /// The content of a file in HEAD is unreadable.
    case contentUnreadable(path: String, ObjectID, GitError)
    /// Objects that are empty files.
    case emptyObjects([FilePath])
    /// Git's index cannot be read.
    case gitIndexUnreadable(FilePath, GitError)
    /// A missing index of git, although there are commits.
    case gitIndexMissing(FilePath)
    /// Git's index is older than HEAD for some files.
    case gitIndexBehind(paths: [String])
    /// An interrupted change that is not finished yet.
    case interruptedChange(subject: String)
    /// Git may convert line ends. `isMissing` if there is no `.gitattributes`.
    case lineEndsUnprotected(isMissing: Bool)
    /// Git merges files of the store line by line: `.gitattributes` does not name Mixtape, or the repository's
    /// configuration does not have its command.
    case mergeDriverMissing(isNamed: Bool, isConfigured: Bool)
    /// Files that git calls unchanged although their bytes differ from HEAD, and the settings by which it converts them.
    case convertedFiles([String], by: [String])
    /// Temporary files of interrupted writes.
    case leftovers([FilePath])
    /// A derived file of the private state that cannot be used. It is rebuilt when it is needed.
    case cacheUnusable(FilePath)
    /// The identity for commits.
    case identity(Identity)
    /// A setting of git that Mixtape ignores.
    case setting(RepositoryAdvisory)
    /// A setting of `mixtape.toml` without an effect, because it leads out of the store and nobody has agreed to it.
    case untrustedSetting(PlaceSetting)
    /// More loose objects than git's limit.
    case manyLooseObjects(LooseObjects)
    /// Git is not installed, so the repository is not packed.
    case gitNotInstalled
    /// A part of the examination failed.
    case unexamined(Part, MixtapeError)
  }

  /// A part of an examination.
  public enum Part: String, Hashable, Sendable, CaseIterable {
    case files, repository, lock, permissions, objects
    case gitIndex = "index"
    case interruptedChange = "interrupted change"
    case attributes
    case leftovers = "leftover files"
    case cache, identity
    case settings = "git settings"
    case storeSettings = "settings"
    case packing
  }

  /// The part of the examination that reports this kind.
  public var part: Part {
    switch kind {
    case .files, .conflictCopies: .files
    case .head, .branchLost, .unfinishedOperation, .repositoryConflictCopies: .repository
    case .lock: .lock
    case .notWritable: .permissions
    case .treeUnreadable, .contentUnreadable, .emptyObjects: .objects
    case .gitIndexUnreadable, .gitIndexMissing, .gitIndexBehind: .gitIndex
    case .interruptedChange: .interruptedChange
    case .lineEndsUnprotected, .mergeDriverMissing, .convertedFiles: .attributes
    case .leftovers: .leftovers
    case .cacheUnusable: .cache
    case .identity: .identity
    case .setting: .settings
    case .untrustedSetting: .storeSettings
    case .manyLooseObjects, .gitNotInstalled: .packing
    case .unexamined(let part, _): part
    }
  }

  /// The stable name of the kind.
  public var code: String {
    switch kind {
    case .files: "files"
    case .conflictCopies: "conflict-copies"
    case .repositoryConflictCopies: "repository-conflict-copies"
    case .head: "head"
    case .branchLost: "branch-lost"
    case .unfinishedOperation: "unfinished-operation"
    case .lock: "lock"
    case .notWritable: "not-writable"
    case .treeUnreadable: "tree-unreadable"
    case .contentUnreadable: "content-unreadable"
    case .emptyObjects: "empty-objects"
    case .gitIndexUnreadable: "index-unreadable"
    case .gitIndexMissing: "index-missing"
    case .gitIndexBehind: "index-behind"
    case .interruptedChange: "interrupted-change"
    case .lineEndsUnprotected: "line-ends-unprotected"
    case .mergeDriverMissing: "merge-driver-missing"
    case .convertedFiles: "converted-files"
    case .leftovers: "leftovers"
    case .cacheUnusable: "cache-unusable"
    case .identity: "identity"
    case .setting: "git-setting"
    case .untrustedSetting: "untrusted-setting"
    case .manyLooseObjects: "many-loose-objects"
    case .gitNotInstalled: "git-not-installed"
    case .unexamined: "unexamined"
    }
  }
}
