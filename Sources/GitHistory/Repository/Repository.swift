internal import CLibgit2
package import FileSystem
public import SystemPackage

/// A git repository with a work tree, read and written through libgit2.
///
/// A repository belongs to one owner and is not `Sendable`: open another where two tasks work at once. It takes no lock
/// over several calls, so a caller that reads, plans and writes has to hold its own lock.
///
/// Paths inside a repository are strings with `/` between the parts, relative to its top, as git writes them.
public final class Repository {
  /// The top of the work tree.
  public let directory: FilePath

  /// The directory of this work tree's HEAD and index; of a linked work tree, its own under `worktrees/`.
  public let gitDirectory: FilePath

  /// The directory of objects and branches, which linked work trees have in common.
  public let commonDirectory: FilePath

  /// The directory of objects, which has one directory for the first two digits of their names.
  public var objectsDirectory: FilePath { commonDirectory.appending("objects") }

  /// The directories that a commit's objects and its branch are written to.
  package var writtenDirectories: [FilePath] { [objectsDirectory, commonDirectory.appending("refs")] }

  /// The time that a call waits for a lock that another git holds, before it fails with ``GitError/Code/locked``.
  public var lockPatience: Duration = .seconds(1)

  /// By what the locks are known that are taken here; `nil` where nobody has to know them.
  public var lockToken: LockToken?

  /// Whether to give up waiting for a lock, as somebody wants the process to end.
  public var isInterrupted: () -> Bool = { false }

  /// The paths of a commit that HEAD did not move to, if the index could not be put back either.
  ///
  /// Empty after the next ``refreshIndex(paths:)`` with them.
  public internal(set) var misstatedPaths: Set<String> = []

  /// The way in which files that are written become durable.
  package let syncPolicy: SyncPolicy

  let handle: Handle<RepositoryKind>
  let objects: ObjectStore
  let configuration: Configuration
  let environment: Environment
  /// The index as it was read last.
  var knownIndex: GitIndexFile?
  /// The lock on the index between two calls of ``moveHead(to:refreshing:)``.
  var keptIndexLock: LockFile?
  /// The overrides of parents and commits that git applies. Read when they are first needed.
  var knownOverrides: HistoryOverrides?

  /// The operation of several steps that is under way, as files in the git directory show it.
  ///
  /// Every function works in every state. The caller decides which states it allows.
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
    // libgit2 reads once, when it opens this, whether to sync it.
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
  /// libgit2 gives up at once. Locks of git are held for milliseconds, and one that a killed git left is never removed.
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
