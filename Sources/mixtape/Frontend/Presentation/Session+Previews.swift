import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Prints the preview of an undo or redo.
  func present(_ preview: UndoPreview, of store: Store, would: String) throws(MixtapeError) {
    if wantsJSON { return print(try JSONOutput.undo(preview)) }
    for step in preview.steps {
      let state = if case .handEdit = step { " (not committed yet)" } else { "" }
      print("\(would): \(step.subject)\(state, .faint)")
    }
    try print(StoreDifference.gather(preview.differences), of: store)
    remark(
      "Nothing was changed. Next undo\(preview.item.map { " of \($0.id)" } ?? "") would be: \(preview.nextUndo?.subject ?? "nothing")"
    )
    if let redo = preview.nextRedo { remark("Next redo would be: \(redo.subject)") }
  }

  /// Prints the preview of a restoration or a revert.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` if it would change nothing.
  func present(
    _ preview: ChangePreview, of store: Store, operation: String, nothing: StyledText
  ) throws(MixtapeError) -> ExitStatus {
    if wantsJSON {
      print(try JSONOutput.preview(preview, operation: operation))
    } else if preview.differences.isEmpty {
      remark(nothing)
    } else {
      print("Would commit: \(preview.subject)")
      try print(StoreDifference.gather(preview.differences), of: store)
      remark("Nothing was changed.")
    }
    return preview.differences.isEmpty ? .nothingToDo : .done
  }

  /// Prints the plan of a change of the library that was not made.
  func present(dryRun plan: PodcastPlan) {
    let report = PlanReport(plan)
    if plan.changesNothing { return remark(report.nothing) }
    print(lines(ofNewEpisodesIn: plan))
    for change in plan.changes {
      let difference = PodcastDifference(from: change.before, to: change.after)
      let changed = difference.changedEpisodes.count
      let parts = difference.fields.map(\.rawValue) + (changed > 0 ? [counted(changed, "episode")] : [])
      if change.before != nil, !parts.isEmpty { print("  \(change.item.id, .bold): would change \(listed(parts))") }
    }
    remark("Nothing was changed.")
  }
}
