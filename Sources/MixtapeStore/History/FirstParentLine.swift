internal import GitHistory

/// The newest commits on the line of first parents, as far back as they were read.
struct FirstParentLine {
  /// A commit, and its meaning for undo.
  struct Link {
    enum Meaning: Equatable {
      /// A change of the store's files.
      case change
      /// A commit that leaves the store's files alone.
      case other
      /// An undo of so many changes, as it says itself.
      case undo(Int)
      /// A redo of so many changes, as it says itself.
      case redo(Int)
      /// The first commit, or another behind which undo never reaches.
      case barrier
    }

    let commit: Commit
    let role: Meaning
  }

  /// The commits, newest first. The oldest is a change, or the end of the line.
  private(set) var links: [Link] = []
  /// Whether there are no more.
  private(set) var isComplete = false
  private let repository: Repository
  private let walk: CommitWalk

  init(of repository: Repository) throws(GitError) {
    self.repository = repository
    walk = try repository.log(firstParentOnly: true)
  }

  /// Reads on until so many more changes are found, or the line ends.
  mutating func extend(byChanges count: Int) throws(GitError) {
    var missing = count
    while missing > 0, !isComplete {
      guard let commit = try walk.next() else {
        isComplete = true
        return
      }
      let role = try role(of: commit)
      links.append(Link(commit: commit, role: role))
      if role == .change { missing -= 1 }
      isComplete = role == .barrier
    }
  }

  private func role(of commit: Commit) throws(GitError) -> Link.Meaning {
    let operation = commit.trailer(CommitMessage.operationKey)
    guard !commit.parents.isEmpty, operation != Store.initialOperation else { return .barrier }
    let (undone, redone) = (commit.count(CommitMessage.undoesKey), commit.count(CommitMessage.redoesKey))
    if operation == UndoDirection.undo.operation, undone > 0 { return .undo(undone) }
    if operation == UndoDirection.redo.operation, redone > 0 { return .redo(redone) }
    return try repository.storeChanges(in: commit.id).isEmpty ? .other : .change
  }
}

extension Commit {
  /// How many commits its trailers of a kind name.
  fileprivate func count(_ key: String) -> Int { trailers.count { $0.key == key && CommitID($0.value) != nil } }
}
