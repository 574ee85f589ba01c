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
  /// - Parameter found: The files with which the index is updated.
  init(_ store: Store, _ found: [FoundFiles]) {
    self.store = store
    self.found = found
    newest = Int32(clamping: Int(store.context.now().timeIntervalSince1970) - 2)
  }

  /// Makes a source for a look after a change. Files that it reads count as just written, so that the next query reads them again.
  init(afterChangeOf store: Store, _ found: [FoundFiles]) {
    self.store = store
    self.found = found
    newest = .min
  }

  /// Updates the index and reads from it.
  func read<Value>(
    _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Reading<Value> {
    var file: LibraryIndexFile?
    var damaged: LibraryIndexFile?
    for _ in 1...2 {
      do {
        let opened = try store.libraryIndexFile(replacing: damaged)
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

extension Store {
  /// Returns the index file in the private state. It stays open until it is replaced.
  fileprivate func libraryIndexFile(replacing damaged: LibraryIndexFile?) throws -> LibraryIndexFile {
    if let open = openLibraryIndex.withLock({ $0 }), damaged == nil, open.isCurrent { return open }
    guard let state = try PrivateState(locatedIn: directory) else { throw LibraryIndexFile.UnusableIndex() }
    let file = try LibraryIndexFile(in: state, replacing: damaged)
    openLibraryIndex.withLock { $0 = file }
    return file
  }
}

extension Store {
  /// Reads from the library index as it is, without a look at the files; returns `nil` if it cannot be used.
  func readLastLibrary<Value>(_ body: (LibraryIndex) throws(LibraryError) -> Value) -> Value? {
    do {
      return try body(try libraryIndexFile(replacing: nil).index)
    } catch {
      // The next read that looks at the files repairs the index, or works without it.
      return nil
    }
  }

  /// Updates the library index with the files of some scopes, and reads from it. Sends problems of files to `notify`.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if the directory of playlists is something else;
  ///   ``MixtapeError/Code/library`` if an index in memory fails too, or with an error of `body` as its cause.
  func readLibrary<Value>(
    _ scopes: [FileScope], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    try readLibrary(in: scopes.map { (scope) throws(MixtapeError) in try FoundFiles(scope, of: self) }, body)
  }

  /// Updates the library index with files that were found, and reads from it. Sends problems of files to `notify`.
  func readLibrary<Value>(
    in found: [FoundFiles], _ body: (LibraryIndex) throws(LibraryError) -> Value
  ) throws(MixtapeError) -> Value {
    let (value, notes) = try LibraryIndexSource(self, found).read(body)
    for note in notes { context.notify(note.notice) }
    return value
  }
}
