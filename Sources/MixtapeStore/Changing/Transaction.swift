internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A change of a store, under the lock: everything between reading and the commit.
struct Transaction: ~Copyable {
  let store: Store
  let repository: Repository
  let state: PrivateState
  let journal: OperationJournal
  /// Files that were edited by hand and cannot be committed, by path. Nothing is ever written over them.
  var invalidFiles: [String: FileReport] = [:]
  /// The hand edits that were committed in this transaction.
  var captured: [CapturedEdit] = []
  private let lock: FileLock

  /// Takes the lock of a store, and brings the store into a state from which a change can start: what a crash left is
  /// finished, and what was edited by hand is committed.
  static func begin(in store: Store) throws(MixtapeError) -> Transaction {
    var transaction = try Transaction(in: store, try store.openRepository())
    try transaction.finishInterruptedOperation()
    try transaction.captureHandEdits()
    return transaction
  }

  /// Takes the lock and nothing more, as for a store that has no history yet.
  init(in store: Store, _ repository: Repository) throws(MixtapeError) {
    let state = PrivateState(of: repository)
    try state.make()
    let lock = try system(state.lock) { () throws(Errno) in
      try FileLock.acquire(state.lock, patience: store.context.lockPatience) { store.context.notify(.waitingForLock) }
    }
    guard let lock else { throw MixtapeError(.locked, .file(state.lock.string)) }
    guard repository.state == .clean else {
      throw MixtapeError(.repositoryBusy, cause: UnfinishedGitOperation(state: repository.state))
    }
    self.store = store
    self.repository = repository
    self.state = state
    self.journal = OperationJournal(in: state)
    self.lock = lock
  }

  /// Writes files and commits them as one change.
  ///
  /// - Throws: `invalidFile` if one of the files was edited by hand and has errors; ``FileChanged`` if the bytes on disk
  ///   are not those that the change was planned on. Then, and when the commit fails, nothing has changed.
  func commit(_ writes: [FileWrite], _ message: CommitMessage) throws(MixtapeError) -> CommitID {
    try requirePlannedBytes(of: writes)
    try requireFreeIndex()
    let operation = try record(writes, message)
    try journal.write(operation)
    let id: CommitID
    do throws(MixtapeError) {
      for write in writes { try self.write(write.new, to: write.path) }
      id = try commit(operation)
    } catch {
      rollBack(writes, of: operation)
      throw error
    }
    do throws(MixtapeError) {
      try end(operation)
    } catch {
      // The change is made. Its record stays, so that the next one brings the index up to date.
      store.context.notify(.indexNotUpdated(error))
    }
    return id
  }

  /// Commits an operation whose files are written, brings the index up to date, and ends the record.
  func conclude(_ operation: PendingOperation) throws(MixtapeError) -> CommitID {
    let id = try commit(operation)
    try end(operation)
    return id
  }

  /// Brings the index up to date with what was committed, and ends the record.
  func end(_ operation: PendingOperation) throws(MixtapeError) {
    try git { () throws(GitError) in try repository.refreshIndex(paths: operation.changes.map(\.path)) }
    try journal.clear()
  }

  /// Commits changes whose bytes are on disk already.
  func commit(_ operation: PendingOperation) throws(MixtapeError) -> CommitID {
    try mentionAdvisories()
    let author = try signature(.author)
    let committer = try signature(.committer)
    return try git { () throws(GitError) in
      // Somebody may commit with git at the same time; what they did stays, and this change goes on top.
      for _ in 0..<Self.attempts {
        let head = try repository.head()
        let open = try open(operation.changes, at: head)
        // With HEAD where it was, this is an undo whose steps cancel each other out: the commit says so all the same.
        if open.isEmpty, let id = head.commit, id.description != operation.base { return id }
        do throws(GitError) {
          return try repository.commit(
            open.map { TreeChange(path: $0.path, blob: $0.newID) }, message: operation.message, author: author,
            committer: committer, onto: head)
        } catch {
          guard error.code == .headMoved else { throw error }
        }
      }
      throw GitError(.headMoved, .commit, message: "HEAD moves faster than this change can be committed")
    }
  }

  /// Those of some changes that a commit does not have yet.
  func open(
    _ changes: [PendingOperation.Change], at head: Head
  ) throws(GitError) -> [PendingOperation.Change] {
    var open: [PendingOperation.Change] = []
    for change in changes {
      let current = try head.commit.flatMap { (id) throws(GitError) in try repository.entry(at: change.path, in: id) }
      if current?.id != change.newID { open.append(change) }
    }
    return open
  }

