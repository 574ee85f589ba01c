internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles

/// The library of a store: its podcasts and albums.
///
/// It is separate from the store, which manages playlists: `store.all()` returns playlists, `store.library.all()` podcasts.
public struct StoreLibrary: Sendable {
  let store: Store

  init(_ store: Store) { self.store = store }

  /// Returns every podcast and album, in order of id. Files with errors are treated as by
  /// ``Store/playlists(withTimes:)``.
  public func all() throws(MixtapeError) -> [Podcast] { try store.podcasts() }

  /// Returns a summary of every podcast and album, in order of id. Files with errors are treated as by ``all()``.
  public func summaries() throws(MixtapeError) -> [PodcastSummary] {
    try store.readLibrary([.library]) { (index) throws(LibraryError) in try index.podcastSummaries() }
  }

  /// Returns the podcast with an id, or `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if its file has errors and no version in HEAD can be used instead.
  public func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? {
    try StoreReader(store).podcastFile(id)?.podcast
  }

  /// Returns the podcast with an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates; the errors of ``find(_:)``.
  public func existing(_ id: Podcast.ID) throws(MixtapeError) -> Podcast {
    guard let podcast = try find(id) else { throw try store.notFound(.podcast(id)) }
    return podcast
  }

  /// Returns the ids of all podcasts, in order. Reads only the names of the files.
  public func ids() throws(MixtapeError) -> [Podcast.ID] {
    try SectionScan(.library, of: store).files.keys.compactMap(Podcast.ID.init(rawValue:)).sorted()
  }

  /// Returns the folders of the library, in order, including empty ones. Reads directories and no files.
  public func folders() throws(MixtapeError) -> [Folder] { try store.folders(of: .library) }
}
