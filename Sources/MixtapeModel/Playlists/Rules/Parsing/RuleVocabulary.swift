/// The words and signs of rules, and those that people write in their place.
enum RuleVocabulary {
  /// The field of a name.
  static func field(_ name: String) -> TrackField? { TrackField(rawValue: name) ?? aliases[name] }

  /// Other names of fields, which read better in front of some operators.
  static let aliases: [String: TrackField] = ["played": .lastPlayedAt, "added": .dateAdded]

  /// Operators of one word or one sign.
  static let simpleOperators: [String: ConditionOperator] = [
    "=": .equals, "!=": .notEquals, "<": .lessThan, "<=": .lessThanOrEqual, ">": .greaterThan,
    ">=": .greaterThanOrEqual, "contains": .contains, "matches": .matches, "between": .between, "before": .lessThan,
    "after": .greaterThan,
  ]

  /// The operators of a field as they are written.
  static func operators(of field: TrackField) -> [RuleError.Expectation] {
    var spellings = ConditionOperator.fitting(field).map(\.spelling)
    if field.valueType == .date, let index = spellings.firstIndex(of: "between") {
      spellings.insert(contentsOf: ["before", "after"], at: index + 1)
    }
    return spellings.map { .word($0) }
  }

  /// The unit of a span, by its singular or its plural.
  static func spanUnit(_ word: String) -> TimeSpan.Unit? {
    TimeSpan.Unit.allCases.first { word == $0.rawValue || word == $0.plural }
  }
}

// MARK: - Slips

extension RuleVocabulary {
  /// The fields that may be meant by a name that none has.
  static func fields(meantBy name: String) -> [String] {
    if let field = strangeNames[name.lowercased()] { return [field] }
    return NearestNames.of(name, among: TrackField.allCases.map(\.rawValue) + aliases.keys.sorted())
  }

  /// Words and signs among those expected that may be meant by others.
  static func words(meantBy found: String, among expected: [RuleError.Expectation]) -> [String] {
    let words = expected.compactMap { if case .word(let word) = $0 { word } else { nil } }
    guard !found.isEmpty, !words.contains(found) else { return [] }
    let lower = found.lowercased()
    if words.contains(lower) { return [lower] }
    if let strange = strangeWords[lower], words.contains(strange) { return [strange] }
    guard lower.utf8.allSatisfy(\.isRuleLetter) else { return [] }
    return words.contains { $0.hasPrefix(lower + " ") }
      ? words.filter { $0.hasPrefix(lower + " ") } : NearestNames.of(found, among: words.filter { $0.count > 3 })
  }

  /// The units that may be meant by a name that none has.
  static func units(meantBy name: String, among units: [String]) -> [String] {
    let lower = name.lowercased()
    if let unit = strangeUnits[lower], units.contains(unit) { return [unit] }
    let same = units.filter { $0.lowercased() == lower }
    return same.isEmpty ? NearestNames.of(name, among: units.filter { $0.count > 3 }) : same
  }

  /// What other programs, and people, call the fields.
  private static let strangeNames = [
    "name": "title", "track": "title", "song": "title", "author": "artist", "performer": "artist", "podcast": "album",
    "show": "album", "format": "fileFormat", "type": "fileFormat", "size": "fileSize", "length": "duration",
    "time": "duration", "tempo": "bpm", "stars": "rating", "plays": "playCount", "season": "discNumber",
    "disc": "discNumber", "episode": "trackNumber", "modified": "dateModified", "lastplayed": "lastPlayedAt",
  ]

  /// Operators and words as other languages write them.
  private static let strangeWords = [
    "==": "=", "===": "=", "equals": "=", "eq": "=", "<>": "!=", "!==": "!=", "~=": "!=", "≠": "!=", "=<": "<=",
    "≤": "<=", "=>": ">=", "≥": ">=", "~": "matches", "=~": "matches", "like": "contains", "includes": "contains",
    "has": "contains", "begins": "starts with", "startswith": "starts with", "endswith": "ends with", "gt": ">",
    "lt": "<", "since": "after", "until": "before", "null": "missing", "nil": "missing", "none": "missing",
    "empty": "missing", "unset": "missing", "exists": "is present", "set": "present", "&": "and", "&&": "and",
    "|": "or", "||": "or", "!": "not",
  ]

  private static let strangeUnits = [
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "m": "min", "mins": "min", "minute": "min",
    "minutes": "min", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "k": "KB", "kib": "KB", "mib": "MB",
    "g": "GB", "gib": "GB", "kbit": "kbps", "d": "days", "w": "weeks", "wk": "weeks", "y": "years", "yr": "years",
    "mo": "months",
  ]
}