  /// How often a step is taken again when somebody else was faster.
  static let attempts = 8

  /// Puts new bytes into a file, or removes it.
  func write(_ bytes: [UInt8]?, to path: String) throws(MixtapeError) {
    let place = store.directory.appending(path)
    try system(place) { () throws(Errno) in
      if let bytes {
        try DurableFile.write(bytes, to: place)
      } else {
        try DurableFile.remove(place, upTo: store.directory)
      }
    }
  }
}

/// The file is not what the change was planned on: plan again.
struct FileChanged: Error {
  let path: String
}

extension Transaction {
  private func requirePlannedBytes(of writes: [FileWrite]) throws(MixtapeError) {
    for write in writes {
      if let report = obstacle(to: write.path) { throw Store.invalid(report) }
      let current: [UInt8]?
      switch try store.load(write.path) {
      case .bytes(let bytes): current = bytes
      case .absent: current = nil
      case .unusable(let report): throw Store.invalid(report)
      }
      if current == write.old, try isCommitted(write) { continue }
      throw MixtapeError(.changedMeanwhile, .file(write.path), cause: FileChanged(path: write.path))
    }
  }

  /// What is wrong with a file, or with what stands in the place of a directory above it: nothing is written through a link.
  private func obstacle(to path: String) -> FileReport? {
    invalidFiles[path] ?? invalidFiles.first { path.hasPrefix("\($0.key)/") }?.value
  }

  /// Whether HEAD has the bytes that a change was planned on. Where somebody saved the file after hand edits were
  /// captured and before it was read, that has to become a commit of its own first. A file that is only taken in as it
  /// is has no such commit.
  private func isCommitted(_ write: FileWrite) throws(MixtapeError) -> Bool {
    guard write.old != write.new else { return true }
    return try git { () throws(GitError) in
      let head = try repository.head().commit
      let committed = try head.flatMap { (id) throws(GitError) in try repository.entry(at: write.path, in: id)?.id }
      return try committed == write.old.map { (bytes) throws(GitError) in try Repository.blobID(of: bytes) }
    }
  }

  /// Makes sure that no other git holds the index, before anything is written.
  func requireFreeIndex() throws(MixtapeError) {
    let lock = repository.gitDirectory.appending("index.lock")
    let deadline = ContinuousClock.now + repository.lockPatience
    while try system(lock, { () throws(Errno) in try FileStatus(of: lock) }) != nil {
      guard ContinuousClock.now < deadline else {
        throw .repository(GitError(.locked, .writeIndex, message: "another git holds the index", path: lock))
      }
      SystemCalls.pause(microseconds: 10_000)
    }
  }

  /// The record of changes that are about to be made.
  func operation(
    _ message: CommitMessage, _ changes: [PendingOperation.Change]
  ) throws(MixtapeError) -> PendingOperation {
    let head = try git { () throws(GitError) in try repository.head().commit }
    return PendingOperation(message: message.text, changes: changes, base: head?.description)
  }

  private func record(_ writes: [FileWrite], _ message: CommitMessage) throws(MixtapeError) -> PendingOperation {
    let changes = try writes.map { (write) throws(MixtapeError) in
      try git { () throws(GitError) in
        PendingOperation.Change(
          path: write.path,
          old: try write.old.map { (bytes) throws(GitError) in try Repository.blobID(of: bytes) }?.description,
          new: try write.new.map { (bytes) throws(GitError) in try repository.writeBlob(bytes) }?.description)
      }
    }
    return try operation(message, changes)
  }

  private func signature(_ role: Identity.Role) throws(MixtapeError) -> Signature {
    let now = store.context.now()
    let (identity, signature) = try git { () throws(GitError) in
      (
        try repository.identity(for: role),
        try repository.signature(for: role, now: now, utcOffset: Signature.localUTCOffset(at: now))
      )
    }
    if identity.isFallback, try state.isFirstMention(of: "identity") {
      store.context.notify(.usedFallbackIdentity(name: identity.name, email: identity.email))
    }
    return signature
  }

  /// Says once in a store's life what git would do at a commit and does not happen here.
  private func mentionAdvisories() throws(MixtapeError) {
    for advisory in try git({ () throws(GitError) in try repository.advisories() })
    where try state.isFirstMention(of: advisory.topic) {
      store.context.notify(.advisory(advisory))
    }
  }
}
