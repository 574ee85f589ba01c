internal import GitHistory
public import MixtapeModel

extension Store {
  /// A page of the history of the store or of one playlist, newest first. A playlist that was deleted has one too.
  ///
  /// - Parameters:
  ///   - id: The playlist; `nil` for every change of the store's files.
  ///   - filter: Which of its changes.
  ///   - limit: How many entries at most.
  ///   - skip: How many of the newest to pass over.
  /// - Throws: ``MixtapeError/Code/notFound`` if there is no playlist of that id and never was.
  /// - Complexity: O(the number of commits that are looked through).
  public func history(
    of id: Playlist.ID?, matching filter: HistoryFilter = HistoryFilter(), limit: Int, skip: Int = 0
  ) throws(MixtapeError) -> HistoryPage {
    let repository = try openRepository()
    let (limit, skip) = (max(0, limit), max(0, skip))
    let end = limit < .max - skip ? skip + limit : .max - 1
    let search = HistorySearch(filter, of: id, in: repository, context)
    let (entries, boundary) = try search.entries(from: nil, count: end + 1)
    if let id, entries.isEmpty, boundary == nil { try requireKnown(id, inHistoryOf: [nil], repository) }
    return HistoryPage(
      entries: Array(entries.dropFirst(skip).prefix(limit)), hasMore: entries.count > end,
      boundary: entries.count > end ? nil : boundary)
  }

  /// Whether there is a playlist of an id, or was one in the history of HEAD.
  public func isKnown(_ id: Playlist.ID) throws(MixtapeError) -> Bool {
    if try path(of: id) != nil { return true }
    return try wasKnown(id, inHistoryOf: nil, try openRepository())
  }

  /// Makes sure that a playlist is there, or was in the history of one of some commits; `nil` stands for HEAD.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids there are as candidates.
  func requireKnown(
    _ id: Playlist.ID, inHistoryOf commits: [CommitID?], _ repository: StoreRepository
  ) throws(MixtapeError) {
    if try path(of: id) != nil { return }
    for commit in commits where try wasKnown(id, inHistoryOf: commit, repository) { return }
    throw try notFound(id, inHistoryOf: repository)
  }

  private func wasKnown(
    _ id: Playlist.ID, inHistoryOf commit: CommitID?, _ repository: StoreRepository
  ) throws(MixtapeError) -> Bool {
    try ChangeWalk(of: repository, .playlist(id), from: commit).next() != nil
  }

  /// The error that the history of HEAD has no playlist of an id. Its cause is a ``HistoryCutOff`` if older history is not
  /// available, as the playlist may be there.
  func notFound(
    _ id: Playlist.ID, inHistoryOf repository: StoreRepository
  ) throws(MixtapeError) -> MixtapeError {
    let error = try notFound(id)
    let walk = try ChangeWalk(of: repository, .store)
    while let step = try walk.next() {
      guard step.isBoundary, let boundary = try repository.commit(step.commit).boundary else { continue }
      return MixtapeError(
        error.code, error.subject, candidates: error.candidates, cause: HistoryCutOff(boundary: boundary))
    }
    return error
  }

  /// A playlist as a revision has it.
  ///
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision has no such playlist;
  ///   ``MixtapeError/Code/invalidVersion`` if its file had errors then.
  public func playlist(_ id: Playlist.ID, at revision: Revision) throws(MixtapeError) -> Playlist {
    let repository = try openRepository()
    return try CommittedPlaylist(id, in: try resolve(revision, for: id, in: repository), of: repository).playlist
  }
}
