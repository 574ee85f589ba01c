internal import GitHistory
internal import MixtapeModel

/// A change of one playlist or podcast.
struct UndoableChange {
  /// The whole change.
  let change: CommittedChange
  /// The files of the item that it changed: one, or two if it moved the file.
  let files: [FileChange]
}

/// A walk through the changes of one playlist or podcast that can be undone, newest first: those of this clone that no later
/// undo took back.
///
/// An undo leaves the file in the state in which the oldest of the changes that it took back began. So the walk continues after
/// the next change that began in this state. If changes of others came in between, the states differ, and the ids in the trailers
/// of the undo tell.
struct UndoableChangeWalk {
  private let item: StoreItem
  private var line: UndoLine
  private var position = 0
  private var pending: Undo?

  /// An undo whose changes the walk has not passed yet.
  private struct Undo {
    /// The contents that it left; `nil` if it removed the file.
    let state: ObjectID?
    /// The undone changes that the walk has not passed.
    var changes: Set<CommitID>
  }

  /// The reason why history is cut off before the oldest change; `nil` if it is not, or if the walk is not at the end.
  private(set) var boundary: HistoryBoundary?
  /// Whether the walk has skipped changes of others.
  private(set) var hasReceived = false

  /// Starts a walk at HEAD.
  ///
  /// - Parameter passing: Whether changes that a sync received are skipped.
  init(
    of item: StoreItem, in repository: StoreRepository, skippingReceived passing: Bool
  ) throws(MixtapeError) {
    self.item = item
    line = try UndoLine(of: repository, separatingReceived: passing)
  }

  /// Returns the next change, or `nil` at the end of history.
  ///
  /// - Complexity: O(the number of commits since the change).
  mutating func next() throws(MixtapeError) -> UndoableChange? {
    while let link = try nextLink() {
      if link.meaning == .barrier { boundary = link.change.commit.boundary }
      if link.meaning == .arrival { hasReceived = true }
      guard link.meaning != .barrier, link.meaning != .arrival,
        let unit = RevertUnit.units(of: link.change.files).first(where: isAboutItem)
      else { continue }
      if isUndone(link.change.commit.id, unit) { continue }
      let undone = link.undoneChanges
      guard undone.isEmpty else {
        pending = Undo(state: unit.after?.blob, changes: undone)
        continue
      }
      return UndoableChange(
        change: link.change, files: link.change.files.filter { unit.paths.contains($0.path) })
    }
    return nil
  }

  private mutating func nextLink() throws(MixtapeError) -> UndoLine.Link? {
    while position >= line.links.count, !line.isComplete {
      try line.extend(byChanges: max(Self.smallestStep, line.links.count))
    }
    guard position < line.links.count else { return nil }
    defer { position += 1 }
    return line.links[position]
  }

  /// The number of changes that are read at first.
  private static let smallestStep = 8

  private func isAboutItem(_ unit: RevertUnit) -> Bool { unit.paths.contains { StoreItem(path: $0) == item } }

  /// Returns whether the pending undo took a change back, and ends it after the oldest one.
  private mutating func isUndone(_ commit: CommitID, _ unit: RevertUnit) -> Bool {
    guard var undo = pending else { return false }
    let isNamed = undo.changes.remove(commit) != nil
    pending = unit.before?.blob == undo.state || (isNamed && undo.changes.isEmpty) ? nil : undo
    return true
  }
}

extension UndoLine.Link {
  /// The changes that an undo took back, of the whole store or of one item; empty for other changes.
  fileprivate var undoneChanges: Set<CommitID> {
    let commit = change.commit
    guard commit.trailer(CommitMessage.operationKey) == UndoDirection.undo.operation else { return [] }
    let keys = [CommitMessage.undoesKey, CommitMessage.revertsKey]
    return Set(commit.trailers.filter { keys.contains($0.key) }.compactMap { CommitID($0.value) })
  }
}
