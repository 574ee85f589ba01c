internal import GitHistory
internal import LosslessTOML
public import MixtapeModel
internal import PlaylistFiles

extension StoreLibrary: PodcastManaging {
  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Throws: The errors of ``PodcastOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors; ``MixtapeError/Code/locked``, ``MixtapeError/Code/repositoryBusy``,
  ///   ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store cannot be changed now.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try perform { operation }
  }

  /// Makes an operation of the present library, and performs it before anybody else can change the store.
  ///
  /// - Parameter operation: Returns the operation. It runs under the lock of the store, and again if somebody edits the files in
  ///   the meantime. It can read the store, but must not change it.
  /// - Throws: The errors of `operation`, and those of ``perform(_:)``.
  @discardableResult
  public func perform(
    making operation: () throws(MixtapeError) -> PodcastOperation
  ) throws(MixtapeError) -> PodcastPlan {
    try store.transaction { (transaction) throws(MixtapeError) in
      let operation = try operation()
      let catalog = LibraryCatalog(store, found: transaction.found)
      let plan = try operation.plan(in: catalog)
      let emptyFolders = try transaction.emptyFolders(of: operation.folder, in: .library)
      guard !plan.changesNothing else {
        try emptyFolders?.apply()
        return plan
      }
      let playlists = StoreCatalog(store, found: transaction.found)
      let followers = try store.changes(following: plan.renamed, playlists)
      let writes =
        try catalog.writes(for: plan)
        + PlaylistFile.writes(for: followers, file: playlists.file, renamed: plan.renamed)
      let commit = try transaction.commitWrites(writes, CommitMessage(of: plan))
      emptyFolders?.applyAfterCommit()
      plan.changes.forEach(store.libraryBroadcaster.send)
      followers.forEach(store.broadcaster.send)
      return plan.saved(in: commit.description)
    }
  }

  /// Previews ``perform(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Returns: The plan, which is not saved, and the differences that it would make.
  /// - Throws: The errors of ``perform(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func preview(
    _ operation: PodcastOperation
  ) throws(MixtapeError) -> (plan: PodcastPlan, preview: ChangePreview) {
    let dryRun = try DryRun(of: store)
    let catalog = LibraryCatalog(store, found: dryRun.survey.state)
    let plan = try operation.plan(in: catalog)
    let playlists = StoreCatalog(store, found: dryRun.survey.state)
    let followers = try store.changes(following: plan.renamed, playlists)
    let writes =
      try catalog.writes(for: plan)
      + PlaylistFile.writes(for: followers, file: playlists.file, renamed: plan.renamed)
    return (plan, try dryRun.preview(of: writes, CommitMessage(of: plan)))
  }

  /// Returns the changes of podcasts that are made through this store from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { store.libraryBroadcaster.listen() }
}

extension Store {
  /// Returns the changes of playlists that hold episodes with new ids: each entry follows in its place.
  fileprivate func changes(
    following renamed: [Episode.ID: Episode.ID], _ catalog: StoreCatalog
  ) throws(MixtapeError) -> [PlaylistChange] {
    guard !renamed.isEmpty else { return [] }
    let changes = try summaries(holding: Array(renamed.keys)).held.keys.sorted().map { (id) throws(MixtapeError) in
      let before = try catalog.existing(id)
      return PlaylistChange(from: before, to: before.withEpisodes(before.episodes.map { renamed[$0] ?? $0 }))
    }
    return changes.compactMap(\.self)
  }
}

/// The podcasts that plans use, read from the store's files.
struct LibraryCatalog: Catalog {
  private let store: Store
  private let reader: StoreReader
  private let history: PodcastEditHistory

  init(_ store: Store, found: WorkTreeState?) {
    self.store = store
    self.reader = StoreReader(store, found: found)
    history = PodcastEditHistory(of: store)
  }

  func item(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { try reader.podcastFile(id)?.podcast }
  func isTaken(_ id: Podcast.ID) throws(MixtapeError) -> Bool { try reader.locate(id) != nil }
  func items() throws(MixtapeError) -> [Podcast] { try store.podcasts() }

  func ids() throws(MixtapeError) -> [Podcast.ID] { try store.library.ids() }
  func folders() throws(MixtapeError) -> [Folder] { try store.library.folders() }

  func edits(of id: Podcast.ID) throws(MixtapeError) -> [PodcastChange] {
    guard let place = try reader.locate(id), let file = try reader.podcastFile(id) else { return [] }
    return try history.edits(of: file, at: place.path)
  }

  /// Returns the writes of a plan. Episodes that move to another podcast take their text along.
  func writes(for plan: PodcastPlan) throws(MixtapeError) -> [FileWrite] {
    var incoming: [Episode.ID: TOMLElement] = [:]
    let moved = plan.renamed.filter { $0.key.podcast != $0.value.podcast }
    for (podcast, ids) in Dictionary(grouping: moved.keys, by: \.podcast) {
      let elements = try file(podcast)?.elements(of: Set(ids)) ?? [:]
      for (id, element) in elements { if let new = moved[id] { incoming[new] = element } }
    }
    return try PodcastFile.writes(for: plan.changes) { (id) throws(MixtapeError) in
      try file(id)?.receiving(incoming.filter { $0.key.podcast == id })
    }
  }

  /// Returns the file that a plan changes.
  func file(_ id: Podcast.ID) throws(MixtapeError) -> PodcastFile? { try reader.podcastFile(id) }
}
