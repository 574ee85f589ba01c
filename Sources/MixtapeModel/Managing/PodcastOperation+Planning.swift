extension PodcastOperation {
  /// Plans the operation. This is a pure function: it writes nothing, and the same catalog gives the same plan.
  ///
  /// - Throws: ``MixtapeError`` with the code `notFound`, `alreadyExists`, `invalidName`, `invalidID`, `invalidFolder`,
  ///   `invalidRating`, `invalidValue` or `positionOutOfRange`; also the errors of the catalog.
  public func plan(in catalog: some Catalog<Podcast>) throws(MixtapeError) -> PodcastPlan {
    switch self {
    case .add(let podcast):
      try podcast.requireValid()
      if try catalog.isTaken(podcast.id) { throw MixtapeError(.alreadyExists, .podcast(podcast.id)) }
      return PodcastPlan(self, changes: [.created(podcast)], episodes: podcast.episodes.map(\.id))
    case .update(let podcast):
      try podcast.requireValid()
      return PodcastPlan(self, changes: [PodcastChange(from: try catalog.existing(podcast.id), to: podcast)])
    case .remove(let ids):
      return PodcastPlan(
        self,
        changes: try Set(ids).map { (id) throws(MixtapeError) in .deleted(try catalog.existing(id)) })
    case .edit(let id, let edits): return try planEdits(edits, of: [id], in: catalog)
    case .tag(let ids, let tag): return try planEdits([.tag(tag)], of: ids, in: catalog)
    case .untag(let ids, let tag): return try planEdits([.untag(tag)], of: ids, in: catalog)
    case .renameTag(let tag, let name): return try planRenaming(of: tag, to: name, in: catalog)
    case .moveFolder(let folder, let destination):
      return PodcastPlan(self, changes: try catalog.moving(folder, to: destination))
    case .deleteFolder(let folder): return PodcastPlan(self, changes: try catalog.deleting(folder))
    case .addEpisodes(let episodes, let id, let offset):
      return try planAddition(of: episodes, to: try catalog.existing(id), at: offset)
    case .editEpisodes(let ids, let edits):
      // Also of no episodes, invalid edits are refused.
      for edit in edits { try edit.requireValid() }
      return try planKnown(ids, in: catalog) { (episode) throws(MixtapeError) in try episode.applying(edits) }
    case .removeEpisodes(let ids): return try planKnown(ids, in: catalog) { _ in nil }
    case .moveEpisodes(let ids, let id, let offset):
      return try planMove(of: ids, to: try catalog.existing(id), at: offset, in: catalog)
    case .merge(let merges), .scan(let merges): return try plan(merges, in: catalog)
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
