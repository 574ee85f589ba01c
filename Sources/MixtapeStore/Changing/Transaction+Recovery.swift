internal import FileSystem
internal import GitHistory
public import MixtapeModel
internal import SystemPackage

extension Store {
  /// Finishes a change that was interrupted, if there is one, as the next change would.
  ///
  /// - Throws: ``MixtapeError/Code/locked`` if somebody else keeps changing the store.
  public func finishInterruptedChange() throws(MixtapeError) {
    guard let state = try PrivateState(locatedIn: directory), try OperationJournal(in: state).read() != nil else {
      return
    }
    try requireKnownFormat()
    var transaction = try Transaction(in: self, try openRepository())
    _ = try context.interruptions.deferred { () throws(MixtapeError) in try transaction.finishInterruptedOperation() }
  }
}

extension Transaction {
  /// Finishes an operation that was interrupted after its record was written, or drops it where nothing was done yet.
  ///
  /// - Returns: `false` if it was dropped.
  mutating func finishInterruptedOperation() throws(MixtapeError) -> Bool {
    guard let operation = try journal.read() else { return true }
    unconfirmed = operation.unconfirmed
    if operation.isCapture {
      try refreshGitIndex(for: operation)
      unconfirmed = end(operation)
      return true
    }
    guard let files = try files(of: operation), let contents = try contents(of: files) else {
      return try drop(operation)
    }
    // The next command takes files in place as a proof that all contents are there. A power cut may have lost some.
    for bytes in contents.values { _ = try repository.makeBlob(bytes) }
    try repository.writeMadeObjects()
    for file in files { try finish(file, contents) }
    _ = try commit([operation])
    unconfirmed = end(operation)
    store.context.notify(.finishedInterruptedChange(subject: operation.subject))
    return true
  }

  /// Ends an operation that is not finished. What it left in files is captured like any other edit.
  ///
  /// - Returns: Whether it was finished nevertheless, or may have been.
  private mutating func drop(_ operation: PendingOperation) throws(MixtapeError) -> Bool {
    for change in operation.changes { discardRemains(of: change) }
    guard try repository.head().commit == operation.baseID else {
      // History has gone on, with this change or without it.
      try synchronizeNames(of: operation.changes.map(\.path) + operation.unconfirmed)
      unconfirmed = []
      try journal.clear()
      return true
    }
    try synchronizeNames(of: operation.unconfirmed)
    unconfirmed = []
    // A power cut may have kept git's index, and not the branch.
    let staged = try repository.indexDifferences(under: operation.changes.map(\.path))
    let paths = operation.changes.filter { change in
      staged.contains { $0.path == change.path && $0.staged == change.newID }
    }
    if !paths.isEmpty { try repository.refreshIndex(paths: paths.map(\.path)) }
    try journal.clear()
    store.context.notify(.droppedInterruptedChange(subject: operation.subject))
    return false
  }
}

extension Transaction {
  /// Brings git's index up to date with HEAD for the files of an operation.
  private func refreshGitIndex(for operation: PendingOperation) throws(MixtapeError) {
    try repository.refreshIndex(paths: operation.changes.map(\.path) + operation.unconfirmed)
  }
}

// MARK: - What is left of an operation

/// A file of an operation that was interrupted.
private struct InterruptedFile {
  let change: PendingOperation.Change
  /// The bytes on disk; `nil` if there was no file, or none that can be read.
  let bytes: [UInt8]?
  /// The file is as the operation found it, and will be another.
  let isUntouched: Bool
  /// The file is as the operation makes it, on disk or in HEAD; or it was, before somebody edited it.
  let wasBegun: Bool
  /// HEAD has what the operation makes of the file.
  let isCommitted: Bool
}

extension Transaction {
  /// The files of an operation, where each is in HEAD as it was before or as it will be after; `nil` where one has moved on
  /// in history since.
  private func files(of operation: PendingOperation) throws(MixtapeError) -> [InterruptedFile]? {
    let head = try repository.head().commit
    var files: [InterruptedFile] = []
    for change in operation.changes {
      let committed = try repository.blobID(at: change.path, in: head)
      // A file that a new store takes in as it is has no version in HEAD.
      let isTakenIn = committed == nil && change.oldID == change.newID
      guard committed == change.oldID || committed == change.newID || isTakenIn else { return nil }
      files.append(try file(of: change, isCommitted: committed == change.newID))
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
    let changesSomething = change.oldID != change.newID
    let isUntouched = changesSomething && isUsable && id == change.oldID
    // What was prepared for a file goes when it takes its place.
    let isEdited = change.newID != nil && !isUntouched ? try prepared(change.path) == nil : false
    let wasBegun = isCommitted || isUsable && id == change.newID || isEdited
    return InterruptedFile(
      change: change, bytes: bytes, isUntouched: isUntouched, wasBegun: changesSomething && wasBegun,
      isCommitted: isCommitted)
  }

  /// The new contents of some files by their ids; `nil` where nothing tells that all had been written before the operation
  /// was interrupted.
  ///
  /// Objects are read only where they have to be whole, as something is in its place: a power cut before that may have cut one
  /// off in the middle, in which libgit2 goes round for ever.
  private func contents(of files: [InterruptedFile]) throws(MixtapeError) -> [ObjectID: [UInt8]]? {
    let isBegun = files.contains(where: \.wasBegun)
    var contents: [ObjectID: [UInt8]] = [:]
    for file in files {
      guard let id = file.change.newID, !file.isCommitted || file.isUntouched else { continue }
      guard let bytes = try content(id, of: file, isWhole: isBegun) else { return nil }
      contents[id] = bytes
    }
    // Where files are removed and nothing else, there are no contents to be missed.
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

  /// The bytes that were prepared to take the place of a file; `nil` if there are none.
  private func prepared(_ path: String) throws(MixtapeError) -> [UInt8]? {
    let place = store.directory.appending(path)
    do throws(FileAccess.Failure) {
      return try DurableFile.prepared(for: place)
    } catch {
      guard case .system(let cause) = error else { return nil }
      throw .fileAccess(place, cause)
    }
  }

  /// Writes a file that still is as it was. One that somebody edited since, perhaps just now, is left for them.
  private func finish(_ file: InterruptedFile, _ contents: [ObjectID: [UInt8]]) throws(MixtapeError) {
    let path = file.change.path
    let isUnchanged =
      switch try store.load(path) {
      case .bytes(let bytes): bytes == file.bytes
      case .absent: file.bytes == nil
      case .unusable: false
      }
    guard file.isUntouched, isUnchanged else {
      return discardRemains(of: file.change)
    }
    try write(file.change.newID.flatMap { contents[$0] }, to: path)
  }

  /// Removes the temporary file of a change that is not written again, and the directories that were made for it.
  private func discardRemains(of change: PendingOperation.Change) {
    DurableFile.discardRemains(of: store.directory.appending(change.path), upTo: store.directory)
  }
}
