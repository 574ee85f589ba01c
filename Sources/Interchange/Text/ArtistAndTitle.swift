/// The artist and the title in the text of an entry: `Artist - Title`.
struct ArtistAndTitle {
  /// The text before the first dash between spaces; `nil` without one.
  let artist: String?
  /// The text after that dash, or the whole text; `nil` if it is empty.
  let title: String?

  /// Splits a text.
  init(_ text: String) {
    guard let range = text.firstRange(ofBytes: " - ") ?? text.firstRange(ofBytes: " – ") else {
      (artist, title) = (nil, text.nonEmpty)
      return
    }
    let (first, second) = (String(text[..<range.lowerBound]).trimmed, String(text[range.upperBound...]).trimmed)
    (artist, title) = first.isEmpty || second.isEmpty ? (nil, text.trimmed.nonEmpty) : (first, second)
  }
}
