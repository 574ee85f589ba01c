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

extension Episode {
  /// The values of an episode's fields.
  ///
  /// This is a compact dictionary: an array of the values in the order of ``TrackField``, and a bit for each field that has
  /// one. Reading a library of a million episodes hashes none of their fields.
  public struct Fields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    private var present: UInt32 = 0
    private var values: [FieldValue] = []

    /// Makes fields without values.
    public init() {}

    /// Makes fields with values. Of two values for one field, the last counts.
    public init(dictionaryLiteral elements: (TrackField, FieldValue)...) {
      for (field, value) in elements { self[field] = value }
    }

    /// The value of a field; `nil` if it has none.
    public subscript(field: TrackField) -> FieldValue? {
      get { present & field.bit == 0 ? nil : values[position(of: field)] }
      set {
        let position = position(of: field)
        switch (present & field.bit != 0, newValue) {
        case (true, let value?): values[position] = value
        case (true, nil):
          values.remove(at: position)
          present &= ~field.bit
        case (false, let value?):
          // Most episodes have about 12 values.
          if values.isEmpty { values.reserveCapacity(12) }
          values.insert(value, at: position)
          present |= field.bit
        case (false, nil): break
        }
      }
    }

    /// The number of fields with a value.
    public var count: Int { values.count }

    /// Returns the index of a field's value, or the index at which it would be.
    private func position(of field: TrackField) -> Int { (present & (field.bit - 1)).nonzeroBitCount }
  }
}

extension TrackField {
  fileprivate var bit: UInt32 { 1 << UInt32(ordinal) }
}

extension Episode {
  /// The values that episodes inherit from the head of their podcast, if they do not have their own.
  public struct Inheritance: Hashable, Sendable {
    private let author: String?
    private let title: String
    private let genre: String?

    /// Makes the inherited values of a podcast.
    public init(author: String? = nil, title: String, categories: [String] = []) {
      self.author = author
      self.title = title
      genre = categories.first
    }

    /// The fields that can be inherited.
    public static let fields: [TrackField] = [.artist, .album, .genre]

    /// The inherited value of a field, if there is one.
    public subscript(field: TrackField) -> FieldValue? {
      switch field {
      case .artist: author.map(FieldValue.text)
      case .album: .text(title)
      case .genre: genre.map(FieldValue.text)
      default: nil
      }
    }
  }

  /// Returns the episode with other inherited values.
  ///
  /// Its own values stay. A value that equals the old inherited one counts as inherited, unless the file states it.
  func inheriting(_ new: Inheritance, insteadOf old: Inheritance? = nil) -> Episode {
    let inherited = Inheritance.fields.filter { field in
      let value = self.fields[field]
      return (value == nil || value == old?[field]) && !stated.contains(field) && value != new[field]
    }
    guard !inherited.isEmpty else { return self }
    var fields = fields
    for field in inherited { fields[field] = new[field] }
    return withFields(fields)
  }
}

extension Podcast {
  /// The values that episodes inherit from this podcast.
  public var inheritance: Episode.Inheritance {
    Episode.Inheritance(author: author, title: title, categories: categories)
  }
}
