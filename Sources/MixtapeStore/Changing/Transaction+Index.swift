internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// Why git's index does not know of changes that are made.
struct IndexDelay {
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
        if let indexDelay { throw indexDelay.cause }
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
  /// - Returns: what the index is behind in; `nil` if it is up to date.
  @discardableResult
  func end(_ operation: PendingOperation) -> IndexDelay? { refreshIndex(after: operation) ?? endRecord(of: operation) }

  /// Brings the index up to date, and leaves the record.
  func refreshIndex(after operation: PendingOperation, isDurable: Bool = true) -> IndexDelay? {
    delay(after: operation) { (paths) throws(MixtapeError) in
      try git { () throws(GitError) in try repository.refreshIndex(paths: paths, isDurable: isDurable) }
    }
  }

  /// Ends the record of an operation of which the index knows.
  @discardableResult
  func endRecord(of operation: PendingOperation) -> IndexDelay? {
    delay(after: operation) { (_) throws(MixtapeError) in try journal.clear() }
  }

  /// What the index is behind in if `step` fails, which is told of.
  private func delay(
    after operation: PendingOperation, _ step: (_ paths: [String]) throws(MixtapeError) -> Void
  ) -> IndexDelay? {
    let paths = operation.changes.map(\.path) + (indexDelay?.paths ?? [])
    do throws(MixtapeError) {
      try step(paths)
      return nil
    } catch {
      store.context.notify(.indexNotUpdated(error))
      return IndexDelay(paths: paths, cause: error)
    }
  }
}
