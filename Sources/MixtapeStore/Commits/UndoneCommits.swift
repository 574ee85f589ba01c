internal import GitHistory

/// The commits that were undone or reverted, and not redone since, by the messages of newer commits.
struct UndoneCommits {
  private var isUndone: [CommitID: Bool] = [:]

  /// Notes the commits that a commit undoes, redoes or reverts. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    // An undo that was itself reverted has no effect.
    guard !contains(commit.id) else { return }
    for trailer in commit.trailers {
      guard let id = CommitID(trailer.value) else { continue }
      switch trailer.key {
      case CommitMessage.undoesKey: note(id, isUndone: true)
      case CommitMessage.redoesKey: note(id, isUndone: false)
      // The undo of one item has this trailer, too, and can leave other files of the commit as they are.
      case CommitMessage.revertsKey where commit.trailer(CommitMessage.operationKey) == CommitMessage.revertOperation:
        note(id, isUndone: true)
      default: break
      }
    }
  }

  /// Notes that a commit was undone, unless a newer commit says otherwise.
  mutating func note(_ commit: CommitID, isUndone undone: Bool) {
    if isUndone[commit] == nil { isUndone[commit] = undone }
  }

  func contains(_ id: CommitID) -> Bool { isUndone[id] == true }

  /// All commits that are undone.
  var ids: [CommitID] { isUndone.filter(\.value).map(\.key) }
}
