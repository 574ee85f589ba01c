public import GitHistory
public import MixtapeModel

/// The result of an undo or a redo.
public struct UndoResult: Sendable {
  /// The changes that were undone or redone, in that order.
  public let steps: [HistoryEntry]
  /// The commit of the undo or redo.
  public let commit: CommitID
  /// Whether a file is different. If later changes had already undone the steps, or the steps cancel each other out, the commit is
  /// empty: it only records them for the next undo and redo.
  public let hasEffect: Bool
  /// The number of hand edits that were committed first.
  public let handEditCount: Int
  /// The item whose change was undone, with the id that it has now; `nil` for changes of the whole store.
  public let item: StoreItem?
  /// The change that the next undo would undo: of the same item, if the undo was one of an item.
  public let nextUndo: HistoryEntry?
  /// The change that the next redo would redo.
  public let nextRedo: HistoryEntry?
}

/// A preview of an undo or a redo. Nothing was changed.
public struct UndoPreview: Sendable {
  /// A change that would be undone or redone.
  public enum Step: Sendable {
    case committed(HistoryEntry)
    /// A hand edit, which would be committed first.
    case handEdit(HandEdit)

    /// The change in one line.
    public var subject: String {
      switch self {
      case .committed(let entry): entry.subject
      case .handEdit(let edit): edit.subject
      }
    }
  }

  /// The changes, in the order in which they would be undone or redone.
  public let steps: [Step]
  /// The differences that the files would have.
  public let differences: [FileDifference]
  /// The item whose change would be undone, with the id that it would have; `nil` for changes of the whole store.
  public let item: StoreItem?
  /// The change that an undo after it would undo: of the same item, if there is one. Changes of others are skipped.
  public let nextUndo: Step?
  /// The change that a redo after it would redo.
  public let nextRedo: Step?
}

/// The result of reverting a change.
public struct RevertResult: Sendable {
  /// The reverted change.
  public let change: HistoryEntry
  /// Whether the change touches files of the store; of the item, if its part is reverted.
  public let touchesStore: Bool
  /// The commit of the revert; `nil` if its changes were already gone, so that nothing was done.
  public let commit: CommitID?
}

/// A request to undo or to redo.
enum UndoRequest {
  /// Undoes or redoes a number of changes of this clone.
  case steps(Int, UndoDirection)
  /// Undoes the last change of an item that has an effect.
  case item(StoreItem)
}

extension UndoRequest {
  /// Makes the undo or redo. See ``Store/undo(_:)``.
  func perform(in store: Store) throws(MixtapeError) -> UndoResult {
    try requireSteps()
    return try Transaction.run(in: store) { (transaction) throws(MixtapeError) in
      let history = transaction.history
      let plan = try present(in: history).plan(at: try history.repository.head().commit, in: history)
      let commit = try transaction.commitAndAnnounce(plan.writes, plan.message, from: .step)
      return UndoResult(
        steps: plan.steps.map(\.entry), commit: commit, hasEffect: !plan.writes.isEmpty,
        handEditCount: transaction.captured.count, item: plan.item, nextUndo: plan.nextUndo?.entry,
        nextRedo: plan.nextRedo?.entry)
    }
  }

  /// Previews the undo or redo. See ``Store/undoPreview(_:)``.
  func preview(in store: Store) throws(MixtapeError) -> UndoPreview {
    try requireSteps()
    let dryRun = try DryRun(of: store)
    let request = try present(in: dryRun.history)
    if case .item(let item) = request, let preview = try dryRun.preview(undoingHandEditOf: item) { return preview }
    let made = try dryRun.makeHandEditCommits()
    let plan = try request.plan(at: try dryRun.head(after: made), in: dryRun.history)
    // A hand edit has no commit yet that anybody could look up.
    let step = { (change: CommittedChange) -> UndoPreview.Step in
      made.first { $0.id == change.commit.id }.map { .handEdit($0.edit) } ?? .committed(change.entry)
    }
    return UndoPreview(
      steps: plan.steps.map(step), differences: try dryRun.differences(after: plan.writes, from: .step),
      item: plan.item, nextUndo: plan.nextUndo.map(step), nextRedo: plan.nextRedo.map(step))
  }

