internal import MixtapeLibrary
internal import MixtapeModel
internal import PlaylistFiles
internal import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Keeps a snapshot of a store as a JSON file, at the path in `mixtape.toml`.
public struct SnapshotWriter: Sendable {
  private let path: FilePath
  private let store: Store
  private let newest: Int

  /// Makes a writer for a store; `nil` if its settings name no snapshot, or one that has no effect
  /// (``Store/untrustedSettings()``).
  public init?(for store: Store) {
    guard let settings = store.settings.snapshot, store.isTrusted(PlaceSetting(.snapshot, settings.path)) else {
      return nil
    }
    path = store.place(settings.path)
    self.store = store
    newest = settings.newest
  }

  /// Writes the snapshot if its content has changed. The change that led to it is already committed, so failures go to the
  /// context's `notify`.
  public func refresh() {
    do throws(PublishingFailure) {
      _ = try PublishedFile.directory(at: path.removingLastComponent(), for: path)
      try PublishedFile(path: path, isOwn: Self.isSnapshot).write(try encoded())
    } catch {
      store.context.notify(.snapshotNotRefreshed(error))
    }
  }

  private func encoded() throws(PublishingFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      let snapshot = LibrarySnapshot(
        of: try podcasts(), try playlists(), at: store.directory.string, newest: newest)
      return Array(try encoder.encode(snapshot)) + [UInt8(ascii: "\n")]
    } catch let error as MixtapeError {
      throw PublishingFailure(path: path, reason: .store(error))
    } catch {
      throw PublishingFailure(path: path, reason: .encoding(error))
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

  private static func isSnapshot(_ bytes: [UInt8]) -> Bool {
    struct Mark: Decodable { let format: String }
    do {
      return try JSONDecoder().decode(Mark.self, from: Data(bytes)).format == LibrarySnapshot.format
    } catch {
      return false
    }
  }
}
