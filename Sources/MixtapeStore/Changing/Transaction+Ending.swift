internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// Why the record stays of changes that are made.
struct OpenEnd {
  /// The paths of the changes.
  let paths: [String]
  /// What went wrong.
  let cause: MixtapeError
}

extension Transaction {
  /// Makes sure, before anything is written, that git's index can be told of a change: no other git holds it, and it can be
  /// replaced. That it can be read has shown when hand edits were looked for.
  func requireUsableIndex() throws(MixtapeError) {
    let lock = repository.gitDirectory.appending("index.lock")
    let deadline = ContinuousClock.now + repository.lockPatience
    while try system(lock, { () throws(Errno) in try FileStatus(of: lock) }) != nil {
      guard ContinuousClock.now < deadline else {
        // A disk that fails for good may have left our own lock, and that it fails is what there is to tell.
        if let openEnd { throw openEnd.cause }
        throw .repository(GitError(.locked, .writeIndex, message: "another git holds the index", path: lock))
      }
      SystemCalls.pause(microseconds: 10_000)
    }
    try git { () throws(GitError) in try repository.requireReplaceableIndex() }
  }

  /// Brings the index up to date with what was committed, makes durable what was put into place, and ends the record.
  ///
  /// The change is made by then, so that a failure is no error but told of. The record stays, for the next change to end;
  /// where this one goes on, it takes the paths along.
  ///
  /// - Parameter isOneStep: Whether the whole file system is synced, or each directory by itself.
  /// - Returns: why the record stays; `nil` if it was ended.
  @discardableResult
  func end(_ operation: PendingOperation, isOneStep: Bool = false) -> OpenEnd? {
    let paths = operation.changes.map(\.path) + (openEnd?.paths ?? [])
    do throws(MixtapeError) {
      try git { () throws(GitError) in try repository.refreshIndex(paths: paths) }
    } catch {
      store.context.notify(.indexNotUpdated(error))
      return OpenEnd(paths: paths, cause: error)
    }
    do throws(MixtapeError) {
      if isOneStep { try synchronizeFileSystem() } else { try synchronizeNames(of: paths) }
      try journal.clear()
      return nil
    } catch {
      store.context.notify(.notConfirmed(error))
      return OpenEnd(paths: paths, cause: error)
    }
  }

  /// Makes durable what was written to the file system of the store.
  func synchronizeFileSystem() throws(MixtapeError) {
    try system(state.directory) { () throws(Errno) in try DurableFile.synchronizeFileSystem(of: state.directory) }
  }

  /// Makes the names of files durable, and those of the branch and the index. What is in them was synced before.
  func synchronizeNames(of paths: [String]) throws(MixtapeError) {
    var directories: Set<FilePath> = []
    for place in paths.map({ store.directory.appending($0) })
    where directories.insert(place.removingLastComponent()).inserted {
      try system(place) { () throws(Errno) in try DurableFile.synchronizeDirectory(of: place) }
    }
    try git { () throws(GitError) in try repository.synchronizeNames() }
  }
}
