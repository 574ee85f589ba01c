/// Percent-encoding of addresses. RFC 3986, section 2.1.
package enum PercentEncoding {
  /// Returns an address with escapes for all bytes that no address can have, such as spaces. Its escapes stay.
  package static func encodedAddress(_ address: some StringProtocol) -> String { encoded(address, except: isOfAddress) }

  /// Returns the address of a file, in ASCII.
  ///
  /// - Parameter path: An absolute path.
  package static func address(ofFile path: String) -> String {
    let escaped = encoded(path) { byte in
      byte.isLetter || byte.isDigit || "/-._~".utf8.contains(byte)
    }
    return "file://\(escaped)"
  }

  /// Returns a text with escapes for some bytes.
  ///
  /// - Parameter isValid: Returns whether a byte stays.
  package static func encoded(_ text: some StringProtocol, except isValid: (UInt8) -> Bool) -> String {
    guard !text.utf8.allSatisfy(isValid) else { return String(text) }
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isValid(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns whether an address can have a byte.
  package static func isOfAddress(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x20, 0x7F...0xFF, UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "|"), UInt8(ascii: "}"):
      false
    default: true
    }
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}

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
      if index + 2 < source.count, let high = source[index + 1].hexadecimalValue,
        let low = source[index + 2].hexadecimalValue
      {
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

  /// The decoded bytes; `nil` if a `%` has no two digits after it.
  package var strictBytes: [UInt8]? { isValid ? bytes : nil }

  /// The decoded text; `nil` if it is not UTF-8, or if a `%` has no two digits after it.
  package var strictText: String? { isValid ? lenientText : nil }
}
