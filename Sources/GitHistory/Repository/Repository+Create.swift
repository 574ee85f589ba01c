internal import CLibgit2
internal import FileSystem
package import SystemPackage

extension Repository {
  /// Creates a repository and opens it.
  ///
  /// libgit2 creates it in a temporary directory, which is then renamed. Meanwhile, libgit2 takes locks and creates
  /// files to test the file system, and a kill would leave some of them.
  static func makeHandle(at directory: FilePath, initialBranch: String) throws(GitError) -> Handle<RepositoryKind> {
    let place = directory.appending(".git")
    let temporaryDirectory = temporaryDirectory(in: directory)
    let lock = try creating(directory) { () throws(Errno) in
      try DurableFile.makeDirectories(directory)
      return try FileLock.acquire(directory: directory, patience: .seconds(10))
    }
    guard let lock else {
      throw GitError(.locked, .create, message: "another process is creating a repository there", path: directory)
    }
    // If something exists at the path, libgit2 reports the error.
    if try creating(directory, { () throws(Errno) in try FileStatus(of: place) }) != nil {
      return try createHandle(at: directory, initialBranch)
    }
    try creating(temporaryDirectory) { () throws(Errno) in try DurableFile.removeTree(temporaryDirectory) }
    _ = try createHandle(at: temporaryDirectory, initialBranch)
    try creating(directory) { () throws(Errno) in
      try SystemCalls.rename(temporaryDirectory.appending(".git"), to: place)
      _ = try DurableFile.removeIfEmpty(temporaryDirectory)
      try DurableFile.synchronizeDirectory(of: place)
    }
    _ = consume lock
    return try openHandle(at: directory)
  }

  /// Returns the temporary directory in which a repository is created.
  private static func temporaryDirectory(in directory: FilePath) -> FilePath { directory.appending(".mixtape-init") }

  /// Removes the temporary directory of an interrupted creation, if it is empty.
  package static func removeEmptyTemporaryDirectory(in directory: FilePath) throws(GitError) {
    try creating(directory) { () throws(Errno) in _ = try DurableFile.removeIfEmpty(temporaryDirectory(in: directory)) }
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

  private static func creating<Result: ~Copyable>(
    _ path: FilePath, _ body: () throws(Errno) -> Result
  ) throws(GitError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw GitError(error, .create, path: path)
    }
  }
}
