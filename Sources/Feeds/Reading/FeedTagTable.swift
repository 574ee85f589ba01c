internal import XMLReading

/// The meanings of the names of a document. Each name is looked up once.
final class FeedTagTable {
  private var tags: [FeedTag?] = []
  /// Whether the document is in Atom, and not in RSS with elements of Atom.
  var isAtom = true {
    // The names before the outermost element of a feed are few.
    didSet { tags = [] }
  }

  /// Returns the meaning of a name.
  func tag(of name: XMLName) -> FeedTag {
    if name.index < tags.count, let tag = tags[name.index] { return tag }
    let tag = FeedTag(name, isAtom: isAtom)
    while tags.count <= name.index { tags.append(nil) }
    tags[name.index] = tag
    return tag
  }

  /// Returns whether an element is a part of a head or an item by itself, such as an enclosure.
  func beginsPart(_ name: XMLName) -> Bool {
    switch tag(of: name) {
    case .foreign, .other, .name, .url, .script, .html, .opml, .playlist, .source: false
    default: true
    }
  }
}
