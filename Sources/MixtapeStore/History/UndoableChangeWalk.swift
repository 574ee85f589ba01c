internal import GitHistory
internal import MixtapeModel

/// A change of one playlist or podcast.
struct UndoableChange {
  /// The whole change.
  let change: CommittedChange
  /// The files of the item that it changed: one, or two if it moved the file.
  let files: [FileChange]
}

/// A walk through the changes of one playlist or podcast that can be undone, newest first: those of this clone that are in
/// effect.
///
/// An undo returns to the state before the oldest of the changes that it took back, and a redo to the state after the newest of
/// those that it brought back. So the walk continues there. Both may be changes of the whole store or of the item alone, also
/// undos and redos of each other. Their trailers name the changes. After a rebase, which changes ids, the contents of the file
/// tell.
struct UndoableChangeWalk {
  /// The item, with the id that it had before the last change that the walk returned.
  private(set) var item: StoreItem
  private var line: UndoLine
  private var position = 0

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
    while let link = try link(at: position) {
      guard let unit = unit(of: link) else {
        position += 1
        continue
      }
      if let origin = try origin(of: link, unit) {
        position = origin
        continue
      }
      position += 1
      if let before = unit.before.flatMap({ StoreItem(path: $0.path) }) { item = before }
      return UndoableChange(
        change: link.change, files: link.change.files.filter { unit.paths.contains($0.path) })
    }
    return nil
  }

  /// Returns a commit by its number from HEAD; `nil` at the end of history.
  private mutating func link(at position: Int) throws(MixtapeError) -> UndoLine.Link? {
    while position >= line.links.count, !line.isComplete {
      try line.extend(byChanges: max(Self.smallestStep, line.links.count))
    }
    guard position < line.links.count else { return nil }
    let link = line.links[position]
    if link.meaning == .barrier { boundary = link.change.commit.boundary }
    if link.meaning == .received { hasReceived = true }
    return link
  }

  /// The number of changes that are read at first.
  private static let smallestStep = 8

  /// Returns the item before and after a change; `nil` if it was not changed, or came from others.
  private func unit(of link: UndoLine.Link) -> RevertUnit? {
    guard link.meaning != .barrier, link.meaning != .received else { return nil }
    let operation = link.change.commit.trailer(CommitMessage.operationKey)
    return RevertUnit.units(of: link.change.files, operation: operation).first { unit in
      unit.paths.contains { StoreItem(path: $0) == item }
    }
  }

  /// Returns the number of the commit after which the file had the state that an undo or a redo left; `nil` for another change,
  /// and if no such commit is found.
  private mutating func origin(of link: UndoLine.Link, _ unit: RevertUnit) throws(MixtapeError) -> Int? {
    guard let direction = link.direction else { return nil }
    var names = link.namedChanges
    var (named, similar): (Int?, Int?) = (nil, nil)
    var number = position + 1
    while !names.isEmpty, let older = try self.link(at: number) {
      defer { number += 1 }
      let isNamed = names.remove(older.change.commit.id) != nil
      guard let change = self.unit(of: older) else { continue }
      switch direction {
      case .undo:
        if isNamed { named = number + 1 }
        if similar == nil, change.before?.blob == unit.after?.blob { similar = number + 1 }
      case .redo:
        if isNamed { named = named ?? number }
        if similar == nil, change.after?.blob == unit.after?.blob { similar = number }
      }
    }
    return named ?? similar
  }
}

extension UndoLine.Link {
  /// The direction of an undo or a redo, of the whole store or of one item; `nil` for other changes.
  fileprivate var direction: UndoDirection? {
    switch change.commit.trailer(CommitMessage.operationKey) {
    case UndoDirection.undo.operation: .undo
    case UndoDirection.redo.operation: .redo
    default: nil
    }
  }

  /// The changes that an undo undid, or that a redo redid.
  fileprivate var namedChanges: Set<CommitID> {
    let keys = [CommitMessage.undoesKey, CommitMessage.redoesKey, CommitMessage.revertsKey]
    return Set(keys.flatMap { change.commit.commits(named: $0) })
  }
}
