internal import GitHistory
public import MixtapeModel

extension Store {
  /// Undoes the last change of a playlist or a podcast as one commit. Later changes of other items stay, and so do the other
  /// files of the change. Uncommitted hand edits are committed first.
  ///
  /// A second call undoes the change before it. ``undo(_:)`` undoes this, as any change.
  ///
  /// - Parameters:
  ///   - item: The item, also by a former id.
  ///   - any: Whether changes that a sync received are undone, too. Otherwise they are skipped.
  /// - Returns: The result. There is no next redo.
  /// - Throws: ``MixtapeError/Code/nothingToUndo`` if there is no such change, with the causes of ``undo(_:)``;
  ///   ``MixtapeError/Code/notFound`` if the item does not exist and never did; ``MixtapeError/Code/conflict`` if changes of
  ///   others came since, and the change cannot be undone alone.
  @discardableResult
  public func undo(_ item: StoreItem, any: Bool = false) throws(MixtapeError) -> UndoResult {
    try transaction { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      let item = try present(item, in: repository)
      var walk = try UndoableChangeWalk(of: item, in: repository, skippingReceived: !any)
      let invalid = Array(transaction.invalidFiles.values)
      guard let (last, writes) = try effective(&walk, in: repository, knownInvalid: invalid, following: []) else {
        throw try nothingToUndo(item, walk, in: repository)
      }
      let message = Self.message(undoing: last.change.commit, in: item)
      // After the commit, a failure to read history would report the undo as failed.
      let next = any ? nil : try walk.next()
      let commit = try commitAndAnnounce(writes, message, in: transaction)
      let present = writes.present(item)
      let nextUndo = any ? Self.newestUndoable(of: present, in: repository) : next?.change.entry
      return UndoResult(
        steps: [last.change.entry], commit: commit, hasEffect: true, handEditCount: transaction.captured.count,
        item: present, nextUndo: nextUndo, nextRedo: nil)
    }
  }

  /// Returns the change that the next undo of an item would undo; `nil` if history cannot be read.
  private static func newestUndoable(of item: StoreItem, in repository: StoreRepository) -> HistoryEntry? {
    do throws(MixtapeError) {
      var walk = try UndoableChangeWalk(of: item, in: repository, skippingReceived: true)
      return try walk.next()?.change.entry
    } catch {
      // The undo is done, and an error would report it as failed.
      return nil
    }
  }

  private static func message(undoing commit: Commit, in item: StoreItem) -> CommitMessage {
    CommitMessage(
      "Undo in \(item.id): \(commit.subject)", operation: UndoDirection.undo.operation,
      trailers: [Commit.Trailer(key: CommitMessage.revertsKey, value: commit.id.description)])
  }

  /// Previews the undo of an item. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of the undo; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ item: StoreItem, any: Bool = false) throws(MixtapeError) -> UndoPreview {
    let dryRun = try DryRun(of: self)
    let item = try present(item, in: dryRun.repository)
    if let edit = dryRun.survey.edits.last(where: { $0.edit.paths.contains { StoreItem(path: $0) == item } }) {
      let before = edit.edit.oldPath.flatMap { StoreItem(path: $0) } ?? item
      var walk = try UndoableChangeWalk(of: before, in: dryRun.repository, skippingReceived: true)
      let writes = try UndoDirection.undo.writes(for: [.edit(edit)], in: dryRun.repository)
      return UndoPreview(
        steps: [.handEdit(edit.edit)], differences: try dryRun.differences(after: writes), item: before,
        nextUndo: try walk.next().map { .committed($0.change.entry) }, nextRedo: nil)
    }
    var walk = try UndoableChangeWalk(of: item, in: dryRun.repository, skippingReceived: !any)
    let found = try effective(
      &walk, in: dryRun.repository, knownInvalid: dryRun.survey.invalid, following: dryRun.survey.edits.map(\.edit))
    guard let (last, writes) = found else { throw try nothingToUndo(item, walk, in: dryRun.repository) }
    let undo = PlannedUndo(Self.message(undoing: last.change.commit, in: item), writes)
    let differences = try dryRun.differences(after: writes)
    let next = try any ? nil : walk.next()
    return UndoPreview(
      steps: [.committed(last.change.entry)], differences: differences, item: writes.present(item),
      nextUndo: try any
        ? step(after: undo, of: last, in: item, dryRun.repository) : next.map { .committed($0.change.entry) },
      nextRedo: nil)
  }

  /// Returns the change that the next undo of an item would undo after the undo of any change: this undo if the change is one of
  /// others.
  private func step(
    after undo: PlannedUndo, of change: UndoableChange, in item: StoreItem, _ repository: StoreRepository
  ) throws(MixtapeError) -> UndoPreview.Step? {
    var own = try UndoableChangeWalk(of: item, in: repository, skippingReceived: true)
    while let next = try own.next() {
      guard next.change.commit.id == change.change.commit.id else { continue }
      return try own.next().map { .committed($0.change.entry) }
    }
    return .undo(undo)
  }

  /// Returns the next change of a walk that has an effect, with the writes that take it back.
  private func effective(
    _ walk: inout UndoableChangeWalk, in repository: StoreRepository, knownInvalid invalid: [FileReport],
    following edits: [HandEdit]
  ) throws(MixtapeError) -> (change: UndoableChange, writes: [FileWrite])? {
    while let last = try walk.next() {
      let commit = last.change.commit
      let plan = try RevertPlan(
        reverting: last.files, of: commit.id, isWhole: last.files == last.change.files, in: self, repository,
        knownInvalid: invalid, following: edits)
      let writes = try plan.writes(reverting: commit.subject)
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

extension [FileWrite] {
  /// Returns the id of an item after the undo of one of its changes, which may rename its file.
  fileprivate func present(_ item: StoreItem) -> StoreItem {
    guard contains(where: { $0.new == nil && StoreItem(path: $0.path) == item }) else { return item }
    let created = filter { $0.old == nil && $0.new != nil }.compactMap { StoreItem(path: $0.path) }
    return created.first { $0.section == item.section } ?? item
  }
}
