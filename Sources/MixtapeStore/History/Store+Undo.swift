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
  /// The change that the next undo would undo: of the same item, if the undo was one of an item. Changes of others are skipped.
  public let nextUndo: HistoryEntry?
  /// The change that the next redo would redo.
  public let nextRedo: HistoryEntry?
}

extension Store {
  /// Undoes the newest changes as one commit. Uncommitted hand edits are committed first, so that they are undone
  /// first.
  ///
  /// - Throws: ``MixtapeError/Code/nothingToUndo`` if there are fewer changes than requested; nothing is undone then.
  ///   The cause is a ``HistoryCutOff`` if history is cut off, and ``ChangesOfOthers`` if there are changes of others.
  ///   ``MixtapeError/Code/conflict`` if changes of others came since, and the change cannot be undone alone.
  @discardableResult
  public func undo(_ count: Int = 1) throws(MixtapeError) -> UndoResult {
    try step(count, .undo, any: false)
  }

  /// Undoes the newest changes as one commit.
  ///
  /// - Parameter any: Whether changes that a sync received are undone, too. Otherwise they are skipped.
  /// - Throws: The errors of ``undo(_:)``.
  @discardableResult
  public func undo(_ count: Int = 1, any: Bool) throws(MixtapeError) -> UndoResult {
    try step(count, .undo, any: any)
  }

  /// Redoes the changes that were undone last, as one commit.
  ///
  /// - Throws: ``MixtapeError/Code/nothingToRedo`` if fewer changes were undone since the last other change.
  @discardableResult
  public func redo(_ count: Int = 1) throws(MixtapeError) -> UndoResult {
    try step(count, .redo, any: false)
  }

  private func step(_ count: Int, _ direction: UndoDirection, any: Bool) throws(MixtapeError) -> UndoResult {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    return try transaction { (transaction) throws(MixtapeError) in
      let repository = transaction.repository
      let stack = try UndoStack(
        of: repository, for: direction, atLeast: direction.lookahead(for: count), skippingReceived: !any)
      let changes = stack.changes(direction)
      guard changes.count >= count else { throw stack.tooFew(changes.count, for: direction, count) }
      let steps = Array(changes.prefix(count))
      let own = any ? try UndoStack(of: repository, atLeast: direction.lookahead(for: count)).undoable : changes
      let writes = try writes(
        for: steps.map(UndoStep.commit), direction, stack, in: repository,
        knownInvalid: Array(transaction.invalidFiles.values), following: [])
      let commit = try commitAndAnnounce(writes, Self.message(for: steps.map(\.commit), direction), in: transaction)
      let entries = steps.map(\.entry)
      let hasEffect = writes.contains { !$0.changesNothing }
      guard own.prefix(count).map(\.commit.id) == steps.map(\.commit.id) else {
        return UndoResult(
          steps: entries, commit: commit, hasEffect: hasEffect, handEditCount: transaction.captured.count, item: nil,
          nextUndo: Self.newestUndoable(in: repository), nextRedo: nil)
      }
      let next = direction.next(after: steps, before: own.dropFirst(count).first)
      return UndoResult(
        steps: entries, commit: commit, hasEffect: hasEffect, handEditCount: transaction.captured.count, item: nil,
        nextUndo: next.undo?.entry, nextRedo: next.redo?.entry)
    }
  }

  /// Returns the change that the next undo would undo, after an undo of changes of others; `nil` if history cannot be read.
  ///
  /// Such an undo is a change of this clone: the next undo takes it back, and no redo.
  private static func newestUndoable(in repository: StoreRepository) -> HistoryEntry? {
    do throws(MixtapeError) {
      return try UndoStack(of: repository, atLeast: 1).undoable.first?.entry
    } catch {
      // The undo is done, and an error would report it as failed.
      return nil
    }
  }

  /// Returns the writes of steps.
  ///
  /// If changes of others came since, the files do not have the contents that the change left. One change can then be undone by
  /// the rules of revert.
  func writes(
    for steps: [UndoStep], _ direction: UndoDirection, _ stack: UndoStack, in repository: StoreRepository,
    knownInvalid invalid: [FileReport], following edits: [HandEdit]
  ) throws(MixtapeError) -> [FileWrite] {
    let changes = steps.compactMap { step in if case .commit(let change) = step { change } else { nil } }
    guard changes.count > stack.exactCount(direction), let change = changes.first else {
      return try direction.writes(for: steps, in: repository)
    }
    let subject = change.commit.subject
    guard steps.count == 1 else { throw MixtapeError(.conflict, .text(subject), cause: ChangesOfOthers()) }
    return try plan(direction, change, stack, in: repository, knownInvalid: invalid, following: edits)
      .writes(reverting: subject)
  }

  /// Returns the plan of one step across changes of others. A redo reverts the undo, because that also has values of others, in
  /// the place of those that it took back.
  private func plan(
    _ direction: UndoDirection, _ change: CommittedChange, _ stack: UndoStack, in repository: StoreRepository,
    knownInvalid invalid: [FileReport], following edits: [HandEdit]
  ) throws(MixtapeError) -> RevertPlan {
    let origin = stack.origin(of: change, direction)
    if direction == .undo {
      return try RevertPlan(
        reverting: change.files, of: origin, in: self, repository, knownInvalid: invalid, following: edits)
    }
    if origin != change.commit.id, try repository.commit(origin).commits(named: CommitMessage.undoesKey).count == 1 {
      return try RevertPlan(reverting: origin, in: self, repository, knownInvalid: invalid, following: edits)
    }
    let units = RevertUnit.units(of: change.files.map { FileChange(path: $0.path, old: $0.new, new: $0.old) })
    return try RevertPlan(
      reverting: units, between: RevertStates(of: change.commit.id, in: repository).reversed, since: origin, in: self,
      repository, knownInvalid: invalid, following: edits)
  }

  private static func message(for steps: [Commit], _ direction: UndoDirection) -> CommitMessage {
    message(
      ofSteps: steps.map(\.subject), direction,
      trailers: steps.map { Commit.Trailer(key: direction.trailer, value: $0.id.description) })
  }

  /// Returns the message of an undo or a redo.
  ///
  /// - Parameter subjects: The changes, each in one line.
  static func message(
    ofSteps subjects: [String], _ direction: UndoDirection, trailers: [Commit.Trailer] = []
  ) -> CommitMessage {
    let single = subjects.count == 1 ? subjects.first : nil
    return CommitMessage(
      single.map { "\(direction.verb): \($0)" } ?? "\(direction.verb) \(subjects.count) changes",
      body: single == nil ? subjects.map { "- \($0)" } : [], operation: direction.operation, trailers: trailers)
  }
}

extension UndoDirection {
  /// Returns the number of changes to find when `count` of them are undone or redone: one more, to report the next
  /// one.
  func lookahead(for count: Int) -> Int { count < .max ? count + 1 : count }

  /// Returns the changes that can be undone and redone after some steps.
  ///
  /// - Parameter following: The change after the steps in the same direction.
  func next<Step>(after steps: [Step], before following: Step?) -> (undo: Step?, redo: Step?) {
    self == .undo ? (following, steps.last) : (steps.last, following)
  }
}
