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

extension StoreHistory {
  /// Returns the episodes of a playlist or a podcast with the changes that added them. See ``Store/blame(_:at:)``.
  func blame(_ item: StoreItem, at revision: Revision?) throws(MixtapeError) -> [EpisodeOrigin] {
    let start = try revision.map { (name) throws(MixtapeError) in try commit(of: name, for: item) }
    let (episodes, trail): ([Episode.ID], ItemTrail)
    if let start {
      let content = try PastFile(item, in: start, of: self).content
      (episodes, trail) = (content.episodes, ItemTrail(of: content.item, by: RecordedRenames(in: repository)))
    } else {
      episodes = try presentEpisodes(of: item)
      trail = try ItemTrail(ofPresent: item, in: self)
    }
    let changes = try changes(adding: Set(episodes), to: item, along: trail, from: start)
    return episodes.map { episode in
      EpisodeOrigin(
        episode: episode, change: changes[episode]?.change, isBoundary: changes[episode]?.isBoundary == true)
    }
  }

  private func presentEpisodes(of item: StoreItem) throws(MixtapeError) -> [Episode.ID] {
    switch item {
    case .playlist(let id):
      guard let playlist = try store.playlist(id) else { throw try store.notFound(id) }
      return playlist.episodes
    case .podcast(let id): return try store.library.existing(id).episodes.map(\.id)
    }
  }

  private func changes(
    adding episodes: Set<Episode.ID>, to item: StoreItem, along trail: ItemTrail, from start: CommitID?
  ) throws(MixtapeError) -> [Episode.ID: (change: HistoryEntry, isBoundary: Bool)] {
    var origins: [Episode.ID: (change: HistoryEntry, isBoundary: Bool)] = [:]
    let first = try ChangeWalk(of: repository, .items(trail.items), from: start, firstParentOnly: true)
    // The lines of history to search, each with the episodes that its first commit has.
    var lines = [(walk: first, trail: trail, episodes: episodes)]
    while let (walk, trail, episodes) = lines.popLast() {
      for (added, change) in try additions(of: episodes, to: trail, along: walk) {
        var added = added
        for parent in walk.parents(of: change).dropFirst() where !added.isEmpty {
          guard let content = try PastFile.usable(item, in: parent, of: self)?.content else { continue }
          let brought = added.intersection(content.episodes)
          guard !brought.isEmpty else { continue }
          let other = ItemTrail(of: content.item, by: RecordedRenames(in: repository))
          lines.append((try ChangeWalk(like: walk, .items(other.items), from: parent), other, brought))
          added.subtract(brought)
        }
        guard !added.isEmpty else { continue }
        let entry = HistoryEntry(try repository.commit(change.id), of: change)
        for episode in added { origins[episode] = (entry, change.isBoundary) }
      }
    }
    return origins
  }

  /// Returns the changes along first parents that added episodes. Episodes of an uncommitted edit are missing.
  private func additions(
    of episodes: Set<Episode.ID>, to trail: ItemTrail, along walk: ChangeWalk
  ) throws(MixtapeError) -> [(added: Set<Episode.ID>, change: CommitRecord)] {
    var additions: [(added: Set<Episode.ID>, change: CommitRecord)] = []
    var (open, trail) = (episodes, trail)
    // The oldest change so far that led to a version without errors; `nil` for the uncommitted edit.
    var change: CommitRecord?
    while !open.isEmpty, let step = walk.next() {
      let items = trail.upcoming
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
