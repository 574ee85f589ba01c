/// A key whose bytes sort texts in natural order: `Part 2` precedes `Part 10`.
///
/// Each number is written as `0`, a character for its length without leading zeros, and its digits. All other characters stay, so
/// that a text without digits is its own key.
public enum NaturalOrderKey {
  /// The number of digits from which on numbers are compared as text.
  private static let longest = 80

  /// Returns the key of a text; `nil` if the text is its own key. Linear in its length.
  public static func of(_ text: String) -> String? {
    guard text.utf8.contains(where: isDigit) else { return nil }
    var key: [UInt8] = []
    key.reserveCapacity(text.utf8.count + 8)
    var digits: [UInt8] = []
    func writeNumber() {
      let number = digits.drop { $0 == zero }
      // The characters from `!` on keep the key valid text.
      key.append(zero)
      key.append(UInt8(ascii: "!") + UInt8(min(number.count, longest)))
      key += number
      digits.removeAll(keepingCapacity: true)
    }
    for byte in text.utf8 {
      if isDigit(byte) {
        digits.append(byte)
      } else {
        if !digits.isEmpty { writeNumber() }
        key.append(byte)
      }
    }
    if !digits.isEmpty { writeNumber() }
    return String(decoding: key, as: UTF8.self)
  }

  private static let zero = UInt8(ascii: "0")

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= zero && byte <= UInt8(ascii: "9") }
}
