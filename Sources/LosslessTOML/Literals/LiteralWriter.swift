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
