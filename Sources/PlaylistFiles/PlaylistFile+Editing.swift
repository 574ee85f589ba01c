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
  /// - Parameter earlier: An earlier state of the file. List elements that return are written as they were there, with their
  ///   comments.
  public func changed(
    to target: Playlist, bringingBackLinesOf earlier: PlaylistFile? = nil
  ) throws(PlaylistFileError) -> PlaylistFile {
    guard let playlist else { throw PlaylistFileError(code: .fileHasErrors, cause: nil) }
    var editor = PlaylistEditor(HeadEditor(document, order: PlaylistKey.names, earlier: earlier?.document))
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

  init(_ head: HeadEditor) { self.head = head }

  mutating func edited(from old: Playlist, to new: Playlist) throws(TOMLEditError) -> TOMLDocument {
    if old.name != new.name { try set(.name, .string(new.name)) }
    if old.description != new.description { try set(.description, .string(new.description)) }
    if old.settings.continuous != new.settings.continuous { try set(.continuous, .boolean(new.settings.continuous)) }
    if old.settings.shuffle != new.settings.shuffle { try set(.shuffle, new.settings.shuffle.literal) }
    try setList(.episodes, from: old.episodes.map(\.rawValue), to: new.episodes.map(\.rawValue))
    if old.criteria != new.criteria { try apply(from: old.criteria, to: new.criteria) }
    return try head.finished()
  }

  private mutating func apply(from old: SmartCriteria, to new: SmartCriteria) throws(TOMLEditError) {
    if let conditions = new.conditions {
      let texts = conditions.map(\.text)
      // The comment of a rule usually gives its purpose, so it stays when the rule is rewritten.
      let rules = try old.conditions.map { (rules) throws(TOMLEditError) in
        try head.replaceElements(of: PlaylistKey.conditions.rawValue, in: rules.map(\.text), with: texts)
      }
      try setList(.conditions, from: rules, to: texts)
    } else if old.conditions != nil {
      try set(.conditions, nil)
    }
    if old.match != new.match {
      // Without rules, the key has no effect.
      let isIdle = !new.isActive && new.match == .all
      try set(.match, isIdle ? nil : .string(new.match.rawValue))
    }
    if old.search != new.search { try set(.search, new.search.map(TOMLLiteral.string)) }
    if old.sort != new.sort, new.sort == SmartCriteria.defaultSort {
      try set(.sort, nil)
    } else {
      try setList(.sort, from: old.sort.map(\.description), to: new.sort.map(\.description), onOneLine: true)
    }
    if old.limit != new.limit { try set(.limit, new.limit.map(\.literal)) }
    if old.seed != new.seed { try set(.seed, new.seed.map(TOMLLiteral.integer)) }
  }

  private mutating func set(_ key: PlaylistKey, _ literal: TOMLLiteral?) throws(TOMLEditError) {
    try head.set(key.rawValue, literal)
  }

  private mutating func setList(
    _ key: PlaylistKey, from old: [String]?, to new: [String], onOneLine: Bool = false
  ) throws(TOMLEditError) {
    try head.setList(key.rawValue, from: old, to: new, onOneLine: onOneLine)
  }
}

extension ShuffleSetting {
  fileprivate var literal: TOMLLiteral {
    if case .by(let algorithm) = self { .string(algorithm.rawValue) } else { .boolean(isOn) }
  }
}

extension PlaylistLimit {
  fileprivate var literal: TOMLLiteral {
    if case .items(let count) = self { .integer(Int64(count)) } else { .string(description) }
  }
}
