extension PodcastOperation {
  /// Plans the operation. This is a pure function: it writes nothing, and the same catalog gives the same plan.
  ///
  /// - Throws: ``MixtapeError`` with the code `notFound`, `alreadyExists`, `invalidName`, `invalidID`, `invalidFolder` or
  ///   `invalidRating`; also the errors of the catalog.
  public func plan(in catalog: some Catalog<Podcast>) throws(MixtapeError) -> PodcastPlan {
    switch self {
    case .add(let podcast):
      try podcast.requireValid()
      if try catalog.isTaken(podcast.id) { throw MixtapeError(.alreadyExists, .podcast(podcast.id)) }
      return PodcastPlan(self, changes: [.created(podcast)], episodes: podcast.episodes.map(\.id))
    case .update(let podcast):
      try podcast.requireValid()
      return PodcastPlan(self, changes: [PodcastChange(from: try catalog.existing(podcast.id), to: podcast)])
    case .remove(let id): return PodcastPlan(self, changes: [.deleted(try catalog.existing(id))])
    case .edit(let id, let edits): return try planEdits(edits, of: [id], in: catalog)
    case .tag(let ids, let tag): return try planEdits([.tag(tag)], of: ids, in: catalog)
    case .untag(let ids, let tag): return try planEdits([.untag(tag)], of: ids, in: catalog)
    case .renameTag(let tag, let name): return try planRenaming(of: tag, to: name, in: catalog)
    case .moveFolder(let folder, let destination):
      return PodcastPlan(self, changes: try catalog.moving(folder, to: destination))
    case .deleteFolder(let folder): return PodcastPlan(self, changes: try catalog.deleting(folder))
    case .rate(let episodes, let rating): return try planRating(of: episodes, rating, in: catalog)
    case .merge(let merges): return try plan(merges, in: catalog)
    case .recordPlays(let plays): return try planRecording(of: plays, in: catalog)
    }
  }

  private func planEdits(
    _ edits: [PodcastEdit], of ids: [Podcast.ID], in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    PodcastPlan(
      self,
      changes: try Set(ids).map { (id) throws(MixtapeError) in
        let podcast = try catalog.existing(id)
        return PodcastChange(from: podcast, to: try podcast.applying(edits))
      })
  }

  private func planRenaming(
    of tag: String, to name: String, in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    try Podcast.requireTag(name)
    let podcasts = try catalog.items()
    guard podcasts.contains(where: { $0.tags.contains(tag) }) else {
      throw MixtapeError(.notFound, .tag(tag), candidates: Set(podcasts.flatMap(\.tags)).sorted())
    }
    return PodcastPlan(
      self,
      changes: podcasts.map { podcast in
        PodcastChange(from: podcast, to: podcast.withTags(podcast.tags.replacing(tag, with: name)))
      })
  }
}

// MARK: - Episodes

extension PodcastOperation {
  private func planRating(
    of episodes: [Episode.ID], _ rating: Int64?, in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    if let rating, !(0...Episode.maximumRating).contains(rating) {
      throw MixtapeError(.invalidRating, .text(String(rating)))
    }
    let plan = try planEpisodes(episodes, in: catalog) { $0.withRating(rating) }
    if let missing = plan.refused.first {
      let ids = try catalog.items().flatMap(\.episodes).map(\.id.rawValue)
      throw MixtapeError(.notFound, .episode(missing), candidates: ids)
    }
    return plan
  }

  private func planRecording(
    of plays: [Episode.ID: EpisodePlays], in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    try planEpisodes(plays.keys.sorted(), in: catalog) { episode in plays[episode.id].map(episode.played) ?? episode }
  }

  /// Plans a change of episodes in their podcasts.
  private func planEpisodes(
    _ ids: [Episode.ID], in catalog: some Catalog<Podcast>, _ change: (Episode) -> Episode
  ) throws(MixtapeError) -> PodcastPlan {
    var changes: [PodcastChange?] = []
    var (found, changed): (Set<Episode.ID>, Set<Episode.ID>) = ([], [])
    for (podcastID, wanted) in Dictionary(grouping: Set(ids), by: \.podcast) {
      guard let podcast = try catalog.item(podcastID) else { continue }
      let wanted = Set(wanted)
      let episodes = podcast.episodes.map { episode in
        guard wanted.contains(episode.id) else { return episode }
        found.insert(episode.id)
        let new = change(episode)
        if new != episode { changed.insert(episode.id) }
        return new
      }
      changes.append(PodcastChange(from: podcast, to: podcast.withEpisodes(episodes)))
    }
    return PodcastPlan(
      self, changes: changes, episodes: ids.filter(changed.contains), refused: ids.filter { !found.contains($0) })
  }
}

extension [String] {
  /// Returns the list with a name replaced. If it already has the new name, the first of the two stays.
  fileprivate func replacing(_ old: String, with new: String) -> [String] {
    guard contains(old), old != new else { return self }
    var isPlaced = false
    return compactMap { name in
      guard name == old || name == new else { return name }
      defer { isPlaced = true }
      return isPlaced ? nil : new
    }
  }
}
