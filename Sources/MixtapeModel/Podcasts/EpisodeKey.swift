/// The keys of an episode in a library file: its identifiers and its fields.
public enum EpisodeKey: Hashable, Sendable, CustomStringConvertible {
  case id, guid, url, published
  case field(TrackField)

  /// The name in a file.
  public var name: String {
    switch self {
    case .id: "id"
    case .guid: "guid"
    case .url: "url"
    case .published: "published"
    case .field(let field): field.rawValue
    }
  }

  /// The name in a file.
  public var description: String { name }

  /// The type of the key's values.
  public var valueType: TrackField.ValueType {
    switch self {
    case .id, .guid, .url: .text
    case .published: .date
    case .field(let field): field.valueType
    }
  }

  /// All keys, in the order of a new episode: first its description, then its sound, then the data of the listener.
  public static let all: [EpisodeKey] =
    [.id, .field(.title), .guid, .url, .published]
    + ([
      .identifier, .description, .artwork, .chapters, .artist, .albumArtist, .album, .genre, .composer, .year,
      .originalYear, .bpm,
      .discNumber, .trackNumber, .duration, .fileFormat,
      .bitrate, .sampleRate, .fileSize, .dateAdded, .dateModified, .rating, .playCount, .lastPlayedAt, .position,
      .notes,
    ] as [TrackField]).map(EpisodeKey.field)

  /// The names of all keys.
  public static let names = all.map(\.name)

  /// Returns the key with a name in a file, or `nil` if no key has the name.
  public static func named(_ name: String) -> EpisodeKey? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}

extension Episode {
  /// Returns the value of a key, if the episode has one; inherited values included.
  public func value(of key: EpisodeKey) -> FieldValue? {
    switch key {
    case .id: .text(id.name)
    case .guid: guid.map(FieldValue.text)
    case .url: url.map(FieldValue.address)
    case .published: published.map(FieldValue.date)
    case .field(let field): fields[field]
    }
  }
}

extension TrackField {
  /// The values that a field of whole numbers may have: 0 to 5 for `rating`, any for years, and no negative ones for others.
  public var integers: ClosedRange<Int64> {
    switch self {
    case .rating: 0...Episode.maximumRating
    case .year, .originalYear: Int64.min...Int64.max
    default: 0...Int64.max
    }
  }
}
