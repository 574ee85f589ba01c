/// Plain text of text that may be HTML.
///
/// Feeds seldom say which of the two a text is. Only tags with names of HTML are removed, so that `a < b` and `<unknown>` stay.
package enum HTMLText {
  /// Returns a text without tags, comments and scripts, and with references replaced once. C1 control characters, which only
  /// wrong conversions from Windows-1252 make, are replaced by the characters of that encoding.
  ///
  /// - Parameter separator: The character at the ends of paragraphs and other blocks.
  /// - Complexity: O(*n*).
  package static func plain(_ text: String, separator: Unicode.Scalar = " ") -> String {
    // 0xC2 begins the control characters in UTF-8.
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") || $0 == 0xC2 }) else {
      return text
    }
    let scalars = Array(text.unicodeScalars)
    var tags = HTMLTagScanner(scalars)
    var result: [UInt8] = []
    result.reserveCapacity(text.utf8.count)
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "<":
        if let tag = tags.tag(at: index) {
          if tag.separatesWords { result.append(separator) }
          index = tag.end
          continue
        }
      case "&":
        if let reference = HTMLReference(in: scalars, at: index) {
          if let scalar = reference.scalar { result.append(scalar) }
          index = reference.end
          continue
        }
      case "\u{80}"..."\u{9F}":
        if let scalar = WindowsControls.scalar(scalars[index].value) { result.append(scalar) }
        index += 1
        continue
      default: break
      }
      result.append(scalars[index])
      index += 1
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the HTML of a text that looks like HTML, else the text itself: ``plain(_:)`` makes the same text of it.
  package static func unambiguous(_ text: String) -> String {
    guard plain(text) != text else { return text }
    return text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
