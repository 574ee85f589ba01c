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

/// A failure to update a snapshot.
public struct SnapshotFailure: Error, Sendable {
  /// The reason.
  public enum Reason: Sendable {
    /// Another file is at the path. It is unchanged.
    case occupied
    /// The path is in the directory of a git repository.
    case insideRepository
    /// The system's error.
    case system(Errno)
    /// The store could not be read.
    case store(MixtapeError)
    /// The content could not be encoded. The cause is the encoder's error.
    case encoding(any Error)
  }

  /// The path of the snapshot.
  public let path: FilePath
  /// The reason.
  public let reason: Reason
}

/// Keeps a snapshot of a store as a JSON file, at the path in `mixtape.toml`.
///
/// A store, and so the path, may come from somebody else. So a file is replaced only if it is a snapshot, and no file
/// is created in a git directory, where git might take it for a branch.
public struct SnapshotWriter: Sendable {
  private let path: FilePath
  private let store: Store
  private let newest: Int

  /// Makes a writer for a store; `nil` if its settings name no snapshot.
  public init?(for store: Store) {
    guard let settings = store.settings.snapshot else { return nil }
    path = store.place(settings.path)
    self.store = store
    newest = settings.newest
  }

  /// Writes the snapshot if its content has changed. The change that led to it is already committed, so failures go to the
  /// context's `notify`.
  public func refresh() {
    do throws(SnapshotFailure) {
      try requireOrdinaryDirectory()
      let bytes = try encoded()
      if try existing() != bytes { try replace(with: bytes) }
    } catch {
      store.context.notify(.snapshotNotRefreshed(error))
    }
  }

  /// Throws an error if the directory of the snapshot, after following links, is in a git directory.
  private func requireOrdinaryDirectory() throws(SnapshotFailure) {
    let isInRepository: Bool
    do throws(Errno) {
      isInRepository = try GitDirectories.contain(try SystemCalls.resolved(path.removingLastComponent()))
    } catch {
      throw SnapshotFailure(path: path, reason: .system(error))
    }
    if isInRepository { throw SnapshotFailure(path: path, reason: .insideRepository) }
  }

  private func encoded() throws(SnapshotFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let snapshot = LibrarySnapshot(
        of: try podcasts(), try playlists(), at: store.directory.string, newest: newest)
      return Array(try encoder.encode(snapshot)) + [UInt8(ascii: "\n")]
    } catch let error as MixtapeError {
      throw SnapshotFailure(path: path, reason: .store(error))
    } catch {
      throw SnapshotFailure(path: path, reason: .encoding(error))
    }
  }

  /// Returns the podcasts of the store. The change has already reported problems of files.
  private func podcasts() throws(MixtapeError) -> [Podcast] {
    try LibraryIndexSource(store, [FoundFiles(.library, of: store)]).read { (index) throws(LibraryError) in
      try index.podcasts()
    }.value
  }

  /// Returns the playlists of the store, without their times.
  private func playlists() throws(MixtapeError) -> [Playlist] {
    try LibraryIndexSource(store, [FoundFiles(.playlists, of: store)]).read { (index) throws(LibraryError) in
      try index.playlists()
    }.value
  }

  /// Returns the present snapshot, if there is one.
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

  /// The maximum size of a snapshot in bytes, more than any library needs.
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
