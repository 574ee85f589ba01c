/// A value to be written into a document.
public enum TOMLLiteral: Hashable, Sendable {
  /// A string. It is written in the quotes of its neighbours, if possible.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case float(Double)
  /// `true` or `false`.
  case boolean(Bool)
  /// A date, a time or both, written as its text.
  case dateTime(TOMLDateTime)
  /// An array.
  case array([TOMLLiteral])
  /// A table, written in braces on one line.
  case inlineTable(TOMLInlineTable)
}

/// A table to be written into a document. Its entries are written in their order.
public struct TOMLInlineTable: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, without quotes.
    public let key: String
    /// The value.
    public let value: TOMLLiteral

    /// Makes an entry.
    public init(key: String, value: TOMLLiteral) {
      self.key = key
      self.value = value
    }
  }

  /// The entries, each key at most once.
  public var entries: [Entry]

  /// Makes a table of entries.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Makes a table of keys and values.
  public init(dictionaryLiteral elements: (String, TOMLLiteral)...) {
    entries = elements.map(Entry.init(key:value:))
  }
}

extension TOMLLiteral: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Makes an integer.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  /// Makes a float.
  public init(floatLiteral value: Double) {
    self = .float(value)
  }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  /// Makes an array.
  public init(arrayLiteral elements: TOMLLiteral...) {
    self = .array(elements)
  }

  /// Makes an inline table.
  public init(dictionaryLiteral elements: (String, TOMLLiteral)...) {
    self = .inlineTable(TOMLInlineTable(elements.map(TOMLInlineTable.Entry.init(key:value:))))
  }
}

extension TOMLLiteral {
  /// Makes a literal of a value of a document. O(*n*) in its size.
  public init(_ value: TOMLValue) {
    switch value.kind {
    case .string: self = .string(value.string ?? "")
    case .integer: self = .integer(value.integer ?? 0)
    case .float: self = .float(value.float ?? 0)
    case .boolean: self = .boolean(value.boolean ?? false)
    case .offsetDateTime, .localDateTime, .localDate, .localTime:
      self = value.dateTime.map(TOMLLiteral.dateTime) ?? .string(value.text)
    case .array: self = .array(value.array?.map(TOMLLiteral.init) ?? [])
    case .table:
      let entries = value.table?.entries.map { TOMLInlineTable.Entry(key: $0.key, value: TOMLLiteral($0.value)) }
      self = .inlineTable(TOMLInlineTable(entries ?? []))
    }
  }

  /// Returns whether two literals are the same value.
  ///
  /// Strings are compared byte for byte, date-times part by part, and tables in any order. `nan` equals `nan`.
  public func means(_ other: TOMLLiteral) -> Bool {
    switch (self, other) {
    case (.string(let first), .string(let second)): first.utf8.elementsEqual(second.utf8)
    case (.float(let first), .float(let second)):
      first.isNaN ? second.isNaN : first == second && first.sign == second.sign
    case (.dateTime(let first), .dateTime(let second)): first.fields == second.fields
    case (.array(let first), .array(let second)): first.elementsEqual(second) { $0.means($1) }
    case (.inlineTable(let first), .inlineTable(let second)): first.means(second)
    default: self == other
    }
  }
}

extension TOMLInlineTable {
  fileprivate func means(_ other: TOMLInlineTable) -> Bool {
    let others = Dictionary(other.entries.map { (Array($0.key.utf8), $0.value) }) { first, _ in first }
    return entries.count == other.entries.count
      && entries.allSatisfy { entry in others[Array(entry.key.utf8)].map(entry.value.means) ?? false }
  }
}

extension TOMLLiteral {
  /// The bytes of the value as it is written into a document without a model for its quotes.
  public var text: [UInt8] { Array(LiteralWriter.text(self).utf8) }
}

/// Writes values and keys as TOML 1.0 text.
enum LiteralWriter {
  /// The preferred quotes of a string. A string that cannot be written in them gets others.
  enum QuoteStyle {
    case basic
    case literal
    case multilineBasic
  }

  /// Returns the text of a value, on one line unless `quotes` is `multilineBasic`.
  static func text(_ literal: TOMLLiteral, quotes: QuoteStyle = .basic) -> String {
    switch literal {
    case .string(let value): string(value, quotes: quotes)
    case .integer(let value): String(value)
    case .float(let value): float(value)
    case .boolean(let value): value ? "true" : "false"
    case .dateTime(let value): dateTime(value)
    case .array(let elements): "[" + elements.map { text($0, quotes: quotes) }.joined(separator: ", ") + "]"
    case .inlineTable(let table): inlineTable(table)
    }
  }

  /// Returns the text of a key: bare if possible, else in quotes.
  static func key(_ key: String) -> String {
    !key.isEmpty && key.utf8.allSatisfy(\.isBareKey) ? key : basic(key)
  }

  private static func inlineTable(_ table: TOMLInlineTable) -> String {
    guard !table.entries.isEmpty else { return "{}" }
    return "{ " + table.entries.map { "\(key($0.key)) = \(text($0.value))" }.joined(separator: ", ") + " }"
  }

  private static func float(_ value: Double) -> String {
    if value.isNaN { return value.sign == .minus ? "-nan" : "nan" }
    if value.isInfinite { return value < 0 ? "-inf" : "inf" }
    return "\(value)"
  }

  /// Returns the text of a date-time with seconds: they are optional in TOML 1.1 and required in TOML 1.0.
  private static func dateTime(_ value: TOMLDateTime) -> String {
    let hour = value.kind == .localTime ? 0 : "2026-03-01T".utf8.count
    let minuteEnd = hour + "06:30".utf8.count
    let bytes = Array(value.text.utf8)
    guard value.kind != .localDate, bytes.count == minuteEnd || bytes[minuteEnd] != .colon else { return value.text }
    return String(decoding: bytes[..<minuteEnd], as: UTF8.self) + ":00"
      + String(decoding: bytes[minuteEnd...], as: UTF8.self)
  }

  // MARK: Strings

  private static func string(_ value: String, quotes: QuoteStyle) -> String {
    switch quotes {
    case .literal where canBeLiteral(value): "'\(value)'"
    case .multilineBasic where value.utf8.contains(.lineFeed): multilineBasic(value)
    default: needsEscapes(value) && canBeLiteral(value) ? "'\(value)'" : basic(value)
    }
  }

  /// Returns whether a string can be written in `'`, where there are no escapes.
  private static func canBeLiteral(_ value: String) -> Bool {
    value.utf8.allSatisfy { $0 != .apostrophe && ($0 >= 0x20 || $0 == .tab) && $0 != .delete }
  }

  private static func needsEscapes(_ value: String) -> Bool {
    value.utf8.contains { $0 == .quote || $0 == .backslash }
  }

  private static func basic(_ value: String) -> String {
    value.unicodeScalars.reduce(into: "\"") { $0 += escaped($1) } + "\""
  }

  /// Returns a string in `"""`, with line feeds unescaped.
  private static func multilineBasic(_ value: String) -> String {
    "\"\"\"\n" + value.unicodeScalars.map { $0 == "\n" ? "\n" : escaped($0) }.joined() + "\"\"\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\u{8}": return "\\b"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{C}": return "\\f"
    case "\r": return "\\r"
    case "\u{0}"..<" ", "\u{7F}":
      return "\\u" + scalar.value.hexadecimal(digits: 4)
    default: return String(scalar)
    }
  }
}
