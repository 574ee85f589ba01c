internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Throws an error if git's index cannot be replaced: another git holds its lock, or its directory is not writable.
  /// Called before anything is written. The search for hand edits has already shown that the index can be read.
  func requireUsableGitIndex() throws(MixtapeError) {
    let lock = repository.gitDirectory.appending("index.lock")
    let isGone = try repository.waitForLock(lock) { () throws(MixtapeError) in
      try store.context.interruptions.check()
      // If this transaction could not remove a lock of its own, it is still there.
      try repository.removeAbandonedLocks()
    }
    guard isGone else {
      throw .repository(
        GitError(.locked, .writeIndex, message: "another git process holds the lock of the index", path: lock))
    }
    try repository.requireReplaceableGitIndex()
  }

  /// Syncs the replaced files, and clears the record.
  ///
  /// The change is complete, so a failure is a notice and no error. The record then stays for the next change, or for
  /// this transaction if it continues.
  ///
  /// - Parameter isOneStep: Whether to sync the whole file system, rather than each directory.
  /// - Returns: The paths that stay in the record; empty if it was cleared.
  @discardableResult
  func end(_ operation: PendingOperation, isOneStep: Bool = false) -> [String] {
    let paths = operation.changes.map(\.path) + operation.unconfirmed
    do throws(MixtapeError) {
      if isOneStep { try Disk.synchronizeFileSystem(of: state.directory) } else { try synchronizeNames(of: paths) }
      try journal.clear()
      return []
    } catch {
      store.context.notify(.notConfirmed(error))
      return paths
    }
  }

  /// Syncs the names of files, of the branch and of git's index. Their contents were synced before.
  func synchronizeNames(of paths: [String]) throws(MixtapeError) {
    var directories: Set<FilePath> = []
    for place in paths.map({ store.directory.appending($0) })
    where directories.insert(place.removingLastComponent()).inserted {
      try Disk.synchronizeDirectory(of: place)
    }
    try repository.synchronizeNames()
  }
}
