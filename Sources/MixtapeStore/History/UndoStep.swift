internal import GitHistory
internal import MixtapeModel

/// The ways through the states of history.
enum UndoDirection {
  case undo, redo

  var operation: String { self == .undo ? "undo" : "redo" }
  var verb: String { self == .undo ? "Undo" : "Redo" }
  var trailer: String { self == .undo ? CommitMessage.undoesKey : CommitMessage.redoesKey }
  var nothing: MixtapeError.Code { self == .undo ? .nothingToUndo : .nothingToRedo }
}

/// One change that can be taken back or done again.
enum UndoStep {
  case commit(Commit)
  /// An edit by hand that would be committed before anything is undone.
  case edit(HandEditSurvey.Edit)
}

extension UndoDirection {
  /// What the files become when steps are taken back, or taken again, one after the other.
  func writes(for steps: [UndoStep], in repository: Repository) throws(GitError) -> [FileWrite] {
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
    let bytes = { [uncommitted] (id: ObjectID?) throws(GitError) -> [UInt8]? in
      guard let id else { return nil }
      return if let bytes = uncommitted[id] { bytes } else { try repository.blob(id) }
    }
    return try first.keys.sorted().map { (path) throws(GitError) in
      FileWrite(path: path, old: try bytes(first[path].flatMap(\.self)), new: try bytes(last[path].flatMap(\.self)))
    }
  }
}

extension UndoStep {
  /// The files that the step changed.
  fileprivate func changes(in repository: Repository) throws(GitError) -> [FileChange] {
    switch self {
    case .commit(let commit): return try repository.storeChanges(in: commit.id)
    case .edit(let edit):
      let head = try repository.head().commit
      return try edit.edit.paths.map { (path) throws(GitError) in
        let old = try head.flatMap { (head) throws(GitError) in try repository.entry(at: path, in: head)?.id }
        return FileChange(path: path, old: old, new: path == edit.edit.path && edit.bytes != nil ? edit.content : nil)
      }
    }
  }
}
