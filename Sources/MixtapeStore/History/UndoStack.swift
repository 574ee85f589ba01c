internal import GitHistory
internal import MixtapeModel

/// The changes that can be undone and done again, read from history alone.
///
/// Undo and redo are commits that name, in trailers, the changes they answer to. Only the number of these trailers counts:
/// a rebase gives every commit a new id. The commits are replayed, oldest first, on two stacks, as an editor keeps them, and
/// an undo or a redo counts as one if it leaves the files in the state that the stacks say. If it does not, because a rebase
/// or somebody's hand has changed what it did, it is a change like any other. So each change on the stacks begins in the state
/// in which the one below it ended, and the top one ends in HEAD's.
struct UndoStack {
  /// Changes that can be undone, newest first; all of them, or at least as many as were asked for.
  let undoable: [Commit]
  /// Changes that can be done again, the one undone last first.
  let redoable: [Commit]
  /// Why there are no more changes to undo, if history goes on and cannot be looked at.
  let boundary: HistoryBoundary?

  /// Reads history.
  ///
  /// - Parameter count: How many changes to undo are wanted at least, if there are as many.
  /// - Complexity: O(the number of commits down to the oldest change that is returned).
  init(of repository: Repository, atLeast count: Int) throws(GitError) {
    var line = try FirstParentLine(of: repository)
    var states = FileStates(of: repository)
    var missing = max(count, 1)
    var replay: UndoReplay
    repeat {
      // In steps that grow, as each is replayed from the start.
      try line.extend(byChanges: max(missing, line.links.count / 4))
      replay = UndoReplay(of: line)
      try replay.run(comparing: &states)
      missing = max(replay.missing, count - replay.undo.count)
    } while missing > 0 && !line.isComplete
    undoable = replay.undo.reversed().map { [line] in line.links[$0].commit }
    redoable = replay.redo.reversed().map { [line] in line.links[$0].commit }
    boundary = line.isComplete ? line.links.last?.commit.boundary : nil
  }

  /// Reads history as far as an undo or a redo needs it.
  init(of repository: Repository, for direction: UndoDirection, atLeast count: Int) throws(GitError) {
    // All that can be done again was undone since the newest change that was not.
    try self.init(of: repository, atLeast: direction == .undo ? count : 0)
  }

  /// The changes that can be undone or done again, the next first.
  func changes(_ direction: UndoDirection) -> [Commit] { direction == .undo ? undoable : redoable }

  /// The error that there are only so many changes to undo or to do again.
  func tooFew(_ available: Int, for direction: UndoDirection, _ count: Int) -> MixtapeError {
    MixtapeError(
      direction.nothing, .position(count, count: available),
      cause: direction == .undo ? boundary.map { HistoryCutOff(boundary: $0) } : nil)
  }
}
