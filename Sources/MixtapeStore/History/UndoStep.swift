internal import GitHistory
internal import MixtapeModel

/// The direction of a step: undo or redo.
enum UndoDirection {
  case undo, redo

  var operation: String { self == .undo ? CommitMessage.undoOperation : CommitMessage.redoOperation }
  var verb: String { self == .undo ? "Undo" : "Redo" }
  var trailer: String { self == .undo ? CommitMessage.undoesKey : CommitMessage.redoesKey }
  var nothing: MixtapeError.Code { self == .undo ? .nothingToUndo : .nothingToRedo }
}

/// One change to undo or redo.
enum UndoStep {
  case commit(CommittedChange)
  /// A hand edit that would be committed before it is undone.
  case edit(HandEditSurvey.Edit)

  /// The commit of the change; `nil` for a hand edit.
  var commit: Commit? { if case .commit(let change) = self { change.commit } else { nil } }

  /// The step as a preview shows it.
  var preview: UndoPreview.Step {
    switch self {
    case .commit(let change): .committed(change.entry)
    case .edit(let edit): .handEdit(edit.edit)
    }
  }
}

extension UndoDirection {
  /// Returns the writes of steps that are undone or redone one after the other.
  func writes(for steps: [UndoStep], in repository: StoreRepository) throws(MixtapeError) -> [FileWrite] {
    var first: [String: ObjectID?] = [:]
    var last: [String: ObjectID?] = [:]
    var uncommitted: [ObjectID: [UInt8]] = [:]
    for step in steps {
      if case .edit(let edit) = step, let bytes = edit.bytes, let id = edit.content { uncommitted[id] = bytes }
      for change in try step.changes(in: repository) {
        let (from, to) = self == .undo ? (change.new, change.old) : (change.old, change.new)
        if first[change.path] == nil { first[change.path] = .some(from) }
        last[change.path] = .some(to)
      }
    }
    let bytes = { [uncommitted] (id: ObjectID?) throws(MixtapeError) -> [UInt8]? in
      guard let id else { return nil }
      return if let bytes = uncommitted[id] { bytes } else { try repository.blob(id) }
    }
    return try first.keys.sorted().map { (path) throws(MixtapeError) in
      FileWrite(path: path, old: try bytes(first[path].flatMap(\.self)), new: try bytes(last[path].flatMap(\.self)))
    }
  }
}

extension UndoStep {
  /// Returns the files that the step changed.
  fileprivate func changes(in repository: StoreRepository) throws(MixtapeError) -> [FileChange] {
    switch self {
    case .commit(let change): return change.files
    case .edit(let edit):
      let head = try repository.head().commit
      return try edit.edit.paths.map { (path) throws(MixtapeError) in
        FileChange(
          path: path, old: try repository.blobID(at: path, in: head),
          new: path == edit.edit.path && edit.bytes != nil ? edit.content : nil)
      }
    }
  }
}
