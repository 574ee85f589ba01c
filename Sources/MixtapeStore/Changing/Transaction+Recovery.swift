internal import FileSystem
internal import GitHistory
internal import MixtapeModel
internal import SystemPackage

extension Transaction {
  /// Finishes an operation that was interrupted after its record was written, or drops it if nothing was done yet.
  ///
  /// - Returns: Whether the operation was finished rather than dropped.
  func finishInterruptedOperation() throws(MixtapeError) -> Bool {
    guard let operation = try journal.read() else { return true }
    // The reflog is written first, so the change may have been about to make the branch.
    if let lost = try repository.lostBranch() { try repository.restore(lost) }
    if operation.isCapture {
      try refreshGitIndex(for: operation)
      end(operation)
      return true
    }
    guard try hasOtherCommit(of: operation), let files = try files(of: operation),
      let contents = try contents(of: files)
    else {
      return try drop(operation)
    }
    // Once a file is replaced, the next command relies on all contents being there. A power cut may have lost some.
    for bytes in contents.values { _ = try repository.makeBlob(bytes) }
    try repository.writeMadeObjects()
    for file in files { try finish(file, contents) }
    _ = try commitOperations([operation])
    end(operation)
    store.context.notify(.finishedInterruptedChange(subject: operation.subject))
    return true
  }

  /// Returns whether the commit that an operation merges, or moves HEAD to, still exists. Git may not have synced it
  /// before a power cut.
  private func hasOtherCommit(of operation: PendingOperation) throws(MixtapeError) -> Bool {
    guard let commit = operation.kind.other else { return true }
    do throws(MixtapeError) {
      _ = try repository.commit(commit)
      return true
    } catch {
      guard error.gitCode == .notFound || error.gitCode == .corrupt else { throw error }
      return false
    }
  }

  /// Ends an unfinished operation. Its changes of files are captured like other hand edits.
  ///
  /// - Returns: Whether the operation was finished after all, or may have been.
  private func drop(_ operation: PendingOperation) throws(MixtapeError) -> Bool {
    for change in operation.changes { discardTemporaryFile(of: change) }
    guard try repository.head().commit == operation.base else {
      // History has continued, with or without this change.
      try synchronizeNames(of: operation.changes.map(\.path))
      try journal.clear()
      return true
    }
    // A power cut may have kept git's index but lost the update of the branch.
    let staged = try repository.indexDifferences(under: operation.changes.map(\.path))
    let paths = operation.changes.filter { change in
      staged.contains { $0.path == change.path && $0.staged == change.new }
    }
    if !paths.isEmpty { try repository.refreshGitIndex(paths: paths.map(\.path)) }
    try journal.clear()
    store.context.notify(.droppedInterruptedChange(subject: operation.subject))
    return false
  }
}

extension Transaction {
  /// Brings git's index up to date with HEAD for the files of an operation.
  private func refreshGitIndex(for operation: PendingOperation) throws(MixtapeError) {
    try repository.refreshGitIndex(paths: operation.changes.map(\.path))
  }
}

// MARK: - Remains of an operation

/// A file of an interrupted operation.
private struct InterruptedFile {
  let change: PendingOperation.Change
  /// The bytes on disk; `nil` if the file is missing or cannot be read.
  let bytes: [UInt8]?
  /// Whether the file still has its old content, and the operation changes it.
  let isUntouched: Bool
  /// Whether the operation has replaced the file: the new content is on disk or in HEAD, or was there before somebody
  /// edited the file.
  let wasReplaced: Bool
  /// Whether HEAD has the new content of the file.
  let isCommitted: Bool
}

extension Transaction {
  /// Returns the files of an operation; `nil` if one of them has neither its old nor its new content in HEAD, because
  /// later commits changed it.
  private func files(of operation: PendingOperation) throws(MixtapeError) -> [InterruptedFile]? {
    let head = try repository.head().commit
    var files: [InterruptedFile] = []
    for change in operation.changes {
      let committed = try repository.blobID(at: change.path, in: head)
      // A new store commits existing files, of which HEAD can have no version or another one.
      let isImported = head == operation.base || committed == nil && change.old == change.new
      guard committed == change.old || committed == change.new || isImported else { return nil }
      files.append(try file(of: change, isCommitted: committed == change.new))
    }
    return files
  }

