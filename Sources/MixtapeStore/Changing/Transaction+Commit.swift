internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Writes files and commits them as one change.
  ///
  /// First, the commit is made in memory. Then everything is written that recovery needs after a crash: the objects,
  /// the record of the operation, and the temporary files. After that, the temporary files replace the files, and
  /// git's index and HEAD are updated. When all of this is durable, the record is cleared.
  ///
  /// Until the record is written, a signal ends the process at once. From then on, the process ends only when the
  /// change is complete or rolled back.
  ///
  /// - Parameters:
  ///   - kind: Whether the change also merges another commit, or moves HEAD forward to one.
  ///   - origin: The origin of the writes, for their ``Admission``.
  /// - Throws: The errors of ``Admission/require(_:)``; ``FileChanged`` if the bytes on disk are not those that the change was
  ///   planned on.
  ///   After these errors, and if the commit fails, nothing has changed.
  func commitWrites(
    _ writes: [FileWrite], _ message: CommitMessage, _ kind: PendingOperation.Kind = .change,
    from origin: Admission.Origin = .command
  ) throws(MixtapeError) -> CommitID {
    try admission(of: origin).require(writes)
    try requireCommitted(writes)
    try requireUsableGitIndex()
    let operation = try record(writes, message, kind)
    let prepared = try prepare([operation])
    let isOneStep = areSynchronizedInOneStep(writes, objectCount: repository.madeObjectCount)
    // Nothing refers to the objects yet.
    try repository.writeMadeObjects(isDurable: !isOneStep)
    return try store.context.interruptions.deferred { () throws(MixtapeError) in
      try commitPrepared(operation, writes, prepared, isOneStep: isOneStep)
    }
  }

  func admission(of origin: Admission.Origin) -> Admission {
    Admission(origin: origin, workTree: workTree, invalid: Array(invalidFiles.values))
  }

  private func commitPrepared(
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
        addRecords(of: prepared, operation.kind)
        ids = prepared.ids
      } else {
        ids = try commitOperations([operation])
      }
    } catch {
      rollBack(writes, of: operation)
      throw error
    }
    end(operation, isOneStep: isOneStep)
    return ids[0]
  }

  /// Writes the record of the operation and the temporary files, which recovery needs besides the objects. Recovery
  /// drops the operation unless all of them exist.
  private func writeAhead(
    _ writes: [FileWrite], of operation: PendingOperation, isDurable: Bool
  ) throws(MixtapeError) {
    try journal.write(operation, isDurable: isDurable)
    for write in writes {
      try store.context.interruptions.check()
      try write.prepare(in: store.directory, isDurable: isDurable)
    }
  }

  /// Returns whether the change syncs the whole file system twice, before the files are replaced and after HEAD has
  /// moved, rather than each file.
  private func areSynchronizedInOneStep(_ writes: [FileWrite], objectCount: Int) -> Bool {
    let places = Set(writes.map { store.directory.appending($0.path).removingLastComponent() })
    return repository.syncPolicy.isOneStep(
      in: [state.directory] + repository.writtenDirectories + places, fileCount: objectCount + writes.count)
  }

  /// Commits changes whose bytes are already on disk, one after the other, and moves HEAD over all of them at once.
  ///
  /// - Parameter record: The record of all of them, if none is written yet. It is written before the index changes,
  ///   and then cleared.
  /// - Returns: The commit of each change.
  func commitOperations(
    _ operations: [PendingOperation], recordedAs record: PendingOperation? = nil
  ) throws(MixtapeError) -> [CommitID] {
    for _ in 0..<Self.attempts {
      let prepared = try prepare(operations)
      try repository.writeMadeObjects()
      let isPublished = try store.context.interruptions.deferred { () throws(MixtapeError) in
        if let record { try journal.write(record) }
        guard try publish(prepared, of: operations) else { return false }
        if let record { end(record) }
        return true
      }
      guard isPublished else {
        try catchUpLog()
        continue
      }
      addRecords(of: prepared, operations.first?.kind ?? .change)
      return prepared.ids
    }
    throw .repository(GitError(.headMoved, .commit, message: "HEAD was moved during each attempt to commit"))
  }

  /// Writes or removes a file durably.
  func write(_ bytes: [UInt8]?, to path: String) throws(MixtapeError) {
    let place = store.directory.appending(path)
    if let bytes {
      try Disk.write(bytes, to: place, below: store.directory)
    } else {
      try Disk.remove(place, upTo: store.directory)
      try Disk.synchronizeDirectory(of: place)
    }
  }

  /// Returns the changes that a commit does not have yet.
  func uncommitted(
    _ changes: [PendingOperation.Change], at head: Head
  ) throws(MixtapeError) -> [PendingOperation.Change] {
    var uncommitted: [PendingOperation.Change] = []
    for change in changes where try repository.blobID(at: change.path, in: head.commit) != change.new {
      uncommitted.append(change)
    }
    return uncommitted
  }
}

