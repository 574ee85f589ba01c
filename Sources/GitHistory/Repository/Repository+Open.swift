internal import CLibgit2
internal import FileSystem
public import SystemPackage

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
    do throws(Errno) {
      return try FileIdentity(of: directory)
    } catch {
      throw GitError(error, .open, path: directory)
    }
  }
}
