/// From the bytes of a number, which the grammar has checked, to its value.
enum NumberDecoder {
  /// The value of an integer, or `nil` if it does not fit into 64 bits.
  static func integer(_ range: Range<Int>, in bytes: SourceBytes) -> Int64? {
    let isNegative = bytes[range.lowerBound] == .minus
    var offset = range.lowerBound
    if isNegative || bytes[offset] == .plus { offset += 1 }
    var radix: Int64 = 10
    if range.upperBound - offset > 2, let prefixed = NumberGrammar.radix(ofPrefix: bytes[offset + 1]) {
      radix = prefixed
      offset += 2
    }
    var value: Int64 = 0
    // The least integer has no positive counterpart, so the value is built on its own side of zero.
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

  /// The value of a float.
  static func float(_ range: Range<Int>, in bytes: SourceBytes) -> Double? {
    Double(bytes.text(range).filter { $0 != "_" })
  }
}
