/// The words and signs of rules, and common mistakes for them.
enum RuleVocabulary {
  /// The operators that are one word or one sign.
  static let simpleOperators: [String: ConditionOperator] = [
    "=": .equals, "!=": .notEquals, "<": .lessThan, "<=": .lessThanOrEqual, ">": .greaterThan,
    ">=": .greaterThanOrEqual, "contains": .contains, "matches": .matches, "between": .between, "before": .lessThan,
    "after": .greaterThan,
  ]

  /// Returns the operators that a field supports, as they are written.
  static func operators(of field: RuleField) -> [RuleError.Expectation] {
    var spellings = ConditionOperator.fitting(field).map(\.spelling)
    if field.valueType == .date, let index = spellings.firstIndex(of: "between") {
      spellings.insert(contentsOf: ["before", "after"], at: index + 1)
    }
    return spellings.map { .word($0) }
  }

  /// Returns the unit of a span by its name in the singular or plural. `min` and `h` are units of times too.
  static func spanUnit(_ word: String) -> TimeSpan.Unit? {
    switch word {
    case "min": .minute
    case "h": .hour
    default: TimeSpan.Unit.allCases.first { word == $0.rawValue || word == $0.plural }
    }
  }
}

// MARK: - Suggestions

extension RuleVocabulary {
  /// Returns suggestions for an unknown field.
  static func fields(meantBy name: String) -> [String] {
    if let test = testsOfPresence[name.lowercased()] { return [test] }
    if let field = foreignNames[name.lowercased()] { return [field] }
    return NearestNames.of(name, among: RuleField.allCases.map(\.rawValue) + RuleField.aliases.keys.sorted())
  }

  /// Returns suggestions for an unexpected word or sign, among those that were expected.
  static func words(meantBy found: String, among expected: [RuleError.Expectation]) -> [String] {
    let words = expected.compactMap { if case .word(let word) = $0 { word } else { nil } }
    guard !found.isEmpty, !words.contains(found) else { return [] }
    let lower = found.lowercased()
    if words.contains(lower) { return [lower] }
    if let foreign = foreignWords[lower], words.contains(foreign) { return [foreign] }
    guard lower.utf8.allSatisfy(\.isRuleLetter) else { return [] }
    return words.contains { $0.hasPrefix(lower + " ") }
      ? words.filter { $0.hasPrefix(lower + " ") } : NearestNames.of(found, among: words.filter { $0.count > 3 })
  }

  /// Returns suggestions for a word that is not a date, such as `week` or `thisMonth`.
  static func periods(meantBy found: String) -> [String] {
    let lower = found.lowercased()
    let periods = CalendarPeriod.allCases.map(\.rawValue)
    if lower == "now" { return ["today"] }
    let meant = periods.filter { $0.hasSuffix(" \(lower)") || $0.filter { $0 != " " } == lower }
    return meant.isEmpty ? NearestNames.of(lower, among: periods) : meant
  }

  /// Returns the number that a word means.
  static func numbers(meantBy word: String) -> [String] {
    let lower = word.lowercased()
    if lower == "a" || lower == "an" { return ["1"] }
    return numberWords.firstIndex(of: lower).map { ["\($0 + 1)"] } ?? []
  }

  private static let numberWords = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
  ]

  /// Returns suggestions for an unknown unit.
  static func units(meantBy name: String, among units: [String]) -> [String] {
    let lower = name.lowercased()
    if lower == "m" { return units.filter(["min", "minutes", "months"].contains) }
    if let unit = foreignUnits[lower], units.contains(unit) { return [unit] }
    let same = units.filter { $0.lowercased() == lower }
    return same.isEmpty ? NearestNames.of(name, among: units.filter { $0.count > 3 }) : same
  }

  /// Tests of missing values by their names in other programs.
  private static let testsOfPresence = [
    "unplayed": "played is missing", "unheard": "played is missing", "unrated": "rating is missing",
  ]

  /// Fields by their names in other programs.
  private static let foreignNames = [
    "name": "title", "track": "title", "song": "title", "author": "artist", "performer": "artist", "show": "album",
    "format": "fileFormat", "type": "fileFormat", "size": "fileSize", "length": "duration",
    "time": "duration", "tempo": "bpm", "stars": "rating", "plays": "playCount",
    "disc": "discNumber", "number": "trackNumber", "modified": "dateModified", "lastplayed": "lastPlayedAt",
    "bookmark": "position", "progress": "position", "date": "published", "pubdate": "published",
    "released": "published", "tags": "tag", "label": "tag",
    "categories": "category", "directory": "folder", "path": "folder", "rss": "feed",
  ]

  /// Operators and words by their spellings in other languages.
  private static let foreignWords = [
    "==": "=", "===": "=", "equals": "=", "eq": "=", "<>": "!=", "!==": "!=", "~=": "!=", "≠": "!=", "=<": "<=",
    "≤": "<=", "=>": ">=", "≥": ">=", "~": "matches", "=~": "matches", "like": "contains", "includes": "contains",
    "has": "contains", "begins": "starts with", "startswith": "starts with", "endswith": "ends with", "gt": ">",
    "lt": "<", "since": "after", "until": "before", "null": "missing", "nil": "missing", "none": "missing",
    "empty": "missing", "unset": "missing", "exists": "is present", "set": "present", "&": "and", "&&": "and",
    "|": "or", "||": "or", "!": "not",
  ]

  /// Units by other abbreviations.
  private static let foreignUnits = [
    "secs": "s", "mins": "min", "hr": "h", "hrs": "h", "k": "KB", "kib": "KB", "mib": "MB",
    "g": "GB", "gib": "GB", "kbit": "kbps", "d": "days", "w": "weeks", "wk": "weeks", "y": "years", "yr": "years",
    "mo": "months",
  ]
}
