/// The episodes of a podcast that its source does not have any more.
struct MissingEpisodes {
  /// The episodes to remove.
  private(set) var dropped: Set<Episode.ID> = []
  /// The facts for the user.
  private(set) var notes: [PodcastUpdateNote] = []

  /// Finds the episodes, if the options remove them.
  ///
  /// - Parameter matches: The index of the podcast's episode for each episode of the source; `nil` for a new one.
  init(of podcast: Podcast, _ matches: [Int?], _ edits: PodcastEdits, _ options: PodcastUpdateOptions) {
    let present = Set(matches.compactMap(\.self))
    // A source that replaced everything at once is more likely than one that dropped everything.
    guard options.dropsMissing, !present.isEmpty else { return }
    var (kept, removed): ([Episode.ID], [Episode.ID]) = ([], [])
    for (index, episode) in podcast.episodes.enumerated() where !present.contains(index) {
      let stays = edits.episodes[index].written != nil || episode.isInUse || options.kept.contains(episode.id)
      if stays { kept.append(episode.id) } else { removed.append(episode.id) }
    }
    dropped = Set(removed)
    if !removed.isEmpty { notes.append(.dropped(removed)) }
    if !kept.isEmpty { notes.append(.missingKept(kept)) }
  }
}

extension Episode {
  /// Whether the user has rated the episode, begun it, or written notes about it.
  fileprivate var isInUse: Bool { rating != nil || (position ?? 0) > 0 || fields[.notes] != nil }
}
