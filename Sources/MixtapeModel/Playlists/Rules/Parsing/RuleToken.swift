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
  var isRuleDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is an ASCII letter, `_`, or part of a character beyond ASCII, which occurs only in unknown words.
  var isRuleLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80 }

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
