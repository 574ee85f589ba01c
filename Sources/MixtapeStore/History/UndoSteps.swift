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

/// A commit that changed files of the store, or decided a conflict.
struct CommittedChange {
  let commit: Commit
  let files: [FileChange]
  /// For a change that can be redone, its undo; `nil` for one of several changes that one commit undid.
  var undo: Commit?

  var entry: HistoryEntry { HistoryEntry(commit, touching: files) }
}

/// The changes of this clone that can be undone and redone, by the log of its operations.
///
/// The newest operation about a change tells whether it is undone. Undo takes the newest change that is not, redo those that were undone
/// since the last other change. Undo skips what the player recorded, what was received, and changes that are not in the
/// history of HEAD any more.
struct UndoSteps {
  /// The changes that can be undone, newest first: all, or as many as requested.
  private(set) var undoable: [CommittedChange] = []
  private(set) var redoable: [CommittedChange] = []
  /// The number of changes that are newer than all changes in the history of HEAD, and not in it.
  private(set) var skippedCount = 0
  private(set) var hasReceived = false

  private let repository: StoreRepository
  private let head: CommitID?

  /// Reads the end of the log.
  ///
  /// - Parameter head: The commit of HEAD, or one of hand edits on top of it; `nil` for a store without a commit.
  init(
    of repository: StoreRepository, at head: CommitID?, undo undoCount: Int, redo redoCount: Int
  ) throws(MixtapeError) {
    (self.repository, self.head) = (repository, head)
    guard let head else { return }
    let history = try OperationHistory(of: repository, upTo: head)
    let isDecided = try find(undoCount, redoCount, in: history.operations)
    guard !isDecided, !history.isComplete else { return }
    (undoable, redoable, skippedCount) = ([], [], 0)
    _ = try find(undoCount, redoCount, in: OperationHistory(of: repository, upTo: head, all: true).operations)
  }

  /// Finds the changes in operations.
  ///
  /// - Returns: Whether older operations would add nothing.
  private mutating func find(
    _ undoCount: Int, _ redoCount: Int, in operations: [LoggedOperation]
  ) throws(MixtapeError) -> Bool {
    guard let head else { return true }
    var history = HistoryMembership(of: head, in: repository)
    var (isUndone, canRedo): ([CommitID: Bool], Bool) = ([:], redoCount > 0)
    // The commits that merges of local branches brought. A merge is one change.
    var merged: Set<CommitID> = []
    // Changes that git rewrote are older than those that replace them.
    var isNewest = true
    for operation in operations.reversed() where undoable.count < undoCount || canRedo {
      guard try history.contains(operation.commit) else {
        if operation.isChange, isNewest, isUndone[operation.commit] != true { skippedCount += 1 }
        continue
      }
      switch operation.kind {
      case .change, .item:
        (canRedo, isNewest) = (false, false)
        if merged.contains(operation.commit) { continue }
        let parents = try repository.parents(of: operation.commit)
        for parent in parents.dropFirst() {
          merged.formUnion(try repository.commits(reachableFrom: parent, butNotFrom: [parents[0]]))
        }
        guard isUndone[operation.commit] != true, undoable.count < undoCount else { continue }
        if let change = try change(operation.commit) { undoable.append(change) }
      case .undo:
        for target in operation.targets.reversed() where isUndone[target] == nil {
          isUndone[target] = true
          guard canRedo, redoable.count < redoCount, var change = try change(target) else { continue }
          if operation.targets.count == 1 { change.undo = try repository.commit(operation.commit) }
          redoable.append(change)
        }
      case .redo: for target in operation.targets where isUndone[target] == nil { isUndone[target] = false }
      case .skip: if isUndone[operation.commit] == nil { isUndone[operation.commit] = true }
      case .received: if try !repository.isBeginning(operation.commit) { hasReceived = true }
      case .play: break
      }
    }
    return undoable.count >= undoCount && !canRedo
  }

  /// Returns a change; `nil` if it cannot be undone: it changed no file of the store and decided nothing, or has no state before.
  private func change(_ id: CommitID) throws(MixtapeError) -> CommittedChange? {
    guard let commit = try repository.existingCommit(id), !commit.parents.isEmpty else { return nil }
    let files = try repository.storeChanges(in: id)
    let isDecision = commit.trailer(CommitMessage.operationKey) == CommitMessage.decisionOperation
    if files.isEmpty, !isDecision { return nil }
    return CommittedChange(commit: commit, files: files)
  }

  func changes(_ direction: UndoDirection) -> [CommittedChange] { direction == .undo ? undoable : redoable }