  private func file(of change: PendingOperation.Change, isCommitted: Bool) throws(MixtapeError) -> InterruptedFile {
    let (bytes, isUsable) =
      switch try store.load(change.path) {
      case .bytes(let bytes): ([UInt8]?.some(bytes), true)
      case .absent: (nil, true)
      case .unusable: (nil, false)
      }
    let id = try StoreRepository.blobID(of: bytes)
    let changesSomething = change.old != change.new
    let isUntouched = changesSomething && isUsable && id == change.old
    // Replacing a file consumes its temporary file. An edited file without one was replaced first.
    let isEdited = change.new != nil && !isUntouched ? try prepared(change.path) == nil : false
    let wasReplaced = isCommitted || isUsable && id == change.new || isEdited
    return InterruptedFile(
      change: change, bytes: bytes, isUntouched: isUntouched, wasReplaced: changesSomething && wasReplaced,
      isCommitted: isCommitted)
  }

  /// Returns the new contents of some files by their ids; `nil` if it is uncertain whether all contents had been
  /// written before the interruption.
  ///
  /// Reads an object only if it is certain to be complete, because a file has been replaced: before that, a power cut
  /// may have truncated it, and libgit2 never returns from reading a truncated object.
  private func contents(of files: [InterruptedFile]) throws(MixtapeError) -> [ObjectID: [UInt8]]? {
    let isBegun = files.contains(where: \.wasReplaced)
    var contents: [ObjectID: [UInt8]] = [:]
    for file in files {
      guard let id = file.change.new, !file.isCommitted || file.isUntouched else { continue }
      guard let bytes = try content(id, of: file, isWhole: isBegun) else { return nil }
      contents[id] = bytes
    }
    // An operation that only removes files writes no contents.
    let isRemoval = contents.isEmpty && files.contains(where: \.isUntouched)
    return isRemoval && !isBegun ? nil : contents
  }

  private func content(
    _ id: ObjectID, of file: InterruptedFile, isWhole: Bool
  ) throws(MixtapeError) -> [UInt8]? {
    let prepared = try prepared(file.change.path)
    for case let bytes? in [file.bytes, prepared] where try StoreRepository.blobID(of: bytes) == id { return bytes }
    guard isWhole else { return nil }
    do throws(MixtapeError) {
      return try repository.blob(id)
    } catch {
      guard error.gitCode == .notFound || error.gitCode == .corrupt else { throw error }
      return nil
    }
  }

  /// Returns the prepared content of a file; `nil` if no content was prepared.
  private func prepared(_ path: String) throws(MixtapeError) -> [UInt8]? {
    let place = store.directory.appending(path)
    do throws(FileAccess.Failure) {
      return try DurableFile.prepared(for: place)
    } catch {
      guard case .system(let cause) = error else { return nil }
      throw .fileAccess(place, cause)
    }
  }

  /// Writes a file that still has its old content. A file that somebody has edited since, perhaps just now, is
  /// unchanged.
  private func finish(_ file: InterruptedFile, _ contents: [ObjectID: [UInt8]]) throws(MixtapeError) {
    let path = file.change.path
    let isUnchanged = try store.load(path).has(file.bytes)
    guard file.isUntouched, isUnchanged else { return discardTemporaryFile(of: file.change) }
    try write(file.change.new.flatMap { contents[$0] }, to: path)
  }

  /// Removes the temporary file of a change that is not written again, and the directories that were created for it.
  private func discardTemporaryFile(of change: PendingOperation.Change) {
    DurableFile.discardTemporaryFile(of: store.directory.appending(change.path), upTo: store.directory)
  }
}
