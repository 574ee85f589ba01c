/// An error of sd-bus, as a number of `errno`.
struct BusError: Error {
  let number: Int32

  /// Returns the result of a call of sd-bus.
  ///
  /// - Throws: The error, if the result is negative.
  @discardableResult
  static func check(_ result: Int32) throws(BusError) -> Int32 {
    guard result >= 0 else { throw BusError(number: -result) }
    return result
  }
}
