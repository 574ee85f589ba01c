/// Text for a terminal, in runs of one style each.
///
/// Interpolated values are data from files, feeds or arguments. ``Swift/String/visible`` escapes them, so that they cannot
/// control the terminal. Literals are part of this program and stay unchanged.
package struct StyledText: Equatable, Sendable {
  private(set) var runs: [Run] = []

  /// A run of text in one style.
  struct Run: Equatable, Sendable {
    let text: String
    let style: Style?
  }

  /// A style of text.
  package enum Style: String, Sendable {
    case bold = "1"
    case faint = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case cyan = "36"
    case boldRed = "1;31"
    case boldYellow = "1;33"
    case boldGreen = "1;32"
    /// Foreground and background colors exchanged.
    case reversed = "7"
  }

  package init() {}

  init(_ runs: [Run]) { self.runs = runs }

  /// Creates styled text of data.
  package init(_ data: some CustomStringConvertible, _ style: Style? = nil) {
    runs = [Run(text: data.description.visible, style: style)]
  }

  /// Creates styled text of one line of data. Tabs are kept.
  package init(line: String, _ style: Style?) {
    runs = [Run(text: line.visibleLines, style: style)]
  }

  /// The number of columns that the text takes.
  package var width: Int { runs.reduce(0) { $0 + $1.text.displayWidth } }

  /// Returns the text for output, with escape sequences if it is colored.
  package func rendered(colored: Bool) -> String {
    var result = ""
    for run in runs {
      if colored, let style = run.style, !run.text.isEmpty {
        result += "\u{1B}[\(style.rawValue)m\(run.text)\u{1B}[0m"
      } else {
        result += run.text
      }
    }
    return result
  }

  /// Returns the text with all of it in one style.
  package func entirely(_ style: Style) -> StyledText {
    var text = self
    text.runs = runs.map { Run(text: $0.text, style: style) }
    return text
  }

  /// Returns the given number of spaces; none for a negative number.
  package static func blanks(_ count: Int) -> StyledText {
    count > 0 ? StyledText(stringLiteral: String(repeating: " ", count: count)) : StyledText()
  }

  package static func += (text: inout StyledText, other: StyledText) { text.runs += other.runs }
}

extension StyledText: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { runs = [Run(text: value, style: nil)] }

  package init(stringInterpolation: StringInterpolation) { runs = stringInterpolation.runs }

  /// Collects the parts of a literal.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var runs: [Run] = []

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ literal: String) {
      runs.append(Run(text: literal, style: nil))
    }

    package mutating func appendInterpolation(_ data: some CustomStringConvertible, _ style: Style? = nil) {
      runs.append(Run(text: data.description.visible, style: style))
    }

    package mutating func appendInterpolation(_ text: StyledText) {
      runs += text.runs
    }
  }
}

extension StyledText {
  /// Returns the text in exactly the given number of columns.
  package func padded(to width: Int) -> StyledText {
    let text = cut(to: max(1, width))
    return "\(text)\(StyledText.blanks(width - text.width))"
  }

  /// The minimum number of columns for the text at the start of a line.
  private static let leastStart = 8

  /// Returns a line with this text at its start and another one at its end. A narrow line has only the first one.
  package func aligned(with end: StyledText, width: Int, gap: Int = 1) -> StyledText {
    guard width - end.width >= Self.leastStart else { return cut(to: max(1, width)) }
    return "\(padded(to: width - end.width - gap))\(StyledText.blanks(gap))\(end)"
  }
}

extension StyledText {
  /// A character in its style.
  private struct Cell {
    let character: Character
    let style: Style?
    let columns: Int
  }

  /// Returns the text as lines of at most the given width, broken at blanks. Words that are wider are broken anywhere.
  package func wrapped(to width: Int) -> [StyledText] {
    let cells = runs.flatMap { run in
      run.text.map { Cell(character: $0, style: run.style, columns: String($0).displayWidth) }
    }[...]
    var lines: [StyledText] = []
    var rest = cells
    while !rest.isEmpty {
      let line = Self.line(of: rest, width: max(1, width))
      lines.append(Self.text(of: line))
      rest = rest[line.endIndex...].drop { $0.character == " " }
    }
    return lines
  }

  /// Returns the first line of a text that is not empty, with at least one character.
  private static func line(of cells: ArraySlice<Cell>, width: Int) -> ArraySlice<Cell> {
    var (end, columns) = (cells.startIndex, 0)
    // The last blank after a word.
    var lastBreak: Int?
    var hasWord = false
    while end < cells.endIndex, columns + cells[end].columns <= width || end == cells.startIndex {
      if cells[end].character != " " { hasWord = true } else if hasWord { lastBreak = end }
      columns += cells[end].columns
      end += 1
    }
    if end < cells.endIndex, cells[end].character != " ", let lastBreak { end = lastBreak }
    return cells[..<end]
  }

  /// Returns cells as text, without blanks at the end.
  private static func text(of cells: ArraySlice<Cell>) -> StyledText {
    let count = cells.reversed().drop { $0.character == " " }.count
    var runs: [Run] = []
    for cell in cells.prefix(count) {
      if let last = runs.last, last.style == cell.style {
        runs[runs.count - 1] = Run(text: last.text + String(cell.character), style: last.style)
      } else {
        runs.append(Run(text: String(cell.character), style: cell.style))
      }
    }
    return StyledText(runs)
  }
}

/// A key, with a word for the last line of a screen and a description for the help.
package struct KeyHint: Hashable, Sendable {
  package let key: String
  package let word: String
  /// The description; empty for a key that only the line at the bottom shows.
  package let meaning: String

  init(_ key: String, _ word: String, _ meaning: String = "") {
    (self.key, self.word, self.meaning) = (key, word, meaning)
  }

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
