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
///
/// Changes of others can have renamed the file. The walk follows it through them.
struct UndoableChangeWalk {
  private var line: UndoLine
  private let history: FileHistory
  private var place: Place

  /// A commit by its number from HEAD, and the id of the item after it.
  private struct Place {
    var position: Int
    /// The id; `nil` if the item did not exist.
    var item: StoreItem?
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
    place = Place(position: 0, item: item)
    history = FileHistory(in: repository)
    line = try UndoLine(of: repository, separatingReceived: passing)
  }

  /// Returns the next change, or `nil` at the end of history.
  ///
  /// - Complexity: O(the number of commits since the change).
  mutating func next() throws(MixtapeError) -> UndoableChange? {
    while let link = try link(at: place.position) {
      guard let unit = try unit(of: link, place.item) else {
        place = Place(position: place.position + 1, item: try item(before: link, place.item))
        continue
      }
      if let origin = try origin(of: link, unit) {
        place = origin
        continue
      }
      place.position += 1
      if let before = unit.before.flatMap({ StoreItem(path: $0.path) }) { place.item = before }
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

  /// Returns the file of an item before and after a change; `nil` if it was not changed, or came from others.
  private func unit(of link: UndoLine.Link, _ item: StoreItem?) throws(MixtapeError) -> RevertUnit? {
    guard let item, link.meaning != .barrier, link.meaning != .received,
      link.change.files.contains(where: { $0.item == item })
    else { return nil }
    return try history.repository.units(of: link.change.files, in: link.change.commit.id, by: history)
      .first { unit in unit.paths.contains { StoreItem(path: $0) == item } }
  }

  /// Returns the id that an item had before changes of others; `nil` if they created it. Other links keep the id.
  private func item(before link: UndoLine.Link, _ item: StoreItem?) throws(MixtapeError) -> StoreItem? {
    guard let item, link.meaning == .received, let before = link.before else { return item }
    let files = link.change.files.filter { $0.item?.section == item.section }
    guard let file = files.first(where: { $0.item == item && $0.new != nil }) else { return item }
    let added = files.filter { $0.old == nil }
    guard !added.isEmpty else { return item }
    let places = { (commit: CommitID, files: [FileChange]) in files.map { [FilePlace(commit: commit, path: $0.path)] } }
    let after = link.change.commit.id
    let earlier = files.filter { $0.old != nil }
    let origin = try history.number(
      of: [FilePlace(commit: after, path: file.path)], among: places(before, earlier))
    if let origin { return earlier[origin].item }
    // A file can have the id of one that others renamed. A file that they created anew counts as the former one.
    guard let former = earlier.first(where: { $0.item == item }) else { return nil }
    let isRenamed =
      try history.number(
        of: [FilePlace(commit: before, path: former.path)], among: places(after, added)) != nil
    return isRenamed ? nil : item
  }

  /// Returns the commit after which the file had the state that an undo or a redo left; `nil` for another change, and if no such
  /// commit is found.
  private mutating func origin(of link: UndoLine.Link, _ unit: RevertUnit) throws(MixtapeError) -> Place? {
    guard let direction = link.direction else { return nil }
    var names = link.namedChanges
    var (named, similar): (Place?, Place?) = (nil, nil)
    var older = Place(position: place.position + 1, item: place.item)
    while !names.isEmpty, let link = try self.link(at: older.position) {
      let earlier = Place(position: older.position + 1, item: try item(before: link, older.item))
      defer { older = earlier }
      let isNamed = names.remove(link.change.commit.id) != nil
      guard let change = try self.unit(of: link, older.item) else { continue }
      switch direction {
      case .undo:
        if isNamed { named = earlier }
        if similar == nil, change.before?.blob == unit.after?.blob { similar = earlier }
      case .redo:
        if isNamed { named = named ?? older }
        if similar == nil, change.after?.blob == unit.after?.blob { similar = older }
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
