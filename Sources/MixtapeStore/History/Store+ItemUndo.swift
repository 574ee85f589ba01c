internal import GitHistory
public import MixtapeModel

extension Store {
  /// Undoes the last change of a playlist or a podcast as one commit. Later changes of other items stay, and so do the other
  /// files of the change. Uncommitted hand edits are committed first.
  ///
  /// A second call undoes the change before it. ``undo(_:)`` undoes this, as any change.
  ///
  /// - Parameter any: Whether changes that a sync received are undone, too. Otherwise they are skipped.
  /// - Returns: The result. Its next undo is the next change of the item, and there is no next redo.
  /// - Throws: ``MixtapeError/Code/nothingToUndo`` if there is no such change, with the causes of ``undo(_:)``;
  ///   ``MixtapeError/Code/notFound`` if the item does not exist and never did; ``MixtapeError/Code/conflict`` if changes of
  ///   others came since, and the change cannot be undone alone.
  @discardableResult
  public func undo(_ item: StoreItem, any: Bool = false) throws(MixtapeError) -> UndoResult {
    try transaction { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      var walk = try UndoableChangeWalk(of: item, in: repository, skippingReceived: !any)
      let invalid = Array(transaction.invalidFiles.values)
      guard let (last, writes) = try effective(&walk, in: repository, knownInvalid: invalid, following: []) else {
        throw try nothingToUndo(item, walk, in: repository)
      }
      let message = CommitMessage(
        "Undo in \(item.id): \(last.change.commit.subject)", operation: UndoDirection.undo.operation,
        trailers: [Commit.Trailer(key: CommitMessage.revertsKey, value: last.change.commit.id.description)])
      // After the commit, a failure to read history would report the undo as failed.
      let (item, next) = (walk.item, try walk.next())
      let commit = try commitAndAnnounce(writes, message, in: transaction)
      return UndoResult(
        steps: [last.change.entry], commit: commit, item: item, nextUndo: next?.change.entry, nextRedo: nil)
    }
  }

  /// Previews the undo of an item. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of the undo; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ item: StoreItem, any: Bool = false) throws(MixtapeError) -> UndoPreview {
    let dryRun = try DryRun(of: self)
    var walk = try UndoableChangeWalk(of: item, in: dryRun.repository, skippingReceived: !any)
    let step: UndoStep
    let writes: [FileWrite]
    if let edit = dryRun.survey.edits.last(where: { $0.edit.paths.contains { StoreItem(path: $0) == item } }) {
      step = .edit(edit)
      if let before = edit.edit.oldPath.flatMap({ StoreItem(path: $0) }) {
        walk = try UndoableChangeWalk(of: before, in: dryRun.repository, skippingReceived: !any)
      }
      writes = try UndoDirection.undo.writes(for: [step], in: dryRun.repository)
    } else if let found = try effective(
      &walk, in: dryRun.repository, knownInvalid: dryRun.survey.invalid, following: dryRun.survey.edits.map(\.edit))
    {
      step = .commit(found.change.change)
      writes = found.writes
    } else {
      throw try nothingToUndo(item, walk, in: dryRun.repository)
    }
    return UndoPreview(
      steps: [step.preview], differences: try dryRun.differences(after: writes), item: walk.item,
      nextUndo: try walk.next().map { .committed($0.change.entry) }, nextRedo: nil)
  }

  /// Returns the next change of a walk that has an effect, with the writes that take it back.
  private func effective(
    _ walk: inout UndoableChangeWalk, in repository: StoreRepository, knownInvalid invalid: [FileReport],
    following edits: [HandEdit]
  ) throws(MixtapeError) -> (change: UndoableChange, writes: [FileWrite])? {
    while let last = try walk.next() {
      let commit = last.change.commit
      let plan = try RevertPlan(
        reverting: last.files, of: commit.id, in: self, repository, knownInvalid: invalid, following: edits)
      let writes = try plan.writes(reverting: commit.subject, includesReceived: walk.hasReceived)
      if !writes.isEmpty { return (last, writes) }
    }
    return nil
  }

  /// Returns the error that an item has no change to undo.
  private func nothingToUndo(
    _ item: StoreItem, _ walk: UndoableChangeWalk, in repository: StoreRepository
  ) throws(MixtapeError) -> MixtapeError {
    try requireKnown(item, inHistoryOf: [nil], repository)
    return MixtapeError(
      .nothingToUndo, item.subject,
      cause: walk.boundary.map { HistoryCutOff(boundary: $0) } ?? (walk.hasReceived ? ChangesOfOthers() : nil))
  }
}
