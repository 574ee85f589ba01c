internal import MixtapeModel

/// Decoding of text files in unknown encodings: UTF-8, UTF-16, or Windows-1252, which contains Latin-1.
enum TextDecoding {
  /// Returns the bytes of a file without a byte order mark. Converts UTF-16, which has such a mark, or zeros in every second byte.
  ///
  /// The result is UTF-8, except for lines in Windows-1252.
  static func source(of file: [UInt8]) -> [UInt8] {
    if file.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(file.dropFirst(3)) }
    guard let isBigEndian = utf16Order(of: file) else { return file }
    let start = file.starts(with: [0xFE, 0xFF]) || file.starts(with: [0xFF, 0xFE]) ? 2 : 0
    return Array(utf16(file[start...], isBigEndian: isBigEndian).utf8)
  }

  /// Returns the text of a line, and whether it is in Windows-1252.
  static func text(of line: ArraySlice<UInt8>) -> (text: String, isLegacy: Bool) {
    if let text = String(validating: line, as: UTF8.self) { return (text, false) }
    return (windows1252(line), true)
  }

  /// Returns the text of a part of a line, also if it is in Windows-1252.
  static func line(_ bytes: [UInt8]) -> String { text(of: bytes[...]).text }

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

  private static func windows1252(_ bytes: ArraySlice<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Windows1252.character(Unicode.Scalar($0)) }))
  }
}

/// A decoder of the lines of a file. It reports the first line that is not UTF-8.
struct LineDecoder {
  private var hasLegacyLine = false

  /// Returns the text of a part of a line.
  ///
  /// - Parameter declared: The encoding that the file declares.
  mutating func text(
    of part: ArraySlice<UInt8>, inLine line: Int, declared: String? = nil, _ reading: inout InterchangeReading
  ) -> String {
    let (text, isLegacy) = TextDecoding.text(of: part)
    if isLegacy, !hasLegacyLine {
      hasLegacyLine = true
      reading.report(.legacyLine(line, declared: declared))
    }
    return text
  }
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
