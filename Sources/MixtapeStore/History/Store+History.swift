internal import GitHistory
public import MixtapeModel

extension Store {
  /// A page of the history of the store or of one playlist, newest first. A playlist that was deleted has one too.
  ///
  /// - Parameters:
  ///   - id: The playlist; `nil` for every change of the store's files.
  ///   - limit: How many entries at most.
  ///   - skip: How many of the newest to pass over.
  /// - Throws: ``MixtapeError/Code/notFound`` if there is no playlist of that id and never was.
  /// - Complexity: O(the number of commits that are looked through).
  public func history(of id: Playlist.ID?, limit: Int, skip: Int = 0) throws(MixtapeError) -> HistoryPage {
    let repository = try openRepository()
    let (limit, skip) = (max(0, limit), max(0, skip))
    let end = limit < .max - skip ? skip + limit : .max - 1
    let (entries, walked) = try git { () throws(GitError) in
      try Self.entries(of: id, in: repository, count: end + 1)
    }
    if let id, walked, entries.isEmpty, try path(of: id) == nil { throw try unknown(id) }
    return HistoryPage(entries: Array(entries.dropFirst(skip).prefix(limit)), hasMore: entries.count > end)
  }

  /// Makes sure that a playlist is there, or was in the history of one of some commits.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids there are as candidates.
  func requireKnown(
    _ id: Playlist.ID, inHistoryOf commits: [CommitID], _ repository: Repository
  ) throws(MixtapeError) {
    if try path(of: id) != nil { return }
    for commit in commits {
      let entries = try git { () throws(GitError) in
        try Self.entries(of: id, in: repository, from: commit, count: 1).entries
      }
      if !entries.isEmpty { return }
    }
    throw try unknown(id)
  }

  private func unknown(_ id: Playlist.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .playlist(id), candidates: try playlistIDs().map(\.rawValue))
  }

  /// The newest entries from a commit on, or from HEAD, and whether history ended before there were enough.
  private static func entries(
    of id: Playlist.ID?, in repository: Repository, from start: CommitID? = nil, count: Int
  ) throws(GitError) -> (entries: [HistoryEntry], walkedAll: Bool) {
    let walk = try repository.log(from: start)
    var entries: [HistoryEntry] = []
    while entries.count < count {
      guard let commit = try walk.next() else { return (entries, true) }
      let changes = try repository.storeChanges(in: commit.id)
      let concerns = id.map { id in changes.contains { HistoryEntry.playlist(at: $0.path) == id } } ?? !changes.isEmpty
      if concerns { entries.append(HistoryEntry(commit, touching: changes)) }
    }
    return (entries, false)
  }

  /// A playlist as a revision has it.
  ///
  /// - Parameter revision: What `git rev-parse` understands: the start of a commit's id, `HEAD~3`, a tag.
  /// - Throws: ``MixtapeError/Code/noSuchRevision``; ``MixtapeError/Code/notFound`` if the revision has no such playlist;
  ///   ``MixtapeError/Code/invalidVersion`` if its file had errors then.
  public func playlist(_ id: Playlist.ID, at revision: String) throws(MixtapeError) -> Playlist {
    let repository = try openRepository()
    return try CommittedPlaylist(id, in: try resolve(revision, in: repository), of: repository).playlist
  }
}
