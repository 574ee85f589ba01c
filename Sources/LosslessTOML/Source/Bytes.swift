/// Names and classes of the bytes that have a meaning in TOML.
extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let apostrophe = UInt8(ascii: "'")
  static let backslash = UInt8(ascii: "\\")
  static let hash = UInt8(ascii: "#")
  static let comma = UInt8(ascii: ",")
  static let dot = UInt8(ascii: ".")
  static let equals = UInt8(ascii: "=")
  static let leftBracket = UInt8(ascii: "[")
  static let rightBracket = UInt8(ascii: "]")
  static let leftBrace = UInt8(ascii: "{")
  static let rightBrace = UInt8(ascii: "}")
  static let colon = UInt8(ascii: ":")
  static let minus = UInt8(ascii: "-")
  static let plus = UInt8(ascii: "+")
  static let underscore = UInt8(ascii: "_")
  static let delete: UInt8 = 0x7F

  /// Whether the byte is a space or a tab: TOML has no other white space.
  @inline(__always)
  var isWhitespace: Bool { self == .space || self == .tab }

  @inline(__always)
  var isWhitespaceOrLineEnd: Bool { isWhitespace || self == .lineFeed || self == .carriageReturn }

  @inline(__always)
  var isDigit: Bool { self &- 0x30 < 10 }

  @inline(__always)
  var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the byte can stand in a bare key: a letter, a digit, `_` or `-`.
  @inline(__always)
  var isBareKey: Bool { isLetter || isDigit || self == .minus || self == .underscore }

  /// Whether the byte can stand in a number, a boolean or a date-time.
  @inline(__always)
  var isScalar: Bool { isBareKey || self == .dot || self == .plus || self == .colon }

  /// The value of a hexadecimal digit; `nil` for any other byte.
  var hexadecimalDigit: UInt8? {
    if isDigit { return self - 0x30 }
    let letter = (self | 0x20) &- 0x61
    return letter < 6 ? letter + 10 : nil
  }
}

extension BinaryInteger {
  /// Returns the number in base 16, with leading zeros up to `digits` digits.
  func hexadecimal(digits: Int) -> String {
    let text = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
