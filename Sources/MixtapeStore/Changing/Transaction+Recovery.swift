internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Finishes an operation that was interrupted after its record was written.
  mutating func finishInterruptedOperation() throws(MixtapeError) {
    guard let operation = try journal.read() else { return }
    if operation.isCapture {
      indexDelay = end(operation)
      return
    }
    guard try canFinish(operation) else {
      // Its files have moved on in history since; what it left on disk is captured like any other edit.
      for change in operation.changes { discardRemains(of: change) }
      try journal.clear()
      return
    }
    for change in operation.changes { try finish(change) }
    _ = try commit(operation)
    indexDelay = end(operation)
    store.context.notify(.finishedInterruptedChange(subject: operation.subject))
  }

  /// Whether every file in HEAD is as it was before the operation, or as it will be after, and the new content is there.
  private func canFinish(_ operation: PendingOperation) throws(MixtapeError) -> Bool {
    try git { () throws(GitError) in
      let head = try repository.head().commit
      for change in operation.changes {
        let current = try head.flatMap { (id) throws(GitError) in try repository.entry(at: change.path, in: id)?.id }
        // A file that a new store takes in as it is has no version in HEAD.
        let isTakenIn = current == nil && change.oldID == change.newID
        guard current == change.oldID || current == change.newID || isTakenIn else { return false }
        do throws(GitError) {
          if let new = change.newID { _ = try repository.blob(new) }
        } catch {
          guard error.code == .notFound else { throw error }
          return false
        }
      }
      return true
    }
  }

  /// Writes a file that still is as it was. One that somebody edited since is left for them.
  private func finish(_ change: PendingOperation.Change) throws(MixtapeError) {
    let current: ObjectID?
    switch try store.load(change.path) {
    case .bytes(let bytes): current = try git { () throws(GitError) in try Repository.blobID(of: bytes) }
    case .absent: current = nil
    case .unusable: return discardRemains(of: change)
    }
    guard current == change.oldID, current != change.newID else { return discardRemains(of: change) }
    let bytes = try change.newID.map { (id) throws(MixtapeError) in
      try git { () throws(GitError) in try repository.blob(id) }
    }
    try write(bytes, to: change.path)
  }
  /// Removes the temporary file of a change that is not written again.
  private func discardRemains(of change: PendingOperation.Change) {
    DurableFile.discardRemains(of: store.directory.appending(change.path))
  }
}
