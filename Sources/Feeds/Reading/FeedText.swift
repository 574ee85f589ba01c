internal import XMLReading

/// A text of a feed, and whether tags in it mean something.
struct FeedText {
  /// The text after parsing.
  let raw: String
  /// Whether it is text alone, by the `type` of Atom.
  let isPlain: Bool

  /// Makes the text of an element with its attributes.
  init(_ raw: String, _ attributes: [XMLAttribute]) {
    self.raw = raw
    // RSS has no such attribute.
    let type = attributes["type"]?.lowercased()
    isPlain = type == "text" || type == "xhtml" || type == "text/plain"
  }

  /// The text on one line, without HTML; `nil` if nothing is left.
  var line: String? { (isPlain ? raw : HTMLText.plain(raw)).oneLine().nonEmpty }

  /// The maximum length of a title in bytes.
  static let longestTitle = 500

  /// The text as a title, and whether it was longer; `nil` if nothing is left.
  var title: (line: String, isCut: Bool)? {
    let start = (isPlain ? raw : HTMLText.plain(raw)).lineStart(beyond: Self.longestTitle)
    return start.nonEmpty.map { ($0.oneLine(limit: Self.longestTitle), $0.utf8.count > Self.longestTitle) }
  }

  /// The maximum length of a description in bytes. A file with the episodes of many years must not become too large.
  static let longestDescription = 1_000

  /// The start of the text as a description on one line; `nil` if nothing is left.
  var description: String? {
    // HTML is longer than its text. The rest is not even read.
    let start = raw.utf8.count > 20_000 ? String(raw.unicodeScalars.prefix(10_000)) : raw
    let text = (isPlain ? start : HTMLText.plain(start)).lineStart(beyond: Self.longestDescription)
    guard text.utf8.count > Self.longestDescription else { return text.nonEmpty }
    var end = text.utf8.index(text.startIndex, offsetBy: Self.longestDescription - 3)
    while end > text.startIndex, end.samePosition(in: text.unicodeScalars) == nil { text.utf8.formIndex(before: &end) }
    let cut = text[..<end]
    return (cut.lastIndex(of: " ").map { cut[..<$0] } ?? cut) + "…"
  }

  /// The start of the text as a title.
  var beginning: String? {
    guard let line else { return nil }
    guard line.utf8.count > 100 else { return line }
    let words = line.prefix(90).split(separator: " ", omittingEmptySubsequences: false)
    return (words.count > 1 ? words.dropLast().joined(separator: " ") : String(line.prefix(90))) + "…"
  }
}
