internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Writes files and commits them as one change.
  ///
  /// The commit is made in memory first. Then all that a crash must find again is written: its objects, the record, and the
  /// new files beside the old ones. When all is there, the files take their places, then git's index and HEAD follow.
  /// Only when that is durable is the record ended.
  ///
  /// Until the record is written, the process may be ended at any time. From then on, it ends when the change is made or taken
  /// back.
  ///
  /// - Throws: `invalidFile` if one of the files was edited by hand and has errors; ``FileChanged`` if the bytes on disk
  ///   are not those that the change was planned on. Then, and when the commit fails, nothing has changed.
  func commit(_ writes: [FileWrite], _ message: CommitMessage) throws(MixtapeError) -> CommitID {
    try requireCommitted(writes)
    try requireUsableGitIndex()
    let operation = try record(writes, message)
    let prepared = try prepare([operation])
    let isOneStep = areSynchronizedInOneStep(writes, objectCount: repository.madeObjectCount)
    // Nothing refers to the objects yet.
    try repository.writeMadeObjects(isDurable: !isOneStep)
    return try store.context.interruptions.deferred { () throws(MixtapeError) in
      try commit(operation, writes, prepared, isOneStep: isOneStep)
    }
  }

  private func commit(
    _ operation: PendingOperation, _ writes: [FileWrite], _ prepared: PreparedCommits, isOneStep: Bool
  ) throws(MixtapeError) -> CommitID {
    let ids: [CommitID]
    do throws(MixtapeError) {
      try writeAhead(writes, of: operation, isDurable: !isOneStep)
      if isOneStep { try Disk.synchronizeFileSystem(of: state.directory) }
      try store.context.interruptions.check()
      for write in writes { try requirePlannedBytes(of: write) }
      for write in writes { try write.install(in: store.directory) }
      if try publish(prepared, of: [operation]) {
        index(prepared)
        ids = prepared.ids
      } else {
        ids = try commit([operation]).ids
      }
    } catch {
      rollBack(writes, of: operation)
      throw error
    }
    end(operation, isOneStep: isOneStep)
    return ids[0]
  }

  /// Writes the rest of what a crash must find again, besides the objects: the record of what is to be done with them, and the
  /// new files. Unless it is all there, the record counts for nothing.
  private func writeAhead(
    _ writes: [FileWrite], of operation: PendingOperation, isDurable: Bool
  ) throws(MixtapeError) {
    try journal.write(operation, isDurable: isDurable)
    for write in writes {
      try store.context.interruptions.check()
      try write.prepare(in: store.directory, isDurable: isDurable)
    }
  }

  /// Whether what a change writes becomes durable in two steps of the whole file system, one before the files take their
  /// places and one after HEAD has moved, or file by file.
  private func areSynchronizedInOneStep(_ writes: [FileWrite], objectCount: Int) -> Bool {
    let places = Set(writes.map { store.directory.appending($0.path).removingLastComponent() })
    return repository.syncPolicy.isOneStep(
      in: [state.directory] + repository.writtenDirectories + places, fileCount: objectCount + writes.count)
  }

  /// Commits changes whose bytes are on disk already, one after the other, and moves HEAD over all of them at once.
  ///
  /// - Parameter record: The record of all of them, if they have none yet. It is written before the index changes, and ended.
  /// - Returns: A commit for each, and the paths of which a record stays.
  func commit(
    _ operations: [PendingOperation], recordedAs record: PendingOperation? = nil
  ) throws(MixtapeError) -> (ids: [CommitID], unconfirmed: [String]) {
    for _ in 0..<Self.attempts {
      let prepared = try prepare(operations)
      try repository.writeMadeObjects()
      let rest: [String]? = try store.context.interruptions.deferred { () throws(MixtapeError) in
        if let record { try journal.write(record) }
        guard try publish(prepared, of: operations) else { return nil }
        return record.map { end($0) } ?? unconfirmed
      }
      guard let rest else { continue }
      index(prepared)
      return (prepared.ids, rest)
    }
    throw .repository(GitError(.headMoved, .commit, message: "HEAD moves faster than this change can be committed"))
  }

  /// Puts new bytes into a file, or removes it, and makes that durable.
  func write(_ bytes: [UInt8]?, to path: String) throws(MixtapeError) {
    let place = store.directory.appending(path)
    if let bytes {
      try Disk.write(bytes, to: place, below: store.directory)
    } else {
      try Disk.remove(place, upTo: store.directory)
      try Disk.synchronizeDirectory(of: place)
    }
  }

  /// The changes that a commit does not have yet.
  func uncommitted(
    _ changes: [PendingOperation.Change], at head: Head
  ) throws(MixtapeError) -> [PendingOperation.Change] {
    var uncommitted: [PendingOperation.Change] = []
    for change in changes where try repository.blobID(at: change.path, in: head.commit) != change.newID {
      uncommitted.append(change)
    }
    return uncommitted
  }
}

