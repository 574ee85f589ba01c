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
    var (leftRest, rightRest) = (left[...], right[...])
    while let first = leftRest.first, let other = rightRest.first {
      guard isDigit(first), isDigit(other) else {
        if first != other { return first < other }
        leftRest.removeFirst()
        rightRest.removeFirst()
        continue
      }
      let (number, otherNumber) = (takeNumber(from: &leftRest), takeNumber(from: &rightRest))
      // Without leading zeros, a longer number is a greater one.
      if number.count != otherNumber.count { return number.count < otherNumber.count }
      if !number.elementsEqual(otherNumber) { return number.lexicographicallyPrecedes(otherNumber) }
    }
    if leftRest.isEmpty != rightRest.isEmpty { return leftRest.isEmpty }
    return left.lexicographicallyPrecedes(right)
  }

  /// Takes the digits at the start, and returns them without leading zeros.
  private static func takeNumber(
    from rest: inout Slice<UnsafeBufferPointer<UInt8>>
  ) -> Slice<UnsafeBufferPointer<UInt8>> {
    let digits = rest.prefix(while: isDigit)
    rest = rest[digits.endIndex...]
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func withBytes<Result>(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    text.utf8.withContiguousStorageIfAvailable(body) ?? Array(text.utf8).withUnsafeBufferPointer(body)
  }
}
