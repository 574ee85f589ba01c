internal import JSON
internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The kinds of code actions, by their names in the protocol.
enum CodeActionKind: String, CaseIterable {
  /// A correction of a problem.
  case quickFix = "quickfix"
  /// A change of the whole file.
  case source
}

extension LanguageServer {
  /// Returns corrections of the problems in a range, and changes of the playlist.
  ///
  /// Editors ask at each move of the cursor. If the client can, it asks for the edits of a change of the playlist when the user chooses
  /// it.
  func codeActions(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    let range = try document.text.offsets(of: try parameters.required("range"))
    let only = parameters["context"]?["only"]?.array?.compactMap(\.string)
    func wants(_ kind: CodeActionKind) -> Bool { only?.contains(kind.rawValue) ?? true }
    var actions = wants(.quickFix) ? try corrections(in: document, range).map { $0.json(of: document) } : []
    guard wants(.source), let changes = PlaylistChanges(document) else { return .array(actions) }
    for change in PlaylistChange.allCases where try changes.offers(change) {
      try checkCancellation()
      if client.resolvesActions {
        actions.append(change.json(of: document))
      } else if let action = try changes.action(change) {
        actions.append(action.json(of: document))
      }
    }
    return .array(actions)
  }

  /// Returns a change of a playlist that the user has chosen with its edits.
  func resolvedAction(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters["data"] ?? .null)
    guard let change = parameters["data"]?["change"]?.string.flatMap(PlaylistChange.init(rawValue:)),
      let changes = PlaylistChanges(document), let action = try changes.action(change)
    else { throw ResponseError(.contentModified, "the text has changed") }
    return action.json(of: document)
  }

  private func corrections(in document: OpenDocument, _ range: Range<Int>) throws -> [CodeAction] {
    try document.problems().filter { $0.range.offsets.touches(range) }.flatMap { problem in
      problem.replacements.map { text in
        CodeAction(
          title: "Replace by \(text)", kind: .quickFix,
          edits: [document.text.replacing(problem.range.offsets, by: text)], isPreferred: true)
      }
    }
  }
}

/// A change that the client offers, with its edits.
private struct CodeAction {
  let title: String
  let kind: CodeActionKind
  let edits: [TextEdit]
  var isPreferred = false

  func json(of document: OpenDocument) -> JSONNode {
    .object([
      ("title", title.json), ("kind", kind.rawValue.json),
      ("edit", .object([("changes", .object([(document.address, JSONNode.array(edits.map(\.json)))]))])),
      ("isPreferred", isPreferred ? true : nil),
    ])
  }
}

/// The changes of a whole playlist.
private enum PlaylistChange: String, CaseIterable {
  case removeRepeated, removeMissing, sortByDate, sortByTitle, freeze, writeSearchAsRules, commentTitles

  var title: String {
    switch self {
    case .removeRepeated: "Remove repeated entries"
    case .removeMissing: "Remove missing entries"
    case .sortByDate: "Sort entries by date, newest first"
    case .sortByTitle: "Sort entries by title"
    case .freeze: "Freeze: replace rules by the episodes that they find"
    case .writeSearchAsRules: "Replace the search by rules"
    case .commentTitles: "Comment each id with its title"
    }
  }

  /// The action without its edits.
  func json(of document: OpenDocument) -> JSONNode {
    let place = JSONNode.object([("uri", document.address.json)])
    return .object([
      ("title", title.json), ("kind", CodeActionKind.source.rawValue.json),
      ("data", .object([("textDocument", place), ("change", rawValue.json)])),
    ])
  }
}

/// The changes that are possible in a playlist.
private struct PlaylistChanges {
  private let document: OpenDocument
  private let store: EditorStore
  private let file: PlaylistFile
  private let playlist: Playlist

  /// Reads a document; `nil` if it is no playlist, or has errors.
  init?(_ document: OpenDocument) {
    guard document.kind == .playlist, let store = document.store, let file = document.playlistFile,
      let playlist = file.playlist
    else { return nil }
    self.document = document
    self.store = store
    self.file = file
    self.playlist = playlist
  }

  /// Returns whether a change changes something.
  func offers(_ change: PlaylistChange) throws -> Bool {
    switch change {
    case .freeze: playlist.isSmart
    case .commentTitles: try comments().contains { _ in true }
    default: try changed(by: change) != nil
    }
  }

