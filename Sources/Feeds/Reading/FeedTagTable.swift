internal import XMLReading

/// The meanings of the names of a document. Each name is looked up once.
final class FeedTagTable {
  private var entries: [Entry?] = []
  /// Whether the document is in Atom, and not in RSS with elements of Atom.
  var isAtom = true {
    // The names before the outermost element of a feed are few.
    didSet { entries = [] }
  }

  private struct Entry {
    let tag: FeedTag
    let separatesWords: Bool
  }

  /// Returns the meaning of a name.
  func tag(of name: XMLName) -> FeedTag { entry(of: name).tag }

  /// Returns whether the tags of an element in a text separate words, as those of HTML's paragraphs do.
  func separatesWords(_ name: XMLName) -> Bool { entry(of: name).separatesWords }

  private func entry(of name: XMLName) -> Entry {
    if name.index < entries.count, let entry = entries[name.index] { return entry }
    let entry = Entry(
      tag: FeedTag(name, isAtom: isAtom), separatesWords: HTMLNames.block.contains(name.local.lowercased()))
    while entries.count <= name.index { entries.append(nil) }
    entries[name.index] = entry
    return entry
  }

  /// Returns whether an element is a part of a head or an item by itself, such as an enclosure.
  func beginsPart(_ name: XMLName) -> Bool {
    switch tag(of: name) {
    case .foreign, .other, .name, .url, .script, .html, .opml, .playlist, .source: false
    default: true
    }
  }

  /// Returns whether a text without a `type` is text alone: those of Atom 1.0 are. RFC 4287, section 3.1.1.
  func isPlainByDefault(_ name: XMLName) -> Bool {
    isAtom && (name.namespace.map { FeedVocabulary.isAtom(uri: $0.lowercased()) } ?? false)
  }
}
