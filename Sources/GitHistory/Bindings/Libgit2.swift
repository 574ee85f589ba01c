internal import CLibgit2
internal import Synchronization
internal import SystemPackage

/// libgit2: its start, its settings for the whole process, and the function for all calls.
enum Libgit2 {
  /// Starts the library at the first call in the process.
  static func start() throws(GitError) {
    if case .failure(let error) = started { throw error }
  }

  /// Runs one C function and throws an error for a negative result.
  ///
  /// libgit2 stores the message of the last error per thread and overwrites it, so it is read at once.
  @discardableResult
  static func call(
    _ operation: GitError.Operation, path: FilePath? = nil, _ function: () -> CInt
  ) throws(GitError) -> CInt {
    let status = function()
    guard status < 0 else { return status }
    throw GitError(status: status, operation: operation, path: path)
  }

  /// Runs `body` while libgit2 searches git's configuration files in the directories of `environment`.
  ///
  /// The search paths apply to the whole process, and libgit2 reads them when it opens or creates a repository. Only
  /// one thread may do so at a time.
  static func withSearchPaths<Result>(
    of environment: Environment, _ operation: GitError.Operation, _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try searchPathLock.withLock { (_) throws(GitError) in
      for (level, path) in environment.configurationSearchPaths {
        try call(operation) { clibgit2_set_search_path(level, path) }
      }
      return try body()
    }
  }

  private static let started: Result<Void, GitError> = Result { () throws(GitError) in
    try call(.start) { git_libgit2_init() }
    try call(.start) { clibgit2_enable_fsync(1) }
    // ``ObjectDatabase`` checks all objects except large trees.
    try call(.start) { clibgit2_enable_strict_hash_verification(0) }
  }

  /// Runs `body` while libgit2 syncs every file that it writes, or none.
  ///
  /// The setting applies to the whole process, so only one thread writes at a time.
  static func synchronizing<Result: ~Copyable>(
    _ isOn: Bool, _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try writingLock.withLock { (_) throws(GitError) in
      guard !isOn else { return try body() }
      try call(.writeObject) { clibgit2_enable_fsync(0) }
      defer { _ = clibgit2_enable_fsync(1) }
      return try body()
    }
  }

  private static let writingLock = Mutex(())

  private static let searchPathLock = Mutex(())
}