  /// Returns a change with its edits; `nil` if nothing changes.
  func action(_ change: PlaylistChange) throws -> CodeAction? {
    if change == .commentTitles {
      return CodeAction(title: change.title, kind: .source, edits: Array(try comments()))
    }
    return try changed(by: change).map { changed in
      CodeAction(
        title: change.title, kind: .source, edits: document.text.edits(to: try file.changed(to: changed).source))
    }
  }

  /// Returns the playlist after a change; `nil` if nothing changes.
  private func changed(by change: PlaylistChange) throws -> Playlist? {
    switch change {
    case .removeRepeated:
      var seen: Set<Episode.ID> = []
      return withEpisodes(playlist.episodes.filter { seen.insert($0).inserted })
    case .removeMissing: return withEpisodes(try withoutMissing())
    case .sortByDate: return withEpisodes(try sortedByDate())
    case .sortByTitle: return withEpisodes(try sortedByTitle())
    case .freeze:
      return playlist.isSmart ? playlist.frozen(with: try store.store.contents(of: playlist).found) : nil
    case .writeSearchAsRules: return try withRulesOfSearch()
    case .commentTitles: return nil
    }
  }

  private func withEpisodes(_ episodes: [Episode.ID]) -> Playlist? {
    episodes == playlist.episodes ? nil : playlist.withEpisodes(episodes)
  }

  /// Returns the entries without those that a diagnostic calls missing. Others may be in a library file that has an error now.
  private func withoutMissing() throws -> [Episode.ID] {
    let missing = Set(try document.problems().filter { $0.id == .missingEpisode }.map(\.range))
    return zip(playlist.episodes, file.episodeRanges).filter { !missing.contains($0.1) }.map(\.0)
  }

  private func withRulesOfSearch() throws -> Playlist? {
    guard let search = playlist.criteria.search, playlist.criteria.match == .all else { return nil }
    let rules = try SmartCriteria.rules(ofSearch: search).map(WrittenRule.init)
    return playlist.withCriteria {
      $0.search = nil
      $0.conditions = ($0.conditions ?? []) + rules
    }
  }

  private func sortedByDate() throws(MixtapeError) -> [Episode.ID] {
    let episodes = try store.episodes(playlist.episodes)
    let dates = playlist.episodes.map { episodes[$0]?.published ?? .distantPast }
    return playlist.episodes.indices.sorted { (dates[$1], $0) < (dates[$0], $1) }.map { playlist.episodes[$0] }
  }

  private func sortedByTitle() throws(MixtapeError) -> [Episode.ID] {
    let episodes = try store.episodes(playlist.episodes)
    let titles = playlist.episodes.map { episodes[$0]?.title ?? $0.rawValue }
    return playlist.episodes.indices.sorted { left, right in
      NaturalOrder.precedes(titles[left], titles[right])
        || (!NaturalOrder.precedes(titles[right], titles[left]) && left < right)
    }.map { playlist.episodes[$0] }
  }

  /// Returns the edits that write titles behind ids.
  private func comments() throws(MixtapeError) -> some Sequence<TextEdit> {
    let episodes = try store.episodes(playlist.episodes)
    return document.episodeMentions.lazy.compactMap { mention in
      episodes[mention.id].flatMap { document.commentEdit($0.title, afterLineOf: mention.range.upperBound) }
    }
  }
}

extension OpenDocument {
  /// Returns the edit that appends a comment to a line; `nil` if the line has one, or another value.
  func commentEdit(_ comment: String, afterLineOf offset: Int) -> TextEdit? {
    let line = text.content(ofLine: text.line(at: offset))
    let rest = text.text(offset..<max(offset, line.upperBound)).drop { "\"', \t".contains($0) }
    guard rest.isEmpty, !text.text(line).contains("#") else { return nil }
    return TextEdit(line.upperBound..<line.upperBound, " # \(comment.onOneLine)", in: text)
  }
}

extension EditorText {
  /// Returns the edit that puts a text into a range: a whole value keeps its quotes, and a part of a string in double quotes is
  /// escaped.
  fileprivate func replacing(_ range: Range<Int>, by new: String) -> TextEdit {
    let first = range.isEmpty ? 0 : bytes[range.lowerBound]
    let isQuoted = (first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")) && range.count > 1
    let inner = isQuoted && bytes[range.upperBound - 1] == first
    let place = inner ? range.lowerBound + 1..<range.upperBound - 1 : range
    guard case .string(let quote)? = context(at: place.lowerBound)?.part, quote == UInt8(ascii: "\"") else {
      return TextEdit(place, new, in: self)
    }
    return TextEdit(place, new.escapingQuotes, in: self)
  }
}