// MARK: - Before anything is written

extension Transaction {
  /// Throws an error if the files or HEAD do not have the bytes that the change was planned on.
  ///
  /// If somebody saved a file after hand edits were captured and before the file was read, that edit first needs its
  /// own commit. A file that a new store takes over has no such commit.
  private func requireCommitted(_ writes: [FileWrite]) throws(MixtapeError) {
    let head = try repository.head().commit
    for write in writes {
      try requirePlannedBytes(of: write)
      guard !write.changesNothing, !write.takesOver else { continue }
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
    case .unusable(let report): throw .invalidFile(report)
    }
  }

  private func changedMeanwhile(_ write: FileWrite) -> MixtapeError {
    MixtapeError(.changedMeanwhile, .file(write.path), cause: FileChanged(path: write.path))
  }

  private func record(
    _ writes: [FileWrite], _ message: CommitMessage, _ kind: PendingOperation.Kind
  ) throws(MixtapeError) -> PendingOperation {
    let changes = try writes.map { (write) throws(MixtapeError) in
      PendingOperation.Change(
        path: write.path, old: try StoreRepository.blobID(of: write.old), new: try repository.makeBlob(write.new))
    }
    return try operation(message, changes, kind)
  }
}

// MARK: - The steps of a commit

extension Transaction {
  /// Commits of operations on top of HEAD, made in memory.
  private struct PreparedCommits {
    /// The commits that HEAD moves to.
    var commits: [PreparedCommit] = []
    /// The commit of each operation. A commit that HEAD already has is not among ``commits``.
    var ids: [CommitID] = []
  }

  private func prepare(_ operations: [PendingOperation]) throws(MixtapeError) -> PreparedCommits {
    try notifyAdvisories()
    let author = try signature(.author)
    let committer = try signature(.committer)
    var (head, prepared) = (try repository.head(), PreparedCommits())
    for operation in operations {
      let open = try uncommitted(operation.changes, at: head)
      // If HEAD has not moved, this is an undo whose steps cancel each other out. It gets a commit all the same.
      if open.isEmpty, let id = head.commit, id != operation.base {
        prepared.ids.append(id)
        continue
      }
      let commit = try prepare(operation, open, author, committer, onto: head)
      head = commit.head
      prepared.commits.append(commit)
      prepared.ids.append(commit.id)
    }
    return prepared
  }

  /// Makes the commit of the changes of an operation that HEAD does not have yet.
  private func prepare(
    _ operation: PendingOperation, _ open: [PendingOperation.Change], _ author: Signature, _ committer: Signature,
    onto head: Head
  ) throws(MixtapeError) -> PreparedCommit {
    let merged: [CommitID]
    switch operation.kind {
    case .change, .capture: merged = []
    case .merge(let commit): merged = [commit]
    case .forward(let commit):
      if head.commit == operation.base {
        return try repository.prepareForward(
          to: commit, committer: committer, onto: head, reflogEntry: operation.subject)
      }
      merged = [commit]
    }
    return try repository.prepareCommit(
      open.map { TreeEdit(path: $0.path, blob: $0.new) }, message: operation.message, author: author,
      committer: committer, onto: head, merging: merged)
  }

