internal import LosslessTOML
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A value with its place in the file.
struct Located<Value> {
  let value: Value
  let range: SourceRange
}

/// Reads the values of a table by type, and collects diagnostics. An invalid value counts as missing.
struct TableReader {
  let table: TOMLTable
  /// The diagnostics so far, in the order of the reads.
  private(set) var diagnostics: [Diagnostic] = []

  init(_ table: TOMLTable) { self.table = table }

  mutating func report(
    _ id: Diagnostic.ID, at range: SourceRange, severity: Diagnostic.Severity = .error, _ message: String,
    notes: [Diagnostic.Note] = [], replacements: [String] = []
  ) {
    diagnostics.append(
      Diagnostic(
        id: id, severity: severity, range: range, message: message, notes: notes, replacements: replacements))
  }

  mutating func append(_ others: [Diagnostic]) { diagnostics += others }

  mutating func string(_ key: String) -> Located<String>? { table.entry(key).flatMap { string($0) } }

  mutating func string(_ entry: TOMLEntry) -> Located<String>? { value(entry, "a string") { $0.string } }

  mutating func boolean(_ key: String) -> Located<Bool>? {
    value(key, "true or false") { $0.boolean }
  }

  mutating func integer(_ key: String) -> Located<Int64>? { table.entry(key).flatMap { integer($0) } }

  mutating func integer(_ entry: TOMLEntry) -> Located<Int64>? { value(entry, "a whole number") { $0.integer } }

  mutating func array(_ entry: TOMLEntry, of what: String) -> Located<TOMLArray>? {
    value(entry, "an array of \(what)") { $0.array }
  }

  /// Reads an array of strings. Elements of another type are reported and dropped.
  mutating func strings(_ key: String, of what: String) -> [Located<String>]? {
    table.entry(key).flatMap { strings($0, of: what) }
  }

  /// Reads an array of strings. Elements of another type are reported and dropped.
  mutating func strings(_ entry: TOMLEntry, of what: String) -> [Located<String>]? {
    strings(entry, of: what) { Located(value: $0, range: $1.range) }
  }

  /// Reads an array of strings, and returns the results of `make` for them. Elements of another type are reported and
  /// dropped.
  mutating func strings<Element>(
    _ entry: TOMLEntry, of what: String, _ make: (String, TOMLValue) -> Element
  ) -> [Element]? {
    guard let array = array(entry, of: what) else { return nil }
    return array.value.compactMap { element in
      if let string = element.string { return make(string, element) }
      report(
        .wrongType, at: element.range, "`\(entry.key)` takes \(what) as strings, but this is \(element.kind.phrase)")
      return nil
    }
  }

  /// Reads the value of a key. Reports a value of another type, for which `read` returns `nil`.
  mutating func value<Value>(
    _ key: String, _ expected: String, _ read: (TOMLValue) -> Value?
  ) -> Located<Value>? {
    table.entry(key).flatMap { value($0, expected, read) }
  }

  /// Reads the value of an entry. Reports a value of another type, for which `read` returns `nil`.
  mutating func value<Value>(
    _ entry: TOMLEntry, _ expected: String, _ read: (TOMLValue) -> Value?
  ) -> Located<Value>? {
    let value = entry.value
    if let result = read(value) { return Located(value: result, range: value.range) }
    report(.wrongType, at: value.range, "`\(entry.key)` must be \(expected), but this is \(value.kind.phrase)")
    return nil
  }

  /// Reports an `[extra]` that is not a table. Its content is free.
  mutating func checkExtra() {
    _ = value("extra", "a table") { $0.table }
  }

  /// Reports all unknown keys: as errors if they look like typing errors, else as warnings.
  mutating func reportUnknownKeys(known: [String]) {
    for entry in table.entries where !known.contains(entry.key) { reportUnknownKey(entry, known: known) }
  }

  mutating func reportUnknownKey(_ entry: TOMLEntry, known: [String]) {
    if let meant = known.first(where: { NearestNames.differByOneTypo(entry.key, $0) }) {
      report(
        .misspelledKey, at: entry.keyRange, "unknown key `\(entry.key)`",
        notes: [Diagnostic.Note(message: "did you mean `\(meant)`?", range: nil)], replacements: [meant])
    } else {
      report(
        .unknownKey, at: entry.keyRange, severity: .warning, "unknown key `\(entry.key)`; Mixtape ignores it",
        notes: [Diagnostic.Note(message: "put your own keys in the table `[extra]`", range: nil)])
    }
  }
}

extension TOMLKind {
  /// The name of the kind, with its article.
  var phrase: String {
    switch self {
    case .string: "a string"
    case .integer: "a whole number"
    case .float: "a number with a fraction"
    case .boolean: "a boolean"
    case .offsetDateTime: "a date and time with an offset"
    case .localDateTime: "a date and time"
    case .localDate: "a date"
    case .localTime: "a time"
    case .array: "an array"
    case .table: "a table"
    }
  }
}

extension TableReader {
  /// Reads the id of an episode. Reports an invalid one and returns `nil`.
  mutating func episodeID(_ text: Located<String>) -> Episode.ID? {
    if let id = Episode.ID(rawValue: text.value) { return id }
    report(noEpisodeID: text, for: Episode.ID.violation(in: text.value))
    return nil
  }

  mutating func report(noEpisodeID text: Located<String>, for violation: NameViolation?) {
    report(.invalidID, at: text.range, "this is not a valid episode id: \(IDWording.reason(for: violation))")
  }

