internal import GitHistory
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles

/// The library of a store: its podcasts and albums.
///
/// It is separate from the store, which manages playlists: `store.all()` returns playlists, `store.library.all()` podcasts.
public struct StoreLibrary: PodcastManaging {
  private let store: Store

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
  public func existing(_ id: Podcast.ID) throws(MixtapeError) -> Podcast { try LibraryCatalog(store).existing(id) }

  /// Returns the ids of all podcasts, in order. Reads only the names of the files.
  public func ids() throws(MixtapeError) -> [Podcast.ID] { try LibraryCatalog(store).ids() }

  /// Returns the folders of the library, in order, including empty ones. Reads directories and no files.
  public func folders() throws(MixtapeError) -> [Folder] { try LibraryCatalog(store).folders() }

  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Throws: The errors of ``PodcastOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors; ``MixtapeError/Code/locked``, ``MixtapeError/Code/repositoryBusy``,
  ///   ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store cannot be changed now.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try store.transaction { (transaction) throws(MixtapeError) in
      let catalog = LibraryCatalog(store, found: transaction.found)
      let plan = try operation.plan(in: catalog)
      let emptyFolders = try transaction.emptyFolders(of: operation.folder, in: .library)
      guard !plan.changesNothing else {
        try emptyFolders?.apply()
        return plan
      }
      let writes = try PodcastFile.writes(for: plan.changes, file: catalog.file)
      let commit = try transaction.commit(writes, CommitMessage(of: plan))
      emptyFolders?.applyAfterCommit()
      plan.changes.forEach(store.libraryBroadcaster.send)
      return plan.saved(in: commit.description)
    }
  }

  /// Returns the changes of podcasts that are made through this store from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { store.libraryBroadcaster.listen() }
}

extension Store {
  /// The podcasts and albums of the store.
  public var library: StoreLibrary { StoreLibrary(self) }
}

/// The podcasts that plans use, read from the store's files.
struct LibraryCatalog: Catalog {
  private let store: Store
  private let reader: StoreReader

  init(_ store: Store, found: WorkTreeState? = nil) {
    self.store = store
    self.reader = StoreReader(store, found: found)
  }

  func item(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { try reader.podcastFile(id)?.podcast }
  func isTaken(_ id: Podcast.ID) throws(MixtapeError) -> Bool { try reader.locate(id) != nil }
  func items() throws(MixtapeError) -> [Podcast] { try store.podcasts() }

  func ids() throws(MixtapeError) -> [Podcast.ID] {
    try SectionScan(.library, of: store.directory).files.keys.compactMap(Podcast.ID.init(rawValue:)).sorted()
  }

  func folders() throws(MixtapeError) -> [Folder] { try store.folders(of: .library) }

  /// Returns the file that a plan changes.
  func file(_ id: Podcast.ID) throws(MixtapeError) -> PodcastFile? { try reader.podcastFile(id) }
}
