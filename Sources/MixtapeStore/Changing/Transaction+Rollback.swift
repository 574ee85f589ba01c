internal import GitHistory
internal import MixtapeModel

extension Transaction {
  /// Restores the files of a change whose commit failed, and ends its record. Unconfirmed paths of earlier changes stay
  /// recorded.
  ///
  /// Where that fails too, as on a disk that breaks, the record stays, and the next command finishes the change. The
  /// caller throws the first failure.
  func rollBack(_ writes: [FileWrite], of operation: PendingOperation) {
    repository.git.unlockIndex()
    do throws(MixtapeError) {
      guard try !isCommitted(operation) else { return }
      for write in writes.reversed() {
        try write.discard(in: store.directory)
        if try hasOwnBytes(write) { try self.write(write.old, to: write.path) }
      }
      let misstated = repository.misstatedPaths
      if !misstated.isEmpty { try repository.refreshIndex(paths: Array(misstated)) }
      if unconfirmed.isEmpty {
        try journal.clear()
      } else {
        try journal.write(PendingOperation(confirming: unconfirmed))
      }
    } catch {
      return
    }
  }

  /// HEAD may have moved before the failure showed, as where libgit2 moves it and cannot write its log.
  private func isCommitted(_ operation: PendingOperation) throws(MixtapeError) -> Bool {
    let head = try repository.head()
    guard head.commit?.description != operation.base else { return false }
    return try uncommitted(operation.changes, at: head).isEmpty
  }

  /// Whether a file is as this change wrote it. What somebody else wrote in the meantime is theirs.
  private func hasOwnBytes(_ write: FileWrite) throws(MixtapeError) -> Bool {
    guard !write.changesNothing else { return false }
    return switch try store.load(write.path) {
    case .bytes(let bytes): bytes == write.new
    case .absent: write.new == nil
    case .unusable: false
    }
  }
}
