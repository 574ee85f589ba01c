/// The values of a source for one episode, with the rules for what the episode takes of them.
struct SourceEpisode {
  /// The episode as the source has it.
  let episode: Episode
  /// The values that the source inherits from its podcast.
  let inheritance: Episode.Inheritance
  /// Whether the source is a music file. Its tags are values of the episode itself, also if they equal those of the album.
  let isMusicFile: Bool
  /// The titles of the podcast that its user replaced, and the present one, also without their discs. A tag with one of them names
  /// the podcast.
  let titles: Set<String>

  /// The fields that belong to the user. Values of a source never replace them.
  private static let ownFields: Set<TrackField> = [
    .rating, .playCount, .lastPlayedAt, .position, .dateAdded, .notes,
  ]

  /// The values that describe a music file. A user can edit them, but cannot know better.
  private static let factsOfFiles: Set<EpisodeKey> = [
    .url, .field(.duration), .field(.bitrate), .field(.sampleRate), .field(.fileSize), .field(.fileFormat),
    .field(.dateModified),
  ]

  /// Returns an episode of the library with the values of the source.
  ///
  /// - Parameters:
  ///   - own: The episode as it is.
  ///   - head: The values that it inherits from its podcast.
  ///   - edits: The values that the user set.
  /// - Returns: The episode, and the keys of values that stay because the user wrote them.
  func updating(
    _ own: Episode, inheriting head: Episode.Inheritance, _ edits: OwnValues<Episode>
  ) -> (episode: Episode, kept: [EpisodeKey]) {
    var kept: [EpisodeKey] = []
    func take<Value: Equatable>(_ key: EpisodeKey, _ value: (Episode) -> Value?) -> Value? {
      if isMusicFile, Self.factsOfFiles.contains(key) { return value(episode) ?? value(own) }
      let (result, isKept) = edits.updating(value(own), from: value(episode), value)
      if isKept { kept.append(key) }
      return result
    }
    var fields = own.fields
    let title = take(.field(.title)) { $0.fields[.title] }
    let guid = take(.guid, \.guid)
    let url = take(.url, \.url)
    let published = take(.published, \.published)
    fields[.title] = title
    for field in TrackField.allCases where field != .title && !Self.ownFields.contains(field) {
      if inherits(field), own.inherits(field, from: head) { continue }
      fields[field] = take(.field(field)) { $0.fields[field] }
    }
    return (
      Episode(id: own.id, guid: guid, url: url, published: published, fields: fields, stated: own.stated), kept
    )
  }
}

extension SourceEpisode {
  /// Returns whether the source has the value of its podcast.
  private func inherits(_ field: TrackField) -> Bool {
    isMusicFile
      ? field == .album && episode.text(field).map(titles.contains) ?? false
      : episode.fields[field] == inheritance[field]
  }
}

extension Episode {
  /// Returns whether the episode has the value of its podcast.
  fileprivate func inherits(_ field: TrackField, from head: Inheritance) -> Bool {
    Inheritance.fields.contains(field) && !stated.contains(field) && (fields[field] ?? head[field]) == head[field]
  }

  /// Returns the episode with the rating and the plays of a source, or without them.
  func withRatingAndPlays(of source: Episode) -> Episode {
    var fields = fields
    for field in [TrackField.rating, .playCount, .lastPlayedAt, .position] { fields[field] = source.fields[field] }
    return withFields(fields)
  }

  /// Returns the episode without inherited values.
  var withoutInherited: Episode {
    var fields = fields
    for field in Inheritance.fields where !stated.contains(field) { fields[field] = nil }
    return withFields(fields)
  }
}
