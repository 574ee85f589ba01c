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
    case received
    /// The first commit, or another commit that cannot be undone.
    case barrier
  }

  /// A commit with its meaning.
  struct Link {
    let change: CommittedChange
    let meaning: Meaning
    /// The commit of this clone before the commit: its first parent, or that before all changes of others that arrived with it.
    let before: CommitID?
  }

  /// The commits, newest first. The oldest is a change, or the last commit of the history.
  private(set) var links: [Link] = []
  /// Whether all commits are read.
  private(set) var isComplete = false
  private let repository: StoreRepository
  private var walk: ChangeWalk
  /// Whether changes of others are distinguished from those made in this clone.
  private let separatesReceived: Bool
  /// The moves of HEAD to changes of others; `nil` if all changes count as made in this clone.
  private let fastForwards: FastForwards?

  init(of repository: StoreRepository, separatingReceived: Bool) throws(MixtapeError) {
    self.repository = repository
    walk = try ChangeWalk(newestOf: repository)
    separatesReceived = separatingReceived
    fastForwards = separatingReceived ? try FastForwards(of: repository) : nil
  }

  /// Returns whether HEAD arrived at a commit by a sync, a pull or a clone. False if all changes count as made in this clone.
  func isReceived(_ commit: CommitID) throws(MixtapeError) -> Bool { try fastForwards?.commit(before: commit) != nil }

  /// Reads commits until a number of additional changes is found, or history ends.
  mutating func extend(byChanges count: Int) throws(MixtapeError) {
    var missing = count
    while missing > 0, !isComplete {
      guard let step = try walk.next() else {
        isComplete = true
        return
      }
      if let before = try fastForwards?.commit(before: step.commit) {
        try append(receivedUpTo: step.commit, after: before)
        continue
      }
      let change = CommittedChange(commit: try repository.commit(step.commit), files: step.changes)
      let link = Link(change: change, meaning: meaning(of: change), before: change.commit.parents.first)
      links.append(link)
      if link.meaning == .change { missing -= 1 }
      isComplete = link.meaning == .barrier
    }
  }

  /// Adds the changes of others as one step, and continues with the state before it.
  private mutating func append(receivedUpTo commit: CommitID, after before: CommitID?) throws(MixtapeError) {
    let files = try before.map { (before) throws(MixtapeError) in try repository.storeChanges(from: before, to: commit)
    }
    let change = CommittedChange(commit: try repository.commit(commit), files: files ?? [])
    links.append(Link(change: change, meaning: before == nil ? .barrier : .received, before: before))
    if let before {
      walk = try ChangeWalk(newestOf: repository, from: before)
    } else {
      isComplete = true
    }
  }

  /// Returns whether an undo or a redo took back or brought back the decision of a conflict, which may change no file.
  func namesDecision(_ commit: Commit) throws(MixtapeError) -> Bool {
    let keys = [CommitMessage.undoesKey, CommitMessage.redoesKey]
    for id in keys.flatMap({ commit.commits(named: $0) }) {
      let named = try repository.existingCommit(id)
      if named?.trailer(CommitMessage.operationKey) == CommitMessage.decisionOperation { return true }
    }
    return false
  }

  private func meaning(of change: CommittedChange) -> Meaning {
    let commit = change.commit
    let operation = commit.trailer(CommitMessage.operationKey)
    guard !commit.parents.isEmpty, operation != Store.initialOperation else { return .barrier }
    let undone = commit.commits(named: CommitMessage.undoesKey).count
    let redone = commit.commits(named: CommitMessage.redoesKey).count
    if separatesReceived, commit.parents.count > 1,
      operation == CommitMessage.syncOperation || fastForwards?.isPullMerge(commit.id) == true
    {
      return .received
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
