import MixtapeStore

extension Session {
  /// Prints how files differ, or would.
  func print(_ differences: [FileDifference]) {
    for difference in differences { print(patch: difference.patch) }
  }

  /// Says what would be undone or done again.
  func present(_ preview: UndoPreview, would: String) {
    print(json: JSONOutput.undo(preview)) {
      for step in preview.steps {
        let state = if case .handEdit = step { " (not committed yet)" } else { "" }
        print("\(would): \(step.subject)\(state, .faint)")
      }
      print(preview.differences)
      remark("Nothing was changed. Next undo would be: \(preview.nextUndo?.subject ?? "nothing")")
      if let redo = preview.nextRedo { remark("Next redo would be: \(redo.subject)") }
    }
  }

  /// Says what a restoration or a revert would come to.
  ///
  /// - Returns: ``ExitStatus/nothingToDo`` if that is nothing.
  func present(_ preview: ChangePreview, operation: String, nothing: StyledText) -> ExitStatus {
    print(json: JSONOutput.preview(preview, operation: operation)) {
      guard !preview.differences.isEmpty else { return remark(nothing) }
      print("Would commit: \(preview.subject)")
      print(preview.differences)
      remark("Nothing was changed.")
    }
    return preview.differences.isEmpty ? .nothingToDo : .done
  }
}

extension UndoPreview.Step {
  /// The change in one line.
  var subject: String {
    switch self {
    case .committed(let entry): entry.subject
    case .handEdit(let edit): edit.subject
    }
  }
}
