extension RuleLexer {
  /// Scans a number, a date if a `-` follows the first digits, or a time if a `:` does.
  mutating func scanNumberOrDate() throws(RuleError) -> RuleToken.Kind {
    let start = cursor
    advance { $0.isRuleDigit }
    if byte(at: cursor) == UInt8(ascii: "-"), byte(at: cursor + 1).isRuleDigit {
      scanDate()
      return .date
    }
    if byte(at: cursor) == UInt8(ascii: ":"), byte(at: cursor + 1).isRuleDigit {
      advance { $0.isRuleDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
      return .clock
    }
    cursor = start
    return try scanNumber()
  }

  /// Scans the rest of a date and its time, if there is one: all bytes that look like parts of them.
  private mutating func scanDate() {
    advance { $0.isRuleDigit || $0 == UInt8(ascii: "-") }
    let separator = byte(at: cursor) | 0x20
    let hasTime = (1...2).allSatisfy { byte(at: cursor + $0).isRuleDigit }
    if separator == UInt8(ascii: "t"), byte(at: cursor + 1).isRuleDigit {
      cursor += 1
    } else if byte(at: cursor) == UInt8(ascii: " "), hasTime, byte(at: cursor + 3) == UInt8(ascii: ":") {
      cursor += 1
    } else {
      return
    }
    advance { $0.isRuleDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    switch byte(at: cursor) {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): cursor += 1
    case UInt8(ascii: "+"), UInt8(ascii: "-"): advance { $0.isRuleDigit || "+-:".utf8.contains($0) }
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
    advance { $0.isRuleDigit }
    let hasWhole = cursor > digits
    if byte(at: cursor) == UInt8(ascii: "."), byte(at: cursor + 1).isRuleDigit {
      cursor += 1
      advance { $0.isRuleDigit }
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
    case UInt8(ascii: ","): byte(at: offset + 1).isRuleDigit
    case let byte: byte.isRuleDigit
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
