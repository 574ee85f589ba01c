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
