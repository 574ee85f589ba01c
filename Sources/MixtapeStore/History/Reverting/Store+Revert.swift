public import GitHistory
public import MixtapeModel

/// The result of reverting a change.
public struct RevertResult: Sendable {
  /// The reverted change.
  public let change: HistoryEntry
  /// Whether the change touches files of the store.
  public let touchesStore: Bool
  /// The commit of the revert; `nil` if its changes were already gone, so that nothing was done.
  public let commit: CommitID?
}

extension Store {
  /// Reverts an earlier change as one commit, and keeps later changes.
  ///
  /// A file that has not been changed since gets its previous bytes back. In a playlist that has been changed since,
  /// keys are reverted one by one, and the list of episodes element by element: added episodes are removed, and
  /// removed ones return to their places. Either all files are reverted, or none.
  ///
  /// - Parameter revision: The change, as in ``playlist(_:at:)``. A merge stands for the changes that it brought to
  ///   its branch. The revision is resolved before hand edits are captured.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notRevertible`` for the commit that created
  ///   the store, and with a ``HistoryCutOff`` for a commit whose parents are missing; ``MixtapeError/Code/conflict``
  ///   with a ``RevertConflicts`` as its cause; ``MixtapeError/Code/invalidVersion`` if a file to restore has errors;
  ///   ``MixtapeError/Code/invalidFile`` if a present file has errors.
  @discardableResult
  public func revert(_ revision: Revision) throws(MixtapeError) -> RevertResult {
    let id = try resolve(revision)
    return try transaction { (transaction) throws(MixtapeError) in
      let change = try revertible(id, in: transaction.repository)
      let writes = try writes(
        reverting: change, in: transaction.repository, knownInvalid: Array(transaction.invalidFiles.values),
        following: [])
      let reverted = CommittedChange(commit: change, files: try transaction.repository.storeChanges(in: id))
      let made: CommitID? =
        writes.isEmpty ? nil : try commitAndAnnounce(writes, Self.message(reverting: change), in: transaction)
      return RevertResult(change: reverted.entry, touchesStore: !reverted.files.isEmpty, commit: made)
    }
  }

  /// Previews ``revert(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``revert(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func revertPreview(_ revision: Revision) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let id = try resolve(revision, for: nil, in: dryRun.repository)
    let change = try revertible(id, in: dryRun.repository)
    let writes = try writes(
      reverting: change, in: dryRun.repository, knownInvalid: dryRun.survey.invalid,
      following: dryRun.survey.edits.map(\.edit))
    return ChangePreview(
      subject: Self.message(reverting: change).subject, differences: try dryRun.differences(after: writes))
  }

  private func writes(
    reverting change: Commit, in repository: StoreRepository, knownInvalid invalid: [FileReport],
    following edits: [HandEdit]
  ) throws(MixtapeError) -> [FileWrite] {
    try RevertPlan(reverting: change.id, in: self, repository, knownInvalid: invalid, following: edits)
      .writes(reverting: change.subject)
  }

  /// Returns the change of a commit that has a parent.
  private func revertible(
    _ id: CommitID, in repository: StoreRepository
  ) throws(MixtapeError) -> Commit {
    let commit = try repository.commit(id)
    guard !commit.parents.isEmpty, commit.trailer(CommitMessage.operationKey) != Self.initialOperation else {
      throw MixtapeError(
        .notRevertible, .text(commit.subject), cause: commit.boundary.map { HistoryCutOff(boundary: $0) })
    }
    return commit
  }

  private static func message(reverting change: Commit) -> CommitMessage {
    CommitMessage(
      "Revert \"\(change.subject)\"", operation: CommitMessage.revertOperation,
      trailers: [Commit.Trailer(key: CommitMessage.revertsKey, value: change.id.description)])
  }
}
