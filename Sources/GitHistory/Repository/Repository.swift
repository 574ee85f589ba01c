internal import CLibgit2
package import FileSystem
public import SystemPackage

/// A git repository with a work tree, read and written through libgit2.
///
/// A repository is not `Sendable`: concurrent tasks open one each. It holds no lock between calls, so a caller that
/// reads, plans and writes needs a lock of its own.
///
/// Paths inside a repository are strings relative to its top, with `/` between the parts, as in git.
public final class Repository {
  /// The top of the work tree.
  public let directory: FilePath

  /// The directory of this work tree's HEAD and index. A linked work tree has a separate one below `worktrees/`.
  public let gitDirectory: FilePath

  /// The directory of objects and branches, which linked work trees share.
  public let commonDirectory: FilePath

  /// The directory of objects, with a subdirectory for the first two digits of their ids.
  public var objectsDirectory: FilePath { commonDirectory.appending("objects") }

  /// The directories that commits write to.
  package var writtenDirectories: [FilePath] { [objectsDirectory, commonDirectory.appending("refs")] }

  /// The time to wait for a lock that another git holds, before ``GitError/Code/locked`` is thrown.
  public var lockPatience: Duration = .seconds(1)

  /// The content of locks that are taken here, to recognize them after a crash; `nil` for empty locks.
  public var lockToken: LockToken?

  /// Returns whether to stop waiting for a lock, because somebody has requested the end of the process.
  public var isInterrupted: () -> Bool = { false }

  /// The paths for which the index does not match HEAD, because HEAD could not be moved and the index could not be
  /// restored.
  ///
  /// Empty after the next ``refreshIndex(paths:)`` with them.
  public internal(set) var mismatchedPaths: Set<String> = []

  /// The way to sync files that are written.
  package let syncPolicy: SyncPolicy

  let handle: Handle<RepositoryKind>
  let objects: ObjectStore
  let configuration: Configuration
  let environment: Environment
  /// The index as last read.
  var knownIndex: GitIndexFile?
  /// The lock on the index between two calls of ``moveHead(to:refreshing:)``.
  var keptIndexLock: LockFile?
  /// The identities for which git was asked.
  var knownIdentities: [Identity.Role: Identity] = [:]
  /// The overrides of parents and commits, read at their first use.
  var knownOverrides: HistoryOverrides?

  /// The unfinished operation of git, as shown by files in the git directory.
  ///
  /// All functions work in all states. The caller decides which states it allows.
  public var state: RepositoryState { RepositoryState(git_repository_state(handle.pointer)) }

  init(
    adopting handle: consuming Handle<RepositoryKind>, at directory: FilePath, environment: Environment,
    operation: GitError.Operation
  ) throws(GitError) {
    let repository = handle.pointer
    guard let workTree = git_repository_workdir(repository) else {
      throw GitError(.bare, operation, message: "the repository has no work tree", path: directory)
    }
    self.directory = FilePath(String(cString: workTree))
    gitDirectory = FilePath(String(cString: git_repository_path(repository)))
    commonDirectory = FilePath(String(cString: git_repository_commondir(repository)))
    let database = try Handle<DatabaseKind>(operation, path: directory) { git_repository_odb(&$0, repository) }
    syncPolicy = environment["MIXTAPE_SYNC"].flatMap(SyncPolicy.init) ?? .quicker
    // libgit2 decides when it opens the database whether to sync its writes.
    try Libgit2.synchronizing(true) { () throws(GitError) in
      _ = try Handle<ReferenceDatabaseKind>(operation, path: directory) { git_repository_refdb(&$0, repository) }
    }
    objects = ObjectStore(ObjectDatabase(database, in: commonDirectory, syncPolicy))
    configuration = try Configuration(of: handle, environment: environment)
    self.environment = environment
    self.handle = handle
  }

  /// Runs `body` again while another git holds a lock, up to ``lockPatience``.
  ///
  /// libgit2 does not wait. Git holds locks for milliseconds, unless it was killed.
  func waitingForLocks<Result>(_ body: () throws(GitError) -> Result) throws(GitError) -> Result {
    let deadline = ContinuousClock.now + lockPatience
    var pause: UInt32 = 1_000
    while true {
      do throws(GitError) {
        return try body()
      } catch {
        guard error.code == .locked, ContinuousClock.now < deadline, !isInterrupted() else { throw error }
        SystemCalls.pause(microseconds: pause)
        pause = min(2 * pause, 50_000)
      }
    }
  }
}

extension RepositoryState {
  fileprivate init(_ state: CInt) {
    switch git_repository_state_t(rawValue: .init(state)) {
    case GIT_REPOSITORY_STATE_NONE: self = .clean
    case GIT_REPOSITORY_STATE_MERGE: self = .merge
    case GIT_REPOSITORY_STATE_REVERT, GIT_REPOSITORY_STATE_REVERT_SEQUENCE: self = .revert
    case GIT_REPOSITORY_STATE_CHERRYPICK, GIT_REPOSITORY_STATE_CHERRYPICK_SEQUENCE: self = .cherryPick
    case GIT_REPOSITORY_STATE_BISECT: self = .bisect
    case GIT_REPOSITORY_STATE_REBASE, GIT_REPOSITORY_STATE_REBASE_INTERACTIVE, GIT_REPOSITORY_STATE_REBASE_MERGE:
      self = .rebase
    case GIT_REPOSITORY_STATE_APPLY_MAILBOX, GIT_REPOSITORY_STATE_APPLY_MAILBOX_OR_REBASE: self = .applyMailbox
    default: self = .unknown
    }
  }
}
