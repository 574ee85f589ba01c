/// Makes values of the bytes of strings. The parser has checked the bytes, so decoding cannot fail.
enum StringDecoder {
  /// Returns the value of a string whose token covers `range`, quotes included.
  static func string(of token: Token, range: Range<Int>, in bytes: SourceBytes) -> String {
    let content = content(of: token.kind, range: range, in: bytes)
    return token.hasEscapes ? unescaped(content, in: bytes) : bytes.text(content)
  }

  /// Returns the bytes of the source that the bytes `wanted` of a string's value come from.
  ///
  /// An escape counts as a whole. An empty range lies directly after the byte before it. Offsets beyond the end of the
  /// value count as its end.
  static func sourceRange(of wanted: Range<Int>, token: Token, range: Range<Int>, in bytes: SourceBytes) -> Range<Int> {
    let content = content(of: token.kind, range: range, in: bytes)
    guard token.hasEscapes else {
      let start = min(content.lowerBound + wanted.lowerBound, content.upperBound)
      return start..<min(content.lowerBound + wanted.upperBound, content.upperBound)
    }
    var (start, end): (Int?, Int) = (nil, content.lowerBound)
    var (offset, length) = (content.lowerBound, 0)
    var escaped: [UInt8] = []
    while offset < content.upperBound, length < wanted.upperBound {
      let first = offset
      if bytes[offset] == .backslash {
        offset = appendEscape(at: offset + 1, before: content.upperBound, in: bytes, to: &escaped)
        length += escaped.count
        escaped.removeAll(keepingCapacity: true)
      } else {
        offset += 1
        length += 1
      }
      if length > wanted.lowerBound, start == nil { start = first }
      end = offset
    }
    return wanted.isEmpty ? end..<end : (start ?? end)..<end
  }

  /// Returns the bytes between the quotes, without a line end that directly follows an opening `"""` or `'''`.
  private static func content(of kind: Token.Kind, range: Range<Int>, in bytes: SourceBytes) -> Range<Int> {
    guard kind == .multilineBasicString || kind == .multilineLiteralString else {
      return range.lowerBound + 1..<range.upperBound - 1
    }
    var start = range.lowerBound + 3
    if bytes[start] == .carriageReturn && bytes[start + 1] == .lineFeed {
      start += 2
    } else if bytes[start] == .lineFeed {
      start += 1
    }
    return start..<range.upperBound - 3
  }

  /// Returns the text of a range of bytes, with escapes replaced by their values.
  static func unescaped(_ range: Range<Int>, in bytes: SourceBytes) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var offset = range.lowerBound
    while offset < range.upperBound {
      guard bytes[offset] == .backslash else {
        result.append(bytes[offset])
        offset += 1
        continue
      }
      offset = appendEscape(at: offset + 1, before: range.upperBound, in: bytes, to: &result)
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the value of the escape whose letter is at `offset`, and returns the offset after the escape.
  private static func appendEscape(
    at offset: Int, before end: Int, in bytes: SourceBytes, to result: inout [UInt8]
  ) -> Int {
    let letter = bytes[offset]
    if let simple = simpleEscape(letter) {
      result.append(simple)
      return offset + 1
    }
    if let digits = digitCount(ofEscape: letter) {
      let value = hexadecimalValue(offset + 1..<offset + 1 + digits, in: bytes)
      if let scalar = value.flatMap(Unicode.Scalar.init) {
        result.append(contentsOf: UTF8.encode(scalar).map(Array.init) ?? [])
      }
      return offset + 1 + digits
    }
    // A backslash at the end of a line removes the line end and all white space after it.
    var next = offset
    while next < end, bytes[next].isWhitespaceOrLineEnd { next += 1 }
    return next
  }

  /// Returns the byte that a one-letter escape stands for.
  static func simpleEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "e"): 0x1B
    case .quote, .backslash: letter
    default: nil
    }
  }

  /// Returns the number of hexadecimal digits after `\x`, `\u` or `\U`.
  static func digitCount(ofEscape letter: UInt8) -> Int? {
    switch letter {
    case UInt8(ascii: "x"): 2
    case UInt8(ascii: "u"): 4
    case UInt8(ascii: "U"): 8
    default: nil
    }
  }

  /// Returns the value of hexadecimal digits, or `nil` if a byte is not such a digit or lies outside the source.
  static func hexadecimalValue(_ range: Range<Int>, in bytes: SourceBytes) -> UInt32? {
    guard range.upperBound <= bytes.count else { return nil }
    var value: UInt32 = 0
    for offset in range {
      guard let digit = bytes[offset].hexadecimalDigit else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}

/// Makes values of the bytes of numbers. The grammar has checked the bytes.
enum NumberDecoder {
  /// Returns the value of an integer, or `nil` if it does not fit into 64 bits.
  static func integer(_ range: Range<Int>, in bytes: SourceBytes) -> Int64? {
    let isNegative = bytes[range.lowerBound] == .minus
    var offset = range.lowerBound
    if isNegative || bytes[offset] == .plus { offset += 1 }
    var radix: Int64 = 10
    if range.upperBound - offset > 2, let prefixed = Self.radix(ofPrefix: bytes[offset + 1]) {
      radix = prefixed
      offset += 2
    }
    var value: Int64 = 0
    // `Int64.min` has no positive counterpart, so a negative value is built from negative steps.
    while offset < range.upperBound {
      defer { offset += 1 }
      guard let digit = bytes[offset].hexadecimalDigit else { continue }
      let (product, overflows) = value.multipliedReportingOverflow(by: radix)
      let step = isNegative ? -Int64(digit) : Int64(digit)
      let (sum, overflowsToo) = product.addingReportingOverflow(step)
      guard !overflows, !overflowsToo else { return nil }
      value = sum
    }
    return value
  }

  /// Returns the radix that the letter after a leading `0` stands for.
  static func radix(ofPrefix letter: UInt8) -> Int64? {
    switch letter {
    case UInt8(ascii: "x"): 16
    case UInt8(ascii: "o"): 8
    case UInt8(ascii: "b"): 2
    default: nil
    }
  }

  /// Returns the value of a float.
  static func float(_ range: Range<Int>, in bytes: SourceBytes) -> Double? {
    Double(bytes.text(range).filter { $0 != "_" })
  }
}
