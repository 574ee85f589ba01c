internal import FileSystem
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles
public import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The reason why a snapshot could not be brought up to date.
public struct SnapshotFailure: Error, Sendable {
  /// The reason.
  public enum Reason: Sendable {
    /// Another file is in its place; it is left as it is.
    case occupied
    /// The path leads into the directory of a git repository, whose files belong to git.
    case insideRepository
    /// The system's error.
    case system(Errno)
    /// The store could not be read.
    case store(MixtapeError)
  }

  /// The path of the snapshot.
  public let path: FilePath
  /// The reason.
  public let reason: Reason
}

/// Keeps a snapshot of a store as a JSON file, at the path in `mixtape.toml`.
///
/// A store may come from somebody else, and so may the path. So a file is only replaced if it is a snapshot, and none is
/// created among the files of git, where any file may be taken for a branch.
public struct SnapshotWriter: SnapshotRefreshing {
  private let path: FilePath
  private let store: FilePath
  private let newest: Int
  private let fail: @Sendable (SnapshotFailure) -> Void

  /// A writer for a store, or `nil` if its settings want no snapshot.
  public init?(for store: Store) {
    guard let settings = store.settings.snapshot else { return nil }
    path = Self.place(settings.path, of: store)
    self.store = store.directory
    newest = settings.newest
    fail = { [notify = store.context.notify] in notify(.snapshotNotRefreshed($0)) }
  }

  /// Writes the snapshot, if its content has changed.
  public func refresh(from library: some LibraryReading) {
    do throws(SnapshotFailure) {
      try requireOrdinaryDirectory()
      let bytes = try encoded(library)
      if try existing() != bytes { try replace(with: bytes) }
    } catch {
      fail(error)
    }
  }

  /// `~/` is the user's own directory, and other relative paths start from the store.
  private static func place(_ text: String, of store: Store) -> FilePath {
    if text.hasPrefix("~/"), let home = store.context.environment["HOME"], !home.isEmpty {
      return FilePath(home).appending(String(text.dropFirst(2)))
    }
    return store.directory.pushing(FilePath(text))
  }

  /// Makes sure that the directory of the snapshot is not one of git's, also if it is reached by a link.
  private func requireOrdinaryDirectory() throws(SnapshotFailure) {
    let isInRepository: Bool
    do throws(Errno) {
      isInRepository = try Self.isInGitDirectory(try SystemCalls.resolved(path.removingLastComponent()))
    } catch {
      throw SnapshotFailure(path: path, reason: .system(error))
    }
    if isInRepository { throw SnapshotFailure(path: path, reason: .insideRepository) }
  }

  /// Whether a directory, or one above it, is that of a git repository.
  private static func isInGitDirectory(_ path: FilePath) throws(Errno) -> Bool {
    var directory = path
    repeat {
      if try isGitDirectory(directory) { return true }
    } while directory.removeLastComponent()
    return false
  }

  /// Whether a directory is that of a git repository, by its name or, as git does, by its files.
  private static func isGitDirectory(_ directory: FilePath) throws(Errno) -> Bool {
    if directory.lastComponent?.string.lowercased() == ".git" { return true }
    for name in ["HEAD", "objects", "refs"] where try FileKind(at: directory.appending(name)) == nil { return false }
    return true
  }

  private func encoded(_ library: some LibraryReading) throws(SnapshotFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let snapshot = try LibrarySnapshot(of: library, at: store.string, newest: newest)
      return Array(try encoder.encode(snapshot)) + [UInt8(ascii: "\n")]
    } catch let error as MixtapeError {
      throw SnapshotFailure(path: path, reason: .store(error))
    } catch {
      throw SnapshotFailure(path: path, reason: .system(.ioError))
    }
  }

  /// The snapshot that is there, if one is.
  private func existing() throws(SnapshotFailure) -> [UInt8]? {
    guard let bytes = try occupant() else { return nil }
    guard isSnapshot(bytes) else { throw SnapshotFailure(path: path, reason: .occupied) }
    return bytes
  }

  private func occupant() throws(SnapshotFailure) -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(path, atMost: Self.maximumSize)
    } catch {
      switch error {
      case .absent: return nil
      case .system(let error): throw SnapshotFailure(path: path, reason: .system(error))
      case .tooLarge, .notAFile: throw SnapshotFailure(path: path, reason: .occupied)
      }
    }
  }

  /// More than any snapshot of a library that fits into memory.
  private static let maximumSize = 1 << 28

  private func isSnapshot(_ bytes: [UInt8]) -> Bool {
    struct Mark: Decodable { let format: String }
    do {
      return try JSONDecoder().decode(Mark.self, from: Data(bytes)).format == LibrarySnapshot.format
    } catch {
      return false
    }
  }

  private func replace(with bytes: [UInt8]) throws(SnapshotFailure) {
    do throws(Errno) {
      try DurableFile.replace(path, with: bytes)
    } catch {
      throw SnapshotFailure(path: path, reason: .system(error))
    }
  }
}

extension Store {
  /// Has the snapshot brought up to date, where there is one.
  func refreshSnapshot() {
    context.snapshots(self)?.refresh(from: Contents(store: self))
  }

  /// The library as a snapshot reads it. The change itself has reported the files that cannot be used.
  private struct Contents: LibraryReading {
    let store: Store

    func podcasts() throws(MixtapeError) -> [Podcast] {
      try LibraryIndexSource(store, [FoundFiles(.library, of: store)]).read { (index) throws(LibraryError) in
        try index.podcasts()
      }.value
    }

    func playlists() throws(MixtapeError) -> [Playlist] {
      try LibraryIndexSource(store, [FoundFiles(.playlists, of: store)]).read { (index) throws(LibraryError) in
        try index.playlists()
      }.value
    }
  }
}
