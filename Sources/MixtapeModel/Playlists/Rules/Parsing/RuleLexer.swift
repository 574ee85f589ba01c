/// The lexer of rules: splits the text into tokens, one at a time.
///
/// It reads each byte a bounded number of times, and no byte after the requested token.
struct RuleLexer {
  let bytes: [UInt8]
  /// The offset of the next byte.
  var cursor = 0
  /// The end of the last token.
  private var lastEnd = 0
  /// Whether the last token is a number.
  private var isAfterNumber = false

  init(_ text: String) { bytes = Array(text.utf8) }

  /// Returns the next token.
  ///
  /// - Throws: An error inside the token, such as a text without an end or an invalid number.
  mutating func next() throws(RuleError) -> RuleToken {
    skipWhiteSpace()
    let start = cursor
    guard start < bytes.count else { return RuleToken(kind: .end, range: lastEnd..<lastEnd) }
    let kind = isAfterNumber && start == lastEnd && scanUnit() ? .word : try scan(bytes[start])
    isAfterNumber = kind == .number
    lastEnd = cursor
    return RuleToken(kind: kind, range: start..<cursor)
  }

  private mutating func scan(_ first: UInt8) throws(RuleError) -> RuleToken.Kind {
    switch first {
    case UInt8(ascii: "("): return take(.leftParenthesis)
    case UInt8(ascii: ")"): return take(.rightParenthesis)
    case UInt8(ascii: ","): return take(.comma)
    case UInt8(ascii: "\""): return .text(try scanText())
    case UInt8(ascii: "-") where byte(at: cursor + 1).isDigit || byte(at: cursor + 1) == UInt8(ascii: "."):
      return try scanNumber()
    case UInt8(ascii: "."), UInt8(ascii: "+"):
      guard byte(at: cursor + 1).isDigit else { return take(.stray) }
      return try scanNumber()
    case _ where first.isDigit: return try scanNumberOrDate()
    case _ where first.isRuleSign:
      advance { $0.isRuleSign }
      return .sign
    case _ where first.isRuleLetter: return scanWord()
    default: return take(.stray)
    }
  }

  private mutating func take(_ kind: RuleToken.Kind) -> RuleToken.Kind {
    cursor += 1
    return kind
  }

  /// Scans a word, or a single character such as `“` or `≥` that cannot be part of a word.
  private mutating func scanWord() -> RuleToken.Kind {
    guard isInWord(at: cursor) else {
      cursor += scalarLength(at: cursor)
      return .stray
    }
    while cursor < bytes.count, isInWord(at: cursor) { cursor += scalarLength(at: cursor) }
    return .word
  }

  /// Scans the unit in `1h30m`, where digits follow it. Returns whether there is one.
  private mutating func scanUnit() -> Bool {
    let letters = bytes[cursor...].prefix(while: \.isRuleLetter)
    guard byte(at: letters.endIndex).isDigit, Quantity.Unit.isTimeWord(text(letters.indices)) else { return false }
    cursor = letters.endIndex
    return true
  }

  private func isInWord(at offset: Int) -> Bool {
    let byte = bytes[offset]
    if byte < 0x80 { return byte.isRuleLetter || byte.isDigit }
    return scalar(at: offset).map { $0.properties.isXIDContinue } ?? false
  }

  // MARK: Bytes

  /// Returns the byte at an offset, or 0 after the end.
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func advance(while holds: (UInt8) -> Bool) {
    while cursor < bytes.count, holds(bytes[cursor]) { cursor += 1 }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the character that begins at an offset.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    text(offset..<offset + scalarLength(at: offset)).unicodeScalars.first
  }

  /// Returns the number of bytes of the character that begins at an offset. The bytes are well-formed UTF-8 from a
  /// string.
  func scalarLength(at offset: Int) -> Int {
    let length =
      switch bytes[offset] {
      case 0..<0xC0: 1
      case 0xC0..<0xE0: 2
      case 0xE0..<0xF0: 3
      default: 4
      }
    return min(length, bytes.count - offset)
  }

  /// Skips white space of any kind, also no-break spaces.
  private mutating func skipWhiteSpace() {
    while cursor < bytes.count {
      switch bytes[cursor] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): cursor += 1
      case 0x80...:
        guard scalar(at: cursor)?.properties.isWhitespace == true else { return }
        cursor += scalarLength(at: cursor)
      default: return
      }
    }
  }
}

