internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

/// An operation of a clone, as its log has it.
struct LoggedOperation: Hashable {
  /// The kind of an operation.
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
  /// The commits that this one undoes, redoes or reverts.
  var reversedCommits: [CommitID] {
    [CommitMessage.undoesKey, CommitMessage.redoesKey, CommitMessage.revertsKey].flatMap { commits(named: $0) }
  }

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
