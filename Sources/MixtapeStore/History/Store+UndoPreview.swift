public import MixtapeModel

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
  /// The change that an undo after it would undo.
  public let nextUndo: Step?
  /// The change that a redo after it would redo.
  public let nextRedo: Step?
}

extension Store {
  /// Previews ``undo(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// Uncommitted hand edits would be committed, and undone first.
  ///
  /// - Throws: The errors of ``undo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview {
    try preview(count, .undo, any: false)
  }

  /// Previews ``undo(_:any:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``undo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1, any: Bool) throws(MixtapeError) -> UndoPreview {
    try preview(count, .undo, any: any)
  }

  /// Previews ``redo(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: The errors of ``redo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func redoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview {
    try preview(count, .redo, any: false)
  }

  private func preview(_ count: Int, _ direction: UndoDirection, any: Bool) throws(MixtapeError) -> UndoPreview {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    let dryRun = try DryRun(of: self)
    let wanted = direction.lookahead(for: count)
    let stack = try UndoStack(of: dryRun.repository, for: direction, atLeast: wanted, skippingReceived: !any)
    let edits = try dryRun.survey.undoableEdits(in: dryRun.repository)
    let candidates = Self.steps(wanted, direction, after: edits, stack)
    guard candidates.count >= count else { throw stack.tooFew(candidates.count, for: direction, count) }
    let steps = Array(candidates.prefix(count))
    let next = direction.next(after: steps, before: candidates.dropFirst(count).first)
    let commits = steps.compactMap { step in if case .commit(let change) = step { change } else { nil } }
    let isReversible = any ? try isOwn(commits, in: dryRun.repository) : true
    return UndoPreview(
      steps: steps.map(\.preview),
      differences: try dryRun.differences(
        after: writes(
          for: steps, direction, stack, in: dryRun.repository, knownInvalid: dryRun.survey.invalid,
          following: dryRun.survey.edits.map(\.edit))),
      item: nil, nextUndo: next.undo?.preview, nextRedo: isReversible ? next.redo?.preview : nil)
  }

  private static func steps(
    _ count: Int, _ direction: UndoDirection, after edits: ArraySlice<HandEditSurvey.Edit>, _ stack: UndoStack
  ) -> [UndoStep] {
    // Committing a hand edit clears the redo stack.
    if direction == .redo, !edits.isEmpty { return [] }
    let newest = edits.reversed().map(UndoStep.edit)
    return Array((newest + stack.changes(direction).map(UndoStep.commit)).prefix(count))
  }
}