struct RuleToken {
  /// The kinds of tokens.
  enum Kind: Hashable {
    /// A run of letters and digits: a field, a word of the language, a unit, or an unknown word.
    case word
    /// A run of characters that operators consist of, known or unknown.
    case sign
    /// A valid number.
    case number
    /// A time with colons, such as `1:30:00`, valid or not.
    case clock
    /// A date, valid or not.
    case date
    /// The value of a text in quotes.
    case text(String)
    case leftParenthesis
    case rightParenthesis
    case comma
    /// A character without a meaning.
    case stray
    /// The end of the rule, directly after its last token.
    case end
  }

  let kind: Kind
  /// The bytes of the token.
  let range: Range<Int>
}

/// Classes of the bytes that have a meaning in rules.
extension UInt8 {
  /// Whether the byte is an ASCII letter, `_`, or part of a character beyond ASCII, which occurs only in unknown words.
  var isRuleLetter: Bool { isLetter || self == UInt8(ascii: "_") || self >= 0x80 }

  /// Whether the byte can be part of a sign such as `<=`, known or unknown.
  var isRuleSign: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension RuleLexer {
  /// Scans a number, a date if a `-` follows the first digits, or a time if a `:` does.
  mutating func scanNumberOrDate() throws(RuleError) -> RuleToken.Kind {
    let start = cursor
    advance { $0.isDigit }
    if byte(at: cursor) == UInt8(ascii: "-"), byte(at: cursor + 1).isDigit {
      scanDate()
      return .date
    }
    if byte(at: cursor) == UInt8(ascii: ":"), byte(at: cursor + 1).isDigit {
      advance { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
      return .clock
    }
    cursor = start
    return try scanNumber()
  }

  /// Scans the rest of a date and its time, if there is one: all bytes that look like parts of them.
  private mutating func scanDate() {
    advance { $0.isDigit || $0 == UInt8(ascii: "-") }
    let separator = byte(at: cursor) | 0x20
    let hasTime = (1...2).allSatisfy { byte(at: cursor + $0).isDigit }
    if separator == UInt8(ascii: "t"), byte(at: cursor + 1).isDigit {
      cursor += 1
    } else if byte(at: cursor) == UInt8(ascii: " "), hasTime, byte(at: cursor + 3) == UInt8(ascii: ":") {
      cursor += 1
    } else {
      return
    }
    advance { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    switch byte(at: cursor) {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): cursor += 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"): advance { $0.isDigit || "+-:".utf8.contains($0) }
    default: break
    }
  }

  /// Scans digits with an optional fraction, and the unit after them.
  ///
  /// - Throws: ``RuleError/Code/badNumber`` for other forms, such as `1,000`, `.5` or `+3`, and for a number that a
  ///   `Double` cannot represent exactly.
  mutating func scanNumber() throws(RuleError) -> RuleToken.Kind {
    let start = cursor
    if bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+") { cursor += 1 }
    let digits = cursor
    advance { $0.isDigit }
    let hasWhole = cursor > digits
    if byte(at: cursor) == UInt8(ascii: "."), byte(at: cursor + 1).isDigit {
      cursor += 1
      advance { $0.isDigit }
    }
    let end = cursor
    while isDigitLike(at: cursor) { cursor += 1 }
    if cursor == end, hasWhole, bytes[start] != UInt8(ascii: "+"), Self.isExact(bytes[start..<end]) { return .number }
    throw RuleError(
      .badNumber, at: start..<cursor, found: text(start..<cursor), expected: [.number],
      suggestions: [Self.suggestion(for: bytes[start..<cursor])].compactMap(\.self))
  }

  /// Returns whether a byte after a number looks like a part of it, such as a separator of thousands or a final point.
  private func isDigitLike(at offset: Int) -> Bool {
    switch byte(at: offset) {
    case UInt8(ascii: "_"), UInt8(ascii: "."): true
    case UInt8(ascii: ","): byte(at: offset + 1).isDigit
    case let byte: byte.isDigit
    }
  }

  /// Returns whether a `Double` represents a number to its last digit.
  private static func isExact(_ number: ArraySlice<UInt8>) -> Bool {
    guard let value = Double(String(decoding: number, as: UTF8.self)), value.isFinite else { return false }
    return DecimalNumber(value) == DecimalNumber(ofPlain: number)
  }

  /// Returns a valid number as a suggestion for an invalid one. A comma before other than three digits is a decimal point.
  private static func suggestion(for written: ArraySlice<UInt8>) -> String? {
    let parts = written.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let isDecimal = parts.count == 2 && parts[1].count != 3 && !written.contains(UInt8(ascii: "."))
    let number = isDecimal ? ArraySlice(Array(parts[0]) + [UInt8(ascii: ".")] + Array(parts[1])) : written
    var text = number.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "+") }
    if text.last == UInt8(ascii: ".") { text.removeLast() }
    let points = text.count { $0 == UInt8(ascii: ".") }
    guard points <= 1, text.count <= 20 else { return nil }
    if text.first == UInt8(ascii: ".") { text.insert(UInt8(ascii: "0"), at: 0) }
    if text.starts(with: "-.".utf8) { text.insert(UInt8(ascii: "0"), at: 1) }
    return text != Array(written) && isExact(text[...]) ? String(decoding: text, as: UTF8.self) : nil
  }
}

