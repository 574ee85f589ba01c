internal import GitHistory
public import MixtapeModel

/// An episode of a playlist, and how it came there.
public struct EpisodeOrigin: Sendable {
  /// The episode.
  public let episode: Episode.ID
  /// The change in which it came; `nil` if that is an edit by hand that is not committed yet.
  public let change: HistoryEntry?
  /// Whether history ends at the change, so that the episode came with it or before.
  public let isBoundary: Bool
}

extension Store {
  /// For each hand-picked episode of a playlist, in order, the change in which it came: the newest one before which the
  /// playlist did not hold it.
  ///
  /// Moving an episode within the list, renaming the playlist and moving its file change nothing in that. Undoing a
  /// removal adds the episode again. Only the line of first parents is looked at, so that what a merge brought in came with
  /// the merge. A version whose file has errors is skipped. Where history was cut
  /// off, the oldest commit stands for all before it.
  ///
  /// - Parameter revision: The state to look at; `nil` for the files as they are.
  /// - Throws: ``MixtapeError/Code/notFound``, ``MixtapeError/Code/noSuchRevision``, ``MixtapeError/Code/invalidFile``.
  /// - Complexity: O(the number of commits down to the one that the oldest episode came with).
  public func blame(_ id: Playlist.ID, at revision: Revision? = nil) throws(MixtapeError) -> [EpisodeOrigin] {
    let repository = try openRepository()
    let start = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: id, in: repository) }
    let episodes: [Episode.ID]
    if let start {
      episodes = try CommittedPlaylist(id, in: start, of: repository).playlist.episodes
    } else if let playlist = try playlist(id, withTimes: false) {
      episodes = playlist.episodes
    } else {
      throw try notFound(id)
    }
    let origins = try Self.origins(of: Set(episodes), in: id, from: start, repository)
    return episodes.map { episode in
      EpisodeOrigin(
        episode: episode, change: origins[episode]?.change, isBoundary: origins[episode]?.isBoundary == true)
    }
  }

  private static func origins(
    of episodes: Set<Episode.ID>, in id: Playlist.ID, from start: CommitID?, _ repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID: (change: HistoryEntry, isBoundary: Bool)] {
    var origins: [Episode.ID: (change: HistoryEntry, isBoundary: Bool)] = [:]
    var open = episodes
    // The oldest change yet that led to a version without errors; none is the edit that is not committed.
    var change: ChangeWalk.Step?
    func settle(_ settled: Set<Episode.ID>) throws(MixtapeError) {
      open.subtract(settled)
      guard let change, !settled.isEmpty else { return }
      let entry = HistoryEntry(try repository.commit(change.commit), of: change)
      for episode in settled { origins[episode] = (entry, change.isBoundary) }
    }
    let walk = try ChangeWalk(of: repository, .playlist(id), from: start, firstParentOnly: true)
    while !open.isEmpty, let step = try walk.next() {
      guard let held = try step.episodes(of: id, on: \.new, in: repository) else { continue }
      try settle(open.subtracting(held))
      change = step
    }
    try settle(open)
    return origins
  }
}
