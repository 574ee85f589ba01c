/// An end tag, such as `</item>`.
struct EndTag {
  /// The name without its prefix.
  let local: String
  /// The offset after the tag.
  let end: Int

  private static let maximumLength = 256

  /// Reads the end tag that follows an offset, perhaps after white space; `nil` if something else follows.
  init?(in text: [UInt8], after start: Int) {
    var index = start
    while index < text.count, text[index].isXMLSpace { index += 1 }
    guard text[index...].starts(with: "</".utf8) else { return nil }
    index += 2
    guard let close = text[index...].prefix(Self.maximumLength).firstIndex(of: UInt8(ascii: ">")) else { return nil }
    var name = text[index..<close]
    while let last = name.last, last.isXMLSpace { name.removeLast() }
    if let colon = name.firstIndex(of: UInt8(ascii: ":")) { name = name[(colon + 1)...] }
    let isName = name.allSatisfy { $0 > 0x20 && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: "&") }
    guard let first = name.first, isName, !(0x30...0x39).contains(first) else { return nil }
    local = String(decoding: name, as: UTF8.self)
    end = close + 1
  }
}
