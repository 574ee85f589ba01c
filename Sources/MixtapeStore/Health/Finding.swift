public import GitHistory
public import MixtapeModel
public import SystemPackage

/// One thing that an examination of a store found.
public struct Finding: Sendable {
  /// The severity.
  public let severity: Severity
  /// The kind of the finding, with its subject.
  public let kind: Kind
  /// The repair that is possible, or was done.
  public let repair: Repair

  init(_ severity: Severity, _ kind: Kind, _ repair: Repair = .none) {
    self.severity = severity
    self.kind = kind
    self.repair = repair
  }

  /// The finding after a repair.
  func with(_ repair: Repair) -> Finding { Finding(severity, kind, repair) }

  /// Whether something is still wrong.
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
    /// As it should be.
    case ok
    /// Works, but should be known.
    case warning
    /// Does not work.
    case error
  }

  /// The result of a repair.
  public enum Repair: Sendable {
    /// No repair: there is nothing to repair, or a person has to do it.
    case none
    /// A repair is possible, and loses nothing.
    case possible
    /// The repair is done. What it replaced is kept in a file, if it is worth keeping; a repair that changed committed files
    /// made a commit.
    case done(keptAt: FilePath?, commit: CommitID?)
    /// An interrupted change could not be finished, and is dropped. What it left in files is an edit by hand.
    case dropped
    /// The repair failed.
    case failed(MixtapeError)
  }

  /// The kind of a finding, with its subject. Paths as text are relative to the store's directory, others are absolute.
  public enum Kind: Sendable {
    /// Files of the store, some of which may have errors, or warnings alone.
    case files(count: Int, withErrors: Int, withWarnings: Int)
    /// The target of HEAD.
    case head(Head)
    /// An operation that somebody began with git and has not ended.
    case unfinishedOperation(RepositoryState)
    /// A lock of git, and who holds it.
    case lock(FilePath, LockHolder)
    /// A directory in which nothing can be written, and why.
    case notWritable(FilePath, Errno)
    /// A directory or a link in the place of a file that a change writes.
    case obstructed(FilePath)
    /// The tree of HEAD cannot be read.
    case treeUnreadable(GitError)
    /// The content that HEAD has of a file cannot be read.
    case contentUnreadable(path: String, ObjectID, GitError)
    /// Objects that are files without content.
    case emptyObjects([FilePath])
    /// Git's index cannot be read.
    case gitIndexUnreadable(FilePath, GitError)
    /// There are commits, but git's index is missing.
    case gitIndexMissing(FilePath)
    /// Git's index is behind HEAD in some files.
    case gitIndexBehind(paths: [String])
    /// A change that was interrupted and waits to be finished.
    case interruptedChange(subject: String)
    /// Git may convert line ends; where the file that forbids it is gone, `isMissing`.
    case lineEndsUnprotected(isMissing: Bool)
    /// Files that an interrupted write has left.
    case leftovers([FilePath])
    /// A file of the private state that is made again by itself, and cannot be used.
    case cacheUnusable(FilePath)
    /// The identity for commits.
    case identity(Identity)
    /// A setting of git that has no effect here.
    case setting(RepositoryAdvisory)
    /// There are more loose objects than git leaves alone.
    case manyLooseObjects(LooseObjects)
    /// There is no git to pack the repository.
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
    case packing
  }

  /// The part of the examination that found it.
  public var part: Part {
    switch kind {
    case .files: .files
    case .head, .unfinishedOperation: .repository
    case .lock: .lock
    case .notWritable, .obstructed: .permissions
    case .treeUnreadable, .contentUnreadable, .emptyObjects: .objects
    case .gitIndexUnreadable, .gitIndexMissing, .gitIndexBehind: .gitIndex
    case .interruptedChange: .interruptedChange
    case .lineEndsUnprotected: .attributes
    case .leftovers: .leftovers
    case .cacheUnusable: .cache
    case .identity: .identity
    case .setting: .settings
    case .manyLooseObjects, .gitNotInstalled: .packing
    case .unexamined(let part, _): part
    }
  }

  /// The stable name of what was found.
  public var code: String {
    switch kind {
    case .files: "files"
    case .head: "head"
    case .unfinishedOperation: "unfinished-operation"
    case .lock: "lock"
    case .notWritable: "not-writable"
    case .obstructed: "path-obstructed"
    case .treeUnreadable: "tree-unreadable"
    case .contentUnreadable: "content-unreadable"
    case .emptyObjects: "empty-objects"
    case .gitIndexUnreadable: "index-unreadable"
    case .gitIndexMissing: "index-missing"
    case .gitIndexBehind: "index-behind"
    case .interruptedChange: "interrupted-change"
    case .lineEndsUnprotected: "line-ends-unprotected"
    case .leftovers: "leftovers"
    case .cacheUnusable: "cache-unusable"
    case .identity: "identity"
    case .setting: "git-setting"
    case .manyLooseObjects: "many-loose-objects"
    case .gitNotInstalled: "git-not-installed"
    case .unexamined: "unexamined"
    }
  }
}