  private func requireSteps() throws(MixtapeError) {
    if case .steps(let count, let direction) = self, count <= 0 {
      throw MixtapeError(direction.nothing, .position(count, count: 0))
    }
  }

  /// Returns the request with the present id of its item.
  private func present(in history: StoreHistory) throws(MixtapeError) -> UndoRequest {
    guard case .item(let item) = self else { return self }
    return .item(try history.present(item))
  }

  private func plan(at head: CommitID?, in history: StoreHistory) throws(MixtapeError) -> UndoPlan {
    switch self {
    case .steps(let count, let direction): try UndoPlan(count, direction, at: head, in: history)
    case .item(let item): try UndoPlan(of: item, at: head, in: history)
    }
  }
}

// MARK: - Plans

/// An undo or a redo, before it is made.
struct UndoPlan {
  let steps: [CommittedChange]
  let writes: [FileWrite]
  let message: CommitMessage
  /// The item whose change is undone, with the id that it gets; `nil` for changes of the whole store.
  let item: StoreItem?
  let nextUndo: CommittedChange?
  let nextRedo: CommittedChange?

  /// Plans steps of the whole store.
  ///
  /// - Parameter head: The commit of HEAD, or one of hand edits on top of it.
  init(
    _ count: Int, _ direction: UndoDirection, at head: CommitID?, in history: StoreHistory
  ) throws(MixtapeError) {
    let wanted = count < .max ? count + 1 : count
    let found = try UndoSteps(
      of: history.repository, at: head, undo: direction == .undo ? wanted : 0, redo: direction == .redo ? wanted : 0)
    let changes = found.changes(direction)
    guard let head, changes.count >= count else { throw try found.tooFew(for: direction, count) }
    if direction == .undo, found.skippedCount > 0 {
      history.store.context.notify(.skippedChanges(count: found.skippedCount))
    }
    steps = Array(changes.prefix(count))
    item = nil
    let following = changes.dropFirst(count).first
    (nextUndo, nextRedo) = direction == .undo ? (following, steps.last) : (steps.last, following)
    let reversed = try ReversedChanges(steps, as: direction, from: head, in: history)
    writes = reversed.writes
    message = CommitMessage(steps.map(\.commit), direction, reversed.renames)
  }

  /// Plans the undo of the last change of one item that has an effect.
  ///
  /// - Parameter head: The commit of HEAD, or one of hand edits of other items on top of it.
  init(of item: StoreItem, at head: CommitID?, in history: StoreHistory) throws(MixtapeError) {
    guard let head else { throw MixtapeError(.nothingToUndo, item.subject) }
    var changes = try ItemUndoSteps(of: item, in: history.repository)
    while let found = try changes.next() {
      let reversed = try ReversedChanges([found.change], part: found.items, from: head, in: history)
      guard !reversed.writes.isEmpty else { continue }
      (steps, writes) = ([found.change], reversed.writes)
      message = CommitMessage(undoing: found.change.commit, in: item, reversed.renames)
      self.item = reversed.writes.present(item)
      (nextUndo, nextRedo) = (try changes.next()?.change, nil)
      return
    }
    try history.require(item)
    let reason = try history.repository.reasonForNoOlderChanges(from: head, changes.hasReceived)
    throw MixtapeError(.nothingToUndo, item.subject, cause: reason)
  }
}

extension CommitMessage {
  fileprivate init(_ steps: [Commit], _ direction: UndoDirection, _ renames: ItemRenames) {
    let subjects = steps.map(\.subject)
    let single = subjects.count == 1 ? subjects.first : nil
    self.init(
      single.map { "\(direction.verb): \($0)" } ?? "\(direction.verb) \(subjects.count) changes",
      body: single == nil ? subjects.map { "- \($0)" } : [], operation: direction.operation,
      trailers: steps.map { Commit.Trailer(key: direction.trailer, value: $0.id.description) } + renames.trailers())
  }

