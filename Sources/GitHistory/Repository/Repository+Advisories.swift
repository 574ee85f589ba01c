internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A setting of the user that Mixtape's commits ignore.
public enum RepositoryAdvisory: Hashable, Sendable {
  /// `commit.gpgsign` is on, but commits are not signed.
  case commitsAreNotSigned
  /// Hooks that `git commit` would run, and that do not run.
  case hooksDoNotRun([String])
  /// Settings by which git converts files, such as `core.autocrlf=true`. Commits have the bytes on disk.
  case filesAreNotConverted([String])
}

extension Repository {
  /// Returns the settings that `git commit` follows in this repository and
  /// ``commit(_:message:author:committer:onto:)`` ignores.
  public func advisories() throws(GitError) -> [RepositoryAdvisory] {
    var advisories: [RepositoryAdvisory] = []
    if try configuration.bool("commit.gpgsign") == true { advisories.append(.commitsAreNotSigned) }
    let directory = try hooksDirectory()
    let hooks = Self.commitHooks.filter { access(directory.appending($0).string, X_OK) == 0 }
    if !hooks.isEmpty { advisories.append(.hooksDoNotRun(hooks)) }
    return advisories
  }

  private static let commitHooks = ["pre-commit", "prepare-commit-msg", "commit-msg", "post-commit"]

  /// Returns `core.hooksPath`, which is relative to the top of the work tree, or the default directory.
  private func hooksDirectory() throws(GitError) -> FilePath {
    guard let path = try configuration.path("core.hooksPath") else { return commonDirectory.appending("hooks") }
    return directory.pushing(path)
  }
}
