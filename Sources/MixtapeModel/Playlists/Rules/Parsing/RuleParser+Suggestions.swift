extension RuleParser {
  /// Returns the error that a value of another type was expected here.
  func wrongType(_ expected: RuleError.Expectation, for field: RuleField?) -> RuleError {
    switch token.kind {
    case .text(let content):
      return error(.wrongType, expected: [expected], field: field, suggestions: unquoted(content, for: field))
    case .number, .clock, .date:
      if expected == .text { return unquotedText(from: token.range.lowerBound, for: field) }
      // `2026` is meant as its first day.
      let isYear = expected == .date && token.kind == .number && token.range.count == 4
      return error(.wrongType, expected: [expected], field: field, suggestions: isYear ? ["\(tokenText)-01-01"] : [])
    case .word where !isWord("and") && !isWord("or"):
      guard expected == .text else {
        return error(.wrongType, expected: [expected], field: field, suggestions: suggestions(expected))
      }
      return unquotedText(from: token.range.lowerBound, for: field)
    case .stray:
      guard let other = otherQuotes, expected == .text else { return unexpected([expected], field: field) }
      return RuleError(
        .wrongType, at: other.range, found: lexer.text(other.range), expected: [expected], field: field,
        suggestions: [RuleText.quoted(other.content)])
    default: return unexpected([expected], field: field)
    }
  }

  /// Returns suggestions for a word that is no value.
  private func suggestions(_ expected: RuleError.Expectation) -> [String] {
    switch expected {
    case .date: RuleVocabulary.periods(meantBy: tokenText)
    case .wholeNumber: RuleVocabulary.numbers(meantBy: tokenText)
    default: []
    }
  }

  /// Returns suggestions for the current token, which is not a unit.
  ///
  /// - Parameter op: The operator before the number.
  func unitSuggestions(among units: [String], for field: RuleField, _ op: String) -> [String] {
    let lower = tokenText.lowercased()
    // `1H30M` means `1h30m`.
    if lower != tokenText, lower.contains(where: \.isNumber), field.isParsed(with: "\(op) 1\(lower)") { return [lower] }
    return RuleVocabulary.units(meantBy: tokenText, among: units)
  }

  /// Returns the error that an operator of a field is missing here.
  func missingOperator(of field: RuleField) -> RuleError {
    let expected = RuleVocabulary.operators(of: field)
    switch token.kind {
    case .end, .rightParenthesis: break
    case .word where isWord("and") || isWord("or"): break
    case .word where field.valueType == .date:
      // `added last week` lacks `in`, and `added last 2 weeks` lacks `in the`.
      let words = token.range.lowerBound..<endOfWords
      let meant = ["in", "in the"].map { "\($0) \(lexer.text(words))" }.filter { field.isParsed(with: $0) }
      guard !meant.isEmpty else { return unexpected(expected, field: field) }
      return operatorError(at: words, for: field, suggestions: meant)
    default: return unexpected(expected, field: field)
    }
    // `not played` and `played` are meant as tests of presence.
    let meant = isNegated ? ["is missing"] : fieldName == "played" ? ["is present"] : []
    return error(.unexpected, expected: expected, field: field, suggestions: meant.map { "\(fieldName) \($0)" })
  }

  /// Returns the error for `in last 2 weeks`, where the current token is the number; `nil` if something else follows `last`.
  func spanAsPeriod(for field: RuleField) -> RuleError? {
    let range = operatorStart..<endOfWords
    let meant = "in the last \(lexer.text(token.range.lowerBound..<range.upperBound))"
    guard token.kind == .number, field.isParsed(with: meant) else { return nil }
    return operatorError(at: range, for: field, suggestions: [meant])
  }

  private func operatorError(at range: Range<Int>, for field: RuleField, suggestions: [String]) -> RuleError {
    RuleError(
      .unexpected, at: range, found: lexer.text(range), expected: RuleVocabulary.operators(of: field), field: field,
      suggestions: suggestions)
  }

  /// Returns the error for `= missing` and the like, which are not comparisons; `nil` if another value follows.
  func presenceAsValue(of op: ConditionOperator, _ field: RuleField) -> RuleError? {
    guard op == .equals || op == .notEquals, isWord("missing") || isWord("present") else { return nil }
    let isMissing = isWord("missing") == (op == .equals)
    return operatorError(
      at: operatorStart..<token.range.upperBound, for: field, suggestions: [isMissing ? "is missing" : "is present"])
  }

  /// Returns the text as a suggestion, if it is a valid value of the field without its quotes.
  private func unquoted(_ content: String, for field: RuleField?) -> [String] {
    guard let field, content.utf8.count <= 40, field.isParsed(with: "= \(content)") else { return [] }
    return [content]
  }

  /// Returns the error that the words from an offset on are a text without quotes.
  private func unquotedText(from start: Int, for field: RuleField?) -> RuleError {
    let range = start..<endOfWords(from: start)
    return RuleError(
      .wrongType, at: range, found: lexer.text(range), expected: [.text], field: field,
      suggestions: [RuleText.quoted(lexer.text(range))])
  }

  /// The end of the words that begin at the current token.
  private var endOfWords: Int { endOfWords(from: token.range.lowerBound) }

  /// Returns the end of the words that begin at an offset: before the next `and`, `or`, operator, parenthesis, comma or quote.
  ///
  /// Characters without a meaning in rules, such as those in `night-sky` and `AC/DC`, belong to the words.
  private func endOfWords(from start: Int) -> Int {
    let text = lexer.text(start..<lexer.bytes.count)
    var end = text.startIndex
    for part in text.split(whereSeparator: \.isWhitespace) {
      let word = part.prefix { !"(),\"".contains($0) }
      guard let first = word.utf8.first, !first.isRuleSign, word != "and", word != "or" else { break }
      end = word.endIndex
      guard end == part.endIndex else { break }
    }
    return start + text[..<end].utf8.count
  }

  /// The text in other quotes that begins at the current token, if there is one.
  private var otherQuotes: (content: String, range: Range<Int>)? {
    let pairs: [Unicode.Scalar: Unicode.Scalar] = [
      "'": "'", "`": "`", "‘": "’", "“": "”", "”": "”", "„": "“", "«": "»", "‹": "›",
    ]
    let start = token.range.lowerBound
    guard let opening = lexer.scalar(at: start), let closing = pairs[opening] else { return nil }
    let text = lexer.text(token.range.upperBound..<lexer.bytes.count)
    guard let end = text.unicodeScalars.firstIndex(of: closing) else { return nil }
    let content = String(text[..<end])
    let length = token.range.count + content.utf8.count + String(closing).utf8.count
    return (content, start..<start + length)
  }
}

