internal import XMLReading

/// The reading of elements in heads and items. One without an end tag ends before the next known element, which is then a part of
/// the head or the item, although it is inside.
extension FeedReader {
  /// Reads the text of the present element, without scripts.
  mutating func readText() -> String {
    guard !reader.hasEndTag else {
      return reader.readText(without: { tags.tag(of: $0) == .script }, separatedBy: tags.separatesWords)
    }
    let (text, open) = reader.readText(
      without: { tags.tag(of: $0) == .script }, separatedBy: tags.separatesWords, until: { tags.beginsPart($0) })
    openElements += open
    return text
  }

  /// Reads the text of the present element, and whether its attributes say that it is HTML.
  mutating func text(_ attributes: [XMLAttribute]) -> FeedText {
    FeedText(readText(), attributes, isPlainByDefault: isPlainByDefault)
  }

  /// Skips the present element.
  mutating func skip() {
    if reader.hasEndTag { return reader.skipElement() }
    openElements += reader.skipElement { tags.beginsPart($0) }
  }

  /// Reads the text of the present element up to the first element inside. The elements inside are then parts of the head or the
  /// item.
  ///
  /// - Returns: The text, and the first element, if there is one.
  mutating func readBeginning() -> (text: String, next: XMLName?) {
    var next: XMLName?
    let (text, open) = reader.readText(until: { name in
      next = name
      return true
    })
    openElements += open
    return (text, next)
  }

  /// The maximum length in bytes of a person to which more text is added.
  private static let longestPerson = 1_000

  /// Reads a person: the `name` in the element, else its text.
  mutating func readPerson() -> String? {
    guard reader.hasEndTag else { return PersonName.of(readBeginning().text) }
    var text = ""
    var name: String?
    var depth = 0
    while depth >= 0, let event = reader.next() {
      switch event {
      case .start(let element, _, _):
        switch tag(of: element) {
        case .name: Self.keepFirst(reader.readText(), in: &name)
        case .other, .url: reader.skipElement()
        default: depth += 1
        }
      case .end: depth -= 1
      case .text(let part): if text.utf8.count < Self.longestPerson { text += part }
      }
    }
    return PersonName.of(name ?? text)
  }
}
