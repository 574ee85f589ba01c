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
    case UInt8(ascii: "-") where byte(at: cursor + 1).isRuleDigit || byte(at: cursor + 1) == UInt8(ascii: "."):
      return try scanNumber()
    case UInt8(ascii: "."), UInt8(ascii: "+"):
      guard byte(at: cursor + 1).isRuleDigit else { return take(.stray) }
      return try scanNumber()
    case _ where first.isRuleDigit: return try scanNumberOrDate()
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
    guard byte(at: letters.endIndex).isRuleDigit, Quantity.Unit.isTimeWord(text(letters.indices)) else { return false }
    cursor = letters.endIndex
    return true
  }

  private func isInWord(at offset: Int) -> Bool {
    let byte = bytes[offset]
    if byte < 0x80 { return byte.isRuleLetter || byte.isRuleDigit }
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
