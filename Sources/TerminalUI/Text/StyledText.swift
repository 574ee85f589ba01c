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
