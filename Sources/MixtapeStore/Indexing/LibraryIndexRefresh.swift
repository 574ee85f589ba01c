internal import FileSystem
internal import MixtapeLibrary
internal import MixtapeModel

/// Brings an index up to date with the files of a scope: compares what the file system says of them with what the index
/// knows, and reads those that may have changed.
struct LibraryIndexRefresh {
  private let store: Store
  private let reader: StoreReader
  private let suspects: [Suspect]
  private let gone: [String]

  /// A file that differs from the index, or that may differ.
  private struct Suspect: Sendable {
    let file: StoredFile
    /// The status by which the file will be recognized; `nil` if it must be read again next time.
    let status: [UInt8]?
    let known: IndexedFile?
  }

  /// Compares the files with an index.
  ///
  /// - Parameter newest: The second from which on a change is too young to be seen by its times.
  init(
    of index: LibraryIndex, with found: FoundFiles, by reader: StoreReader, in store: Store, newest: Int32
  ) throws(LibraryError) {
    self.store = store
    self.reader = reader
    var known = try found.known(to: index)
    var suspects: [Suspect] = []
    for (file, status) in zip(found.files, found.statuses) {
      let known = known.removeValue(forKey: file.path)
      let bytes = status?.bytes
      guard let bytes, known?.status == bytes else {
        let isTelling = status?.isOlder(than: newest) == true
        suspects.append(Suspect(file: file, status: isTelling ? bytes : nil, known: known))
        continue
      }
    }
    self.suspects = suspects
    gone = known.keys.sorted()
  }

  /// Reads what may have changed, and writes what has into an index.
  ///
  /// - Parameter writing: Is handed what writes, if there is anything to write.
  func run(writing: (_ body: (IndexWriter) throws -> Void) throws -> Void) throws {
    let changes = ReadAhead(suspects, smallestShare: 20) { [store] in Self.look(at: $0, in: store) }
    var next = suspects.makeIterator()
    func change() throws(MixtapeError) -> FileUpdate? {
      guard let suspect = next.next(), let change = changes.next() else { return nil }
      guard case .unclear = change else { return change }
      return try readWithFallback(at: suspect)
    }
    // Where nothing has changed, nothing is locked.
    var first = try change()
    while gone.isEmpty, case .none? = first { first = try change() }
    guard first != nil || !gone.isEmpty else { return }
    try writing { writer in
      for path in gone { try writer.remove(path) }
      while let next = first {
        try writer.write(next)
        first = try change()
      }
    }
  }

  /// Reads a file. A known content is not parsed.
  private static func look(at suspect: Suspect, in store: Store) -> FileUpdate {
    do throws(MixtapeError) {
      guard case .bytes(let source) = try store.load(suspect.file.path) else { return .unclear }
      let file = IndexedFile(path: suspect.file.path, status: suspect.status, content: ContentDigest.of(source))
      if let known = suspect.known, known.content == file.content {
        return known.status == file.status ? .none : .status(file)
      }
      guard let content = ParsedFile(parsing: source, at: suspect.file.path).flatMap(FileContent.init) else {
        return .unclear
      }
      return .content(content, file)
    } catch {
      // ``readWithFallback(at:)`` meets the same error, and throws it.
      return .unclear
    }
  }

  /// Takes the committed version of a file that has errors, and notes what is wrong with it.
  private func readWithFallback(at suspect: Suspect) throws(MixtapeError) -> FileUpdate {
    guard let (content, source, isSound) = try reader.content(of: suspect.file) else {
      return suspect.known == nil ? .none : .removal(path: suspect.file.path)
    }
    let file = IndexedFile(
      path: suspect.file.path, status: isSound ? suspect.status : nil, content: ContentDigest.of(source))
    guard let known = suspect.known, known.content == file.content else { return .content(content, file) }
    return known.status == file.status ? .none : .status(file)
  }
}

/// The result of looking at a file that may have changed.
private enum FileUpdate: Sendable {
  /// No change.
  case none
  /// The content is known, and the status is not.
  case status(IndexedFile)
  /// The content is new.
  case content(FileContent, IndexedFile)
  /// The file is gone, or no version of it can be used.
  case removal(path: String)
  /// The file has errors, or could not be read: it needs a closer look.
  case unclear
}

extension IndexWriter {
  /// Writes the content of a file.
  func write(_ content: FileContent, of file: IndexedFile) throws {
    switch content {
    case .playlist(let playlist): try write(playlist, of: file)
    case .podcast(let podcast): try write(podcast, of: file)
    }
  }
}

extension IndexWriter {
  fileprivate func write(_ change: FileUpdate) throws {
    switch change {
    case .none, .unclear: break
    case .status(let file): try note(file)
    case .content(let content, let file): try write(content, of: file)
    case .removal(let path): try remove(path)
    }
  }
}

extension FoundFiles {
  /// The files of the scope that an index knows, by path.
  fileprivate func known(to index: LibraryIndex) throws(LibraryError) -> [String: IndexedFile] {
    guard let names = scope.names else { return try index.files(in: scope.section.rawValue) }
    var known: [String: IndexedFile] = [:]
    for name in names {
      let file = try scope.section == .playlists ? index.file(ofPlaylist: name) : index.file(ofPodcast: name)
      if let file { known[file.path] = file }
    }
    return known
  }
}

extension FileStatus {
  /// The numbers as bytes, for comparison.
  fileprivate var bytes: [UInt8] {
    let numbers: [UInt32] = [
      UInt32(bitPattern: changed.seconds), changed.nanoseconds, UInt32(bitPattern: modified.seconds),
      modified.nanoseconds, inode, user, group, size,
    ]
    return numbers.flatMap { number in withUnsafeBytes(of: number.littleEndian) { Array($0) } }
  }

  /// Whether the file last changed before a second, so that another change would show in its times.
  fileprivate func isOlder(than second: Int32) -> Bool { max(modified, changed).seconds < second }
}
