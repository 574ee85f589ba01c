/// A key, with a word for the last line of a screen and a description for the help.
package struct KeyHint: Hashable, Sendable {
  package let key: String
  package let word: String
  package let meaning: String

  package init(key: String, word: String, meaning: String) {
    self.key = key
    self.word = word
    self.meaning = meaning
  }

  /// Returns a line with as many keys as fit, and the key of the help.
  package static func line(_ hints: [KeyHint], width: Int, hasHelp: Bool) -> StyledText {
    let rest: StyledText = hasHelp ? "\("?", .cyan) keys" : ""
    var line = StyledText()
    for hint in hints {
      let item: StyledText = "\(hint.key, .cyan) \(hint.word)  "
      if line.width + item.width + rest.width > width { break }
      line += item
    }
    return line.width + rest.width <= width ? "\(line)\(rest)" : line
  }
}
