internal import GitHistory
internal import MixtapeModel

/// A commit that changed files of the store.
struct CommittedChange {
  let commit: Commit
  /// The files of the store that the commit changed.
  let files: [FileChange]

  /// The change as an entry of a history.
  var entry: HistoryEntry { HistoryEntry(commit, touching: files) }
}

/// The newest commits along first parents, with their meaning for undo. Read only as far as needed.
struct UndoLine {
  /// The meaning of a commit for undo.
  enum Meaning: Equatable {
    /// A change of the store's files, or the decision of a conflict.
    case change
    /// A commit that changed no file of the store.
    case other
    /// An undo of a number of changes, by its trailers.
    case undo(Int)
    /// A redo of a number of changes, by its trailers.
    case redo(Int)
    /// Changes of others that came by a sync or a pull.
    case arrival
    /// The first commit, or another commit that cannot be undone.
    case barrier
  }

  /// A commit with its meaning.
  struct Link {
    let change: CommittedChange
    let meaning: Meaning
  }

  /// The commits, newest first. The oldest is a change, or the last commit of the history.
  private(set) var links: [Link] = []
  /// Whether all commits are read.
  private(set) var isComplete = false
  private let repository: StoreRepository
  private var walk: ChangeWalk
  /// Whether changes of others are distinguished from those made in this clone.
  private let separatesReceived: Bool
  /// The arrivals of changes of others; `nil` if all changes count as made in this clone.
  private let arrivals: Arrivals?

  init(of repository: StoreRepository, separatingReceived: Bool) throws(MixtapeError) {
    self.repository = repository
    walk = try ChangeWalk(newestOf: repository)
    separatesReceived = separatingReceived
    arrivals = separatingReceived ? try Arrivals(of: repository) : nil
  }

  /// Returns whether HEAD arrived at a commit by a sync, a pull or a clone. False if all changes count as made in this clone.
  func isArrival(_ commit: CommitID) throws(MixtapeError) -> Bool { try arrivals?.commit(before: commit) != nil }

  /// Reads commits until a number of additional changes is found, or history ends.
  mutating func extend(byChanges count: Int) throws(MixtapeError) {
    var missing = count
    while missing > 0, !isComplete {
      guard let step = try walk.next() else {
        isComplete = true
        return
      }
      if let before = try arrivals?.commit(before: step.commit) {
        try append(arrivalAt: step.commit, after: before)
        continue
      }
      let change = CommittedChange(commit: try repository.commit(step.commit), files: step.changes)
      let link = Link(change: change, meaning: meaning(of: change))
      links.append(link)
      if link.meaning == .change { missing -= 1 }
      isComplete = link.meaning == .barrier
    }
  }

  /// Adds the changes of others as one step, and continues with the state before it.
  private mutating func append(arrivalAt commit: CommitID, after before: CommitID?) throws(MixtapeError) {
    let files = try before.map { (before) throws(MixtapeError) in try repository.storeChanges(from: before, to: commit)
    }
    let change = CommittedChange(commit: try repository.commit(commit), files: files ?? [])
    links.append(Link(change: change, meaning: before == nil ? .barrier : .arrival))
    if let before {
      walk = try ChangeWalk(newestOf: repository, from: before)
    } else {
      isComplete = true
    }
  }

  private func meaning(of change: CommittedChange) -> Meaning {
    let commit = change.commit
    let operation = commit.trailer(CommitMessage.operationKey)
    guard !commit.parents.isEmpty, operation != Store.initialOperation else { return .barrier }
    let undone = commit.commits(named: CommitMessage.undoesKey).count
    let redone = commit.commits(named: CommitMessage.redoesKey).count
    if separatesReceived, commit.parents.count > 1,
      operation == CommitMessage.syncOperation || arrivals?.isPullMerge(commit.id) == true
    {
      return .arrival
    }
    if operation == UndoDirection.undo.operation, undone > 0 { return .undo(undone) }
    if operation == UndoDirection.redo.operation, redone > 0 { return .redo(redone) }
    // The decision for a value that a sync had taken changes no file.
    return change.files.isEmpty && operation != CommitMessage.decisionOperation ? .other : .change
  }
}

extension Commit {
  /// Returns the commits that trailers with a key name.
  func commits(named key: String) -> [CommitID] {
    trailers.filter { $0.key == key }.compactMap { CommitID($0.value) }
  }
}
