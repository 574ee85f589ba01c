internal import GitHistory
internal import Interchange
public import MixtapeModel
internal import PlaylistFiles

extension Store: PlaylistManaging {
  /// Plans an operation on the present files, and makes it one commit. The playlists of the returned plan have times.
  ///
  /// - Throws: The errors of ``change(_:startingFrom:)``.
  /// - Complexity: O(the length of history), for the times. If they are not needed, call ``change(_:startingFrom:)``.
  @discardableResult
  public func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    let plan = try change(operation)
    let ids = plan.changes.compactMap(\.after?.id)
    guard !ids.isEmpty else { return plan }
    let times = try PlaylistTimes(of: Set(ids), in: try openRepository())
    return plan.saved { times.complete($1) }
  }

  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Parameter templates: The templates of the files of new playlists, in the order of the operation, with their comments.
  /// - Returns: The saved plan. Its playlists have only those times that are known without reading history.
  /// - Throws: The errors of ``PlaylistOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors; ``MixtapeError/Code/locked``, ``MixtapeError/Code/repositoryBusy``,
  ///   ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store cannot be changed now.
  @discardableResult
  public func change(
    _ operation: PlaylistOperation, startingFrom templates: [Template] = []
  ) throws(MixtapeError) -> PlaylistPlan {
    try transaction { (transaction) throws(MixtapeError) in
      let catalog = StoreCatalog(self, found: transaction.found)
      let plan = try operation.plan(in: catalog)
      let emptyFolders = try transaction.emptyFolders(of: operation.folder, in: .playlists)
      guard !plan.changesNothing else {
        try emptyFolders?.apply()
        return plan
      }
      let bases = try bases(of: plan, startingFrom: templates, catalog)
      let writes = try catalog.writes(for: plan, bases: bases)
      let titles = try episodes(plan.episodes).mapValues(\.title)
      let commit = try transaction.commitWrites(writes, CommitMessage(of: plan, titles: titles))
      emptyFolders?.applyAfterCommit()
      warnOfRules(naming: writes.removedPlaylists)
      let time = try transaction.repository.commit(commit).author.date
      let saved = plan.saved(in: commit.description) { before, after in
        after.withTimes(created: before == nil ? time : nil, updated: time)
      }
      saved.changes.forEach(broadcaster.send)
      return saved
    }
  }

  /// Previews ``change(_:startingFrom:)`` without a template. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Returns: The plan, which is not saved, and the differences that it would make.
  /// - Throws: The errors of ``change(_:startingFrom:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func preview(
    _ operation: PlaylistOperation
  ) throws(MixtapeError) -> (plan: PlaylistPlan, preview: ChangePreview) {
    let dryRun = try DryRun(of: self)
    let catalog = StoreCatalog(self, found: dryRun.survey.state)
    let plan = try operation.plan(in: catalog)
    let writes = try catalog.writes(for: plan, bases: try bases(of: plan, startingFrom: [], catalog))
    return (plan, try dryRun.preview(of: writes, CommitMessage(of: plan, titles: [:])))
  }

  /// Returns the files that the files of new playlists start from, by the ids of the new ones.
  private func bases(
    of plan: PlaylistPlan, startingFrom templates: [Template], _ catalog: StoreCatalog
  ) throws(MixtapeError) -> [Playlist.ID: PlaylistFile] {
    var bases: [Playlist.ID: PlaylistFile] = [:]
    for (change, template) in zip(plan.changes, templates) {
      guard case .created(let playlist) = change else { continue }
      bases[playlist.id] = PlaylistFile(parsing: template.source, id: playlist.id, folder: playlist.folder)
    }
    if let original = plan.original, let copy = plan.after { bases[copy.id] = try catalog.file(original) }
    return bases
  }

  /// Runs a change under the lock. Plans it again if somebody edited its files in the meantime.
  func transaction<Result>(
    _ body: (borrowing Transaction) throws(MixtapeError) -> Result
  ) throws(MixtapeError) -> Result {
    var transaction = try Transaction.begin(in: self)
    defer {
      refreshCopies()
      notifyIfPackingIsDue(in: transaction.repository)
    }
    for _ in 1..<Transaction.attempts {
      do throws(MixtapeError) {
        return try body(transaction)
      } catch {
        guard error.cause is FileChanged else { throw error }
        try transaction.captureHandEdits()
      }
    }
    return try body(transaction)
  }

  /// Updates the copies for other programs, if the store has some: the snapshot and the exported playlists.
  private func refreshCopies() {
    context.snapshots(self)?.refresh()
    refreshExport()
  }

  /// Commits hand edits, each file as a separate commit. Files with errors are reported and not committed.
  @discardableResult
  public func captureHandEdits() throws(MixtapeError) -> [CapturedEdit] {
    let transaction = try Transaction.begin(in: self)
    if !transaction.captured.isEmpty { refreshCopies() }
    notifyIfPackingIsDue(in: transaction.repository)
    return transaction.captured
  }
}

/// The playlists that plans use, read from the store's files.
struct StoreCatalog: Catalog {
  private let store: Store
  private let reader: StoreReader

  init(_ store: Store, found: WorkTreeState?) {
    self.store = store
    self.reader = StoreReader(store, found: found)
  }

  func item(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try reader.playlistFile(id)?.playlist }
  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool { try reader.locate(id) != nil }
  func ids() throws(MixtapeError) -> [Playlist.ID] { try store.playlistIDs() }
  func names() throws(MixtapeError) -> Set<String> { Set(try store.summaries().map(\.name)) }
  func items() throws(MixtapeError) -> [Playlist] { try store.playlists(withTimes: false) }
  func folders() throws(MixtapeError) -> [Folder] { try store.folders() }

  /// Returns the file that a plan changes or copies.
  func file(_ id: Playlist.ID) throws(MixtapeError) -> PlaylistFile? { try reader.playlistFile(id) }

  /// Returns the writes of a plan. Entries that are no longer missing lose their descriptions, and keep text of the user.
  func writes(
    for plan: PlaylistPlan, bases: [Playlist.ID: PlaylistFile]
  ) throws(MixtapeError) -> [FileWrite] {
    try PlaylistFile.writes(
      for: plan.changes,
      file: { (id) throws(MixtapeError) in
        let file = try file(id)
        guard case .resolve(let replacements) = plan.operation, let file, let playlist = file.playlist else {
          return file
        }
        return file.resolving(playlist.newEpisodes(of: replacements[id] ?? [])) { comment in
          MissingEntry(comment: comment) == nil ? comment : MissingEntry.ownText(in: comment).map { " \($0)" }
        }
      }, bases: bases)
  }
}

extension Store {
  /// Notifies the user if a change has left more loose objects than git's limit. Each change adds some, and libgit2
  /// does not pack them.
  func notifyIfPackingIsDue(in repository: StoreRepository) {
    do throws(MixtapeError) {
      let objects = try repository.looseObjects()
      if objects.exceedsLimit { context.notify(.packingDue(in: directory, objects)) }
    } catch {
      // The change is complete, and the next read of objects reports the error.
    }
  }
}
