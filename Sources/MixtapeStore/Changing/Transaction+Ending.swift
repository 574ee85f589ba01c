internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Makes sure, before anything is written, that git's index can be replaced: no other git holds it, and its directory can
  /// be written to. That it can be read has shown when hand edits were looked for.
  func requireUsableGitIndex() throws(MixtapeError) {
    let lock = repository.gitDirectory.appending("index.lock")
    let deadline = ContinuousClock.now + repository.lockPatience
    while try Disk.exists(lock) {
      try store.context.interruptions.check()
      // One of our own is there if the disk did not let this transaction remove it.
      try repository.removeAbandonedLocks()
      guard ContinuousClock.now < deadline else {
        throw .repository(GitError(.locked, .writeIndex, message: "another git holds the index", path: lock))
      }
      SystemCalls.pause(microseconds: 10_000)
    }
    try repository.requireReplaceableIndex()
  }

  /// Makes durable what was put into place, and ends the record.
  ///
  /// The change is made by then, so that a failure is a notice and no error. The record stays, for the next change to end;
  /// where this one goes on, it takes the paths along.
  ///
  /// - Parameter isOneStep: Whether the whole file system is synced, or each directory by itself.
  /// - Returns: The paths of which the record stays; none if it was ended.
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

  /// Makes the names of files durable, and those of the branch and git's index. Their contents were synced before.
  func synchronizeNames(of paths: [String]) throws(MixtapeError) {
    var directories: Set<FilePath> = []
    for place in paths.map({ store.directory.appending($0) })
    where directories.insert(place.removingLastComponent()).inserted {
      try Disk.synchronizeDirectory(of: place)
    }
    try repository.synchronizeNames()
  }
}
