// Planning of changes of episodes.

extension PodcastOperation {
  func planAddition(of episodes: [Episode], to podcast: Podcast, at offset: Int?) throws(MixtapeError) -> PodcastPlan {
    let after = try podcast.inserting(episodes, at: offset)
    return PodcastPlan(self, changes: [PodcastChange(from: podcast, to: after)], episodes: episodes.map(\.id))
  }

  func planRecording(
    of plays: [Episode.ID: EpisodePlays], in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    try planEpisodes(plays.keys.sorted(), in: catalog) { episode in plays[episode.id].map(episode.played) ?? episode }
  }

  /// Plans a change of episodes that must be in the library.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids of all episodes as candidates; the errors of
  ///   ``planEpisodes(_:in:_:)``.
  func planKnown(
    _ ids: [Episode.ID], in catalog: some Catalog<Podcast>, _ change: (Episode) throws(MixtapeError) -> Episode?
  ) throws(MixtapeError) -> PodcastPlan {
    let plan = try planEpisodes(ids, in: catalog, change)
    guard let missing = plan.refused.first else { return plan }
    throw MixtapeError(
      .notFound, .episode(missing), candidates: try catalog.items().flatMap(\.episodes).map(\.id.rawValue))
  }

  /// Plans a change of episodes in their podcasts.
  ///
  /// - Parameter change: Returns the new state of an episode; `nil` to remove it.
  /// - Throws: ``MixtapeError/Code/alreadyExists`` if a podcast would have an episode twice; the errors of `change`.
  private func planEpisodes(
    _ ids: [Episode.ID], in catalog: some Catalog<Podcast>, _ change: (Episode) throws(MixtapeError) -> Episode?
  ) throws(MixtapeError) -> PodcastPlan {
    var changes: [PodcastChange?] = []
    var (found, changed): (Set<Episode.ID>, Set<Episode.ID>) = ([], [])
    var renamed: [Episode.ID: Episode.ID] = [:]
    for (podcastID, wanted) in Dictionary(grouping: Set(ids), by: \.podcast).sorted(by: { $0.key < $1.key }) {
      guard let podcast = try catalog.item(podcastID) else { continue }
      let wanted = Set(wanted)
      var episodes: [Episode] = []
      for episode in podcast.episodes {
        guard wanted.contains(episode.id) else {
          episodes.append(episode)
          continue
        }
        found.insert(episode.id)
        let new = try change(episode)
        if new != episode { changed.insert(episode.id) }
        if let new, new.id != episode.id { renamed[episode.id] = new.id }
        if let new { episodes.append(new) }
      }
      let after = podcast.withEpisodes(episodes)
      if !renamed.isEmpty { try after.requireValid() }
      changes.append(PodcastChange(from: podcast, to: after))
    }
    return PodcastPlan(
      self, changes: changes, episodes: ids.withoutRepetitions.filter(changed.contains).map { renamed[$0] ?? $0 },
      refused: ids.filter { !found.contains($0) }, renamed: renamed)
  }

  /// Plans a move of episodes: they are taken out of their podcasts, and inserted into the destination.
  func planMove(
    of ids: [Episode.ID], to podcast: Podcast, at offset: Int?, in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    let ids = ids.withoutRepetitions
    let removal = try planKnown(ids, in: catalog) { _ in nil }
    let sources = removal.changes.compactMap(\.before)
    let known = Dictionary(
      sources.flatMap { source in source.episodes.map { ($0.id, (episode: $0, source: source)) } }
    ) { first, _ in first }
    var (moved, renamed): ([Episode], [Episode.ID: Episode.ID]) = ([], [:])
    for id in ids {
      guard let (episode, source) = known[id] else { continue }
      guard source.id != podcast.id else {
        moved.append(episode)
        continue
      }
      let new = try Episode.ID(validating: "\(podcast.id)/\(id.name)")
      renamed[id] = new
      moved.append(podcast.adopting(episode, of: source, as: new))
    }
    let rest = removal.changes.first { $0.item.id == podcast.id }?.after ?? podcast
    let target = PodcastChange(from: podcast, to: try rest.inserting(moved, at: offset))
    let changes = removal.changes.filter { $0.item.id != podcast.id } + [target].compactMap(\.self)
    return PodcastPlan(
      self, changes: changes, episodes: changes.isEmpty ? [] : moved.map(\.id), renamed: renamed)
  }
}

/// The cause of ``MixtapeError/Code/positionOutOfRange`` for a position in a podcast instead of a playlist.
public struct PositionInPodcast: Error, Hashable, Sendable {
  /// The podcast that has no such position.
  public let podcast: Podcast.ID

  /// Makes the cause.
  public init(_ podcast: Podcast.ID) { self.podcast = podcast }
}

extension Podcast {
  /// Returns a copy with episodes of another podcast at the end.
  ///
  /// - Parameter ids: The ids that the episodes get, by their old ones.
  public func adding(_ ids: [Episode.ID: Episode.ID], of source: Podcast) -> Podcast {
    withEpisodes(
      episodes + source.episodes.compactMap { episode in ids[episode.id].map { adopting(episode, of: source, as: $0) } }
    )
  }

  /// Returns an episode of another podcast with the values that it inherits in this one.
  fileprivate func adopting(_ episode: Episode, of source: Podcast, as id: Episode.ID) -> Episode {
    episode.withID(id).inheriting(inheritance, insteadOf: source.inheritance)
  }

  /// Returns a copy with more episodes, before the one at an offset or at the end.
  ///
  /// - Throws: ``MixtapeError/Code/positionOutOfRange``; the errors of ``requireValid()``.
  fileprivate func inserting(_ new: [Episode], at offset: Int?) throws(MixtapeError) -> Podcast {
    let offset = offset ?? episodes.count
    guard (0...episodes.count).contains(offset) else {
      throw MixtapeError(
        .positionOutOfRange, .position(offset == .max ? offset : offset + 1, count: episodes.count),
        cause: PositionInPodcast(id))
    }
    var list = episodes
    list.insert(contentsOf: new, at: offset)
    let result = withEpisodes(list)
    try result.requireValid()
    return result
  }
}
