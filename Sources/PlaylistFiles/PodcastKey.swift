internal import MixtapeModel

/// The keys at the head of a library file, in the order in which a new file has them.
enum PodcastKey: String, CaseIterable {
  case kind, title, author, feed, artwork, categories, tags, subscribed, dateAdded, episodes, extra

  static let names = allCases.map(\.rawValue)
}

/// The keys of an episode: what tells it apart, and the twenty fields.
enum EpisodeKey: Hashable {
  case id, guid, url, published
  case field(TrackField)

  /// The name in a file.
  var name: String {
    switch self {
    case .id: "id"
    case .guid: "guid"
    case .url: "url"
    case .published: "published"
    case .field(let field): field.rawValue
    }
  }

  /// All of them, in the order in which a new episode has them: what it is, what its sound is like, what its listener
  /// says of it.
  static let all: [EpisodeKey] =
    [.id, .field(.title), .guid, .url, .published]
    + ([
      .artist, .albumArtist, .album, .genre, .composer, .year, .bpm, .discNumber, .trackNumber, .duration, .fileFormat,
      .bitrate, .sampleRate, .fileSize, .dateAdded, .dateModified, .rating, .playCount, .lastPlayedAt,
    ] as [TrackField]).map(EpisodeKey.field)

  static let names = all.map(\.name)

  /// The key of a name in a file, or `nil` if there is none of that name.
  static func named(_ name: String) -> EpisodeKey? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
