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
