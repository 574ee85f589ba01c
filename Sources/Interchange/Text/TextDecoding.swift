internal import MixtapeModel

/// Decoding of text files in unknown encodings: UTF-8, UTF-16, or Windows-1252, which contains Latin-1.
enum TextDecoding {
  /// The bytes of a text file, in UTF-8 where possible.
  struct Source {
    /// The bytes, without a byte order mark. Lines that are not UTF-8 are in Windows-1252.
    let bytes: [UInt8]
    /// Whether a line may be in Windows-1252.
    let mayBeLegacy: Bool
  }

  /// Returns the source of a file. Converts UTF-16, which has a byte order mark, or zeros in every second byte.
  static func source(of bytes: [UInt8]) -> Source {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Source(bytes: Array(bytes.dropFirst(3)), mayBeLegacy: true) }
    if let isBigEndian = utf16Order(of: bytes) {
      let start = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) ? 2 : 0
      let text = Self.utf16(bytes[start...], isBigEndian: isBigEndian)
      return Source(bytes: Array(text.utf8), mayBeLegacy: false)
    }
    return Source(bytes: bytes, mayBeLegacy: true)
  }

  /// Returns the text of a line, and whether it is in Windows-1252.
  static func text(of line: ArraySlice<UInt8>) -> (text: String, isLegacy: Bool) {
    if let text = String(validating: line, as: UTF8.self) { return (text, false) }
    return (windows1252(line), true)
  }

  /// Returns the text of a part of a line, also if it is in Windows-1252.
  static func line(_ bytes: [UInt8]) -> String { text(of: bytes[...]).text }

  /// Returns the text of a whole file.
  static func text(of file: [UInt8]) -> String {
    let source = source(of: file)
    return text(of: source.bytes[...]).text
  }

  /// Returns whether a file is in big-endian UTF-16; `nil` if it is not UTF-16.
  private static func utf16Order(of bytes: [UInt8]) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    // The first characters of lists are ASCII.
    guard bytes.count >= 4 else { return nil }
    if bytes[0] == 0, bytes[1] != 0, bytes[2] == 0, bytes[3] != 0 { return true }
    if bytes[0] != 0, bytes[1] == 0, bytes[2] != 0, bytes[3] == 0 { return false }
    return nil
  }

  private static func utf16(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> String {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var index = bytes.startIndex
    while index + 1 < bytes.endIndex {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
      index += 2
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// Returns text in Windows-1252. Its 5 unassigned bytes are the control characters of Latin-1.
  static func windows1252(_ bytes: some Sequence<UInt8>) -> String {
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      let high = (0x80..<0xA0).contains(byte) ? upperControls[Int(byte) - 0x80] : nil
      scalars.append(high ?? Unicode.Scalar(byte))
    }
    return String(scalars)
  }

  /// The characters of the bytes 0x80 to 0x9F.
  private static let upperControls: [Unicode.Scalar?] = [
    "€", nil, "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", nil, "Ž", nil,
    nil, "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", nil, "ž", "Ÿ",
  ]
}

extension PercentEncoding {
  /// Returns the decoded text. Reads escapes that are not UTF-8 as Windows-1252, and keeps a `%` without two digits.
  static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    return TextDecoding.text(of: PercentDecoding(Array(text.utf8)).bytes[...]).text
  }

  /// Returns the text with escapes for all bytes that are invalid in the path of an address. Keeps slashes.
  static func encodedPath(_ path: some StringProtocol) -> String {
    encoded(path) { $0.isLetter || $0.isDigit || "-._~/!$&'()*+,;=:@".utf8.contains($0) }
  }
}
