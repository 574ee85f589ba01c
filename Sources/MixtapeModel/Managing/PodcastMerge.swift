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
  func plan(_ merges: [PodcastMerge], in catalog: some Catalog<Podcast>) throws(MixtapeError) -> PodcastPlan {
    var changes: [PodcastChange?] = []
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
    for (_, state) in present { changes.append(PodcastChange(from: state.before, to: state.after)) }
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

  /// Returns a copy with the newest episodes only, in the same order. Episodes without a date count as the oldest.
  ///
  /// - Complexity: O(*n* log *n*).
  public func keepingNewest(_ count: Int) -> Podcast {
    guard count < episodes.count else { return self }
    let newest = episodes.enumerated().sorted { left, right in
      switch (left.element.published, right.element.published) {
      case (let l?, let r?) where l != r: l > r
      case (_?, nil): true
      case (nil, _?): false
      default: left.offset < right.offset
      }
    }
    let kept = Set(newest.prefix(max(0, count)).map(\.offset))
    return withEpisodes(episodes.enumerated().filter { kept.contains($0.offset) }.map(\.element))
  }
}
