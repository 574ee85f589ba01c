internal import LosslessTOML

/// Edits the keys at the head of a file, each at the place where a new file would have it.
struct HeadEditor {
  private(set) var document: TOMLDocument
  /// The keys, in the order in which a new file has them.
  private let order: [String]
  /// What elements that come back are copied from.
  private let earlier: TOMLDocument?
  /// Keys that go when everything else is done: the last line to go would take the file's style of line ends along.
  private var removals: [String] = []

  init(_ document: TOMLDocument, order: [String], earlier: TOMLDocument? = nil) {
    self.document = document
    self.order = order
    self.earlier = earlier
  }

  /// Gives a key a value, or takes it away.
  mutating func set(_ key: String, _ literal: TOMLLiteral?) throws(TOMLEditError) {
    guard let literal else { return removals.append(key) }
    try document.set(literal, at: [.key(key)], after: keyBefore(key))
  }

  /// Changes a list element by element, so that every element that stays keeps its bytes and its comment.
  mutating func setList(
    _ key: String, from old: [String]?, to new: [String], onOneLine: Bool = false
  ) throws(TOMLEditError) {
    guard old != new else { return }
    if document.root[key] == nil {
      guard !onOneLine else { return try set(key, .array(new.map(TOMLLiteral.string))) }
      try set(key, .array([]))
    }
    // A key that is absent reads as a default; only what stands in the file can be kept.
    let standing = document.root[key]?.array?.compactMap(\.string) ?? []
    let copies = earlier?.elements(of: [.key(key)]) ?? []
    try document.rearrange([.key(key)], as: ListArrangement.placements(from: standing, to: new, copying: copies))
  }

  /// Writes elements of a list in the places of those that they come instead of, so that these leave their comments to them.
  ///
  /// - Returns: the list as it is then. What comes back from an earlier state brings its own comment, and replaces nothing.
  mutating func replaceElements(
    of key: String, in old: [String], with new: [String]
  ) throws(TOMLEditError) -> [String] {
    guard earlier == nil, document.root[key] != nil else { return old }
    var list = old
    for (offset, text) in ListArrangement.replacements(from: old, to: new) {
      try document.set(.string(text), at: [.key(key), .index(offset)])
      list[offset] = text
    }
    return list
  }

  /// The document with all edits made.
  mutating func finished() throws(TOMLEditError) -> TOMLDocument {
    for key in removals { try document.remove([.key(key)]) }
    removals = []
    return document
  }

  /// The nearest key above the given one that the document has.
  private func keyBefore(_ key: String) -> String? {
    order.prefix { $0 != key }.last { document.root[$0] != nil }
  }
}
