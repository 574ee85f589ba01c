/// A text with its percent-encoded bytes decoded. RFC 3986, section 2.1.
package struct PercentDecoding {
  /// The decoded bytes. A `%` without two hexadecimal digits after it stays.
  package let bytes: [UInt8]
  /// Whether two hexadecimal digits follow each `%` of the text.
  private let isValid: Bool

  /// Decodes the bytes of a text.
  package init(_ source: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var isValid = true
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "%") else {
        bytes.append(source[index])
        index += 1
        continue
      }
      if index + 2 < source.count, let high = Self.value(source[index + 1]), let low = Self.value(source[index + 2]) {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        isValid = false
        bytes.append(source[index])
        index += 1
      }
    }
    self.bytes = bytes
    self.isValid = isValid
  }

  /// The decoded text; `nil` if it is not UTF-8.
  package var lenientText: String? { String(validating: bytes, as: UTF8.self) }

  /// The decoded text; `nil` if it is not UTF-8, or if a `%` has no two digits after it.
  package var strictText: String? { isValid ? lenientText : nil }

  /// Returns the value of an ASCII hexadecimal digit; `nil` for other bytes.
  private static func value(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init)
  }
}
