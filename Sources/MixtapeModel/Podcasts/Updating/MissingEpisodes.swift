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
    let missing = podcast.episodes.indices.filter { !present.contains($0) && edits.episodes[$0].written == nil }
      .map { podcast.episodes[$0] }
    let kept = missing.filter { $0.rating != nil || options.kept.contains($0.id) }.map(\.id)
    let removed = missing.map(\.id).filter { !kept.contains($0) }
    dropped = Set(removed)
    if !removed.isEmpty { notes.append(.dropped(removed)) }
    if !kept.isEmpty { notes.append(.missingKept(kept)) }
  }
}
