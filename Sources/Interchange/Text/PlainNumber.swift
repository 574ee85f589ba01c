extension Double {
  /// Reads a number such as `61`, `-1` or `12.5`. Unlike Swift's own initializer, it accepts no exponents, no hexadecimal numbers and
  /// no words such as `nan`: other programs do not read them as numbers.
  init?(plain text: some StringProtocol) {
    let digits = text.utf8.first.map("+-".utf8.contains) == true ? text.utf8.dropFirst() : text.utf8[...]
    var points = 0
    var hasDigit = false
    for byte in digits {
      if byte == UInt8(ascii: ".") {
        points += 1
      } else if byte.isDigit {
        hasDigit = true
      } else {
        return nil
      }
    }
    guard hasDigit, points <= 1, let number = Double(text), number.isFinite else { return nil }
    self = number
  }
}
