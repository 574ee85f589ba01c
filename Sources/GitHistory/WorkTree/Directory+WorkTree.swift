internal import FileSystem
internal import SystemPackage

extension Directory {
  /// Opens the top of a work tree.
  init(top: FilePath) throws(GitError) {
    do throws(Errno) {
      try self.init(at: top)
    } catch {
      throw GitError(error, .readWorkTree, path: top)
    }
  }

  /// Returns the status of a regular file at a relative path; `nil` if it does not exist, or if its status cannot be
  /// read.
  func fileStatus(of path: String) -> FileStatus? {
    do throws(Errno) {
      guard let item = try status(of: path.cName), item.kind == .regular else { return nil }
      return item.status
    } catch {
      return nil
    }
  }

  /// Returns whether nothing exists at a relative path.
  func isAbsent(_ path: String) -> Bool {
    do throws(Errno) {
      return try status(of: path.cName) == nil
    } catch {
      return false
    }
  }

  /// Reads the regular file at a relative path; `nil` if it does not exist.
  func file(_ path: String) throws(GitError) -> (bytes: [UInt8], status: FileStatus)? {
    do throws(Errno) {
      return try read(path.cName)
    } catch {
      throw GitError(error, .readWorkTree, path: FilePath(path))
    }
  }
}
