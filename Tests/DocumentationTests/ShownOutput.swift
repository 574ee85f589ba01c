import Foundation

/// The comparison of an output on a page with the output of the command.
///
/// A line with only `…` stands for any lines, and `…` within a line for any text. A commit id or a time matches any
/// other of the same form. An id of seven characters needs a digit, because `defaced` is a word.
enum ShownOutput {
  /// Returns whether the printed lines match the page.
  static func matches(_ shown: [String], _ printed: [String]) -> Bool {
    matches(shown.map(normalized)[...], printed.map(normalized)[...], elision: ellipsis) { shown, printed in
      matches(Array(shown)[...], Array(printed)[...], elision: Character(ellipsis)) { $0 == $1 }
    }
  }

  /// Returns the difference as lines: `-` for the page, `+` for the printed output.
  static func difference(_ shown: [String], _ printed: [String]) -> String {
    var lines = shown.map { "  \($0)" }
    let changes = printed.map(normalized).difference(from: shown.map(normalized))
    for case .remove(let offset, _, _) in changes.removals { lines[offset] = "- \(shown[offset])" }
    var place = 0
    for case .insert(let offset, _, _) in changes.insertions {
      var kept = lines[..<place].count { !$0.hasPrefix("- ") }
      while place < lines.count, kept < offset || lines[place].hasPrefix("- ") {
        if !lines[place].hasPrefix("- ") { kept += 1 }
        place += 1
      }
      lines.insert("+ \(printed[offset])", at: place)
      place += 1
    }
    return lines.joined(separator: "\n")
  }

  static let ellipsis = "…"

  /// Matches elements one by one. An ellipsis matches any number of them.
  private static func matches<Element: Equatable>(
    _ shown: ArraySlice<Element>, _ printed: ArraySlice<Element>, elision: Element,
    isSame: (Element, Element) -> Bool
  ) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    let rest = shown.dropFirst()
    if first == elision {
      return (printed.startIndex...printed.endIndex).contains {
        matches(rest, printed[$0...], elision: elision, isSame: isSame)
      }
    }
    guard let next = printed.first, isSame(first, next) else { return false }
    return matches(rest, printed.dropFirst(), elision: elision, isSame: isSame)
  }

  private static func normalized(_ line: String) -> String {
    line.replacing(/\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}Z)?/, with: "<time>")
      // Lists leave out the year while it is this one.
      .replacing(/\b\d{4}-(\d{2}-\d{2})\b/) { $0.output.1 }
      .replacing(/\b([0-9a-f]{40}|[0-9a-f]{8}|(?=[a-f]*\d)[0-9a-f]{7})\b/) { "<id of \($0.output.0.count)>" }
  }
}