// MARK: - Before anything is written

extension Transaction {
  /// Makes sure that nothing is in the way, and that both the files and HEAD have the bytes that a change was planned on.
  ///
  /// Where somebody saved a file after hand edits were captured and before it was read, that has to become a commit of its
  /// own first. A file that is only taken in as it is has no such commit.
  private func requireCommitted(_ writes: [FileWrite]) throws(MixtapeError) {
    let head = try repository.head().commit
    for write in writes {
      try write.requireReadableSize()
      if let report = invalidFiles.values.obstacle(to: write.path) { throw Store.invalid(report) }
      try found?.requireCheckedOut(write)
      try requirePlannedBytes(of: write)
      guard !write.changesNothing else { continue }
      let isCommitted =
        try repository.blobID(at: write.path, in: head) == (try StoreRepository.blobID(of: write.old))
      if !isCommitted { throw changedMeanwhile(write) }
    }
  }

  private func requirePlannedBytes(of write: FileWrite) throws(MixtapeError) {
    switch try store.load(write.path) {
    case .bytes(write.old): break
    case .absent where write.old == nil: break
    case .bytes, .absent: throw changedMeanwhile(write)
    case .unusable(let report): throw Store.invalid(report)
    }
  }

  private func changedMeanwhile(_ write: FileWrite) -> MixtapeError {
    MixtapeError(.changedMeanwhile, .file(write.path), cause: FileChanged(path: write.path))
  }

  private func record(_ writes: [FileWrite], _ message: CommitMessage) throws(MixtapeError) -> PendingOperation {
    let changes = try writes.map { (write) throws(MixtapeError) in
      PendingOperation.Change(
        path: write.path, old: try StoreRepository.blobID(of: write.old)?.description,
        new: try repository.makeBlob(write.new)?.description)
    }
    return try operation(message, changes)
  }
}

// MARK: - The steps of a commit

extension Transaction {
  /// The commits of operations on top of HEAD, made in memory.
  private struct PreparedCommits {
    /// The commits that HEAD has to move to.
    var commits: [PreparedCommit] = []
    /// The commit of each operation. One that HEAD has already is not among ``commits``.
    var ids: [CommitID] = []
  }

  private func prepare(_ operations: [PendingOperation]) throws(MixtapeError) -> PreparedCommits {
    try notifyAdvisories()
    let author = try signature(.author)
    let committer = try signature(.committer)
    var (head, prepared) = (try repository.head(), PreparedCommits())
    for operation in operations {
      let open = try uncommitted(operation.changes, at: head)
      // With HEAD where it was, this is an undo whose steps cancel each other out: the commit says so all the same.
      if open.isEmpty, let id = head.commit, id.description != operation.base {
        prepared.ids.append(id)
        continue
      }
      let commit = try repository.prepareCommit(
        open.map { TreeChange(path: $0.path, blob: $0.newID) }, message: operation.message, author: author,
        committer: committer, onto: head)
      head = commit.head
      prepared.commits.append(commit)
      prepared.ids.append(commit.id)
    }
    return prepared
  }

  /// Moves git's index and HEAD to commits whose objects are written; `false` if somebody committed with git in the meantime.
  /// What they did stays, and these changes go on top.
  private func publish(_ prepared: PreparedCommits, of operations: [PendingOperation]) throws(MixtapeError) -> Bool {
    let paths = operations.flatMap { $0.changes.map(\.path) }
    guard !prepared.commits.isEmpty else {
      try repository.refreshIndex(paths: paths)
      return true
    }
    do throws(MixtapeError) {
      try repository.moveHead(to: prepared.commits, refreshing: paths)
    } catch {
      guard error.gitCode == .headMoved else { throw error }
      return false
    }
    return true
  }

  /// Adds the commits that HEAD has moved to to the index of history.
  private func index(_ prepared: PreparedCommits) {
    for commit in prepared.commits { CommitRecords.append(commit.id, of: repository) }
  }

  private func signature(_ role: Identity.Role) throws(MixtapeError) -> Signature {
    let identity = try repository.identity(for: role)
    let signature = try repository.signature(for: role, now: store.context.now())
    if identity.isFallback, try state.isFirstNotice(of: "identity") {
      store.context.notify(.usedFallbackIdentity(name: identity.name, email: identity.email))
    }
    return signature
  }

  /// Says once in a store's life what git would do at a commit and does not happen here.
  private func notifyAdvisories() throws(MixtapeError) {
    for advisory in try repository.advisories()
    where try state.isFirstNotice(of: advisory.topic) {
      store.context.notify(.advisory(advisory))
    }
  }
}

extension RepositoryAdvisory {
  /// The name under which the store notes that it was shown.
  fileprivate var topic: String {
    switch self {
    case .commitsAreNotSigned: "signing"
    case .hooksDoNotRun: "hooks"
    }
  }
}
