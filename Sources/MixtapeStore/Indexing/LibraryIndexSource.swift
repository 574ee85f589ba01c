internal import FileSystem
internal import MixtapeLibrary
internal import MixtapeModel
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The library index of a store, updated with some files before it is read.
///
/// The index file in the private state is used if possible. A damaged file is rebuilt. If the file cannot be used, an
/// index in memory replaces it.
struct LibraryIndexSource {
  /// A value that was read from the index, and the problems of its files.
  typealias Reading<Value> = (value: Value, notes: [FileNote])

  private let store: Store
  private let found: [FoundFiles]
  /// The time in seconds from which on a file may have changed without a difference in its times.
  private let newest: Int32

  /// Makes a source.
  ///
  /// - Parameters:
  ///   - found: The files with which the index is updated.
  ///   - followsChange: Whether the index is read after a change. Files that are read then count as just written, so that the next
  ///     query reads them again.
  init(_ store: Store, found: [FoundFiles], afterChange followsChange: Bool = false) {
    self.store = store
    self.found = found
    newest = followsChange ? .min : Int32(clamping: Int(store.context.now().timeIntervalSince1970) - 2)
  }

  /// Makes a source, and finds the files of some scopes.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the directory of playlists is something else.
  init(_ store: Store, _ scopes: [FileScope], afterChange followsChange: Bool = false) throws(MixtapeError) {
    let found = try scopes.map { (scope) throws(MixtapeError) in try FoundFiles(scope, of: store) }
    self.init(store, found: found, afterChange: followsChange)
  }

