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