  func tooFew(for direction: UndoDirection, _ count: Int) throws(MixtapeError) -> MixtapeError {
    let cause = direction == .undo ? try repository.reasonForNoOlderChanges(from: head, hasReceived) : nil
    return MixtapeError(direction.nothing, .position(count, count: changes(direction).count), cause: cause)
  }
}

extension LoggedOperation {
  var isChange: Bool { kind == .change || kind == .item }
}

extension StoreRepository {
  /// Returns whether a commit created the store. The log has it as received, because nothing undoes it.
  func isBeginning(_ commit: CommitID) throws(MixtapeError) -> Bool {
    try self.commit(commit).trailer(CommitMessage.operationKey) == CommitMessage.initialOperation
  }

  /// Returns the reason why there are no older changes to undo: history is cut off, or the older ones are of others; `nil` if history
  /// simply begins.
  func reasonForNoOlderChanges(from head: CommitID?, _ hasReceived: Bool) throws(MixtapeError) -> (any Error)? {
    var next = head
    while let id = next {
      let commit = try commit(id)
      if let boundary = commit.boundary { return HistoryCutOff(boundary: boundary) }
      next = commit.parents.first
    }
    return hasReceived ? ChangesOfOthers() : nil
  }
}

/// The commits of a history. Most questions are about the newest ones, which are read first.
private struct HistoryMembership {
  private let head: CommitID
  private let repository: StoreRepository
  private var newest: Set<CommitID> = []
  private var next: CommitID?
  private var all: Set<CommitID>?

  private static let newestCount = 64

  init(of head: CommitID, in repository: StoreRepository) {
    (self.head, self.repository, next) = (head, repository, head)
  }

  /// Returns whether a commit is in the history.
  ///
  /// - Complexity: O(the number of commits) for the first commit that is not one of the newest.
  mutating func contains(_ commit: CommitID) throws(MixtapeError) -> Bool {
    while !newest.contains(commit), newest.count < Self.newestCount, let id = next {
      newest.insert(id)
      next = try repository.parents(of: id).first
    }
    if newest.contains(commit) { return true }
    let known = if let all { all } else { try repository.commits(reachableFrom: head, butNotFrom: []) }
    all = known
    return known.contains(commit)
  }
}

/// A walk through the changes of one playlist or podcast that were made in this clone and are in effect, newest first.
///
/// It follows the file through renamings. An undo of the item alone is no change for the next undo of the item.
struct ItemUndoSteps {
  /// A change, and the ids that the item has before and after it.
  struct Change {
    let change: CommittedChange
    let items: Set<StoreItem>
  }

  private(set) var hasReceived = false

  private let repository: StoreRepository
  private let walk: ChangeWalk
  private var trail: ItemTrail
  /// The operations of this clone, by their commits. The newest operation about a change tells whether it is undone.
  private var operations: [CommitID: LoggedOperation] = [:]
  private var isUndone: [CommitID: Bool] = [:]
  /// The changes whose part of the item was taken back.
  private var isTakenBack: Set<CommitID> = []

  init(of item: StoreItem, in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    trail = ItemTrail(of: item, by: RecordedRenames(in: repository))
    walk = try ChangeWalk(of: repository, .item(item), order: .childrenFirst)
    guard let head = try repository.head().commit else { return }
    for operation in try OperationHistory(of: repository, upTo: head, all: true).operations.reversed() {
      // The line of a skipped step is no operation on the change.
      if operation.kind != .skip { operations[operation.commit] = operations[operation.commit] ?? operation }
      for target in operation.targets where operation.kind == .undo || operation.kind == .redo {
        isUndone[target] = isUndone[target] ?? (operation.kind == .undo)
      }
    }
  }

  mutating func next() throws(MixtapeError) -> Change? {
    while let step = walk.next() {
      let after = trail.upcoming
      try trail.follow(step, on: walk)
      let operation = operations[step.id]
      switch operation?.kind {
      case .item where isUndone[step.id] != true: isTakenBack.formUnion(operation?.targets ?? [])
      case .change where isUndone[step.id] != true && !isTakenBack.contains(step.id):
        let commit = try repository.commit(step.id)
        if !commit.parents.isEmpty {
          let change = CommittedChange(commit: commit, files: step.changes)
          return Change(change: change, items: after.union(trail.upcoming))
        }
      case nil, .received: if try !repository.isBeginning(step.id) { hasReceived = true }
      default: break
      }
    }
    return nil
  }
}

/// Changes of others that a sync or a pull received, as the cause of an error: undo applies to changes of this clone only.
public struct ChangesOfOthers: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes a cause.
  public init() {}

  /// The cause in a few words.
  public var description: String { "changes of others" }
}
