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

  /// The start of the text as a title.
  var beginning: String? {
    guard let line else { return nil }
    guard line.utf8.count > 100 else { return line }
    let words = line.prefix(90).split(separator: " ", omittingEmptySubsequences: false)
    return (words.count > 1 ? words.dropLast().joined(separator: " ") : String(line.prefix(90))) + "…"
  }
}
