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
