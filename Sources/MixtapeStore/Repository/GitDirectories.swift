internal import FileSystem
internal import MixtapeModel
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
    for entry in entries(of: directory) where try FileKind(at: entry) == nil { return false }
    return true
  }

  /// Returns the three paths by which git recognizes the directory of a repository.
  private static func entries(of directory: FilePath) -> [FilePath] {
    ["HEAD", "objects", "refs"].map { directory.appending($0) }
  }
}

// MARK: - The repository around a directory

extension GitDirectories {
  /// Returns the repository that encloses a directory. See ``Store/repository(enclosing:)``.
  static func repository(enclosing directory: FilePath) throws(MixtapeError) -> FilePath? {
    if try isWorkTree(directory) { return nil }
    var candidate = directory.lexicallyNormalized()
    if try isBare(candidate) { return candidate }
    while candidate.lastComponent != nil {
      candidate = candidate.removingLastComponent()
      if try isWorkTree(candidate) { return candidate }
      if try isBare(candidate) { return candidate }
    }
    return nil
  }

  /// Returns whether a directory is a git directory. A directory that cannot be read does not count.
  private static func isBare(_ directory: FilePath) throws(MixtapeError) -> Bool {
    for entry in entries(of: directory) {
      do throws(Errno) {
        guard try FileStatus(of: entry) != nil else { return false }
      } catch {
        guard [.notDirectory, .permissionDenied].contains(error) else { throw .fileAccess(entry, error) }
        return false
      }
    }
    return true
  }

  /// Returns whether a directory has a `.git` that is a repository, or a file with the path of one.
  private static func isWorkTree(_ directory: FilePath) throws(MixtapeError) -> Bool {
    let entry = directory.appending(".git")
    do throws(Errno) {
      switch try FileKind(following: entry) {
      case .regular: return true
      case .directory: return try FileStatus(of: entry.appending("HEAD")) != nil
      case .symbolicLink, .other: return false
      }
    } catch {
      // Git ignores an unreadable directory, too.
      guard [.noSuchFileOrDirectory, .notDirectory, .permissionDenied].contains(error) else {
        throw .fileAccess(entry, error)
      }
      return false
    }
  }
}
