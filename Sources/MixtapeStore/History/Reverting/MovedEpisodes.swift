internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// Finds episodes that are in another podcast at HEAD, or have another id.
struct MovedEpisodes {
  private let repository: StoreRepository
  /// The library files at HEAD.
  private let present: [TreeEntry]

  init(in repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    present =
      try repository.head().commit.map { (head) throws(MixtapeError) in
        try repository.entries(of: head, under: [Section.library.rawValue]).filter(\.mode.isRegularFile)
      } ?? []
  }

  /// Returns the id at HEAD of an episode in a file of a commit; `nil` if it does not exist any more, or is not the only one.
  func presentID(of id: Episode.ID, at path: String, in commit: CommitID) throws(MixtapeError) -> Episode.ID? {
    guard let entry = try repository.entry(at: path, inTree: try repository.commit(commit).tree),
      let episode = try podcast(at: path, entry.id)?.episodes.first(where: { $0.id == id })
    else { return nil }
    let identity = EpisodeIdentity(episode)
    let found = try places(of: [identity])[identity] ?? []
    return found.count == 1 ? found[0] : nil
  }

  /// Returns the conflicts with the moves of episodes that a change edited or added. An episode that the change itself moved has
  /// none.
  ///
  /// Files are reverted one by one. Without such an episode, its former podcast has no value of it to revert.
  func conflicts(with units: [RevertUnit]) throws(MixtapeError) -> [RevertConflict] {
    var (changed, removed): ([(episode: Episode, path: String)], Set<EpisodeIdentity>) = ([], [])
    for unit in units {
      guard let before = unit.before, let after = unit.after, before.blob != after.blob else { continue }
      guard let old = try podcast(at: before.path, before.blob), let new = try podcast(at: after.path, after.blob)
      else {
        continue
      }
      let difference = PodcastDifference(from: old, to: new)
      let ids = Set(difference.changedEpisodes.map(\.id)).union(difference.episodes.added.map(\.element))
      changed += new.episodes.filter { ids.contains($0.id) }.map { ($0, after.path) }
      let gone = Set(difference.episodes.removed.map(\.element))
      removed.formUnion(old.episodes.filter { gone.contains($0.id) }.map { EpisodeIdentity($0) })
    }
    let own = try presentIDs(in: Set(changed.map(\.episode.id.podcast)))
    let missing = changed.filter { change in
      guard let ids = own[change.episode.id.podcast] else { return false }
      return !ids.contains(change.episode.id) && !removed.contains(EpisodeIdentity(change.episode))
    }
    let places = try places(of: Set(missing.map { EpisodeIdentity($0.episode) }))
    return missing.compactMap { episode, path in
      guard let found = places[EpisodeIdentity(episode)], found.count == 1 else { return nil }
      return RevertConflict(path: path, reason: .episodeMoved(episode.id, to: found[0]))
    }
  }

  /// Returns the episodes of podcasts at HEAD. A podcast that was removed, or that has another id now, is not in the result.
  private func presentIDs(in podcasts: Set<Podcast.ID>) throws(MixtapeError) -> [Podcast.ID: Set<Episode.ID>] {
    var ids: [Podcast.ID: Set<Episode.ID>] = [:]
    for entry in present {
      guard let id = StoredFile.podcastID(at: entry.path), podcasts.contains(id) else { continue }
      ids[id] = try podcast(at: entry.path, entry.id).map { Set($0.episodes.map(\.id)) }
    }
    return ids
  }

  /// Returns the ids that episodes have at HEAD.
  private func places(of wanted: Set<EpisodeIdentity>) throws(MixtapeError) -> [EpisodeIdentity: [Episode.ID]] {
    var places: [EpisodeIdentity: [Episode.ID]] = [:]
    guard !wanted.isEmpty else { return places }
    for entry in present {
      for episode in try podcast(at: entry.path, entry.id)?.episodes ?? [] {
        let identity = EpisodeIdentity(episode)
        if wanted.contains(identity) { places[identity, default: []].append(episode.id) }
      }
    }
    return places
  }

  /// Returns a version of a library file; `nil` for another file, and for one with errors.
  private func podcast(at path: String, _ blob: ObjectID) throws(MixtapeError) -> Podcast? {
    guard let id = StoredFile.podcastID(at: path) else { return nil }
    return PodcastFile(parsing: try repository.blob(blob), id: id).podcast
  }
}
