internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// An operation of a clone, as its log has it.
struct LoggedOperation: Hashable {
  enum Kind: String {
    /// A change that was made here: by a command, by hand, or with git.
    case change
    /// An undo of the part of a change that belongs to one item. It is a change itself, and names the other one.
    case item
    /// No commit: the user skipped a change that cannot be undone.
    case skip
    /// An undo or a redo of some changes.
    case undo, redo
    /// A commit of the player: plays and positions of a session.
    case play
    /// The newest commit that arrived from elsewhere, or the first commit of a store.
    case received
  }

  let kind: Kind
  /// The commit of the operation. For ``Kind/skip``, the skipped change.
  let commit: CommitID
  /// The changes that an undo or a redo took back or brought back, in that order. For a merge that was made here and brought changes of
  /// others, the commit that it merged.
  let targets: [CommitID]

  init(_ kind: Kind, _ commit: CommitID, targets: [CommitID] = []) {
    (self.kind, self.commit, self.targets) = (kind, commit, targets)
  }

  /// Makes the operation of a commit that was made in this clone, by its trailers.
  init(ofOwn commit: Commit) {
    let undone = commit.commits(named: CommitMessage.undoesKey)
    let redone = commit.commits(named: CommitMessage.redoesKey)
    let parts = commit.commits(named: CommitMessage.revertsKey)
    switch commit.trailer(CommitMessage.operationKey) {
    case CommitMessage.undoOperation where !undone.isEmpty: self.init(.undo, commit.id, targets: undone)
    case CommitMessage.undoOperation where !parts.isEmpty: self.init(.item, commit.id, targets: parts)
    case CommitMessage.redoOperation where !redone.isEmpty: self.init(.redo, commit.id, targets: redone)
    case PodcastOperation.Kind.recordPlays.rawValue where commit.trailer(CommitMessage.playsKey) != nil:
      self.init(.play, commit.id)
    case CommitMessage.syncOperation, CommitMessage.initialOperation: self.init(.received, commit.id)
    default: self.init(.change, commit.id)
    }
  }
}

extension Commit {
  /// Returns the commits that trailers with a key name.
  func commits(named key: String) -> [CommitID] {
    trailers.filter { $0.key == key }.compactMap { CommitID($0.value) }
  }
}

/// The log of the operations of a clone, oldest first. Undo and redo read its end.
///
/// A text file with one line for each operation: a checksum, the kind, the commit, and the targets. Lines are only added. A damaged
/// line is ignored. Lines need no sync of their own: until a commit is pushed, its line can be made again (``OperationHistory``).
struct OperationLog {
  private let path: FilePath

  init(in state: PrivateState) { path = state.operations }

  /// Returns the operations at the end of the log, oldest first; none if there is no log.
  ///
  /// - Parameter size: The number of bytes to read.
  /// - Returns: The operations, and whether these are all.
  func read(last size: Int = .max) throws(MixtapeError) -> (operations: [LoggedOperation], areAll: Bool) {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try FileAccess.readEnd(of: path, count: size)
    } catch {
      // A directory or a link in the place of the log has no operations.
      guard [.noSuchFileOrDirectory, .tooManySymbolicLinkLevels, .isDirectory, .invalidArgument].contains(error) else {
        throw .fileAccess(path, error)
      }
      return ([], true)
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    var operations: [LoggedOperation] = []
    for line in lines { if let operation = try Self.operation(of: line) { operations.append(operation) } }
    return (operations, bytes.count < size || bytes.starts(with: Self.title.utf8))
  }

  /// Adds operations. After a torn line, they begin a new one.
  func append(_ operations: [LoggedOperation]) throws(MixtapeError) {
    guard !operations.isEmpty else { return }
    var text = ""
    for operation in operations {
      let line = ([operation.kind.rawValue, "\(operation.commit)"] + operation.targets.map(\.description))
        .joined(separator: " ")
      text += "\(try Self.checksum(of: Array(line.utf8))) \(line)\n"
    }
    let bytes = Array((try beginning() + text).utf8)
    try Disk.checked(path, try FileAccess.append(bytes, to: path, making: true))
  }

  /// Returns the text before the next line: the title of a new log, or the end of a torn line.
  private func beginning() throws(MixtapeError) -> String {
    guard try Disk.exists(path) else { return "\(Self.title)\n" }
    let last = try Disk.checked(path, try FileAccess.readEnd(of: path, count: 1))
    return last == [UInt8(ascii: "\n")] ? "" : "\n"
  }

  /// Syncs the log. After a push, its lines cannot be made again.
  func synchronize() throws(MixtapeError) {
    guard try Disk.exists(path) else { return }
    try Disk.checked(path, try DurableFile.synchronize(path))
  }

  // MARK: Lines

  private static let title = "mixtape-operations 1"

  private static func operation(of line: ArraySlice<UInt8>) throws(MixtapeError) -> LoggedOperation? {
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return nil }
    let rest = line[(space + 1)...]
    let words = String(decoding: rest, as: UTF8.self).split(separator: " ").map(String.init)
    guard words.count >= 2, let kind = LoggedOperation.Kind(rawValue: words[0]), let commit = CommitID(words[1]) else {
      return nil
    }
    guard line[..<space].elementsEqual(try checksum(of: Array(rest)).utf8) else { return nil }
    return LoggedOperation(kind, commit, targets: words.dropFirst(2).compactMap { CommitID($0) })
  }

  private static func checksum(of bytes: [UInt8]) throws(MixtapeError) -> Substring {
    try StoreRepository.checked(try Repository.blobID(of: bytes)).description.prefix(8)
  }
}

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

/// The commits that were undone or reverted, and not redone since, by the messages of newer commits.
struct UndoneCommits {
  private var isUndone: [CommitID: Bool] = [:]

  /// Notes the commits that a commit undoes, redoes or reverts. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    // An undo that was itself reverted has no effect.
    guard !contains(commit.id) else { return }
    for trailer in commit.trailers {
      guard let id = CommitID(trailer.value) else { continue }
      switch trailer.key {
      case CommitMessage.undoesKey: note(id, isUndone: true)
      case CommitMessage.redoesKey: note(id, isUndone: false)
      // The undo of one item has this trailer, too, and can leave other files of the commit as they are.
      case CommitMessage.revertsKey where commit.trailer(CommitMessage.operationKey) == CommitMessage.revertOperation:
        note(id, isUndone: true)
      default: break
      }
    }
  }

  /// Notes that a commit was undone, unless a newer commit says otherwise.
  private mutating func note(_ commit: CommitID, isUndone undone: Bool) {
    if isUndone[commit] == nil { isUndone[commit] = undone }
  }

  func contains(_ id: CommitID) -> Bool { isUndone[id] == true }
}
