import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Says what would be undone or done again.
  func present(_ preview: UndoPreview, of store: Store, would: String) throws(MixtapeError) {
    if wantsJSON { return print(try JSONOutput.undo(preview)) }
    for step in preview.steps {
      let state = if case .handEdit = step { " (not committed yet)" } else { "" }
      print("\(would): \(step.subject)\(state, .faint)")
    }
    try print(StoreDifference.gather(preview.differences), of: store)
    remark("Nothing was changed. Next undo would be: \(preview.nextUndo?.subject ?? "nothing")")
    if let redo = preview.nextRedo { remark("Next redo would be: \(redo.subject)") }
  }

  /// Says what a restoration or a revert would come to.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` if that is nothing.
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
