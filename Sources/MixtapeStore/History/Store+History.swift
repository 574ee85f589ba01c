public import GitHistory
public import MixtapeModel

/// The past of a store: changes, revisions and differences.
extension Store {
  // MARK: Changes

  /// Returns a page of the history of the store, or of a playlist or podcast, newest first. The item may have been
  /// deleted. If its file was renamed, its earlier changes under other ids are included.
  ///
  /// - Parameters:
  ///   - item: The playlist or podcast; `nil` for all changes of the store's files.
  ///   - filter: A filter for the changes.
  ///   - limit: The maximum number of entries.
  ///   - skip: The number of newest entries to leave out.
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  /// - Complexity: O(the number of commits that are examined).
  public func history(
    of item: StoreItem?, matching filter: HistoryFilter = HistoryFilter(), limit: Int, skip: Int = 0
  ) throws(MixtapeError) -> HistoryPage {
    var search = try HistorySearch(of: item, filter, in: self)
    return try search.page(limit: limit, skip: skip)
  }

  /// Returns a page of the history with the commits between its entries, for drawing. Children come before their parents.
  ///
  /// - Parameters: Those of ``history(of:matching:limit:skip:)``.
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  /// - Complexity: O(the number of commits).
  public func historyGraph(
    of item: StoreItem?, matching filter: HistoryFilter = HistoryFilter(), limit: Int, skip: Int = 0
  ) throws(MixtapeError) -> HistoryGraph {
    var search = try HistorySearch(of: item, filter, in: self)
    return try search.graph(limit: limit, skip: skip)
  }

  /// Returns, for each hand-picked episode of a playlist, or each one of a podcast, in order, the newest change that added it.
  ///
  /// Moving an episode within the list, renaming the item, and moving or renaming its file do not count. Undoing a removal
  /// adds the episode again. An episode that a merge brings in is followed into the other side of the merge. A version
  /// whose file has errors is skipped. If history is cut off, the oldest commit stands for all earlier ones.
  ///
  /// - Parameter revision: The state to examine; `nil` for the present files.
  /// - Throws: ``MixtapeError/Code/notFound``, ``MixtapeError/Code/noSuchRevision``,
  ///   ``MixtapeError/Code/invalidFile``.
  /// - Complexity: O(the number of commits since the oldest episode was added).
  public func blame(_ item: StoreItem, at revision: Revision? = nil) throws(MixtapeError) -> [EpisodeOrigin] {
    try StoreHistory(of: self).blame(item, at: revision)
  }

  /// Returns the episodes that changes concern: in playlists, episodes that were added, removed or moved; in
  /// podcasts, also those whose fields differ. Each once, in order.
  ///
  /// - Returns: Episodes by commit. A commit that touches more than 100 files is left out, because reading them takes
  ///   too long.
  public func changedEpisodes(in entries: [HistoryEntry]) throws(MixtapeError) -> [CommitID: [Episode.ID]] {
    let repository = try openRepository()
    var episodes: [CommitID: [Episode.ID]] = [:]
    for entry in entries {
      let changes = try repository.storeChanges(in: entry.id)
      guard changes.count <= StoreDifference.mostFilesRead else { continue }
      episodes[entry.id] = try StoreDifference.episodes(of: changes, in: repository)
    }
    return episodes
  }

  // MARK: Revisions

  /// Returns the commit of a revision.
  ///
  /// - Parameter item: The playlist or podcast whose versions `@{2}` counts; `nil` to count all changes of the store's files.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``, usually with a ``RevisionFailure``;
  ///   ``MixtapeError/Code/notFound`` if the item whose versions are counted never existed.
  /// - Complexity: O(the number of commits since the result), for versions and times.
  public func resolve(_ revision: Revision, for item: StoreItem? = nil) throws(MixtapeError) -> CommitID {
    try StoreHistory(of: self).commit(of: revision, for: item)
  }

  /// Returns a playlist at a revision.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   playlist; ``MixtapeError/Code/invalidVersion`` if its file has errors at the revision.
  public func playlist(_ id: Playlist.ID, at revision: Revision) throws(MixtapeError) -> Playlist {
    let history = try StoreHistory(of: self)
    return try PastFile.playlist(id, in: try history.commit(of: revision, for: .playlist(id)), of: history)
  }

  /// Returns a podcast or an album at a revision.
  ///
  /// - Throws: The errors of ``playlist(_:at:)``.
  public func podcast(_ id: Podcast.ID, at revision: Revision) throws(MixtapeError) -> Podcast {
    let history = try StoreHistory(of: self)
    let commit = try history.commit(of: revision, for: .podcast(id))
    guard case .podcast(let podcast) = try PastFile(.podcast(id), in: commit, of: history).content else {
      throw MixtapeError(.notFound, .podcast(id))
    }
    return podcast
  }

