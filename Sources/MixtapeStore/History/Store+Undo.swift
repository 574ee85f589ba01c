internal import GitHistory
public import MixtapeModel

/// The ways back: undo and redo, reverts, and restorations of earlier versions.
extension Store {
  // MARK: Undo

  /// Undoes the newest changes of this clone as one commit. Uncommitted hand edits are committed first, so that they are undone
  /// first. Plays, positions and changes of others are skipped.
  ///
  /// - Throws: ``MixtapeError/Code/nothingToUndo`` if there are fewer changes than requested; nothing is undone then.
  ///   The cause is a ``HistoryCutOff`` if history is cut off, and ``ChangesOfOthers`` if there are changes of others.
  ///   ``MixtapeError/Code/conflict`` with a ``RevertConflicts`` as its cause.
  @discardableResult
  public func undo(_ count: Int = 1) throws(MixtapeError) -> UndoResult {
    try UndoRequest.steps(count, .undo).perform(in: self)
  }

  /// Redoes the changes that were undone last, as one commit.
  ///
  /// - Throws: ``MixtapeError/Code/nothingToRedo`` if fewer changes were undone since the last other change;
  ///   ``MixtapeError/Code/conflict`` as in ``undo(_:)``.
  @discardableResult
  public func redo(_ count: Int = 1) throws(MixtapeError) -> UndoResult {
    try UndoRequest.steps(count, .redo).perform(in: self)
  }

  /// Skips the newest change, for example because it cannot be undone alone. The next undo undoes the one before it. Changes no
  /// file and makes no commit, except of hand edits.
  ///
  /// - Returns: The change, and the one that the next undo would undo.
  /// - Throws: The errors of ``undo(_:)`` if there is no change.
  public func skipUndo() throws(MixtapeError) -> (change: HistoryEntry, next: HistoryEntry?) {
    try Transaction.run(in: self) { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      let steps = try UndoSteps(of: repository, at: try repository.head().commit, undo: 2, redo: 0)
      guard let change = steps.undoable.first else { throw try steps.tooFew(for: .undo, 1) }
      try OperationLog(in: transaction.state).append([LoggedOperation(.skip, change.commit.id)])
      return (change.entry, steps.undoable.dropFirst().first?.entry)
    }
  }

  /// Undoes the last change of a playlist or a podcast as one commit. Later changes of other items stay, and so do the other
  /// files of the change. Uncommitted hand edits are committed first.
  ///
  /// A second call undoes the change before it. ``undo(_:)`` undoes this, as any change.
  ///
  /// - Parameter item: The item, also by a former id.
  /// - Returns: The result. There is no next redo.
  /// - Throws: ``MixtapeError/Code/nothingToUndo`` if there is no such change, with the causes of ``undo(_:)``;
  ///   ``MixtapeError/Code/notFound`` if the item does not exist and never did; ``MixtapeError/Code/conflict`` with a
  ///   ``RevertConflicts`` as its cause.
  @discardableResult
  public func undo(_ item: StoreItem) throws(MixtapeError) -> UndoResult {
    try UndoRequest.item(item).perform(in: self)
  }

  /// Previews ``undo(_:)``. Takes no lock, changes no file and no branch.
  ///
  /// Uncommitted hand edits would be committed, and undone first. Their commits are written, but nothing refers to them.
  ///
  /// - Throws: The errors of ``undo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview {
    try UndoRequest.steps(count, .undo).preview(in: self)
  }

  /// Previews ``redo(_:)``, as ``undoPreview(_:)`` does.
  ///
  /// - Throws: The errors of ``redo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func redoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview {
    try UndoRequest.steps(count, .redo).preview(in: self)
  }

  /// Previews the undo of an item, as ``undoPreview(_:)`` does.
  ///
  /// - Throws: The errors of the undo; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ item: StoreItem) throws(MixtapeError) -> UndoPreview {
    try UndoRequest.item(item).preview(in: self)
  }

  // MARK: Reverts and restorations

  /// Reverts an earlier change as one commit, and keeps later changes.
  ///
  /// A file that has not been changed since gets its previous bytes back. In a playlist that has been changed since,
  /// keys are reverted one by one, and the list of episodes element by element: added episodes are removed, and
  /// removed ones return to their places. Either all files are reverted, or none.
  ///
  /// - Parameters:
  ///   - revision: The change, as in ``playlist(_:at:)``. A merge stands for the changes that it brought to
  ///     its branch. The revision is resolved before hand edits are captured.
  ///   - item: The playlist or podcast whose part of the change is reverted; `nil` for the whole change.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notRevertible`` for the commit that created
  ///   the store, and with a ``HistoryCutOff`` for a commit whose parents are missing; ``MixtapeError/Code/conflict``
  ///   with a ``RevertConflicts`` as its cause; ``MixtapeError/Code/invalidVersion`` if a file to restore has errors;
  ///   ``MixtapeError/Code/invalidFile`` if a present file has errors.
  @discardableResult
  public func revert(_ revision: Revision, of item: StoreItem? = nil) throws(MixtapeError) -> RevertResult {
    let id = try resolve(revision)
    return try Transaction.run(in: self) { (transaction) throws(MixtapeError) in
      let head = try transaction.repository.head().commit
      let plan = try RevertPlan(of: id, item, at: head, in: transaction.history)
      let made: CommitID? =
        plan.writes.isEmpty ? nil : try transaction.commitAndAnnounce(plan.writes, plan.message)
      return RevertResult(change: plan.change.entry, touchesStore: !plan.change.files.isEmpty, commit: made)
    }
  }

  /// Previews ``revert(_:of:)``. Takes no lock, changes no file and no branch.
  ///
  /// - Throws: The errors of ``revert(_:of:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func revertPreview(_ revision: Revision, of item: StoreItem? = nil) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let id = try dryRun.history.commit(of: revision)
    let head = try dryRun.head(after: try dryRun.makeHandEditCommits())
    let plan = try RevertPlan(of: id, item, at: head, in: dryRun.history)
    return try dryRun.preview(of: plan.writes, plan.message)
  }

  /// Restores the bytes of the file of a playlist or a podcast at a revision.
  ///
  /// A missing item returns to its previous folder. An existing one stays in its folder. If its file was renamed since the revision,
  /// it keeps its present id.
  ///
  /// - Parameter revision: A revision, as in ``playlist(_:at:)``; `nil` for the last version of a deleted item. It is
  ///   resolved before hand edits are captured.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   item, or if it never existed, or with a ``RenamedItem`` as its cause without a revision, if it was renamed;
  ///   ``MixtapeError/Code/alreadyExists`` without a revision, if the item exists;
  ///   ``MixtapeError/Code/invalidVersion`` if the file has errors at the revision;
  ///   ``MixtapeError/Code/invalidFile`` if the present file has errors.
  @discardableResult
  public func restore(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> RestoreResult {
    let source = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: item) }
    return try Transaction.run(in: self) { (transaction) throws(MixtapeError) in
      let plan = try Restoration(of: item, at: source, in: transaction.history)
      let made: CommitID? =
        if let write = plan.write { try transaction.commitAndAnnounce([write], plan.message) } else { nil }
      return RestoreResult(content: plan.content, source: plan.source, commit: made)
    }
  }

  /// Previews ``restore(_:at:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``restore(_:at:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func restorePreview(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> ChangePreview {
    let dryRun = try DryRun(of: self)
    let source = try revision.map { (name) throws(MixtapeError) in try dryRun.history.commit(of: name, for: item) }
    let plan = try Restoration(of: item, at: source, in: dryRun.history)
    return try dryRun.preview(of: plan.write.map { [$0] } ?? [], plan.message)
  }
}
