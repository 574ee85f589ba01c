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
    case .edit(let ids, let edits): return try planEdits(edits, of: ids, in: catalog)
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

// MARK: - Episodes

extension PodcastOperation {
  private func planAddition(
    of episodes: [Episode], to podcast: Podcast, at offset: Int?
  ) throws(MixtapeError) -> PodcastPlan {
    let after = try podcast.inserting(episodes, at: offset)
    return PodcastPlan(self, changes: [PodcastChange(from: podcast, to: after)], episodes: episodes.map(\.id))
  }

  private func planRecording(
    of plays: [Episode.ID: EpisodePlays], in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastPlan {
    try planEpisodes(plays.keys.sorted(), in: catalog) { episode in plays[episode.id].map(episode.played) ?? episode }
  }

  /// Plans a change of episodes that must be in the library.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids of all episodes as candidates; the errors of
  ///   ``planEpisodes(_:in:_:)``.
  private func planKnown(
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
  private func planMove(
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
        .positionOutOfRange, .offset(offset, count: episodes.count), cause: PositionInPodcast(id))
    }
    var list = episodes
    list.insert(contentsOf: new, at: offset)
    let result = withEpisodes(list)
    try result.requireValid()
    return result
  }
}

/// A podcast as a source has it, to be added to the library or merged into a podcast of it.
public struct PodcastMerge: Hashable, Sendable {
  /// The podcast as the source has it. If it is new, its id is a proposal.
  public let podcast: Podcast
  /// The podcast of the library that it updates; `nil` if it is new.
  public let target: Podcast.ID?
  /// The choices for the update.
  public let options: PodcastUpdateOptions

  /// Makes a merge.
  public init(_ podcast: Podcast, into target: Podcast.ID?, _ options: PodcastUpdateOptions = PodcastUpdateOptions()) {
    self.podcast = podcast
    self.target = target
    self.options = options
  }
}

/// A fact about the update of a podcast.
public struct PodcastMergeNote: Hashable, Sendable {
  /// The podcast that was updated.
  public let podcast: Podcast.ID
  /// The fact.
  public let note: PodcastUpdateNote
}

extension PodcastOperation {
  /// Plans merges against the podcasts as they are. A target that was removed in the meantime is ignored.
  ///
  /// A new podcast whose id is taken gets another one: `night-sky-2`.
  private func plan(_ merges: [PodcastMerge], in catalog: some Catalog<Podcast>) throws(MixtapeError) -> PodcastPlan {
    var added: [Episode.ID] = []
    var notes: [PodcastMergeNote] = []
    var present: [Podcast.ID: (before: Podcast?, after: Podcast)] = [:]
    for merge in merges {
      let base: Podcast
      var before: Podcast?
      if let target = merge.target {
        if let earlier = present[target] {
          (before, base) = (earlier.before, earlier.after)
        } else {
          guard let found = try catalog.item(target) else { continue }
          (before, base) = (found, found)
        }
      } else {
        let id = try merge.podcast.id.free { (id) throws(MixtapeError) in
          if present[id] != nil { return true }
          return try catalog.isTaken(id)
        }
        base = merge.podcast.empty(id)
      }
      let update = try base.updated(by: merge, in: catalog)
      try update.podcast.requireValid()
      present[base.id] = (before, update.podcast)
      added += update.added
      notes += update.notes.map { PodcastMergeNote(podcast: base.id, note: $0) }
    }
    let changes = present.values.map { PodcastChange(from: $0.before, to: $0.after) }
    return PodcastPlan(self, changes: changes, episodes: added, notes: notes)
  }
}

extension Podcast {
  /// Returns the podcast with the values of a source. Edits of its user are looked up only if the source differs from the
  /// podcast, because that reads history.
  fileprivate func updated(
    by merge: PodcastMerge, in catalog: some Catalog<Podcast>
  ) throws(MixtapeError) -> PodcastUpdate {
    let update = updated(from: merge.podcast, merge.options)
    // A record of listening says what its user did, as the edits do.
    guard merge.target != nil, !merge.options.recordsListening, update.podcast != self else { return update }
    var options = merge.options
    options.edits = try catalog.edits(of: id).compactMap { change in
      change.after.map { EditedPodcast(from: change.before, to: $0) }
    }
    return options.edits.isEmpty ? update : updated(from: merge.podcast, options)
  }

  /// Returns a new podcast without episodes. A title that breaks ``TitleRules`` is replaced.
  fileprivate func empty(_ id: ID) -> Podcast {
    let title = TitleRules.violation(in: title) == nil ? title : id.readable
    return with { ($0.id, $0.title, $0.episodes) = (id, title, []) }
  }
}
