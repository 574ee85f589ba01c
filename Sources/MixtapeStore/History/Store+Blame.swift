internal import GitHistory
public import MixtapeModel

/// An episode of a playlist, and the change that added it.
public struct EpisodeOrigin: Sendable {
  /// The episode.
  public let episode: Episode.ID
  /// The change that added the episode; `nil` for an uncommitted hand edit.
  public let change: HistoryEntry?
  /// Whether history is cut off at the change, so that an earlier change may have added the episode.
  public let isBoundary: Bool
}

extension Store {
  /// Returns, for each hand-picked episode of a playlist, in order, the newest change that added it.
  ///
  /// Moving an episode within the list, renaming the playlist, and moving or renaming its file do not count. Undoing a removal
  /// adds the episode again. An episode that a merge brings in is followed into the other side of the merge. A version
  /// whose file has errors is skipped. If history is cut off, the oldest commit stands for all earlier ones.
  ///
  /// - Parameter revision: The state to examine; `nil` for the present files.
  /// - Throws: ``MixtapeError/Code/notFound``, ``MixtapeError/Code/noSuchRevision``,
  ///   ``MixtapeError/Code/invalidFile``.
  /// - Complexity: O(the number of commits since the oldest episode was added).
  public func blame(_ id: Playlist.ID, at revision: Revision? = nil) throws(MixtapeError) -> [EpisodeOrigin] {
    let repository = try openRepository()
    let start = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: .playlist(id), in: repository)
    }
    let (episodes, trail): ([Episode.ID], ItemTrail)
    if let start {
      let playlist = try CommittedFile.playlist(id, in: start, of: self, repository)
      (episodes, trail) = (
        playlist.episodes, ItemTrail(of: .playlist(playlist.id), by: RecordedRenames(in: repository))
      )
    } else if let playlist = try playlist(id, withTimes: false) {
      episodes = playlist.episodes
      trail = try ItemTrail(ofPresent: .playlist(id), in: self, repository)
    } else {
      throw try notFound(id)
    }
    let origins = try origins(of: Set(episodes), in: id, along: trail, from: start, repository)
    return episodes.map { episode in
      EpisodeOrigin(
        episode: episode, change: origins[episode]?.change, isBoundary: origins[episode]?.isBoundary == true)
    }
  }

  private func origins(
    of episodes: Set<Episode.ID>, in id: Playlist.ID, along trail: ItemTrail, from start: CommitID?,
    _ repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID: (change: HistoryEntry, isBoundary: Bool)] {
    var origins: [Episode.ID: (change: HistoryEntry, isBoundary: Bool)] = [:]
    let first = try ChangeWalk(of: repository, .items(trail.items), from: start, firstParentOnly: true)
    // The lines of history to search, each with the episodes that its first commit has.
    var lines = [(walk: first, trail: trail, episodes: episodes)]
    while let (walk, trail, episodes) = lines.popLast() {
      for (added, change) in try Self.additions(of: episodes, to: trail, along: walk, repository) {
        var added = added
        for parent in try walk.parents(of: change).dropFirst() where !added.isEmpty {
          guard let playlist = try CommittedFile.usablePlaylist(id, in: parent, of: self, repository) else { continue }
          let brought = added.intersection(playlist.episodes)
          guard !brought.isEmpty else { continue }
          let other = ItemTrail(of: .playlist(playlist.id), by: RecordedRenames(in: repository))
          lines.append((try ChangeWalk(like: walk, .items(other.items), from: parent), other, brought))
          added.subtract(brought)
        }
        guard !added.isEmpty else { continue }
        let entry = HistoryEntry(try repository.commit(change.commit), of: change)
        for episode in added { origins[episode] = (entry, change.isBoundary) }
      }
    }
    return origins
  }

  /// Returns the changes along first parents that added episodes. Episodes of an uncommitted edit are missing.
  private static func additions(
    of episodes: Set<Episode.ID>, to trail: ItemTrail, along walk: ChangeWalk, _ repository: StoreRepository
  ) throws(MixtapeError) -> [(added: Set<Episode.ID>, change: ChangeWalk.Step)] {
    var additions: [(added: Set<Episode.ID>, change: ChangeWalk.Step)] = []
    var (open, trail) = (episodes, trail)
    // The oldest change so far that led to a version without errors; `nil` for the uncommitted edit.
    var change: ChangeWalk.Step?
    while !open.isEmpty, let step = try walk.next() {
      let items = trail.next
      guard step.touches(items) else { continue }
      try trail.follow(step, on: walk)
      guard let held = try step.episodes(of: items, on: \.new, in: repository) else { continue }
      let added = open.subtracting(held)
      if let change, !added.isEmpty { additions.append((added, change)) }
      open.subtract(added)
      change = step
    }
    if let change, !open.isEmpty { additions.append((open, change)) }
    return additions
  }
}
