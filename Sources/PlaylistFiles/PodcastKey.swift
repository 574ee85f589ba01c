internal import MixtapeModel

/// The keys at the head of a library file, in the order of a new file.
enum PodcastKey: String, CaseIterable {
  case kind, title, author, feed, artwork, categories, tags, subscribed, dateAdded, episodes, extra

  static let names = allCases.map(\.rawValue)
}

/// The keys of an episode: its identifiers and its fields.
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

  /// All keys, in the order of a new episode: first its description, then its sound, then the data of the listener.
  static let all: [EpisodeKey] =
    [.id, .field(.title), .guid, .url, .published]
    + ([
      .artist, .albumArtist, .album, .genre, .composer, .year, .bpm, .discNumber, .trackNumber, .duration, .fileFormat,
      .bitrate, .sampleRate, .fileSize, .dateAdded, .dateModified, .rating, .playCount, .lastPlayedAt,
    ] as [TrackField]).map(EpisodeKey.field)

  static let names = all.map(\.name)

  /// Returns the key with a name in a file, or `nil` if the name is unknown.
  static func named(_ name: String) -> EpisodeKey? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
