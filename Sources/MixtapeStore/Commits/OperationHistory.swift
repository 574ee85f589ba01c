internal import GitHistory
internal import MixtapeModel

/// The operations of this clone up to a commit, oldest first: those of the log, and those that are not in it yet.
///
/// Commits that other programs made are found once, along first parents, from the commit back to one that the log has. Those that no
/// remote-tracking branch contains, and whose committer is the user of this clone, are changes made here. Others were received. Without
/// a log, it is made again by the same rule.
struct OperationHistory {
  /// The operations, oldest first.
  private(set) var operations: [LoggedOperation] = []
  /// The last ones of these, which the log does not have.
  private(set) var missing: [LoggedOperation] = []
  /// Whether these are all operations. Otherwise, older ones are in the log.
  private(set) var isComplete = true

  private let repository: StoreRepository
  private let head: CommitID

  /// The number of bytes at the end of the log that are read at first: about 200 operations.
  private static let usualSize = 1 << 14
  /// The maximum number of commits of other programs that are told apart. Older ones cannot be undone, only reverted.
  private static let mostUnknown = 1_000

  /// Reads the operations.
  ///
  /// - Parameters:
  ///   - head: The commit of HEAD, or one of hand edits on top of it.
  ///   - areAll: Whether to read the whole log.
  init(of repository: StoreRepository, upTo head: CommitID, all areAll: Bool = false) throws(MixtapeError) {
    (self.repository, self.head) = (repository, head)
    let log = OperationLog(in: repository.privateState)
    let size = areAll ? .max : Self.usualSize
    (operations, isComplete) = try log.read(last: size)
    if operations.contains(where: { $0.commit == head }) { return }
    if !isComplete { (operations, isComplete) = try log.read() }
    try addMissing()
  }

  /// Adds the operations of a store that its log does not have to the log.
  ///
  /// A failure has no effect before a push: the next command finds them again.
  static func catchUp(with repository: StoreRepository) throws(MixtapeError) {
    guard let head = try repository.head().commit else { return }
    let missing = try OperationHistory(of: repository, upTo: head).missing
    try OperationLog(in: repository.privateState).append(missing)
  }

  /// Completes the log and syncs it. From a push on, the log alone tells which commits were made here.
  static func makeDurable(for repository: StoreRepository) throws(MixtapeError) {
    try catchUp(with: repository)
    try OperationLog(in: repository.privateState).synchronize()
  }

  private mutating func addMissing() throws(MixtapeError) {
    let known = Set(operations.map(\.commit))
    var (unknown, next): ([Commit], CommitID?) = ([], head)
    while let id = next, !known.contains(id), unknown.count < Self.mostUnknown {
      let commit = try repository.commit(id)
      unknown.append(commit)
      next = commit.parents.first
    }
    let own = try OwnCommits(of: repository, upTo: head, since: next)
    // Oldest first, because an undo counts as one only if its changes are known.
    for commit in unknown.reversed() {
      let operation = try own.contains(commit) ? operation(of: commit) : own.arrival(at: commit)
      if operation.kind == .received, missing.last?.kind == .received { missing.removeLast() }
      missing.append(operation)
    }
    operations += missing
  }

  /// Returns the operation of a commit that was made here. An undo or a redo whose changes were rewritten is a change.
  private func operation(of commit: Commit) throws(MixtapeError) -> LoggedOperation {
    let operation = LoggedOperation(ofOwn: commit)
    for target in operation.targets {
      let isKnown = { (known: LoggedOperation) in known.commit == target && known.kind != .received }
      if missing.contains(where: isKnown) { continue }
      guard operations.contains(where: isKnown), try repository.reaches(target, from: head) else {
        return LoggedOperation(.change, commit.id)
      }
    }
    return operation
  }
}

extension StoreRepository {
  /// Returns the commits that were made in this clone, by its log.
  func commitsMadeHere() throws(MixtapeError) -> Set<CommitID> {
    guard let head = try head().commit else { return [] }
    let operations = try OperationHistory(of: self, upTo: head, all: true).operations
    return Set(operations.filter { $0.kind != .received && $0.kind != .skip }.map(\.commit))
  }

  /// Returns the changes that came by a sync or a pull. A merge with them was made here, and so count all with which the log begins.
  func received(among commits: [CommitID]) throws(MixtapeError) -> Set<CommitID> {
    guard let head = try head().commit else { return [] }
    let operations = try OperationHistory(of: self, upTo: head, all: true).operations
    guard let first = operations.first, operations.dropFirst().contains(where: { $0.kind == .received }) else {
      return []
    }
    let own = Set(operations.filter { $0.kind != .received || !$0.targets.isEmpty }.map(\.commit))
    let newer = try self.commits(reachableFrom: head, butNotFrom: [first.commit])
    return newer.intersection(commits).subtracting(own)
  }
}

/// The commits of a history that were made in this clone, by the rule for commits that no log has.
private struct OwnCommits {
  private let repository: StoreRepository
  private let unpublished: Set<CommitID>
  private let email: String

  /// - Parameter known: A commit that the log has; its history is not examined.
  init(of repository: StoreRepository, upTo head: CommitID, since known: CommitID?) throws(MixtapeError) {
    self.repository = repository
    var published: [CommitID] = []
    for name in try repository.referenceNames(under: "refs/remotes/") {
      if let commit = try repository.commit(ofReference: name) { published.append(commit) }
    }
    unpublished = try repository.commits(reachableFrom: head, butNotFrom: published + [known].compactMap(\.self))
    email = try repository.identity(for: .committer).email
  }

  /// Returns the operation by which a commit that is no change of this clone arrived: a merge of this clone, or HEAD moved to it.
  func arrival(at commit: Commit) -> LoggedOperation {
    let isMerge = commit.parents.count > 1 && unpublished.contains(commit.id) && commit.committer.email == email
    return LoggedOperation(.received, commit.id, targets: isMerge ? Array(commit.parents.dropFirst()) : [])
  }

  /// Returns whether a commit was made here: a merge, only if all that it brought was, too.
  func contains(_ commit: Commit) throws(MixtapeError) -> Bool {
    guard unpublished.contains(commit.id), commit.committer.email == email, let first = commit.parents.first else {
      return false
    }
    for parent in commit.parents.dropFirst() {
      let brought = try repository.commits(reachableFrom: parent, butNotFrom: [first])
      guard brought.isSubset(of: unpublished) else { return false }
    }
    return true
  }
}
