extension String {
  /// The text in one line. Every character that would control a terminal is escaped: control characters, line and paragraph
  /// separators, and those that change the direction of text.
  package var visible: String { escapingUnsafe(keeping: []) }

  /// The text with its lines and tabs, and otherwise like ``visible``.
  package var visibleLines: String { escapingUnsafe(keeping: ["\n", "\t"]) }

  private func escapingUnsafe(keeping kept: [Unicode.Scalar]) -> String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      if scalar.controlsTerminal && !kept.contains(scalar) {
        result += scalar.visibleEscape
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  /// Whether the character controls a terminal instead of being shown.
  package var controlsTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: isDirectional || value == 0xFEFF
    }
  }

  /// Whether the character is a mark, embedding, override or isolate of the bidirectional algorithm (UAX #9). They can make
  /// text look like another.
  private var isDirectional: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  fileprivate var visibleEscape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}

extension StringProtocol {
  /// The number of columns that the text takes on a terminal.
  package var displayWidth: Int {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return utf8.count }
    return reduce(0) { $0 + $1.displayWidth }
  }

  /// Returns the longest beginning of the text that fits into the given number of columns.
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
  /// Returns the text, or the longest end of it that fits into the given number of columns.
  package func end(columns: Int) -> String {
    guard displayWidth > columns else { return self }
    return "…" + String(String(reversed()).prefix(columns: columns - 1).reversed())
  }

  /// Returns the text, or its beginning and its end with `…` between them, in the given number of columns.
  package func shortened(columns: Int) -> String {
    guard displayWidth > columns else { return self }
    let ending = end(columns: columns / 2 + 1)
    return String(prefix(columns: columns - ending.displayWidth)) + ending
  }
}

extension Character {
  /// The number of columns that the character takes on a terminal: 0, 1 or 2, and more for a syllable of several letters.
  package var displayWidth: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.isWide { return 2 }
    // A variation selector turns a text character into an emoji. Few characters have one, and the property takes longer to look up.
    if unicodeScalars.contains("\u{FE0F}") && first.properties.isEmoji { return 2 }
    // Terminals count the letters and spacing marks of a syllable one by one, for example in Devanagari and Thai.
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

  /// Whether the character is in a block in which all characters are wide (UAX #11).
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

extension String {
  /// The text without its last word and the spaces after it, as Ctrl-W leaves a line.
  package var withoutLastWord: String {
    let trimmed = lastIndex { $0 != " " }.map { self[...$0] } ?? ""
    return trimmed.lastIndex(of: " ").map { String(trimmed[...$0]) } ?? ""
  }
}
