internal import GitHistory
internal import MixtapeModel

/// The changes that can be undone and redone, computed from history alone.
///
/// Undo and redo are commits that name, in trailers, the changes that they undid or redid. Only the number of these
/// trailers counts, because a rebase gives every commit a new id. The commits are replayed, oldest first, on two
/// stacks, as in an editor. An undo or a redo counts as one if it leaves the files in the state that the stacks
/// require. Otherwise a rebase or a person has changed it, and it counts as a change. So each change on the stacks
/// begins in the state in which the one below it ended, and the top one ends in the state of HEAD.
struct UndoStack {
  /// The changes that can be undone, newest first: all of them, or at least the requested number.
  let undoable: [CommittedChange]
  /// The changes that can be redone, the next one first.
  let redoable: [CommittedChange]
  /// The reason why history is cut off before older changes; `nil` if it is not.
  let boundary: HistoryBoundary?
  /// Whether there are changes of others.
  let hasReceived: Bool
  private let exactUndoCount: Int
  private let exactRedoCount: Int
  private let undoneBy: [CommitID: CommitID]

  /// Reads history.
  ///
  /// - Parameters:
  ///   - count: The minimum number of changes to find, if there are as many.
  ///   - passing: Whether changes of others are skipped.
  /// - Complexity: O(the number of commits since the oldest change that is returned).
  init(
    of repository: StoreRepository, atLeast count: Int, skippingReceived passing: Bool = true
  ) throws(MixtapeError) {
    var line = try UndoLine(of: repository, separatingReceived: passing)
    var states = FileStates(of: repository)
    var missing = max(count, 1)
    var replay: UndoReplay
    repeat {
      // The steps grow, because each replay starts from the beginning.
      try line.extend(byChanges: max(missing, line.links.count / 4))
      replay = UndoReplay(of: line)
      try replay.run(comparing: &states)
      missing = max(replay.missing, count - replay.undo.count)
    } while missing > 0 && !line.isComplete
    undoable = replay.undo.reversed().map { [line] in line.links[$0].change }
    redoable = replay.redo.reversed().map { [line] in line.links[$0].change }
    boundary = line.isComplete ? line.links.last?.change.commit.boundary : nil
    let last = line.links.last?.change.commit
    let isClone = try last.map { (last) throws(MixtapeError) in try line.isReceived(last.id) } ?? false
    hasReceived = isClone || line.links.contains { $0.meaning == .received }
    (exactUndoCount, exactRedoCount) = (replay.exactUndoCount, replay.exactRedoCount)
    let pairs = replay.undoneBy.map { [line] change, undo in
      (line.links[change].change.commit.id, line.links[undo].change.commit.id)
    }
    undoneBy = Dictionary(pairs) { _, last in last }
  }

  /// Reads history as far as an undo or a redo needs.
  init(
    of repository: StoreRepository, for direction: UndoDirection, atLeast count: Int,
    skippingReceived passing: Bool = true
  ) throws(MixtapeError) {
    // All changes that can be redone were undone after the newest change that was not.
    try self.init(
      of: repository, atLeast: direction == .undo ? count : 0, skippingReceived: passing)
  }

  /// Returns the number of next steps for which the files have the contents that these steps left.
  func exactCount(_ direction: UndoDirection) -> Int { direction == .undo ? exactUndoCount : exactRedoCount }

  /// Returns the commit since which a change that is undone or redone may have been moved: itself, or its undo.
  func origin(of change: CommittedChange, _ direction: UndoDirection) -> CommitID {
    direction == .undo ? change.commit.id : undoneBy[change.commit.id] ?? change.commit.id
  }

  /// Returns the changes that can be undone or redone, the next one first.
  func changes(_ direction: UndoDirection) -> [CommittedChange] { direction == .undo ? undoable : redoable }

  private var others: ChangesOfOthers? { hasReceived ? ChangesOfOthers() : nil }

  /// Returns the error for fewer available changes than requested.
  func tooFew(_ available: Int, for direction: UndoDirection, _ count: Int) -> MixtapeError {
    MixtapeError(
      direction.nothing, .position(count, count: available),
      cause: direction == .undo ? boundary.map { HistoryCutOff(boundary: $0) } ?? others : nil)
  }
}
