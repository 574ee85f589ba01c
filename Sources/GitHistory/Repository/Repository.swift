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
  var knownIndex: GitIndexFile?
  /// The lock on the index between two calls of ``moveHead(to:refreshing:)``.
  var keptIndexLock: LockFile?
  /// The identities for which git was asked.
  var knownIdentities: [Identity.Role: Identity] = [:]
  /// The commits at the boundary of a shallow clone, read at their first use.
  var knownShallowCommits: Set<CommitID>?

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

extension Repository {
  /// Opens the repository whose work tree has `directory` as its top. Supports linked work trees. Never opens an
  /// enclosing repository.
  ///
  /// - Parameter environment: The variables that determine git's configuration and identity: `HOME`,
  ///   `XDG_CONFIG_HOME`, `GIT_CONFIG_GLOBAL`, `GIT_AUTHOR_NAME` and so on. The environment of the process is not
  ///   read. `safe.directory` is read only from git's default configuration files, not from a file that a variable
  ///   names.
  /// - Throws: ``GitError/Code/notFound`` if the directory does not exist, ``GitError/Code/notARepository``,
  ///   ``GitError/Code/bare``, ``GitError/Code/owner`` or ``GitError/Code/unsupported``; ``GitError/Code/readOnly`` if
  ///   `.git` cannot be searched.
  public static func open(at directory: FilePath, environment: [String: String]) throws(GitError) -> Repository {
    try Libgit2.start()
    let environment = Environment(environment)
    let identity = try directoryIdentity(of: directory)
    let repository = try Libgit2.withSearchPaths(of: environment, .open) { () throws(GitError) in
      let handle = try openHandle(at: directory)
      return try Repository(adopting: handle, at: directory, environment: environment, operation: .open)
    }
    // libgit2 also opens `.git` itself, and follows `core.worktree`.
    guard try directoryIdentity(of: repository.directory) == identity else {
      throw notARepository(directory)
    }
    return repository
  }

  /// Creates a repository in `directory`, which is created if it is missing, and opens it. It has no commit yet.
  ///
  /// - Parameter initialBranch: The branch of the first commit; `nil` for `init.defaultBranch` of git's
  ///   configuration, or `main` if that is not set.
  /// - Throws: ``GitError/Code/alreadyExists`` if `directory` is already the top of a repository. Enclosing
  ///   repositories are ignored.
  public static func create(
    at directory: FilePath, initialBranch: String? = nil, environment: [String: String]
  ) throws(GitError) -> Repository {
    try Libgit2.start()
    let environment = Environment(environment)
    return try Libgit2.withSearchPaths(of: environment, .create) { () throws(GitError) in
      let configured = try Configuration(environment: environment).string("init.defaultBranch")
      let handle = try makeHandle(at: directory, initialBranch: initialBranch ?? configured ?? "main")
      return try Repository(adopting: handle, at: directory, environment: environment, operation: .create)
    }
  }

  static func openHandle(at directory: FilePath) throws(GitError) -> Handle<RepositoryKind> {
    do throws(GitError) {
      return try Handle(.open, path: directory) {
        git_repository_open_ext(&$0, directory.string, GIT_REPOSITORY_OPEN_NO_SEARCH.rawValue, nil)
      }
    } catch {
      guard error.code == .notFound else { throw error }
      // Without any `safe.directory`, libgit2 1.5 reports that it did not find this setting, rather than the owner.
      guard error.message.contains("safe.directory") else {
        try requireSearchableGitDirectory(in: directory)
        throw notARepository(directory)
      }
      throw GitError(.owner, .open, message: "the repository belongs to another user", path: directory)
    }
  }

  /// Throws ``GitError/Code/readOnly`` if permissions hide the content of `.git`. libgit2 reports that it found nothing.
  private static func requireSearchableGitDirectory(in directory: FilePath) throws(GitError) {
    let git = directory.appending(".git")
    do throws(Errno) {
      _ = try FileKind(at: git.appending("HEAD"))
    } catch {
      // Other errors, such as that of a file in the place of `.git`, mean that there is no repository.
      if error == .permissionDenied { throw GitError(error, .open, path: git) }
    }
  }

  private static func notARepository(_ directory: FilePath) -> GitError {
    GitError(.notARepository, .open, message: "not the top of a git repository's work tree", path: directory)
  }

  private static func directoryIdentity(of directory: FilePath) throws(GitError) -> FileIdentity {
    try reporting(.open, at: directory) { () throws(Errno) in try FileIdentity(of: directory) }
  }
}

extension Repository {
  /// Creates a repository and opens it.
  ///
  /// libgit2 creates it in a temporary directory, which is then renamed. Meanwhile, libgit2 takes locks and creates
  /// files to test the file system, and a kill would leave some of them.
  static func makeHandle(at directory: FilePath, initialBranch: String) throws(GitError) -> Handle<RepositoryKind> {
    let place = directory.appending(".git")
    let temporaryDirectory = temporaryDirectory(in: directory)
    let lock = try reporting(.create, at: directory) { () throws(Errno) in
      try DurableFile.makeDirectories(directory)
      return try FileLock.acquire(directory: directory, patience: .seconds(10))
    }
    guard let lock else {
      throw GitError(.locked, .create, message: "another process is creating a repository there", path: directory)
    }
    // If something exists at the path, libgit2 reports the error.
    if try reporting(.create, at: directory, { () throws(Errno) in try FileStatus(of: place) }) != nil {
      return try createHandle(at: directory, initialBranch)
    }
    try reporting(.create, at: temporaryDirectory) { () throws(Errno) in
      try DurableFile.removeTree(temporaryDirectory)
    }
    _ = try createHandle(at: temporaryDirectory, initialBranch)
    try reporting(.create, at: directory) { () throws(Errno) in
      try SystemCalls.rename(temporaryDirectory.appending(".git"), to: place)
      _ = try DurableFile.removeIfEmpty(temporaryDirectory)
      try DurableFile.synchronizeDirectory(of: place)
    }
    _ = consume lock
    return try openHandle(at: directory)
  }

  private static func temporaryDirectory(in directory: FilePath) -> FilePath { directory.appending(".mixtape-init") }

  /// Removes the temporary directory of an interrupted creation, if it is empty.
  package static func removeEmptyTemporaryDirectory(in directory: FilePath) throws(GitError) {
    try reporting(.create, at: directory) { () throws(Errno) in
      _ = try DurableFile.removeIfEmpty(temporaryDirectory(in: directory))
    }
  }

  private static func createHandle(
    at directory: FilePath, _ initialBranch: String
  ) throws(GitError) -> Handle<RepositoryKind> {
    var options = git_repository_init_options()
    try Libgit2.call(.create) {
      git_repository_init_options_init(&options, UInt32(GIT_REPOSITORY_INIT_OPTIONS_VERSION))
    }
    options.flags = GIT_REPOSITORY_INIT_NO_REINIT.rawValue | GIT_REPOSITORY_INIT_MKPATH.rawValue
    return try Libgit2.synchronizing(true) { () throws(GitError) in
      try Handle(.create, path: directory) { pointer in
        initialBranch.withCString { branch in
          options.initial_head = branch
          return git_repository_init_ext(&pointer, directory.string, &options)
        }
      }
    }
  }
}