  /// Reads a value of an enumeration by its name.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of: Choice.Type
  ) -> Choice? where Choice.RawValue == String {
    string(key).flatMap { choice(key, of: Choice.self, as: $0) }
  }

  /// Returns the value of an enumeration with a name. Reports an unknown name and returns `nil`.
  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String, of: Choice.Type, as text: Located<String>
  ) -> Choice? where Choice.RawValue == String {
    if let choice = Choice(rawValue: text.value) { return choice }
    report(invalidChoice: text, of: key, choices: Choice.allCases.map(\.rawValue))
    return nil
  }

  /// Reports a text that is not one of the valid ones.
  ///
  /// - Parameter takesFlag: Whether the key also takes `true` and `false`, which have no quotes.
  mutating func report(
    invalidChoice text: Located<String>, of key: String, choices: [String], takesFlag: Bool = false
  ) {
    let quoted = choices.map { "\"\($0)\"" }.joined(separator: ", ")
    let near = NearestNames.of(text.value, among: choices, limit: 1)
    let note: String? =
      if takesFlag, ["true", "false"].contains(text.value.lowercased()) {
        "write `\(text.value.lowercased())` without quotes"
      } else {
        near.first.map { "did you mean `\($0)`?" }
      }
    report(
      .invalidValue, at: text.range, "`\(key)` must be \(takesFlag ? "true, false or " : "")one of \(quoted)",
      notes: note.map { [Diagnostic.Note(message: $0, range: nil)] } ?? [], replacements: near)
  }
}

extension TableReader {
  /// Reads a point in time. A date without a time is its first instant in UTC; a time without an offset is in UTC.
  mutating func date(_ key: String) -> Located<Date>? { table.entry(key).flatMap { date($0) } }

  /// Reads a point in time, as ``date(_:)`` of a key.
  mutating func date(_ entry: TOMLEntry) -> Located<Date>? {
    guard
      let date = value(entry, "a date such as 2026-03-01 or 2026-03-01T06:00:00Z", { $0.dateTime.flatMap(Date.init) })
    else { return nil }
    guard CalendarDay(of: date.value) != nil else {
      report(.invalidValue, at: date.range, "`\(entry.key)` is not within the years 0000 to 9999 in UTC")
      return nil
    }
    return date
  }
}

extension Date {
  /// Makes the instant of a date-time; `nil` for a time without a date.
  fileprivate init?(_ dateTime: TOMLDateTime) {
    guard let year = dateTime.year, let month = dateTime.month, let dayOfMonth = dateTime.day,
      let day = CalendarDay(year: year, month: month, day: dayOfMonth)
    else { return nil }
    let minute = (dateTime.hour ?? 0) * 60 + (dateTime.minute ?? 0) - (dateTime.offsetMinutes ?? 0)
    self = day.instant(second: minute * 60 + (dateTime.second ?? 0), nanosecond: dateTime.nanosecond ?? 0)
  }
}

extension TableReader {
  /// Reads an array of rules. Reports invalid ones and drops them.
  mutating func rules(_ entry: TOMLEntry) -> [WrittenRule]? { ruleElements(entry)?.map(\.rule) }

  /// Reads the rules of items that updates from a feed skip. Warns of a rule that matches no item.
  mutating func skipRules(_ entry: TOMLEntry) -> [WrittenRule]? {
    ruleElements(entry)?.map { rule, element in
      if let name = rule.rule.nameMissingInFeeds {
        report(
          .neverMatches, at: element.range, severity: .warning, "this rule matches no item: feeds have no \(name)")
      }
      return rule
    }
  }

  private mutating func ruleElements(_ entry: TOMLEntry) -> [(rule: WrittenRule, element: TOMLValue)]? {
    strings(entry, of: "rules") { (text: $0, element: $1) }?.compactMap { text, element in
      guard let rule = rule(text, in: element) else { return nil }
      return (rule, element)
    }
  }

  /// Parses a rule. Reports its error, or the warnings about it.
  mutating func rule(_ text: String, in element: TOMLValue) -> WrittenRule? {
    do throws(RuleError) {
      let parsed = try ParsedRule(parsing: text)
      for warning in RuleWarning.warnings(about: parsed) { report(warning, in: element) }
      return WrittenRule(parsed)
    } catch {
      report(error, in: element)
      return nil
    }
  }

  /// Reports a warning about a rule at its place in the string.
  mutating func report(_ warning: RuleWarning, in string: TOMLValue) {
    report(
      warning.id, at: string.sourceRange(ofStringBytes: warning.range) ?? string.range, severity: .warning,
      warning.message, notes: [Diagnostic.Note(message: warning.hint)])
  }

  /// Reports an error in a rule at its place in the string.
  mutating func report(_ error: RuleError, in string: TOMLValue) {
    func place(_ range: Range<Int>) -> SourceRange { string.sourceRange(ofStringBytes: range) ?? string.range }
    var notes: [Diagnostic.Note] = []
    if let opening = error.opening {
      notes.append(Diagnostic.Note(message: "opened here", range: place(opening)))
    }
    notes += RuleWording.hints(for: error).map { Diagnostic.Note(message: $0) }
    report(
      Diagnostic.ID(rawValue: error.code.rawValue), at: error.code == .empty ? string.range : place(error.range),
      RuleWording.message(for: error), notes: notes, replacements: error.suggestions)
  }
}
