/// The fields of episodes and podcasts that rules can compare, by their names in rules.
public enum RuleField: String, CaseIterable, Hashable, Sendable {
  case title, artist, albumArtist, album, genre, composer, fileFormat
  case podcast, folder, kind, feed, tag, category
  /// The year of the release; `originalYear` is that of the first release, or else `year`.
  case year, originalYear, bpm, rating, playCount, trackNumber, discNumber, bitrate, sampleRate, fileSize
  case duration, position
  case published, dateAdded, dateModified, lastPlayedAt

  /// Makes the field with the name of a field in files; `nil` if rules cannot use it.
  public init?(_ field: TrackField) {
    self.init(rawValue: field.rawValue)
  }

  /// The type of the field's values.
  public var valueType: TrackField.ValueType {
    switch self {
    case .title, .artist, .albumArtist, .album, .genre, .composer, .fileFormat: .text
    case .podcast, .folder, .kind, .feed, .tag, .category: .text
    case .year, .originalYear, .bpm, .rating, .playCount, .trackNumber, .discNumber, .bitrate, .sampleRate, .fileSize:
      .integer
    case .duration, .position: .seconds
    case .published, .dateAdded, .dateModified, .lastPlayedAt: .date
    }
  }

  /// Whether the value belongs to the podcast and is the same for all its episodes.
  public var isOfPodcast: Bool {
    switch self {
    case .podcast, .folder, .kind, .feed, .tag, .category: true
    default: false
    }
  }

  /// Whether the field has a set of values. A comparison is true if it is true for any of them.
  public var isSet: Bool { self == .tag || self == .category }

  /// Whether episodes can be sorted by the field.
  public var isSortable: Bool { !isSet && self != .feed }

  /// The valid values of a field with a fixed list; `nil` for any other.
  public var choices: [String]? { self == .kind ? Podcast.Kind.allCases.map(\.rawValue) : nil }
}

extension RuleField {
  /// Compares ordinals. The default for an enumeration of strings compares strings, which is slow for keys of
  /// dictionaries.
  public static func == (left: Self, right: Self) -> Bool { left.ordinal == right.ordinal }

  /// Adds the field to a hash.
  public func hash(into hasher: inout Hasher) { hasher.combine(ordinal) }

  /// The number of the case: a case without a payload is stored as its number.
  private var ordinal: UInt8 { withUnsafeBytes(of: self) { $0[0] } }
}

extension RuleField {
  /// Other names of fields: those that read better before some operators, and those that podcasts use.
  public static let aliases: [String: RuleField] = [
    "played": .lastPlayedAt, "added": .dateAdded, "season": .discNumber, "episode": .trackNumber,
  ]

  /// Returns the field with a name or an alias; `nil` if the name is unknown.
  public static func named(_ name: String) -> RuleField? { RuleField(rawValue: name) ?? aliases[name] }
}

extension Episode {
  /// Returns the values of a field for rules, in a podcast. Only sets and listed texts can have more than one.
  public func values(of field: RuleField, in podcast: Podcast) -> [FieldValue] {
    switch field {
    case .podcast: [.text(id.podcast.rawValue)]
    case .folder: podcast.folder == .top ? [] : [.text(podcast.folder.path)]
    case .kind: [.text(podcast.kind.rawValue)]
    case .feed: podcast.feed.map { [.text($0)] } ?? []
    case .tag: podcast.tags.map(FieldValue.text)
    case .category: podcast.categories.map(FieldValue.text)
    case .published: published.map { [.date($0)] } ?? []
    case .originalYear: (value(of: .originalYear) ?? value(of: .year)).map { [$0] } ?? []
    default:
      switch TrackField(rawValue: field.rawValue).flatMap(value(of:)) {
      case .text(let text)? where field.isListed:
        // The whole text counts, too: `genre = "Rock; Pop"`.
        Set([text]).union(ListedText.values(in: text)).sorted().map(FieldValue.text)
      case let value?: [value]
      case nil: []
      }
    }
  }
}

extension RuleField {
  /// Whether the text of the field can list several values; see ``ListedText``. A comparison is true if it is true for any of them.
  public var isListed: Bool { TrackField(rawValue: rawValue)?.isListed ?? false }
}

extension ConditionOperator {
  /// Whether the operator can compare a field with another field.
  public var comparesFields: Bool {
    switch self {
    case .equals, .notEquals, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual: true
    default: false
    }
  }
}

extension RuleField {
  /// The measures of values. Only values with the same measure can be compared.
  private enum Measure: Hashable {
    case text, date, count
    /// A number with units, by the field of the units.
    case amount(RuleField)
  }

  /// The field that has the same units: positions are times like durations.
  var unitField: RuleField { self == .position ? .duration : self }

  private var measure: Measure {
    switch valueType {
    case .text: .text
    case .date: .date
    case .integer, .seconds: Quantity.Unit.allCases.contains { $0.field == unitField } ? .amount(unitField) : .count
    }
  }

  /// Returns whether the field can be compared with another field of the same episode.
  func isComparable(with other: RuleField, by op: ConditionOperator) -> Bool {
    !isOfPodcast && !other.isOfPodcast && measure == other.measure && ConditionOperator.fitting(self).contains(op)
  }

  /// Returns the fields that the field can be compared with.
  func comparableFields(by op: ConditionOperator) -> [RuleField] {
    Self.allCases.filter { $0 != self && isComparable(with: $0, by: op) }
  }

  /// Returns whether a value of the field can equal a text.
  func acceptsText(_ text: String) -> Bool {
    if let choices { return choices.contains(TextFolding.fold(text)) }
    return switch self {
    case .podcast: Podcast.ID(rawValue: TextFolding.fold(text)) != nil
    case .folder: Self.folder(text).map { $0.utf8.elementsEqual(NameRules.composed(text).utf8) } ?? false
    default: true
    }
  }

  /// Returns the composed path of a folder, without slashes at its ends; `nil` for an invalid path and for the top
  /// folder.
  static func folder(_ text: String) -> String? {
    do throws(MixtapeError) {
      let folder = try Folder(validating: NameRules.composed(text))
      return folder == .top ? nil : folder.path
    } catch {
      return nil
    }
  }
}
