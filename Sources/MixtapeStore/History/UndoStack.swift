internal import GitHistory
internal import MixtapeModel

/// What can be undone and done again, read from history alone.
///
/// Undo and redo are commits that name, in trailers, the changes they answer to. A change is undone if the newest
/// commit that names it is an undo; the changes that can be undone are all others, newest first. What was undone since
/// the last change of another kind can be done again, the one undone last first. Merges count as one change, that
/// against their first parent.
struct UndoStack {
  /// What one commit means for undo.
  private enum Role {
    case change
    case undo([CommitID])
    case redo([CommitID])
    case barrier

    init(_ commit: Commit) {
      switch commit.trailer(CommitMessage.operationKey) {
      case "undo": self = .undo(commit.ids(CommitMessage.undoesKey))
      case "redo": self = .redo(commit.ids(CommitMessage.redoesKey))
      case Store.initialOperation: self = .barrier
      default: self = commit.parents.isEmpty ? .barrier : .change
      }
    }
  }

  private let repository: Repository

  init(_ repository: Repository) { self.repository = repository }

  /// The newest changes that can be undone, at most `count`, newest first.
  func undoable(_ count: Int) throws(GitError) -> [Commit] {
    var isUndone: [CommitID: Bool] = [:]
    var found: [Commit] = []
    let walk = try repository.log(firstParentOnly: true)
    walking: while found.count < count, let commit = try walk.next() {
      switch Role(commit) {
      case .undo(let ids): for id in ids where isUndone[id] == nil { isUndone[id] = true }
      case .redo(let ids): for id in ids where isUndone[id] == nil { isUndone[id] = false }
      case .barrier: break walking
      case .change:
        if isUndone[commit.id] != true, try touchesStore(commit) { found.append(commit) }
      }
    }
    return found
  }

  /// The changes that can be done again, the one undone last first; at most `count`.
  func redoable(_ count: Int) throws(GitError) -> [Commit] {
    var run: [Role] = []
    let walk = try repository.log(firstParentOnly: true)
    walking: while let commit = try walk.next() {
      switch Role(commit) {
      case .undo, .redo: run.append(Role(commit))
      // A commit that leaves the store's files alone is nobody's change to them.
      case .change: if try touchesStore(commit) { break walking }
      case .barrier: break walking
      }
    }
    var stack: [CommitID] = []
    for role in run.reversed() {
      switch role {
      case .undo(let ids): stack += ids
      case .redo(let ids): stack.removeLast(min(ids.count, stack.count))
      case .change, .barrier: break
      }
    }
    return try stack.suffix(count).reversed().map { (id) throws(GitError) in try repository.commit(id) }
  }

  private func touchesStore(_ commit: Commit) throws(GitError) -> Bool {
    try !repository.storeChanges(in: commit.id).isEmpty
  }
}

extension Commit {
  fileprivate func ids(_ key: String) -> [CommitID] {
    trailers.filter { $0.key == key }.compactMap { CommitID($0.value) }
  }
}
