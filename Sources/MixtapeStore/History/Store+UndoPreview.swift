internal import GitHistory
public import MixtapeModel

/// What an undo or a redo would come to; nothing was done.
public struct UndoPreview: Sendable {
  /// A change that would be undone or done again.
  public enum Step: Sendable {
    case committed(HistoryEntry)
    /// An edit by hand, which would be committed first.
    case handEdit(HandEdit)

    /// The change in one line.
    public var subject: String {
      switch self {
      case .committed(let entry): entry.subject
      case .handEdit(let edit): edit.subject
      }
    }
  }

  /// The changes, in the order in which they would be undone or done again.
  public let steps: [Step]
  /// How the files would differ.
  public let differences: [FileDifference]
  /// What the next undo would undo then.
  public let nextUndo: Step?
  /// What the next redo would do again then.
  public let nextRedo: Step?
}

extension Store {
  /// What ``undo(_:)`` would come to. Takes no lock, commits nothing, writes nothing.
  ///
  /// Edits by hand that are not committed yet would be, and are the first to be undone.
  ///
  /// - Throws: what ``undo(_:)`` throws; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview { try preview(count, .undo) }

  /// What ``redo(_:)`` would come to. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Throws: what ``redo(_:)`` throws; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func redoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview { try preview(count, .redo) }

  private func preview(_ count: Int, _ direction: UndoDirection) throws(MixtapeError) -> UndoPreview {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    let dryRun = try DryRun(of: self)
    // One more than asked for tells what would be next.
    let wanted = count < .max ? count + 1 : count
    let stack = try git { () throws(GitError) in
      try UndoStack(of: dryRun.repository, for: direction, atLeast: wanted)
    }
    let candidates = Self.steps(wanted, direction, after: dryRun.survey.edits, stack)
    guard candidates.count >= count else { throw stack.tooFew(candidates.count, for: direction, count) }
    let (steps, next) = (Array(candidates.prefix(count)), candidates.dropFirst(count).first)
    let (back, forth) = direction == .undo ? (next, steps.last) : (steps.last, next)
    let differences = try dryRun.differences(
      after: git { () throws(GitError) in try direction.writes(for: steps, in: dryRun.repository) })
    return try git { () throws(GitError) in
      let shown = { (step: UndoStep) throws(GitError) in try Self.shown(step, in: dryRun.repository) }
      return UndoPreview(
        steps: try steps.map(shown), differences: differences, nextUndo: try back.map(shown),
        nextRedo: try forth.map(shown))
    }
  }

  private static func steps(
    _ count: Int, _ direction: UndoDirection, after edits: [HandEditSurvey.Edit], _ stack: UndoStack
  ) -> [UndoStep] {
    // Committing an edit by hand ends what can be done again.
    if direction == .redo, !edits.isEmpty { return [] }
    let newest = edits.reversed().map(UndoStep.edit)
    return Array((newest + stack.changes(direction).map(UndoStep.commit)).prefix(count))
  }

  private static func shown(_ step: UndoStep, in repository: Repository) throws(GitError) -> UndoPreview.Step {
    switch step {
    case .commit(let commit): .committed(try entry(commit, in: repository))
    case .edit(let edit): .handEdit(edit.edit)
    }
  }
}
