internal import GitHistory
public import MixtapeModel

/// An episode of a playlist or a podcast, and the change that added it.
public struct EpisodeOrigin: Sendable {
  /// The episode.
  public let episode: Episode.ID
  /// The change that added the episode; `nil` for an uncommitted hand edit.
  public let change: HistoryEntry?
  /// Whether history is cut off at the change, so that an earlier change may have added the episode.
  public let isBoundary: Bool
}

extension Store {
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
    let repository = try openRepository()
    let start = try revision.map { (name) throws(MixtapeError) in try resolve(name, for: item, in: repository) }
    let (episodes, trail): ([Episode.ID], ItemTrail)
    if let start {
      let content = try CommittedFile(item, in: start, of: self, repository).content
      (episodes, trail) = (content.episodes, ItemTrail(of: content.item, by: RecordedRenames(in: repository)))
    } else {
      episodes = try presentEpisodes(of: item)
      trail = try ItemTrail(ofPresent: item, in: self, repository)
    }
    let origins = try origins(of: Set(episodes), in: item, along: trail, from: start, repository)
    return episodes.map { episode in
      EpisodeOrigin(
        episode: episode, change: origins[episode]?.change, isBoundary: origins[episode]?.isBoundary == true)
    }
  }

  private func presentEpisodes(of item: StoreItem) throws(MixtapeError) -> [Episode.ID] {
    switch item {
    case .playlist(let id):
      guard let playlist = try playlist(id) else { throw try notFound(id) }
      return playlist.episodes
    case .podcast(let id): return try library.existing(id).episodes.map(\.id)
    }
  }

  private func origins(
    of episodes: Set<Episode.ID>, in item: StoreItem, along trail: ItemTrail, from start: CommitID?,
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
          guard let content = try CommittedFile.usable(item, in: parent, of: self, repository)?.content else {
            continue
          }
          let brought = added.intersection(content.episodes)
          guard !brought.isEmpty else { continue }
          let other = ItemTrail(of: content.item, by: RecordedRenames(in: repository))
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
