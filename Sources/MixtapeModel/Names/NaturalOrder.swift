/// The order of ids and folders in lists: names by their bytes, and the numbers in them by value, so that `list-2` precedes
/// `list-199`.
///
/// The order is total, and the same on every machine and in every locale. Only the digits 0 to 9 form numbers. Names that
/// differ only in leading zeros are ordered by their bytes.
public enum NaturalOrder {
  /// Returns whether a name precedes another one. Linear in the length of the shorter name.
  public static func precedes(_ left: String, _ right: String) -> Bool {
    withBytes(left) { left in withBytes(right) { right in precedes(left, right) } }
  }

  private static func precedes(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    var (place, otherPlace) = (0, 0)
    while place < left.count, otherPlace < right.count {
      let (first, other) = (left[place], right[otherPlace])
      guard first.isDigit, other.isDigit else {
        if first != other { return first < other }
        place += 1
        otherPlace += 1
        continue
      }
      let (number, otherNumber) = (number(in: left, at: &place), number(in: right, at: &otherPlace))
      // Without leading zeros, a longer number is a greater one.
      if number.count != otherNumber.count { return number.count < otherNumber.count }
      for (digit, other) in zip(number, otherNumber) where left[digit] != right[other] {
        return left[digit] < right[other]
      }
    }
    let (isAtEnd, isOtherAtEnd) = (place == left.count, otherPlace == right.count)
    if isAtEnd != isOtherAtEnd { return isAtEnd }
    return left.lexicographicallyPrecedes(right)
  }

  /// Returns the range of the digits at a place without leading zeros, and moves the place behind them.
  private static func number(in name: UnsafeBufferPointer<UInt8>, at place: inout Int) -> Range<Int> {
    var start = place
    while place < name.count, name[place].isDigit { place += 1 }
    while start < place, name[start] == UInt8(ascii: "0") { start += 1 }
    return start..<place
  }

  private static func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }
}

/// A key whose bytes sort texts in natural order: `Part 2` precedes `Part 10`.
///
/// Each number is written as `0`, a character for its length without leading zeros, and its digits. All other characters stay, so
/// that a text without digits is its own key.
public enum NaturalOrderKey {
  /// The number of digits from which on numbers are compared as text.
  private static let longest = 80

  /// Returns the key of a text; `nil` if the text is its own key. Linear in its length.
  public static func of(_ text: String) -> String? {
    guard text.utf8.contains(where: \.isDigit) else { return nil }
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
      if byte.isDigit {
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
}
