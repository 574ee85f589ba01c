/// The bytes of a source, during a call of `withSourceBytes`.
///
/// This is a pointer, because an array cannot be read eight bytes at a time. A `RawSpan` can, but storing one in the
/// parser requires lifetime annotations that are experimental in Swift 6.2. Every read is checked against both ends
/// of the source, in release builds too. A value of this type must not outlive the call that made it.
struct SourceBytes {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var count: Int { bytes.count }

  /// The byte at `offset`, which must lie in the source.
  @inline(__always)
  subscript(offset: Int) -> UInt8 {
    precondition(contains(offset), "read outside the source")
    return bytes[offset]
  }

  /// Returns the byte at `offset`, or 0 outside the source. No byte of valid TOML is 0.
  @inline(__always)
  func byte(at offset: Int) -> UInt8 {
    contains(offset) ? bytes[offset] : 0
  }

  /// Returns the eight bytes at `offset`, the first of them in the lowest bits. All must lie in the source.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset <= bytes.count - 8, "read outside the source")
    return UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
  }

  /// Returns whether an offset lies in the source. One comparison checks both ends: a negative offset is a huge `UInt`.
  @inline(__always)
  private func contains(_ offset: Int) -> Bool {
    UInt(bitPattern: offset) < UInt(bitPattern: bytes.count)
  }

  /// Returns the text of a range of bytes. Invalid UTF-8 becomes U+FFFD.
  func text(_ range: Range<Int>) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }

  /// Returns whether the bytes of two ranges are equal.
  func equals(_ range: Range<Int>, _ other: SourceBytes, _ otherRange: Range<Int>) -> Bool {
    range.count == otherRange.count
      && slice(range).elementsEqual(other.slice(otherRange))
  }

  private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count, "read outside the source")
    return UnsafeBufferPointer(rebasing: bytes[range])
  }
}

extension Array<UInt8> {
  /// Calls `body` with a view of the bytes that is valid during the call.
  @inline(__always)
  func withSourceBytes<Result>(_ body: (SourceBytes) -> Result) -> Result {
    withUnsafeBufferPointer { body(SourceBytes($0)) }
  }
}

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

extension Array {
  /// Returns the first index of an element that `belongs`, or else the number of elements. All elements after one that belongs
  /// must belong, too. O(log *n*).
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension BinaryInteger {
  /// Returns the number in base 16, with leading zeros up to `digits` digits.
  func hexadecimal(digits: Int) -> String {
    let text = String(self, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}

/// Searches of a source that read eight bytes at a time.
///
/// Arithmetic on the whole word tests each of its bytes: a byte that matches has its top bit set in the result. A borrow
/// can set that bit in bytes after a match, never before, so the lowest set bit is always right.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns the first offset from `start` on whose byte is `first`, `second`, a control character or not ASCII;
  /// the end of the source if it does not occur.
  @inline(__always)
  static func special(_ first: UInt8, _ second: UInt8, from start: Int, in bytes: SourceBytes) -> Int {
    let firsts = ones &* UInt64(first)
    let seconds = ones &* UInt64(second)
    var offset = start
    while offset + 8 <= bytes.count {
      let word = bytes.word(at: offset)
      let hits = zeros(word ^ firsts) | zeros(word ^ seconds) | zeros(word ^ ones &* 0x7F) | controls(word) | word
      if hits & tops != 0 { return offset + (hits & tops).trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == first || byte == second || byte < 0x20 || byte >= 0x7F { return offset }
      offset += 1
    }
    return offset
  }

  /// Marks the bytes that are 0.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// Marks the bytes below 0x20.
  @inline(__always)
  private static func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }

  /// Returns the length of the well-formed UTF-8 sequence at `offset` that starts with a byte of 0x80 or more;
  /// 0 if the bytes there are not well-formed.
  static func sequenceLength(at offset: Int, in bytes: SourceBytes) -> Int {
    let second = bytes.byte(at: offset + 1)
    switch bytes[offset] {
    case 0xC2...0xDF: return isContinuation(second) ? 2 : 0
    case 0xE0: return second >= 0xA0 && continues(offset, 2, bytes) ? 3 : 0
    case 0xED: return second < 0xA0 && continues(offset, 2, bytes) ? 3 : 0
    case 0xE1...0xEF: return continues(offset, 2, bytes) ? 3 : 0
    case 0xF0: return second >= 0x90 && continues(offset, 3, bytes) ? 4 : 0
    case 0xF4: return second < 0x90 && continues(offset, 3, bytes) ? 4 : 0
    case 0xF1...0xF3: return continues(offset, 3, bytes) ? 4 : 0
    default: return 0
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Returns whether `count` continuation bytes follow the byte at `offset`.
  private static func continues(_ offset: Int, _ count: Int, _ bytes: SourceBytes) -> Bool {
    (1...count).allSatisfy { isContinuation(bytes.byte(at: offset + $0)) }
  }
}

/// A range of source bytes. Every byte of a source lies in exactly one token.
///
/// A token has no field for its end: it ends where the next token starts. The last token is `endOfFile`.
struct Token {
  /// The kinds of tokens.
  enum Kind: UInt8 {
    case byteOrderMark
    case whitespace
    case newline
    case comment
    case bareKey
    case basicString
    case literalString
    case multilineBasicString
    case multilineLiteralString
    /// A number, a boolean or a date-time.
    case scalar
    case equals
    case dot
    case comma
    case leftBracket
    case rightBracket
    case leftDoubleBracket
    case rightDoubleBracket
    case leftBrace
    case rightBrace
    /// Bytes that the parser skipped because they are invalid; a diagnostic gives the reason.
    case invalid
    case endOfFile
  }

  /// The offset of the first byte.
  let start: Int32
  let kind: Kind
  /// Whether a string has escapes, so that its value differs from its bytes.
  let hasEscapes: Bool

  init(kind: Kind, start: Int, hasEscapes: Bool = false) {
    self.start = Int32(truncatingIfNeeded: start)
    self.kind = kind
    self.hasEscapes = hasEscapes
  }

  /// Whether the token is white space, a line end or a comment.
  var isTrivia: Bool {
    switch kind {
    case .whitespace, .newline, .comment: true
    default: false
    }
  }
}
