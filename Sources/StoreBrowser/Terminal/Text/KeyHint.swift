/// A key, with a word for the last line of a screen and a description for the help.
package struct KeyHint: Hashable, Sendable {
  package let key: String
  package let word: String
  package let meaning: String

  /// Returns a line with as many keys as fit, and the key of the help; without a help, the last key, which leaves the page.
  package static func line(_ hints: [KeyHint], width: Int, hasHelp: Bool) -> StyledText {
    let rest: StyledText = hasHelp ? "\("?", .cyan) keys" : hints.last.map(\.item) ?? ""
    var line = StyledText()
    for hint in hasHelp ? hints : hints.dropLast() {
      let item: StyledText = "\(hint.item)  "
      if line.width + item.width + rest.width > width { break }
      line += item
    }
    return line.width + rest.width <= width ? "\(line)\(rest)" : line
  }

  /// Returns the rows of a help: each key with its meaning, which takes as many rows as it needs.
  package static func help(_ hints: [KeyHint], width: Int) -> [StyledText] {
    let keyWidth = hints.map(\.key.displayWidth).max() ?? 0
    return hints.flatMap { hint in
      StyledText(hint.meaning).wrapped(to: max(8, width - keyWidth - 2)).enumerated().map { row, meaning in
        let key: StyledText = row == 0 ? "\(hint.key, .cyan)" : ""
        return "\(key)\(StyledText.blanks(keyWidth - key.width))  \(meaning)"
      }
    }
  }

  private var item: StyledText { "\(key, .cyan) \(word)" }
}
