/// HZ: Chinese as pairs of ASCII characters between `~{` and `~}`. RFC 1843.
///
/// The C library does not know this encoding.
enum HZEncoding {
  /// Its labels, in lower case with dashes.
  static let labels: Set<String> = ["hz-gb-2312", "hz-gb", "hzgb", "hz"]

  /// Returns the text in EUC-CN, a part of GB18030. Escapes that do not exist stay as they are.
  static func chinese(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isChinese = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      index += 2
      switch (byte, next) {
      case (UInt8(ascii: "~"), UInt8(ascii: "{")): isChinese = true
      case (UInt8(ascii: "~"), UInt8(ascii: "}")): isChinese = false
      case (UInt8(ascii: "~"), UInt8(ascii: "~")) where !isChinese: text.append(byte)
      case (UInt8(ascii: "~"), UInt8(ascii: "\n")) where !isChinese: break
      case (0x21...0x7E, 0x21...0x7E) where isChinese: text += [byte | 0x80, next | 0x80]
      default:
        // A line of Chinese ends with its escape. A line without one ends, too.
        if byte == UInt8(ascii: "\n") { isChinese = false }
        text.append(byte)
        index -= 1
      }
    }
    return text
  }
}
