internal import FileSystem
internal import SystemPackage

/// The directories of git repositories, whose files belong to git: any file there may be taken for a branch.
enum GitDirectories {
  /// Returns whether a directory, or one above it, is that of a git repository.
  static func contain(_ path: FilePath) throws(Errno) -> Bool {
    var directory = path
    repeat {
      if try isGitDirectory(directory) { return true }
    } while directory.removeLastComponent()
    return false
  }

  /// Returns whether a directory is that of a git repository, by its name or, as git does, by its files.
  private static func isGitDirectory(_ directory: FilePath) throws(Errno) -> Bool {
    if directory.lastComponent?.string.lowercased() == ".git" { return true }
    for name in ["HEAD", "objects", "refs"] where try FileKind(at: directory.appending(name)) == nil { return false }
    return true
  }
}