  fileprivate init(undoing change: Commit, in item: StoreItem, _ renames: ItemRenames) {
    self.init(
      "Undo in \(item.id): \(change.subject)", operation: Self.undoOperation,
      trailers: [Commit.Trailer(key: Self.revertsKey, value: change.id.description)] + renames.trailers())
  }
}

extension [FileWrite] {
  /// Returns the id of an item after the undo of one of its changes, which may rename its file.
  fileprivate func present(_ item: StoreItem) -> StoreItem {
    guard contains(where: { $0.new == nil && StoreItem(path: $0.path) == item }) else { return item }
    let new = filter { $0.old == nil && $0.new != nil }.compactMap { StoreItem(path: $0.path) }
    return new.first { $0.section == item.section } ?? item
  }
}

// MARK: - Previews

extension DryRun {
  /// Previews the undo of the last hand edit of an item; returns `nil` without a hand edit.
  fileprivate func preview(undoingHandEditOf item: StoreItem) throws(MixtapeError) -> UndoPreview? {
    let isOfItem = { (path: String) in StoreItem(path: path) == item }
    guard let edit = survey.edits.last(where: { $0.handEdit.paths.contains(where: isOfItem) }) else { return nil }
    let before = edit.handEdit.oldPath.flatMap { StoreItem(path: $0) } ?? item
    var older = try ItemUndoSteps(of: before, in: repository)
    return UndoPreview(
      steps: [.handEdit(edit.handEdit)], differences: try differences(after: writes(undoing: edit), from: .step),
      item: before, nextUndo: try older.next().map { .committed($0.change.entry) }, nextRedo: nil)
  }

  /// Returns the writes that return the files of a hand edit to HEAD.
  private func writes(undoing edit: HandEditSurvey.Edit) throws(MixtapeError) -> [FileWrite] {
    let head = try repository.head().commit
    return try edit.handEdit.paths.sorted().map { (path) throws(MixtapeError) in
      FileWrite(
        path: path, old: path == edit.handEdit.path ? edit.bytes : nil, new: try repository.content(of: path, in: head))
    }
  }
}

/// The revert of a change, or of the part of one item, before it is made.
struct RevertPlan {
  let change: CommittedChange
  let writes: [FileWrite]
  let message: CommitMessage

  init(of id: CommitID, _ item: StoreItem?, at head: CommitID?, in history: StoreHistory) throws(MixtapeError) {
    let repository = history.repository
    let commit = try repository.commit(id)
    guard let head, !commit.parents.isEmpty,
      commit.trailer(CommitMessage.operationKey) != CommitMessage.initialOperation
    else {
      throw MixtapeError(
        .notRevertible, .text(commit.subject), cause: commit.boundary.map { HistoryCutOff(boundary: $0) })
    }
    let item = try item.map { (item) throws(MixtapeError) in try history.present(item) }
    if let item { try history.require(item) }
    let part = try item.map { (item) throws(MixtapeError) in try repository.ids(of: item, around: id) }
    let files = try repository.storeChanges(in: id).filter { file in
      part.map { part in file.item.map(part.contains) == true } ?? true
    }
    change = CommittedChange(commit: commit, files: files)
    let reversed = try ReversedChanges([change], part: part, from: head, in: history)
    writes = reversed.writes
    message =
      if let item {
        CommitMessage(undoing: commit, in: item, reversed.renames)
      } else {
        CommitMessage(
          "Revert \"\(commit.subject)\"", operation: CommitMessage.revertOperation,
          trailers: [Commit.Trailer(key: CommitMessage.revertsKey, value: id.description)]
            + reversed.renames.trailers())
      }
  }
}
