internal import MixtapeModel

/// Percent-encoding of addresses (RFC 3986, section 2.1).
enum PercentEncoding {
  /// Returns the decoded text. Reads escapes that are not UTF-8 as Windows-1252, and keeps a `%` without two digits.
  static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return TextDecoding.text(of: PercentDecoding(Array(text.utf8)).bytes[...]).text
  }

  /// Returns the text with escapes for all bytes that are invalid in the path of an address. Keeps slashes.
  static func encodedPath(_ path: some StringProtocol) -> String { encoded(path, except: isPathByte) }

  /// Returns an address with escapes for all bytes that no address can have, such as spaces. Its escapes stay.
  static func encodedAddress(_ address: String) -> String {
    encoded(address) { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}".utf8.contains($0) }
  }

  private static func encoded(_ text: some StringProtocol, except isValid: (UInt8) -> Bool) -> String {
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

  private static func isPathByte(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || "-._~/!$&'()*+,;=:@".utf8.contains(byte)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
}
