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

  /// The status of the regular file at a path from here, or nil where there is none or its status cannot be read.
  func fileStatus(of path: String) -> FileStatus? {
    do throws(Errno) {
      guard let item = try status(of: path.cName), item.kind == .regular else { return nil }
      return item.status
    } catch {
      return nil
    }
  }

  /// Whether nothing is at a path from here.
  func isAbsent(_ path: String) -> Bool {
    do throws(Errno) {
      return try status(of: path.cName) == nil
    } catch {
      return false
    }
  }

  /// Reads the regular file at a path from here, or returns nil where there is none.
  func file(_ path: String) throws(GitError) -> (bytes: [UInt8], status: FileStatus)? {
    do throws(Errno) {
      return try read(path.cName)
    } catch {
      throw GitError(error, .readWorkTree, path: FilePath(path))
    }
  }
}
