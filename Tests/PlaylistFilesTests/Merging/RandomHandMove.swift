import TestSupport

/// Edits by hand that move a key or an element with the comments directly above it.
enum RandomHandMove {
  static func edited(_ text: String, using random: inout SeededGenerator) -> String {
    let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
    var lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0).replacing("\r", with: "") }
    let isElement = Bool.random(using: &random)
    let places = lines.indices.filter { isElement ? lines[$0].isElementLine : lines[$0].isKeyLine }
    // A moved element takes the comma at the start of its line along, which belongs to the element before it.
    if isElement, lines.contains(where: \.hasLeadingComma) { return text }
    guard let from = places.randomElement(using: &random), let to = places.randomElement(using: &random) else {
      return text
    }
    let (start, place) = (lines.startOfComments(above: from), lines.startOfComments(above: to))
    // A key stays in its section.
    guard place < start || place > from,
      !lines[min(start, place)...max(from, to)].contains(where: { $0.hasPrefix("[") })
    else { return text }
    let group = Array(lines[start...from])
    lines.removeSubrange(start...from)
    lines.insert(contentsOf: group, at: place < start ? place : place - group.count)
    return lines.joined(separator: lineEnd)
  }
}

extension String {
  /// Whether the line has elements of an array of texts, and ends with them.
  fileprivate var isElementLine: Bool {
    drop { ", \t".contains($0) }.first.map("'\"".contains) ?? false && !hasSuffix("]")
  }
  /// Whether the line is an entry with a value on one line.
  fileprivate var isKeyLine: Bool {
    let rest = drop { $0.isLetter }
    return rest.count < count && rest.drop { $0 == " " }.first == "=" && !contains("[") && !contains("\"\"\"")
  }
  fileprivate var hasLeadingComma: Bool { trimmed.hasPrefix(",") }
}

extension [String] {
  fileprivate func startOfComments(above line: Int) -> Int {
    var start = line
    while start > 0, self[start - 1].trimmed.hasPrefix("#") { start -= 1 }
    return start
  }
}