  /// Moves git's index and HEAD to commits whose objects are written. Returns `false` if somebody committed with git
  /// in the meantime; the caller then makes the changes again on top of that commit.
  private func publish(_ prepared: PreparedCommits, of operations: [PendingOperation]) throws(MixtapeError) -> Bool {
    let paths = operations.flatMap { $0.changes.map(\.path) }
    guard !prepared.commits.isEmpty else {
      try repository.refreshGitIndex(paths: paths)
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

  /// Adds the commits that HEAD has moved to to the log of operations and to the records of commits.
  ///
  /// The change is made, so a failure is no error. The next command finds what is missing.
  private func addRecords(of prepared: PreparedCommits, _ kind: PendingOperation.Kind) {
    let ids = prepared.commits.map(\.id)
    do throws(MixtapeError) {
      let operations = try ids.map { (id) throws(MixtapeError) in
        guard let other = kind.other else { return LoggedOperation(ofOwn: try repository.commit(id)) }
        return LoggedOperation(.received, id, targets: other == id ? [] : [other])
      }
      try OperationLog(in: state).append(operations)
    } catch {
      // See above.
    }
    for id in ids { CommitRecords.append(id, of: repository) }
  }

  /// Adds commits of other programs to the log of operations.
  func catchUpLog() throws(MixtapeError) {
    do throws(MixtapeError) {
      try OperationHistory.catchUp(with: repository)
    } catch {
      // Without the log, undo finds the operations in history. A push requires it.
      guard error.code == .fileAccess else { throw error }
    }
  }

  private func signature(_ role: Identity.Role) throws(MixtapeError) -> Signature {
    let identity = try repository.identity(for: role)
    let signature = try repository.signature(for: role, now: store.context.now())
    if identity.isFallback, try state.isFirstNotice(of: "identity") {
      store.context.notify(.usedFallbackIdentity(name: identity.name, email: identity.email))
    }
    return signature
  }
}

extension Transaction {
  /// Throws an error if git's index cannot be replaced: another git holds its lock, or its directory is not writable.
  /// Called before anything is written. The search for hand edits has already shown that the index can be read.
  func requireUsableGitIndex() throws(MixtapeError) {
    let lock = repository.gitDirectory.appending("index.lock")
    let isGone = try repository.waitForLock(lock) { () throws(MixtapeError) in
      try store.context.interruptions.check()
      // If this transaction could not remove a lock of its own, it is still there.
      try repository.removeAbandonedLocks()
    }
    guard isGone else {
      throw .repository(
        GitError(.locked, .writeIndex, message: "another git process holds the lock of the index", path: lock))
    }
    try repository.requireReplaceableGitIndex()
  }

  /// Syncs the replaced files, and clears the record.
  ///
  /// The change is complete, so a failure is a notice and no error. The record then stays for the next change.
  ///
  /// - Parameter isOneStep: Whether to sync the whole file system, rather than each directory.
  func end(_ operation: PendingOperation, isOneStep: Bool = false) {
    do throws(MixtapeError) {
      if isOneStep {
        try Disk.synchronizeFileSystem(of: state.directory)
      } else {
        try synchronizeNames(of: operation.changes.map(\.path))
      }
      try journal.clear()
    } catch {
      store.context.notify(.notConfirmed(error))
    }
  }

  /// Syncs the names of files, of the branch and of git's index. Their contents were synced before.
  func synchronizeNames(of paths: [String]) throws(MixtapeError) {
    var directories: Set<FilePath> = []
    for place in paths.map({ store.directory.appending($0) })
    where directories.insert(place.removingLastComponent()).inserted {
      try Disk.synchronizeDirectory(of: place)
    }
    try repository.synchronizeNames()
  }
}

extension Transaction {
  /// Restores the files of a change whose commit failed, and clears its record.
  ///
  /// If that fails too, for example because of a broken disk, the record stays, and the next command finishes the
  /// change. The caller throws the first error.
  func rollBack(_ writes: [FileWrite], of operation: PendingOperation) {
    repository.git.unlockIndex()
    do throws(MixtapeError) {
      guard try !isCommitted(operation) else { return }
      for write in writes.reversed() {
        try write.discard(in: store.directory)
        if try hasOwnBytes(write) { try self.write(write.old, to: write.path) }
      }
      let misstated = repository.mismatchedPaths
      if !misstated.isEmpty { try repository.refreshGitIndex(paths: Array(misstated)) }
      try journal.clear()
    } catch {
      return
    }
  }

  /// Returns whether HEAD moved before the failure, for example if libgit2 moves it and cannot write the reflog.
  private func isCommitted(_ operation: PendingOperation) throws(MixtapeError) -> Bool {
    let head = try repository.head()
    guard head.commit != operation.base else { return false }
    return try uncommitted(operation.changes, at: head).isEmpty
  }

  /// Returns whether a file has the bytes that this change wrote. Edits by others in the meantime are kept.
  private func hasOwnBytes(_ write: FileWrite) throws(MixtapeError) -> Bool {
    guard !write.changesNothing else { return false }
    return try store.load(write.path).has(write.new)
  }
}
