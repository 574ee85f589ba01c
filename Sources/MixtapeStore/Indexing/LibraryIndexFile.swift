internal import FileSystem
internal import MixtapeLibrary
internal import MixtapeModel
internal import Synchronization
internal import SystemPackage

/// The index file in the private state, and the lock for writing it.
///
/// SQLite's own locks protect writes, but not the replacement of a damaged file: SQLite finds the journal by name,
/// and would apply it to the wrong file. So writers hold this lock, and check that the file is still the one that was
/// opened.
final class LibraryIndexFile: Sendable {
  let index: LibraryIndex
  private let state: PrivateState
  private let identity: FileIdentity

  /// Opens the file, and rebuilds it if it cannot be used.
  ///
  /// - Parameter damaged: A file that can be opened but not used.
  /// - Throws: The error of the system or of the index if there is no usable file and none can be made.
  private init(in state: PrivateState, replacing damaged: LibraryIndexFile?) throws {
    self.state = state
    (index, identity) = try Self.open(state, unless: damaged) ?? Self.make(state, unless: damaged)
  }

  /// Returns the index file of a store. It stays open until it is replaced.
  static func current(of store: Store, replacing damaged: LibraryIndexFile? = nil) throws -> LibraryIndexFile {
    if let open = store.openLibraryIndex.withLock({ $0 }), damaged == nil, open.isCurrent { return open }
    guard let state = try PrivateState(locatedIn: store.directory) else { throw UnusableIndex() }
    let file = try LibraryIndexFile(in: state, replacing: damaged)
    store.openLibraryIndex.withLock { $0 = file }
    return file
  }

  /// The index file cannot be used.
  struct UnusableIndex: Error {}

  /// Whether the file is still at its path, and SQLite may write its journals.
  var isCurrent: Bool {
    do throws(Errno) {
      guard try FileIdentity(of: state.libraryIndex) == identity else { return false }
      return try Self.areWritableInPlace(state)
    } catch {
      return false
    }
  }

  /// Updates the index.
  ///
  /// - Throws: ``UnusableIndex`` if the file cannot be written now; the errors of `body` and of the index.
  func update(_ body: (LibraryIndexWriter) throws -> Void) throws {
    let lock = try Self.lock(state)
    guard isCurrent else { throw UnusableIndex() }
    try index.update(body)
    _ = consume lock
  }

  /// Returns whether the index is usable or missing. O(the size of the index).
  static func canBeUsed(in state: PrivateState) -> Bool {
    do {
      guard try FileStatus(of: state.libraryIndex) != nil else { return true }
      return try open(state, unless: nil)?.0.isIntact() == true
    } catch {
      return false
    }
  }

  private static func open(_ state: PrivateState, unless damaged: LibraryIndexFile?) throws -> (
    LibraryIndex, FileIdentity
  )? {
    guard try FileStatus(of: state.libraryIndex) != nil else { return nil }
    guard try areWritableInPlace(state) else { return nil }
    let identity = try FileIdentity(of: state.libraryIndex)
    if let damaged, damaged.identity == identity { return nil }
    do throws(LibraryError) {
      return (try LibraryIndex(at: state.libraryIndex.string), identity)
    } catch {
      guard error.code == .damaged else { throw error }
      return nil
    }
  }

  private static func make(
    _ state: PrivateState, unless damaged: LibraryIndexFile?
  ) throws -> (LibraryIndex, FileIdentity) {
    try DurableFile.makeDirectories(state.directory)
    let lock = try lock(state)
    // Another process may have rebuilt it first.
    if let made = try open(state, unless: damaged) { return made }
    for path in files(in: state) { try DurableFile.remove(path, upTo: state.directory) }
    let index = try LibraryIndex(makingFileAt: state.libraryIndex.string)
    let identity = try FileIdentity(of: state.libraryIndex)
    _ = consume lock
    return (index, identity)
  }

  /// Returns the files of the index. The journals are last: once the index is removed, they cannot be applied to it.
  private static func files(in state: PrivateState) -> [FilePath] {
    ["", "-journal", "-wal", "-shm"].map { FilePath(state.libraryIndex.string + $0) }
  }

  /// Returns whether SQLite may write in place. Pipes, which would block, and links to other files are replaced.
  private static func areWritableInPlace(_ state: PrivateState) throws(Errno) -> Bool {
    for path in files(in: state) where try !FileAccess.canBeWrittenInPlace(path) { return false }
    return true
  }

  private static func lock(_ state: PrivateState) throws -> FileLock {
    guard let lock = try FileLock.acquire(state.libraryIndexLock, patience: .milliseconds(500), onWait: {}) else {
      throw UnusableIndex()
    }
    return lock
  }
}

/// The library index, for the rest of the module.
extension Store {
  /// Updates the library index with the files of some scopes, and reads from it. Sends problems of files to `notify`.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the directory of playlists is something else;
  ///   ``MixtapeError/Code/library`` if an index in memory fails too, or with an error of `body` as its cause.
  func readLibrary<Value>(
    _ scopes: [FileScope], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    try read(LibraryIndexSource(self, scopes), body)
  }

  /// Updates the library index with files that were found, and reads from it. Sends problems of files to `notify`.
  func readLibrary<Value>(
    in found: [FoundFiles], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    try read(LibraryIndexSource(self, found: found), body)
  }

  private func read<Value>(
    _ source: LibraryIndexSource, _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    let (value, notes) = try source.read(body)
    for note in notes { context.notify(note.notice) }
    return value
  }

  /// Reads from the library index as it is, without a look at the files; returns `nil` if it cannot be used.
  func readLastLibrary<Value>(_ body: (LibraryIndex) throws(LibraryError) -> Value) -> Value? {
    do {
      return try body(try LibraryIndexFile.current(of: self).index)
    } catch {
      // The next read that looks at the files repairs the index, or works without it.
      return nil
    }
  }
}
