import MixtapeModel
import TerminalUI

/// Long texts below a table, such as descriptions.
enum Paragraphs {
  /// The width without a terminal.
  private static let usualWidth = 80

  /// Returns texts as lines, each after an empty line and its label, such as `your notes`. Words that are wider than the terminal
  /// get lines of their own.
  ///
  /// - Parameter width: The width of the terminal, if there is one.
  static func lines(_ texts: [(label: String, text: String?)], width: Int?) -> [StyledText] {
    texts.flatMap { label, text -> [StyledText] in
      guard let text = text?.nonEmpty else { return [] }
      let paragraphs = text.split(whereSeparator: \.isNewline)
      return ["", "\("\(label):", .faint)"]
        + paragraphs.flatMap { wrapped(String($0), to: max(20, width ?? usualWidth)) }
    }
  }

  private static func wrapped(_ text: String, to width: Int) -> [StyledText] {
    var lines: [String] = []
    var (line, columns) = ("", 0)
    for word in text.split(whereSeparator: \.isWhitespace) {
      let size = StyledText(String(word)).width
      if !line.isEmpty, columns + 1 + size > width {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      (line, columns) = line.isEmpty ? (String(word), size) : ("\(line) \(word)", columns + 1 + size)
    }
    if !line.isEmpty { lines.append(line) }
    return lines.map { StyledText($0) }
  }
}
