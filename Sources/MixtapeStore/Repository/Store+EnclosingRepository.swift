internal import FileSystem
public import MixtapeModel
public import SystemPackage

extension Store {
  /// Returns the work tree of the git repository that encloses a directory, or the bare repository; `nil` if there is
  /// none. A work tree at the directory itself does not count.
  ///
  /// - Parameter directory: An absolute path. The directory may not exist.
  public static func repository(enclosing directory: FilePath) throws(MixtapeError) -> FilePath? {
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

  /// Returns whether a directory is a git directory. Git uses the same three names to decide.
  private static func isBare(_ directory: FilePath) throws(MixtapeError) -> Bool {
    for name in ["HEAD", "objects", "refs"] {
      let entry = directory.appending(name)
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