  /// Updates the index and reads from it.
  func read<Value>(
    _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Reading<Value> {
    var file: LibraryIndexFile?
    var damaged: LibraryIndexFile?
    for _ in 1...2 {
      do {
        let opened = try LibraryIndexFile.current(of: store, replacing: damaged)
        file = opened
        let notes = try refresh(opened.index, writing: opened.update)
        return (try body(opened.index), notes)
      } catch let error as MixtapeError {
        throw error
      } catch let error as LibraryError where error.code == .damaged {
        damaged = file
        file = nil
      } catch let error as LibraryError where error.code != .database {
        throw MixtapeError(.library, cause: error)
      } catch {
        break
      }
    }
    return try readInMemory(startingFrom: file, body)
  }

  /// Reads from an index in memory, as in a read-only store.
  ///
  /// - Parameter file: The file from which the index is copied; `nil` for an empty index.
  func readInMemory<Value>(
    startingFrom file: LibraryIndexFile?, _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Reading<Value> {
    do {
      let index = try Self.copy(of: file) ?? LibraryIndex()
      let notes = try refresh(index, writing: index.update)
      return (try body(index), notes)
    } catch let error as MixtapeError {
      throw error
    } catch {
      throw MixtapeError(.library, cause: error)
    }
  }

  private static func copy(of file: LibraryIndexFile?) -> LibraryIndex? {
    do throws(LibraryError) {
      return try file?.index.copy()
    } catch {
      // The index is rebuilt from the files.
      return nil
    }
  }

  /// Updates an index, and returns the problems of files.
  private func refresh(
    _ index: LibraryIndex, writing: (_ body: (LibraryIndexWriter) throws -> Void) throws -> Void
  ) throws -> [FileNote] {
    var notes: [FileNote] = []
    for found in found {
      let reader = StoreReader(store, notifies: false)
      try LibraryIndexRefresh(of: index, with: found, by: reader, in: store, newest: newest).run(writing: writing)
      notes += found.reports.map { FileNote(report: $0, usesCommittedVersion: false) } + reader.notes
    }
    return notes
  }
}

/// Updates an index with the files of a scope. Compares the statuses of the files with those in the index, and reads
/// files that may have changed.
struct LibraryIndexRefresh {
  private let store: Store
  private let reader: StoreReader
  private let candidates: [StaleCandidate]
  private let gone: [String]

  /// A file that differs from the index, or that may differ.
  private struct StaleCandidate: Sendable {
    let file: SectionFile
    /// The status that identifies this version of the file; `nil` if the file must be read again next time.
    let status: [UInt8]?
    let known: IndexedFile?
  }

  /// Compares the files with an index.
  ///
  /// - Parameter newest: The time in seconds from which on a file may have changed without a difference in its times.
  init(
    of index: LibraryIndex, with found: FoundFiles, by reader: StoreReader, in store: Store, newest: Int32
  ) throws(LibraryError) {
    self.store = store
    self.reader = reader
    var known = try found.known(to: index)
    var candidates: [StaleCandidate] = []
    for (file, status) in zip(found.files, found.statuses) {
      let known = known.removeValue(forKey: file.path)
      let bytes = status?.bytes
      if let bytes, known?.status == bytes { continue }
      let isTelling = status?.isOlder(than: newest) == true
      candidates.append(StaleCandidate(file: file, status: isTelling ? bytes : nil, known: known))
    }
    self.candidates = candidates
    gone = known.keys.sorted()
  }

  /// Reads the files that may have changed, and writes differences into an index.
  ///
  /// - Parameter writing: Receives the function that writes. Called only if there is something to write.
  func run(writing: (_ body: (LibraryIndexWriter) throws -> Void) throws -> Void) throws {
    let changes = ReadAhead(candidates, smallestShare: 20) { [store] in Self.update(for: $0, in: store) }
    var next = candidates.makeIterator()
    func change() throws(MixtapeError) -> FileUpdate? {
      guard let candidate = next.next(), let change = changes.next() else { return nil }
      guard case .unclear = change else { return change }
      return try readWithFallback(at: candidate)
    }
    // If nothing has changed, no lock is taken.
    var first = try change()
    while gone.isEmpty, case .unchanged? = first { first = try change() }
    guard first != nil || !gone.isEmpty else { return }
    try writing { writer in
      for path in gone { try writer.remove(path) }
      while let next = first {
        try writer.write(next)
        first = try change()
      }
    }
  }

  /// Reads a file. Known content is not parsed again.
  private static func update(for candidate: StaleCandidate, in store: Store) -> FileUpdate {
    do throws(MixtapeError) {
      guard case .bytes(let source) = try store.load(candidate.file.path) else { return .unclear }
      let file = IndexedFile(path: candidate.file.path, status: candidate.status, content: ContentDigest.of(source))
      if let known = candidate.known, known.content == file.content {
        return known.status == file.status ? .unchanged : .status(file)
      }
      guard let content = FileContent(parsing: source, at: candidate.file.path) else {
        return .unclear
      }
      return .content(content, file)
    } catch {
      // ``readWithFallback(at:)`` gets the same error, and throws it.
      return .unclear
    }
  }

  /// Returns the version in HEAD of a file that has errors, and records the errors.
  private func readWithFallback(at candidate: StaleCandidate) throws(MixtapeError) -> FileUpdate {
    guard let (content, source, isCommitted) = try reader.content(of: candidate.file) else {
      return candidate.known == nil ? .unchanged : .removal(path: candidate.file.path)
    }
    let file = IndexedFile(
      path: candidate.file.path, status: isCommitted ? nil : candidate.status, content: ContentDigest.of(source))
    guard let known = candidate.known, known.content == file.content else { return .content(content, file) }
    return known.status == file.status ? .unchanged : .status(file)
  }
}

/// The result of reading a file that may have changed.
private enum FileUpdate: Sendable {
  case unchanged
  /// The status is new, the content is known.
  case status(IndexedFile)
  /// The content is new.
  case content(FileContent, IndexedFile)
  /// The file was deleted, or no version of it can be used.
  case removal(path: String)
  /// The file has errors or is unreadable, so that its version in HEAD is needed.
  case unclear
}

extension LibraryIndexWriter {
  func write(_ content: FileContent, of file: IndexedFile) throws {
    switch content {
    case .playlist(let playlist): try write(playlist, of: file)
    case .podcast(let podcast): try write(podcast, of: file)
    }
  }
}

extension LibraryIndexWriter {
  fileprivate func write(_ change: FileUpdate) throws {
    switch change {
    case .unchanged, .unclear: break
    case .status(let file): try note(file)
    case .content(let content, let file): try write(content, of: file)
    case .removal(let path): try remove(path)
    }
  }
}

extension FoundFiles {
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

  /// Returns whether the file last changed before a second, so that another change would change its times.
  fileprivate func isOlder(than second: Int32) -> Bool { max(modified, changed).seconds < second }
}
