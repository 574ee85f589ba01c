internal import GitHistory
internal import MixtapeModel

extension Transaction {
  /// Restores the files of a change whose commit failed, and clears its record. Unconfirmed paths of earlier changes
  /// stay recorded.
  ///
  /// If that fails too, for example because of a broken disk, the record stays, and the next command finishes the
  /// change. The caller throws the first error.
  func rollBack(_ writes: [FileWrite], of operation: PendingOperation) {
    repository.git.unlockIndex()
    do throws(MixtapeError) {
      guard try !isCommitted(operation) else { return }
      for write in writes.reversed() {
        try write.discard(in: store.directory)
        if try hasOwnBytes(write) { try self.write(write.old, to: write.path) }
      }
      let misstated = repository.mismatchedPaths
      if !misstated.isEmpty { try repository.refreshGitIndex(paths: Array(misstated)) }
      if unconfirmed.isEmpty {
        try journal.clear()
      } else {
        try journal.write(PendingOperation(confirming: unconfirmed))
      }
    } catch {
      return
    }
  }

  /// Returns whether HEAD moved before the failure, for example if libgit2 moves it and cannot write the reflog.
  private func isCommitted(_ operation: PendingOperation) throws(MixtapeError) -> Bool {
    let head = try repository.head()
    guard head.commit?.description != operation.base else { return false }
    return try uncommitted(operation.changes, at: head).isEmpty
  }

  /// Returns whether a file has the bytes that this change wrote. Edits by others in the meantime are kept.
  private func hasOwnBytes(_ write: FileWrite) throws(MixtapeError) -> Bool {
    guard !write.changesNothing else { return false }
    return try store.load(write.path).has(write.new)
  }
}