extension RuleLexer {
  /// Scans text in quotes.
  ///
  /// - Throws: ``RuleError/Code/unterminatedText``, ``RuleError/Code/badEscape``, ``RuleError/Code/controlCharacter``.
  mutating func scanText() throws(RuleError) -> String {
    let start = cursor
    cursor += 1
    var content: [UInt8] = []
    while true {
      let run = cursor
      advance { $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") && !($0 < 0x20 || $0 == 0x7F || $0 == 0xC2) }
      content += bytes[run..<cursor]
      switch byte(at: cursor) {
      case _ where cursor == bytes.count: throw unterminated(from: start)
      case UInt8(ascii: "\""):
        cursor += 1
        return String(decoding: content, as: UTF8.self)
      case UInt8(ascii: "\\"): content += String(try scanEscape(textStart: start)).utf8
      case 0xC2 where byte(at: cursor + 1) >= 0xA0:
        content += bytes[cursor..<cursor + 2]
        cursor += 2
      default:
        let range = cursor..<cursor + scalarLength(at: cursor)
        throw RuleError(
          .controlCharacter, at: range, found: text(range),
          suggestions: scalar(at: cursor).map { [RuleText.escape($0)] } ?? [])
      }
    }
  }

  /// Returns the error for a missing closing quote. It points at the opening quote: the end of the text is unknown.
  private func unterminated(from start: Int) -> RuleError {
    RuleError(
      .unterminatedText, at: start..<start + 1, found: text(start..<bytes.count), expected: [.word("\"")])
  }

  /// Scans an escape, and returns its value.
  private mutating func scanEscape(textStart: Int) throws(RuleError) -> Unicode.Scalar {
    let start = cursor
    guard start + 1 < bytes.count else { throw unterminated(from: textStart) }
    cursor += 2
    switch bytes[start + 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let scalar = scanNumberOfScalar() { return scalar }
    default: cursor = start + 1 + scalarLength(at: start + 1)
    }
    let found = text(start..<cursor)
    throw RuleError(.badEscape, at: start..<cursor, found: found, suggestions: ["\\" + found])
  }

  /// Scans the `{E9}` of `\u{E9}`, with up to six hexadecimal digits.
  private mutating func scanNumberOfScalar() -> Unicode.Scalar? {
    guard byte(at: cursor) == UInt8(ascii: "{") else { return nil }
    let digits = cursor + 1
    guard let end = bytes[digits...].prefix(7).firstIndex(of: UInt8(ascii: "}")), end > digits,
      !"+-".utf8.contains(bytes[digits]), let value = UInt32(text(digits..<end), radix: 16)
    else { return nil }
    cursor = end + 1
    return Unicode.Scalar(value)
  }
}

/// Writes text as in rules.
package enum RuleText {
  /// Returns the text in quotes, with escapes where needed.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case _ where scalar.properties.generalCategory == .control: result += escape(scalar)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// Returns the escape for a control character.
  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
