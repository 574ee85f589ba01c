extension StringProtocol {
  /// How many columns a terminal gives the text.
  package var displayWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// The longest beginning that a terminal gives no more than so many columns.
  package func prefix(columns: Int) -> SubSequence {
    var left = columns
    let end = indices.first { index in
      left -= self[index].displayWidth
      return left < 0
    }
    return self[..<(end ?? endIndex)]
  }
}

extension String {
  /// The text if it has no more than so many columns, and otherwise as much of its end as there is room for.
  package func end(columns: Int) -> String {
    guard displayWidth > columns else { return self }
    return "…" + String(String(reversed()).prefix(columns: columns - 1).reversed())
  }
}

extension Character {
  /// How many columns a terminal gives the character: none, one or two, and more for a syllable of several letters.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isWide { return 2 }
    // An emoji that is text by itself becomes a picture by the selector that follows it.
    if first.properties.isEmoji && unicodeScalars.contains("\u{FE0F}") { return 2 }
    // Terminals count letters and spacing marks of a syllable one by one, as in Devanagari and Thai.
    return unicodeScalars.reduce(0) { $0 + $1.displayWidth }
  }
}

extension Unicode.Scalar {
  fileprivate var displayWidth: Int {
    if isWide { return 2 }
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: return 1
    }
  }

  /// Whether the character is wide or full-width by UAX #11, in the blocks that are so as a whole.
  fileprivate var isWide: Bool {
    if value < 0x1100 { return false }
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      return true
    default: return properties.isEmojiPresentation
    }
  }
}
