/// The decimal number that a `Double` is written as: the shortest one that reads as the same `Double`.
struct DecimalNumber: Equatable, CustomStringConvertible {
  private let isNegative: Bool
  /// The digits without leading and trailing zeros; empty for 0.
  private let digits: [UInt8]
  /// The power of ten of the last digit.
  private let exponent: Int

  /// Makes the decimal of a finite number.
  init(_ number: Double) {
    // The standard library writes the shortest decimal, with an exponent for large and small numbers.
    let parts = number.description.utf8.split(separator: UInt8(ascii: "e"), maxSplits: 1)
    let exponent = parts.count == 2 ? Int(Substring(parts[1])) ?? 0 : 0
    self.init(ofPlain: parts[0], exponent: exponent)
  }

  /// Reads a number in the notation of rules: digits with or without a sign and a fraction.
  init(ofPlain text: some Collection<UInt8>, exponent: Int = 0) {
    isNegative = text.first == UInt8(ascii: "-")
    var digits: [UInt8] = []
    var fractionLength = 0
    var isFraction = false
    for byte in text {
      if byte == UInt8(ascii: ".") { isFraction = true }
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
      if !digits.isEmpty || byte != UInt8(ascii: "0") { digits.append(byte) }
      if isFraction { fractionLength += 1 }
    }
    var zeros = 0
    while digits.last == UInt8(ascii: "0") {
      digits.removeLast()
      zeros += 1
    }
    self.digits = digits
    self.exponent = digits.isEmpty ? 0 : exponent - fractionLength + zeros
  }

  static func == (left: Self, right: Self) -> Bool {
    left.digits == right.digits && left.exponent == right.exponent
      && (left.isNegative == right.isNegative || left.digits.isEmpty)
  }

  /// The number without an exponent.
  var description: String {
    let sign = isNegative && !digits.isEmpty ? "-" : ""
    let text = String(decoding: digits, as: UTF8.self)
    if digits.isEmpty { return "0" }
    if exponent >= 0 { return sign + text + String(repeating: "0", count: exponent) }
    let point = digits.count + exponent
    if point > 0 { return "\(sign)\(text.prefix(point)).\(text.dropFirst(point))" }
    return "\(sign)0.\(String(repeating: "0", count: -point))\(text)"
  }

  /// Returns the `Double` nearest to the product. A `Double` has at most 17 digits, so the product of the digits is
  /// exact.
  func multiplied(by factor: Int) -> Double {
    let whole = Int128(String(decoding: digits, as: UTF8.self)) ?? 0
    let magnitude = Double("\(whole * Int128(factor))e\(exponent)") ?? .infinity
    return isNegative ? -magnitude : magnitude
  }
}
