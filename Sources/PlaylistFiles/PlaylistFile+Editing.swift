public import LosslessTOML
public import MixtapeModel

/// An error of an edit of a file. Nothing was changed.
public struct PlaylistFileError: Error, Sendable {
  /// The kinds of errors.
  public enum Code: Hashable, Sendable {
    /// The file has errors, so Mixtape does not edit it.
    case fileHasErrors
    /// The editor failed; the cause is its error.
    case editFailed
    /// The edited file would have another meaning than requested.
    case differentMeaning
  }

  /// The kind of the error.
  public let code: Code
  /// The error of the editor that caused this one.
  public let cause: TOMLEditError?
}

extension PlaylistFile {
  /// Returns the file of a new playlist.
  public static func new(_ playlist: Playlist) throws(PlaylistFileError) -> PlaylistFile {
    let skeleton = PlaylistFile(
      parsing: Array("name = \"-\"\n\nepisodes = [\n]\n".utf8), id: playlist.id, folder: playlist.folder)
    return try skeleton.changed(to: playlist)
  }

  /// Returns the file with the keys changed that differ. Everything else keeps every byte.
  ///
  /// The id and the folder may differ too: the file of a copy starts from the bytes of the original.
  ///
  /// - Parameter renamed: The new ids of episodes that got other ids, by their old ones. Their entries keep their comments.
  public func changed(
    to target: Playlist, renamed: [Episode.ID: Episode.ID] = [:]
  ) throws(PlaylistFileError) -> PlaylistFile {
    guard let playlist else { throw PlaylistFileError(code: .fileHasErrors, cause: nil) }
    if !resolutions.isEmpty { return try resolved.changed(to: target, renamed: renamed) }
    var editor = PlaylistEditor(HeadEditor(document, order: PlaylistKey.namesInFiles), renamed: renamed)
    let edited: TOMLDocument
    do {
      edited = try editor.edited(from: playlist, to: target)
    } catch {
      throw PlaylistFileError(code: .editFailed, cause: error)
    }
    let result = PlaylistFile(document: edited, id: target.id, folder: target.folder)
    guard result.playlist?.withTimes(created: target.created, updated: target.updated) == target else {
      throw PlaylistFileError(code: .differentMeaning, cause: nil)
    }
    return result
  }
}

/// Turns the difference between two playlists into edits of a document.
private struct PlaylistEditor {
  private var head: HeadEditor
  private let renamed: [Episode.ID: Episode.ID]

  init(_ head: HeadEditor, renamed: [Episode.ID: Episode.ID]) {
    self.head = head
    self.renamed = renamed
  }

  mutating func edited(from old: Playlist, to new: Playlist) throws(TOMLEditError) -> TOMLDocument {
    let blank = Playlist(blank: new.id)
    for key in PlaylistKey.allCases {
      let differs = key.differs(old, new)
      if !new.criteria.hasEffect(key), differs || old.criteria.hasEffect(key), !key.differs(new, blank) {
        // A default value goes with the rules that it belongs to.
        if head.document.root[key.rawValue] != nil { try head.set(key.rawValue, nil) }
      } else if differs {
        try edit(key, from: old, to: new)
      }
    }
    return try head.finished()
  }

  private mutating func edit(_ key: PlaylistKey, from old: Playlist, to new: Playlist) throws(TOMLEditError) {
    switch (key, new[key]) {
    case (.sort, _) where new.criteria.sort == SmartCriteria.defaultSort: try head.set(key.rawValue, nil)
    // A playlist without the key has an empty description.
    case (.description, .text("")): try head.set(key.rawValue, nil)
    case (.conditions, .list(let rules)):
      // The comment of a rule usually gives its purpose, so it stays when the rule is rewritten.
      let standing = try old[key].elements.map { (texts) throws(TOMLEditError) in
        try head.replaceElements(of: key.rawValue, in: texts, with: rules)
      }
      try head.setList(key.rawValue, from: standing, to: rules)
    // The elements of a limit have two types.
    case (.limit, .list(let limits)): try head.set(key.rawValue, .array(limits.map(TOMLLiteral.init(limit:))))
    case (.episodes, .list(let elements)):
      // An episode that got another id is the same entry.
      let isRenaming = !renamed.isEmpty && old.episodes.map { renamed[$0] ?? $0 } == new.episodes
      let standing = try old[key].elements.map { (texts) throws(TOMLEditError) in
        isRenaming ? try head.replaceElements(of: key.rawValue, in: texts, with: elements) : texts
      }
      try head.setList(key.rawValue, from: standing, to: elements)
    case (_, .list(let elements)):
      try head.setList(key.rawValue, from: old[key].elements, to: elements, onOneLine: true)
    case (_, let value): try head.set(key.rawValue, value.literal)
    }
  }
}

extension TOMLLiteral {
  /// Makes an element of `limit`: a number of episodes is an integer.
  fileprivate init(limit: String) { self = Int64(limit).map(TOMLLiteral.integer) ?? .string(limit) }
}

extension FileValue {
  /// The elements of a list; `nil` for any other value.
  fileprivate var elements: [String]? { if case .list(let elements) = self { elements } else { nil } }

  /// The value in TOML; `nil` for an absent one.
  fileprivate var literal: TOMLLiteral? {
    switch self {
    case .absent: nil
    case .text(let text): .string(text)
    case .flag(let flag): .boolean(flag)
    case .number(let number): .integer(number)
    case .list(let elements): .array(elements.map(TOMLLiteral.string))
    }
  }
}

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