/// Values that begin like a number, for fields that take none.
extension RuleParser {
  /// Returns the error for the value of a field, from the lexer's error that it is an invalid number.
  ///
  /// The current token is the one before the value. Returns the same error if that is not an operator: after `in the last`,
  /// for example, fields of dates take a number.
  func invalidNumber(_ error: RuleError, as field: RuleField) -> RuleError {
    let isValue =
      switch token.kind {
      case .sign, .leftParenthesis, .comma: true
      case .word: ["contains", "with", "matches", "between", "and", "before", "after"].contains(where: isWord)
      default: false
      }
    guard error.code == .badNumber, isValue else { return error }
    return switch field.valueType {
    case .text: unquotedText(from: error.range.lowerBound, for: field)
    case .date:
      dateInOtherNotation(at: error.range.lowerBound, for: field)
        ?? RuleError(.badDate, at: error.range, found: error.found, expected: [.date], field: field)
    case .integer, .seconds: error
    }
  }

  /// Returns the error for a date such as `2026/02/01` or `1.2.2026` at an offset; `nil` for anything else.
  func dateInOtherNotation(at start: Int, for field: RuleField) -> RuleError? {
    let written = lexer.bytes[start...].prefix { $0.isDigit || "/.-".utf8.contains($0) }
    guard written.first?.isDigit == true, !written.allSatisfy(\.isDigit) else { return nil }
    let text = lexer.text(written.indices)
    return RuleError(
      .badDate, at: written.indices, found: text, expected: [.date], field: field,
      suggestions: DateText.suggestions(for: text))
  }
}

extension RuleField {
  /// Returns whether the field with a text after it is a rule.
  fileprivate func isParsed(with text: String) -> Bool {
    do throws(RuleError) {
      _ = try Rule(parsing: "\(rawValue) \(text)")
      return true
    } catch {
      return false
    }
  }
}

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

  /// Tests of missing values by their names in other programs and in `mixtape new`.
  private static let testsOfPresence = [
    "unplayed": "played is missing", "unheard": "played is missing", "unrated": "rating is missing",
    "new": "playCount is missing and published in the last 7 days",
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
