public import GitHistory
public import MixtapeModel

/// The result of reverting a change.
public struct RevertResult: Sendable {
  /// The change that was taken back.
  public let change: HistoryEntry
  /// Whether it touches files of the store at all.
  public let touchesStore: Bool
  /// The commit that took it back; `nil` if nothing of it was left, so that nothing was done.
  public let commit: CommitID?
}

extension Store {
  /// Takes one earlier change back, as one commit, and keeps what came after it.
  ///
  /// A file that is as the change left it gets the bytes that it had before. In the file of a playlist that was changed
  /// since, keys are taken back one by one and the list of episodes as a list: what the change added goes, what it removed
  /// returns to its place. All files are taken back, or none.
  ///
  /// - Parameter revision: The change, as ``playlist(_:at:)`` takes it; of a merge, what it brought to its branch. It is
  ///   looked up before hand edits are captured.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notRevertible`` of the commit that made the
  ///   store, and with a ``HistoryCutOff`` of one whose parents are missing; ``MixtapeError/Code/conflict`` with a
  ///   ``RevertConflicts`` as its cause;
  ///   ``MixtapeError/Code/invalidVersion`` if a file would come back that had errors;
  ///   ``MixtapeError/Code/invalidFile`` if a file has errors now.
  @discardableResult
  public func revert(_ revision: Revision) throws(MixtapeError) -> RevertResult {
    let id = try resolve(revision)
    return try transaction { (transaction) throws(MixtapeError) in
      let change = try revertible(id, in: transaction.repository)
      let writes = try writes(
        reverting: change, in: transaction.repository, besides: Array(transaction.invalidFiles.values),
        following: [])
      let made: CommitID? =
        writes.isEmpty ? nil : try commit(writes, Self.message(reverting: change), in: transaction)
      let reverted = CommittedChange(commit: change, files: try transaction.repository.storeChanges(in: id))
      return RevertResult(change: reverted.entry, touchesStore: !reverted.files.isEmpty, commit: made)
    }
  }

  /// Previews ``revert(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: what ``revert(_:)`` throws; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func revertPreview(_ revision: Revision) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let id = try resolve(revision, for: nil, in: dryRun.repository)
    let change = try revertible(id, in: dryRun.repository)
    let writes = try writes(
      reverting: change, in: dryRun.repository, besides: dryRun.survey.invalid,
      following: dryRun.survey.edits.map(\.edit))
    return ChangePreview(
      subject: Self.message(reverting: change).subject, differences: try dryRun.differences(after: writes))
  }

  private func writes(
    reverting change: Commit, in repository: StoreRepository, besides invalid: [FileReport],
    following edits: [HandEdit]
  ) throws(MixtapeError) -> [FileWrite] {
    let plan = try RevertPlan(reverting: change.id, in: self, repository, besides: invalid, following: edits)
    guard plan.conflicts.isEmpty else {
      throw MixtapeError(.conflict, .text(change.subject), cause: RevertConflicts(conflicts: plan.conflicts))
    }
    return plan.writes
  }

  /// A commit that has one before it to go back to.
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
      "Revert \"\(change.subject)\"", operation: "revert",
      answering: [Commit.Trailer(key: CommitMessage.revertsKey, value: change.id.description)])
  }
}
