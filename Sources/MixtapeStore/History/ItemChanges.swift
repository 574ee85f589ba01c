internal import GitHistory
internal import MixtapeModel

/// A walk through the changes of one playlist or podcast that were made in this clone and are in effect, newest first.
///
/// It follows the file through renamings. An undo of the item alone is no change for the next undo of the item.
struct ItemChanges {
  /// A change, and the ids that the item has before and after it.
  struct Change {
    let change: CommittedChange
    let items: Set<StoreItem>
  }

  /// Whether the walk has skipped changes of others.
  private(set) var hasReceived = false

  private let repository: StoreRepository
  private let walk: ChangeWalk
  private var trail: ItemTrail
  /// The operations of this clone, by their commits. The newest operation about a change tells whether it is undone.
  private var operations: [CommitID: Operation] = [:]
  private var isUndone: [CommitID: Bool] = [:]
  /// The changes whose part of the item was taken back.
  private var isTakenBack: Set<CommitID> = []

  /// Starts at HEAD.
  init(of item: StoreItem, in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    trail = ItemTrail(of: item, by: RecordedRenames(in: repository))
    walk = try ChangeWalk(of: repository, .item(item), order: .childrenFirst)
    guard let head = try repository.head().commit else { return }
    for operation in try OperationRecord(of: repository, upTo: head, all: true).operations.reversed() {
      // The line of a skipped step is no operation on the change.
      if operation.kind != .skip { operations[operation.commit] = operations[operation.commit] ?? operation }
      for target in operation.targets where operation.kind == .undo || operation.kind == .redo {
        isUndone[target] = isUndone[target] ?? (operation.kind == .undo)
      }
    }
  }

  /// Returns the next change; `nil` at the end of history.
  mutating func next() throws(MixtapeError) -> Change? {
    while let step = try walk.next() {
      let after = trail.next
      try trail.follow(step, on: walk)
      let operation = operations[step.commit]
      switch operation?.kind {
      case .item where isUndone[step.commit] != true: isTakenBack.formUnion(operation?.targets ?? [])
      case .change where isUndone[step.commit] != true && !isTakenBack.contains(step.commit):
        let commit = try repository.commit(step.commit)
        if !commit.parents.isEmpty {
          return Change(change: CommittedChange(commit: commit, files: step.changes), items: after.union(trail.next))
        }
      case nil, .received: if try !repository.isBeginning(step.commit) { hasReceived = true }
      default: break
      }
    }
    return nil
  }

  /// Returns the ids that an item has before and after a commit; empty if the commit did not change it.
  static func ids(
    of item: StoreItem, in commit: CommitID, _ repository: StoreRepository
  ) throws(MixtapeError) -> Set<StoreItem> {
    var trail = ItemTrail(of: item, by: RecordedRenames(in: repository))
    let walk = try ChangeWalk(of: repository, .item(item))
    while let step = try walk.next() {
      let after = trail.next
      try trail.follow(step, on: walk)
      if step.commit == commit { return after.union(trail.next) }
    }
    return []
  }
}
