internal import GitHistory
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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

extension Store {
  /// Previews ``undo(_:)``. Takes no lock, changes no file and no branch.
  ///
  /// Uncommitted hand edits would be committed, and undone first. Their commits are written, but nothing refers to them.
  ///
  /// - Throws: The errors of ``undo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview { try preview(count, .undo) }

  /// Previews ``redo(_:)``, as ``undoPreview(_:)`` does.
  ///
  /// - Throws: The errors of ``redo(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func redoPreview(_ count: Int = 1) throws(MixtapeError) -> UndoPreview { try preview(count, .redo) }

  private func preview(_ count: Int, _ direction: UndoDirection) throws(MixtapeError) -> UndoPreview {
    guard count > 0 else { throw MixtapeError(direction.nothing, .position(count, count: 0)) }
    let dryRun = try DryRun(of: self)
    let plan = try StepPlan(
      count, direction, at: try dryRun.headAfterHandEdits(at: context.now()), in: self, dryRun.repository)
    return UndoPreview(
      steps: plan.steps.map { $0.preview(after: dryRun.survey) },
      differences: try dryRun.differences(after: plan.writes, from: .step), item: nil,
      nextUndo: plan.nextUndo?.preview(after: dryRun.survey), nextRedo: plan.nextRedo?.preview(after: dryRun.survey))
  }

  /// Previews the undo of an item, as ``undoPreview(_:)`` does.
  ///
  /// - Throws: The errors of the undo; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func undoPreview(_ item: StoreItem) throws(MixtapeError) -> UndoPreview {
    let dryRun = try DryRun(of: self)
    let item = try present(item, in: dryRun.repository)
    if let edit = dryRun.survey.edits.last(where: { $0.edit.paths.contains { StoreItem(path: $0) == item } }) {
      let before = edit.edit.oldPath.flatMap { StoreItem(path: $0) } ?? item
      var older = try ItemChanges(of: before, in: dryRun.repository)
      return UndoPreview(
        steps: [.handEdit(edit.edit)],
        differences: try dryRun.differences(after: dryRun.writes(undoing: edit), from: .step),
        item: before, nextUndo: try older.next().map { .committed($0.change.entry) }, nextRedo: nil)
    }
    let plan = try ItemUndoPlan(
      of: item, at: try dryRun.headAfterHandEdits(at: context.now()), in: self, dryRun.repository)
    return UndoPreview(
      steps: [.committed(plan.step.entry)], differences: try dryRun.differences(after: plan.writes, from: .step),
      item: plan.writes.present(item), nextUndo: plan.nextUndo.map { .committed($0.entry) }, nextRedo: nil)
  }
}

extension DryRun {
  /// Returns the commit that HEAD would have after the commits of hand edits; `nil` for a store without a commit.
  func headAfterHandEdits(at time: Date) throws(MixtapeError) -> CommitID? {
    if let made = try makeHandEditCommits(at: time) { return made }
    return try repository.head().commit
  }

  /// Returns the writes that return the files of a hand edit to HEAD.
  fileprivate func writes(undoing edit: HandEditSurvey.Edit) throws(MixtapeError) -> [FileWrite] {
    let head = try repository.head().commit
    return try edit.edit.paths.sorted().map { (path) throws(MixtapeError) in
      FileWrite(
        path: path, old: path == edit.edit.path ? edit.bytes : nil, new: try repository.content(of: path, in: head))
    }
  }
}

extension CommittedChange {
  /// Returns the step as a preview shows it. A hand edit has no commit yet that anybody could look up.
  func preview(after survey: HandEditSurvey) -> UndoPreview.Step {
    let paths = Set(files.map(\.path))
    let edit = survey.commits.first { commit.subject == $0.edit.subject && paths.isSuperset(of: $0.edit.paths) }
    return edit.map { .handEdit($0.edit) } ?? .committed(entry)
  }
}
