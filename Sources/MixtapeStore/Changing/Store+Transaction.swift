internal import GitHistory
public import MixtapeModel

extension Store {
  /// Runs a change under the lock. Plans it again if somebody edited its files in the meantime.
  func transaction<Result>(
    _ body: (borrowing Transaction) throws(MixtapeError) -> Result
  ) throws(MixtapeError) -> Result {
    var transaction = try Transaction.begin(in: self)
    defer {
      refreshCopies()
      notifyIfPackingIsDue(in: transaction.repository)
    }
    for _ in 1..<Transaction.attempts {
      do throws(MixtapeError) {
        return try body(transaction)
      } catch {
        guard error.cause is FileChanged else { throw error }
        try transaction.captureHandEdits(readingAll: true)
      }
    }
    return try body(transaction)
  }

  /// Updates the copies for other programs, if the store has some: the snapshot and the exported playlists.
  private func refreshCopies() {
    context.snapshots(self)?.refresh()
    refreshExport()
  }

  /// Commits hand edits, each file as a separate commit, but many new files as one. Files with errors are reported and not
  /// committed.
  @discardableResult
  public func captureHandEdits() throws(MixtapeError) -> [CapturedEdit] {
    try captureHandEdits(acceptingDeletions: false)
  }

  func captureHandEdits(acceptingDeletions acceptsDeletions: Bool) throws(MixtapeError) -> [CapturedEdit] {
    let transaction = try Transaction.begin(in: self, acceptingDeletions: acceptsDeletions)
    if !transaction.captured.isEmpty { refreshCopies() }
    notifyIfPackingIsDue(in: transaction.repository)
    return transaction.captured
  }

  /// Notifies the user if a change has left more loose objects than git's limit. Each change adds some, and libgit2
  /// does not pack them.
  func notifyIfPackingIsDue(in repository: StoreRepository) {
    do throws(MixtapeError) {
      let objects = try repository.looseObjects()
      if objects.exceedsLimit { context.notify(.packingDue(in: directory, objects)) }
    } catch {
      // The change is complete, and the next read of objects reports the error.
    }
  }
}
