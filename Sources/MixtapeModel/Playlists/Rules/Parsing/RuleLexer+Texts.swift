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
