extension String {
  /// Returns the text as a string of D-Bus can hold it, up to a number of bytes. Control characters and characters that D-Bus
  /// refuses become `U+FFFD`.
  package func dbusText(atMost limit: Int) -> String {
    var (text, length) = ("", 0)
    for scalar in unicodeScalars {
      let kept = scalar.isAllowedInDBus ? scalar : "\u{FFFD}"
      length += String(kept).utf8.count
      guard length <= limit else { break }
      text.unicodeScalars.append(kept)
    }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether D-Bus and terminals take the character: neither a control character nor a noncharacter.
  fileprivate var isAllowedInDBus: Bool {
    properties.generalCategory != .control && !properties.isNoncharacterCodePoint
  }
}
