/// The fields of an episode, by their names in files. Rules and sort orders can use all but the last five; see ``RuleField``.
public enum TrackField: String, CaseIterable, Hashable, Sendable {
  case title, artist, albumArtist, album, genre, composer, fileFormat
  case year, originalYear, bpm, rating, playCount, trackNumber, discNumber, bitrate, sampleRate, fileSize
  case duration, position
  case dateAdded, dateModified, lastPlayedAt
  case description, notes, artwork, chapters, identifier

  /// The types of values.
  public enum ValueType: Hashable, Sendable {
    /// A text, possibly of several lines.
    case text
    /// A whole number.
    case integer
    /// A number of seconds, with or without a fraction.
    case seconds
    /// A point in time, or a day in UTC.
    case date
  }

  /// The type of the field's values.
  public var valueType: ValueType {
    switch self {
    case .title, .artist, .albumArtist, .album, .genre, .composer, .fileFormat: .text
    case .description, .notes, .artwork, .chapters, .identifier: .text
    case .year, .originalYear, .bpm, .rating, .playCount, .trackNumber, .discNumber, .bitrate, .sampleRate, .fileSize:
      .integer
    case .duration, .position: .seconds
    case .dateAdded, .dateModified, .lastPlayedAt: .date
    }
  }
}

extension TrackField {
  /// Compares ordinals. The default for an enumeration of strings compares strings, which is slow for keys of dictionaries.
  public static func == (left: Self, right: Self) -> Bool { left.ordinal == right.ordinal }

  /// Adds the field to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }

  /// The number of the case: a case without a payload is stored as its number.
  var ordinal: UInt8 { withUnsafeBytes(of: self) { $0[0] } }
}

extension TrackField {
  /// Whether the text of the field can list several values, each of which rules find; see ``ListedText``.
  public var isListed: Bool {
    switch self {
    case .genre, .artist, .albumArtist, .composer, .identifier: true
    default: false
    }
  }
}
