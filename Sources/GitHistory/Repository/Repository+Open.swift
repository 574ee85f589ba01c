internal import CLibgit2
internal import FileSystem
public import SystemPackage

extension Repository {
  /// Opens the repository whose work tree has `directory` as its top. Linked work trees are opened too.
  ///
  /// An enclosing repository is never opened in its place.
  /// - Parameter environment: The variables that say where git's configuration lies and who commits: `HOME`,
  ///   `XDG_CONFIG_HOME`, `GIT_CONFIG_GLOBAL`, `GIT_AUTHOR_NAME` and so on. Nothing is read from the process's own.
  ///   A `safe.directory` counts only in the files that git looks for itself, not in one that a variable names.
  /// - Throws: ``GitError/Code/notFound`` where there is no directory, ``GitError/Code/notARepository``,
  ///   ``GitError/Code/bare``, ``GitError/Code/owner`` or ``GitError/Code/unsupported``.
  public static func open(at directory: FilePath, environment: [String: String]) throws(GitError) -> Repository {
    try Libgit2.start()
    let environment = Environment(environment)
    let identity = try directoryIdentity(of: directory)
    let repository = try Libgit2.withSearchPaths(of: environment, .open) { () throws(GitError) in
      let handle = try openHandle(at: directory)
      return try Repository(adopting: handle, at: directory, environment: environment, operation: .open)
    }
    // `.git` itself can be opened too, and `core.worktree` leads elsewhere.
    guard try directoryIdentity(of: repository.directory) == identity else {
      throw notARepository(directory)
    }
    return repository
  }

  /// Makes a repository in `directory`, which is made too where it is missing, and opens it. It has no commit yet.
  /// - Parameter initialBranch: The branch of the first commit. Nil takes `init.defaultBranch` of git's configuration, or
  ///   `main` where that is not set.
  /// - Throws: ``GitError/Code/alreadyExists`` where `directory` has a repository of its own. Whether an enclosing
  ///   repository is there does not matter.
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
      // Without any `safe.directory`, libgit2 1.5 says of a foreign repository that it did not find that.
      guard error.message.contains("safe.directory") else { throw notARepository(directory) }
      throw GitError(.owner, .open, message: "the repository belongs to another user", path: directory)
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
