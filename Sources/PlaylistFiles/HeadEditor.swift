internal import LosslessTOML
internal import MixtapeModel

/// Edits the keys at the head of a file. New keys get the place that they have in a new file.
struct HeadEditor {
  private(set) var document: TOMLDocument
  /// The keys, in the order of a new file.
  private let order: [String]
  /// The keys to remove after all other edits: removing the last line first would lose the style of line ends.
  private var removals: [String] = []

  init(_ document: TOMLDocument, order: [String]) {
    self.document = document
    self.order = order
  }

  /// Sets or removes a key.
  mutating func set(_ key: String, _ literal: TOMLLiteral?) throws(TOMLEditError) {
    guard let literal else { return removals.append(key) }
    try document.set(literal, at: [.key(key)], after: keyBefore(key))
  }

  /// Changes a list by element, so that every element that stays keeps its bytes and its comment.
  mutating func setList(
    _ key: String, from old: [String]?, to new: [String], onOneLine: Bool = false
  ) throws(TOMLEditError) {
    guard old != new else { return }
    if document.root[key] == nil {
      guard !onOneLine else { return try set(key, .array(new.map(TOMLLiteral.string))) }
      try set(key, .array([]))
    }
    // A missing key has a default value. Only elements in the file can be kept.
    let standing = document.root[key]?.array?.compactMap(\.string) ?? []
    try document.rearrange([.key(key)], as: ListArrangement.placements(from: standing, to: new))
  }

  /// Replaces elements of a list in place, so that the new elements keep the comments of the old ones.
  ///
  /// - Returns: The resulting list.
  mutating func replaceElements(
    of key: String, in old: [String], with new: [String]
  ) throws(TOMLEditError) -> [String] {
    guard document.root[key] != nil else { return old }
    let replacements = ListArrangement.replacements(from: old, to: new)
    try document.setAll(replacements.map { TOMLAssignment([.key(key), .index($0)], .string($1)) })
    var list = old
    for (offset, text) in replacements { list[offset] = text }
    return list
  }

  /// Returns the document with all edits applied.
  mutating func finished() throws(TOMLEditError) -> TOMLDocument {
    for key in removals { try document.remove([.key(key)]) }
    removals = []
    return document
  }

  /// Returns the nearest key above the given one that the document has.
  private func keyBefore(_ key: String) -> String? {
    order.prefix { $0 != key }.last { document.root[$0] != nil }
  }
}

/// Matches the elements of an old and a new list, so that those that stay keep their lines and comments.
enum ListArrangement {
  /// Returns placements for the elements of `new`: elements of `old` with the same text, else new elements.
  ///
  /// Linear in both lists.
  static func placements(from old: [String], to new: [String]) -> [TOMLPlacement] {
    zip(ListMatching.origins(from: old, to: new), new).map { origin, text in
      origin.map(TOMLPlacement.existing) ?? .new(.string(text))
    }
  }

  /// Returns the elements of `old`, by their offsets, that elements of `new` replace.
  ///
  /// Between two elements that stay, removed ones are replaced by new ones in order, if there are at least as many.
  ///
  /// Linear in both lists.
  static func replacements(from old: [String], to new: [String]) -> [(offset: Int, text: String)] {
    let origins = ListMatching.origins(from: old, to: new)
    let kept = Set(origins.compactMap(\.self))
    var replacements: [(offset: Int, text: String)] = []
    var (start, coming): (Int, [String]) = (0, [])
    for (origin, text) in zip(origins + [old.count], new + [""]) {
      guard let origin else {
        coming.append(text)
        continue
      }
      if origin >= start {
        let going = (start..<origin).filter { !kept.contains($0) }
        if going.count <= coming.count { for pair in zip(going, coming) { replacements.append(pair) } }
        start = origin + 1
      }
      coming = []
    }
    return replacements
  }
}
