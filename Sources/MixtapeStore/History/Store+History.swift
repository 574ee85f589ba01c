internal import GitHistory
public import MixtapeModel

extension Store {
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
    let repository = try openRepository()
    var search = HistorySearch(filter, along: try trail(of: item, in: repository), in: repository, context)
    let page = try search.page(limit: limit, skip: skip)
    try requireKnown(item, with: page, repository)
    return page
  }

  /// Returns a page of the history with the commits between its entries, for drawing. Children come before their parents.
  ///
  /// - Parameters: Those of ``history(of:matching:limit:skip:)``.
  /// - Throws: ``MixtapeError/Code/notFound`` if the item does not exist and never did.
  /// - Complexity: O(the number of commits).
  public func historyGraph(
    of item: StoreItem?, matching filter: HistoryFilter = HistoryFilter(), limit: Int, skip: Int = 0
  ) throws(MixtapeError) -> HistoryGraph {
    let repository = try openRepository()
    var search = HistorySearch(filter, along: try trail(of: item, in: repository), in: repository, context)
    let graph = try search.graph(limit: limit, skip: skip)
    try requireKnown(item, with: graph.page, repository)
    return graph
  }

  private func trail(of item: StoreItem?, in repository: StoreRepository) throws(MixtapeError) -> ItemTrail? {
    try repository.requireBranch()
    return try item.map { (item) throws(MixtapeError) in try ItemTrail(ofPresent: item, in: self, repository) }
  }

  private func requireKnown(
    _ item: StoreItem?, with page: HistoryPage, _ repository: StoreRepository
  ) throws(MixtapeError) {
    guard let item, page.entries.isEmpty, page.boundary == nil else { return }
    try requireKnown(item, inHistoryOf: [nil], repository)
  }

  /// Returns the first of some items that exists, else the first one that existed in the history of HEAD.
  ///
  /// - Parameter items: The playlist and the podcast with one id, or one of them.
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates. Its cause is a ``HistoryCutOff`` if older history,
  ///   which may have the item, is missing.
  public func knownItem(of items: [StoreItem]) throws(MixtapeError) -> StoreItem {
    for item in items where try exists(item) { return item }
    let repository = try openRepository()
    for item in items where try wasKnown(item, inHistoryOf: nil, repository) { return item }
    var (candidates, cause): ([String], (any Error)?) = ([], nil)
    for item in items {
      let error = try notFound(item, inHistoryOf: repository)
      candidates += error.candidates
      cause = error.cause
    }
    throw MixtapeError(.notFound, .item(items.first?.id ?? ""), candidates: candidates, cause: cause)
  }

  /// Returns whether an item has a file, or several.
  private func exists(_ item: StoreItem) throws(MixtapeError) -> Bool {
    do throws(MixtapeError) {
      return try path(of: item) != nil
    } catch {
      guard error.code == .invalidFile else { throw error }
      return true
    }
  }

  /// Returns whether an item exists, or existed in the history of HEAD.
  public func isKnown(_ item: StoreItem) throws(MixtapeError) -> Bool {
    if try path(of: item) != nil { return true }
    return try wasKnown(item, inHistoryOf: nil, try openRepository())
  }

  /// Throws an error unless an item exists, or existed in the history of one of the commits; `nil` stands for HEAD.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates.
  func requireKnown(
    _ item: StoreItem, inHistoryOf commits: [CommitID?], _ repository: StoreRepository
  ) throws(MixtapeError) {
    if try path(of: item) != nil { return }
    for commit in commits where try wasKnown(item, inHistoryOf: commit, repository) { return }
    throw try notFound(item, inHistoryOf: repository)
  }

  private func wasKnown(
    _ item: StoreItem, inHistoryOf commit: CommitID?, _ repository: StoreRepository
  ) throws(MixtapeError) -> Bool {
    try ChangeWalk(of: repository, .item(item), from: commit).next() != nil
  }

  /// Returns the error that the history of HEAD does not have an item. Its cause is a ``HistoryCutOff`` if older
  /// history, which may have the item, is missing.
  func notFound(
    _ item: StoreItem, inHistoryOf repository: StoreRepository
  ) throws(MixtapeError) -> MixtapeError {
    let error = try notFound(item)
    let walk = try ChangeWalk(of: repository, .store)
    while let step = try walk.next() {
      guard step.isBoundary, let boundary = try repository.commit(step.commit).boundary else { continue }
      return MixtapeError(
        error.code, error.subject, candidates: error.candidates, cause: HistoryCutOff(boundary: boundary))
    }
    return error
  }

  /// Returns a playlist at a revision.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision does not have the
  ///   playlist; ``MixtapeError/Code/invalidVersion`` if its file has errors at the revision.
  public func playlist(_ id: Playlist.ID, at revision: Revision) throws(MixtapeError) -> Playlist {
    let repository = try openRepository()
    return try CommittedFile.playlist(
      id, in: try resolve(revision, for: .playlist(id), in: repository), of: self, repository)
  }
}
