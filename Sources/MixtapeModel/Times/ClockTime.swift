/// A time as players show it: numbers with colons between them, such as `31:40` and `1:31:40.5`.
///
/// A number alone is seconds. Rules, files, feeds and other programs all have such times, but accept different ones, such as `2:5`,
/// `90:00` and `1:75`. All of them read the numbers here, and decide by ``numbers`` which times they accept.
package struct ClockTime {
  /// The numbers: seconds, and before them minutes, hours and days.
  package let numbers: [WrittenNumber]

  private static let units = [86_400.0, 3_600, 60, 1]

  /// Reads a time; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    var numbers: [WrittenNumber] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard numbers.count < Self.units.count, let number = WrittenNumber(part) else { return nil }
      numbers.append(number)
    }
    self.numbers = numbers
  }

  /// The time in seconds.
  package var seconds: Double {
    zip(numbers, Self.units.suffix(numbers.count)).reduce(0) { $0 + $1.0.value * $1.1 }
  }

  /// Whether all numbers but the first are below 60, as in `90:00`, but not in `1:75`.
  package var hasShortNumbers: Bool { numbers.dropFirst().allSatisfy { $0.value < 60 } }

  /// Whether no number has a fraction.
  package var isWhole: Bool { numbers.allSatisfy { !$0.hasFraction } }
}

/// A number as people write it: digits, with or without a point and a fraction.
///
/// `Int` and `Double` read more texts, such as `+1`, `1e9`, `0x1F` and `nan`.
package struct WrittenNumber {
  /// The number. It is finite.
  package let value: Double
  /// The number of digits before the point.
  package let wholeDigits: Int
  /// Whether a point and a fraction follow them.
  package let hasFraction: Bool

  /// Reads a number; `nil` for any other text.
  package init?(_ text: some StringProtocol) {
    let whole = text.utf8.prefix(while: \.isRuleDigit)
    let rest = text.utf8[whole.endIndex...]
    let fraction = rest.dropFirst()
    hasFraction = !rest.isEmpty
    guard !whole.isEmpty,
      !hasFraction
        || rest.first == UInt8(ascii: ".") && !fraction.isEmpty && fraction.allSatisfy(\.isRuleDigit),
      let value = Double(text), value.isFinite
    else { return nil }
    self.value = value
    wholeDigits = whole.count
  }
}
