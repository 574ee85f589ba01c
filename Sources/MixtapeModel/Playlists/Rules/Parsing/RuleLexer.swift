/// Cuts the text of a rule into tokens, one after the other.
///
/// It looks at each byte a bounded number of times, and at none behind the token that was asked for.
struct RuleLexer {
  let bytes: [UInt8]
  /// The offset of the next byte to look at.
  var cursor = 0
  /// Where the last token ended.
  private var lastEnd = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// The next token.
  ///
  /// - Throws: what is wrong inside of it: a text without an end, a number that is none.
  mutating func next() throws(RuleError) -> RuleToken {
    skipWhiteSpace()
    let start = cursor
    guard start < bytes.count else { return RuleToken(kind: .end, range: lastEnd..<lastEnd) }
    let kind = try scan(bytes[start])
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

  /// A word, or a character such as `“` or `≥` that no word has.
  private mutating func scanWord() -> RuleToken.Kind {
    guard isInWord(at: cursor) else {
      cursor += scalarLength(at: cursor)
      return .stray
    }
    while cursor < bytes.count, isInWord(at: cursor) { cursor += scalarLength(at: cursor) }
    return .word
  }

  private func isInWord(at offset: Int) -> Bool {
    let byte = bytes[offset]
    if byte < 0x80 { return byte.isRuleLetter || byte.isRuleDigit }
    return scalar(at: offset).map { $0.properties.isXIDContinue } ?? false
  }

  // MARK: Bytes

  /// A byte, or 0 behind the end.
  func byte(at offset: Int) -> UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  mutating func advance(while holds: (UInt8) -> Bool) {
    while cursor < bytes.count, holds(bytes[cursor]) { cursor += 1 }
  }

  /// The bytes as text.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The character at an offset at which one begins.
  func scalar(at offset: Int) -> Unicode.Scalar? {
    text(offset..<offset + scalarLength(at: offset)).unicodeScalars.first
  }

  /// How many bytes the character has that begins at an offset; the bytes come from a string, and are well-formed.
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

  /// Passes over white space of any kind: a no-break space looks like the one that was meant.
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
