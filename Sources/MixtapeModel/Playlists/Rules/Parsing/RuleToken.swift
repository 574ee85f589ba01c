/// A piece of a rule's text.
struct RuleToken {
  /// What a token is.
  enum Kind: Hashable {
    /// A run of letters and digits: a field, a word of the language, a unit, or nothing known.
    case word
    /// A run of the characters that comparisons are made of, also where it is no comparison.
    case sign
    /// A number, written as it should be.
    case number
    /// What looks like a date, as there is one or not.
    case date
    /// Text in quotes, without them and without escapes.
    case text(String)
    case leftParenthesis
    case rightParenthesis
    case comma
    /// A character that means nothing.
    case stray
    /// The end of the rule, right behind its last token.
    case end
  }

  let kind: Kind
  /// The bytes of the token.
  let range: Range<Int>
}

/// The bytes that rules give a meaning to, by class.
extension UInt8 {
  var isRuleDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// An ASCII letter, `_`, or part of a character beyond ASCII, which only occurs in words that mean nothing.
  var isRuleLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 || self == UInt8(ascii: "_") || self >= 0x80 }

  /// Part of a sign such as `<=`, right or wrong.
  var isRuleSign: Bool {
    switch self {
    case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
