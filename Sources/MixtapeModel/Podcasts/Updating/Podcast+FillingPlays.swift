extension Podcast {
  /// Returns the ids of the own episodes that are those of a source, in the order of the source: by guid, address, or title and day;
  /// `nil` for others.
  ///
  /// - Complexity: O(*n*).
  public func ids(of listed: [Episode]) -> [Episode.ID?] {
    SourceMatching(listed, in: episodes).matches.map { $0.map { episodes[$0].id } }
  }

  /// Returns the podcast with the plays and positions of a source, as far as its episodes have none. They are recognized by id.
  func fillingPlays(from source: Podcast) -> PodcastUpdate {
    let listed = Dictionary(source.episodes.map { ($0.id, $0) }) { first, _ in first }
    let filled = episodes.map { episode in listed[episode.id].map(episode.fillingPlays) ?? episode }
    let changed = zip(episodes, filled).filter { $0 != $1 }.map(\.1.id)
    return PodcastUpdate(podcast: withEpisodes(filled), added: [], changed: changed, notes: [])
  }
}

extension Episode {
  /// Returns a copy with the plays and the position that another program recorded, as far as it has none. An episode that was played
  /// gets no position.
  public func fillingPlays(of other: Episode) -> Episode {
    var filled = self
    if playCount ?? 0 == 0, let count = other.playCount { filled = filled.with(.playCount, .integer(count)) }
    if position == nil, filled.playCount ?? 0 == 0 { filled = filled.withPosition(other.position) }
    if lastPlayedAt == nil { filled = filled.with(.lastPlayedAt, other.fields[.lastPlayedAt]) }
    return filled
  }
}
