internal import GitHistory
public import MixtapeModel
internal import PlaylistFiles

extension StoreLibrary: PodcastManaging {
  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Throws: The errors of ``PodcastOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors, or if another file has the id of a removed podcast; ``MixtapeError/Code/locked``,
  ///   ``MixtapeError/Code/repositoryBusy``, ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store
  ///   cannot be changed now.
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
    try perform(trailers: [], making: operation)
  }

  /// Performs an operation. Its commit gets more trailers.
  func perform(
    trailers: [Commit.Trailer], making operation: () throws(MixtapeError) -> PodcastOperation
  ) throws(MixtapeError) -> PodcastPlan {
    try store.transaction { (transaction) throws(MixtapeError) in
      let operation = try operation()
      let catalog = PodcastCatalog(store, found: transaction.found)
      let plan = try operation.plan(in: catalog)
      let emptyFolders = try transaction.emptyFolders(of: operation.folder, in: .library)
      guard !plan.changesNothing else {
        try emptyFolders?.apply()
        return plan
      }
      let (writes, followers) = try writes(for: plan, catalog, found: transaction.found)
      let commit = try transaction.commitWrites(writes, CommitMessage(of: plan, trailers: trailers))
      emptyFolders?.applyAfterCommit()
      plan.changes.forEach(store.libraryBroadcaster.send)
      followers.forEach(store.broadcaster.send)
      store.warnOfRules(afterChanging: plan.changes)
      store.noteFoundEntries(after: plan.changes, renamed: plan.renamed.values)
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
    let catalog = PodcastCatalog(store, found: dryRun.survey.state)
    let plan = try operation.plan(in: catalog)
    try store.requireUsableFolder(
      operation.folder, in: .library, found: dryRun.survey.state, invalid: dryRun.survey.invalid)
    let writes = try writes(for: plan, catalog, found: dryRun.survey.state).writes
    return (plan, try dryRun.preview(of: writes, CommitMessage(of: plan)))
  }

  /// Returns the writes of a plan, and the changes of playlists that hold episodes with new ids.
  private func writes(
    for plan: PodcastPlan, _ catalog: PodcastCatalog, found: WorkTreeState?
  ) throws(MixtapeError) -> (writes: [FileWrite], followers: [PlaylistChange]) {
    let playlists = PlaylistCatalog(store, found: found)
    let followers = try store.changes(following: plan.renamed, playlists)
    let writes =
      try catalog.writes(for: plan)
      + PlaylistFile.writes(for: followers, file: playlists.file, renamed: plan.renamed)
    return (writes, followers)
  }

  /// Returns the changes of podcasts that are made through this store from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { store.libraryBroadcaster.listen() }
}

extension Store {
  /// Returns the changes of playlists that hold episodes with new ids: each entry follows in its place.
  func changes(
    following renamed: [Episode.ID: Episode.ID], _ catalog: PlaylistCatalog
  ) throws(MixtapeError) -> [PlaylistChange] {
    guard !renamed.isEmpty else { return [] }
    let changes = try summaries(containing: Array(renamed.keys)).held.keys.sorted().map { (id) throws(MixtapeError) in
      let before = try catalog.existing(id)
      return PlaylistChange(from: before, to: before.withEpisodes(before.episodes.map { renamed[$0] ?? $0 }))
    }
    return changes.compactMap(\.self)
  }
}