  /// Returns a playlist at a revision, with its episodes.
  ///
  /// Rules use the time of the revision as the clock: the time that names it, if that is in the past, or the time of
  /// its commit. Files that have errors by the present rules are ignored.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   playlist; ``MixtapeError/Code/invalidVersion`` if its file has errors at the revision;
  ///   ``MixtapeError/Code/library`` if its rules cannot be evaluated.
  /// - Complexity: O(the size of the revision's library) for a smart playlist.
  public func pastPlaylist(_ id: Playlist.ID, at revision: Revision) throws(MixtapeError) -> PastPlaylist {
    try PastPlaylist(id, at: revision, of: self)
  }

  /// Returns whether a revision has a file of an item, also one with errors. A version such as `@{2}` exists only of a known item.
  public func has(_ item: StoreItem, at revision: Revision) throws(MixtapeError) -> Bool {
    let history = try StoreHistory(of: self)
    do throws(MixtapeError) {
      return try history.repository.has(item, in: history.commit(of: revision, for: item))
    } catch {
      guard error.code == .noSuchRevision || error.code == .notFound else { throw error }
      return false
    }
  }

  // MARK: Differences

  /// Returns the differences of the store's files between two revisions, or between a revision and the present files.
  ///
  /// - Parameters:
  ///   - item: The playlist or podcast to compare, also by a former id; `nil` for all files. If its file was renamed between the
  ///     revisions, both files are returned.
  ///   - old: The older revision; `nil` for HEAD.
  ///   - new: The newer revision; `nil` for the present files.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the item does not
  ///   exist, and never did in the history of the revisions.
  public func diff(
    of item: StoreItem?, from old: Revision?, to new: Revision?
  ) throws(MixtapeError) -> [FileDifference] {
    try StoreHistory(of: self).differences(of: item, from: old, to: new)
  }

  /// Returns the differences of playlists, podcasts and other files between two revisions, or between a revision and
  /// the present files.
  ///
  /// For parameters and errors, see ``diff(of:from:to:)``.
  public func differences(
    of item: StoreItem?, from old: Revision?, to new: Revision?
  ) throws(MixtapeError) -> [StoreDifference] {
    let files = try diff(of: item, from: old, to: new)
    return StoreDifference.gather(files, renamed: try renamedFiles(among: files))
  }

  /// Returns the files that hand edits or commits have renamed, among deleted and created ones.
  ///
  /// - Complexity: O(the number of commits) for each deleted and created playlist and podcast, up to a limit.
  public func renamedFiles(among files: [FileDifference]) throws(MixtapeError) -> [RenamedFile] {
    let (deleted, created) = (files.filter(\.isDeletion), files.filter(\.isCreation))
    guard !deleted.isEmpty, !created.isEmpty else { return [] }
    return try StoreHistory(of: self).renamedFiles(deleted, created)
  }

  // MARK: Items

  /// Returns the first of some items that exists, else the first one that existed in the history of a revision, else in that of HEAD.
  ///
  /// - Parameters:
  ///   - items: The playlist and the podcast with one id, or one of them.
  ///   - revisions: Other states that may have the item, such as another branch.
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates. Its cause is a ``HistoryCutOff`` if older history,
  ///   which may have the item, is missing.
  public func knownItem(of items: [StoreItem], at revisions: [Revision] = []) throws(MixtapeError) -> StoreItem {
    try StoreHistory(of: self).knownItem(of: items, at: revisions)
  }

  /// Returns whether an item exists, or existed in the history of HEAD.
  public func isKnown(_ item: StoreItem) throws(MixtapeError) -> Bool {
    if try path(of: item) != nil { return true }
    return try StoreHistory(of: self).wasKnown(item, inHistoryOf: nil)
  }

  /// Returns the reason why an item is missing; `nil` if it exists, or if it is not known to have existed. Compares the trees of the
  /// newest commits only: older ones count if history was read before.
  ///
  /// - Complexity: O(the number of commits whose changes are recorded).
  public func fate(ofMissing item: StoreItem) throws(MixtapeError) -> ItemFate? {
    try StoreHistory(of: self).fate(ofMissing: item)
  }
}

/// A store and its past: revisions, missing items, differences, blame and plans of undos read the present files and the repository.
struct StoreHistory {
  let store: Store
  let repository: StoreRepository

  init(of store: Store) throws(MixtapeError) { self.init(of: store, in: try store.openRepository()) }

  init(of store: Store, in repository: StoreRepository) { (self.store, self.repository) = (store, repository) }
}

extension Transaction {
  var history: StoreHistory { StoreHistory(of: store, in: repository) }
}

extension DryRun {
  var history: StoreHistory { StoreHistory(of: store, in: repository) }
}
