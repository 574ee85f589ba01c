internal import LosslessTOML
internal import MixtapeModel

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
    notes: [Diagnostic.Note] = []
  ) {
    diagnostics.append(Diagnostic(id: id, severity: severity, range: range, message: message, notes: notes))
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
        notes: [Diagnostic.Note(message: "did you mean `\(meant)`?", range: nil)])
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
