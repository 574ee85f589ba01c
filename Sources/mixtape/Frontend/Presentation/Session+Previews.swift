import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Prints the preview of an undo or redo.
  func present(_ preview: UndoPreview, of store: Store, would: String) throws(MixtapeError) {
    if preview.differences.isEmpty {
      noteNoEffect(of: preview.steps.map(\.subject), done: would == "Would redo" ? "redone" : "undone")
    }
    if wantsJSON { return print(try JSONOutput.undo(preview)) }
    for step in preview.steps {
      let state = if case .handEdit = step { " (not committed yet)" } else { "" }
      print("\(would): \(step.subject)\(state, .faint)")
    }
    let renamed = try store.renamedFiles(among: preview.differences)
    try print(StoreDifference.gather(preview.differences, renamed: renamed), of: store)
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
}
