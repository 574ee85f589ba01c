/// The twenty fields of an episode that rules and sort orders speak of, under the names that files use.
public enum TrackField: String, CaseIterable, Hashable, Sendable {
  case title, artist, albumArtist, album, genre, composer, fileFormat
  case year, bpm, rating, playCount, trackNumber, discNumber, bitrate, sampleRate, fileSize
  case duration
  case dateAdded, dateModified, lastPlayedAt

  /// What kind of value a field holds.
  public enum ValueType: Hashable, Sendable {
    /// Text.
    case text
    /// A whole number.
    case integer
    /// A number of seconds, with a fraction if need be.
    case seconds
    /// A point in time, or a day in UTC.
    case date
  }

  /// What kind of value the field holds.
  public var valueType: ValueType {
    switch self {
    case .title, .artist, .albumArtist, .album, .genre, .composer, .fileFormat: .text
    case .year, .bpm, .rating, .playCount, .trackNumber, .discNumber, .bitrate, .sampleRate, .fileSize: .integer
    case .duration: .seconds
    case .dateAdded, .dateModified, .lastPlayedAt: .date
    }
  }
}

extension TrackField {
  /// By default an enumeration of strings is compared and hashed as strings, and fields are keys of many dictionaries.
  public static func == (left: Self, right: Self) -> Bool { left.ordinal == right.ordinal }

  /// Adds the field to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }

  /// The number of the case, which is how a case without a payload is stored.
  var ordinal: UInt8 { withUnsafeBytes(of: self) { $0[0] } }
}
