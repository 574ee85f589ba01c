internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Makes sure, before anything is written, that git's index can be told of a change: no other git holds it, and it can be
  /// replaced. That it can be read has shown when hand edits were looked for.
  func requireUsableIndex() throws(MixtapeError) {
    let lock = repository.gitDirectory.appending("index.lock")
    let deadline = ContinuousClock.now + repository.lockPatience
    while try system(lock, { () throws(Errno) in try FileStatus(of: lock) }) != nil {
      guard ContinuousClock.now < deadline else {
        throw .repository(GitError(.locked, .writeIndex, message: "another git holds the index", path: lock))
      }
      SystemCalls.pause(microseconds: 10_000)
    }
    try git { () throws(GitError) in try repository.requireReplaceableIndex() }
  }

  /// Brings the index up to date with what was committed, and ends the record.
  ///
  /// The change is made by then, so that a failure is no error but told of. The record stays, for the next change to end;
  /// where this one goes on, it takes the paths along.
  ///
  /// - Returns: the paths that the index is behind in.
  @discardableResult
  func end(_ operation: PendingOperation) -> [String] {
    let paths = operation.changes.map(\.path) + pathsBehind
    do throws(MixtapeError) {
      try git { () throws(GitError) in try repository.refreshIndex(paths: paths) }
      try journal.clear()
      return []
    } catch {
      store.context.notify(.indexNotUpdated(error))
      return paths
    }
  }
}
