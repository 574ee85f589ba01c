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
    guard wants(.source), let changes = SourceActions(document) else { return .array(actions) }
    for change in SourceAction.allCases where try changes.offers(change) {
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
    guard let change = parameters["data"]?["change"]?.string.flatMap(SourceAction.init(rawValue:)),
      let changes = SourceActions(document), let action = try changes.action(change)
    else { throw ResponseError(.contentModified, "the text has changed") }
    return action.json(of: document)
  }

  private func corrections(in document: OpenDocument, _ range: Range<Int>) throws -> [CodeAction] {
    try document.problems().filter { $0.range.offsets.touches(range) }.flatMap { problem in
      let replacements = try replacements(for: problem, in: document)
      return replacements.map { text in
        CodeAction(
          title: "Replace `\(document.text.text(problem.range.offsets))` with `\(text)`", kind: .quickFix,
          edits: [document.text.replacing(problem.range.offsets, by: text)], isPreferred: replacements.count == 1)
      }
    }
  }

  /// Returns the texts that may be meant by one with a problem. A rule that names a podcast by its title means the podcast with it.
  private func replacements(for problem: Diagnostic, in document: OpenDocument) throws(MixtapeError) -> [String] {
    guard problem.id.rawValue == RuleError.Code.invalidPodcastID.rawValue, let store = document.store else {
      return problem.replacements
    }
    let written = document.text.text(problem.range.offsets).filter { !"\"'\\".contains($0) }
    let named = try store.store.library.summaries().filter {
      TextFolding.fold($0.head.title) == TextFolding.fold(written)
    }
    return named.map { RuleText.quoted($0.id.rawValue) }
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

/// The changes of a whole playlist: source actions of the protocol.
private enum SourceAction: String, CaseIterable {
  case removeRepeated, removeMissing, sortByDate, sortByTitle, freeze, writeSearchAsRules, commentTitles

  var title: String {
    switch self {
    case .removeRepeated: "Remove repeated entries"
    case .removeMissing: "Remove missing entries"
    case .sortByDate: "Sort entries by date, newest first"
    case .sortByTitle: "Sort entries by title"
    case .freeze: "Replace the rules with the episodes found"
    case .writeSearchAsRules: "Replace the search with rules"
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

/// The source actions that are possible in a playlist.
private struct SourceActions {
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
  func offers(_ change: SourceAction) throws -> Bool {
    switch change {
    case .freeze: playlist.isSmart
    case .commentTitles: try hasUncommentedEntry()
    default: try changed(by: change) != nil
    }
  }

  /// Returns a change with its edits; `nil` if nothing changes.
  func action(_ change: SourceAction) throws -> CodeAction? {
    let source =
      change == .commentTitles ? try commented() : try changed(by: change).map { try file.changed(to: $0).source }
    return source.map { CodeAction(title: change.title, kind: .source, edits: document.text.edits(to: $0)) }
  }

  /// Returns the playlist after a change; `nil` if nothing changes.
  private func changed(by change: SourceAction) throws -> Playlist? {
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
    let changed = playlist.withCriteria {
      $0.search = nil
      $0.conditions = ($0.conditions ?? []) + rules
    }
    // Unlike a search, rules distinguish accents.
    return try store.store.contents(of: changed).found == store.store.contents(of: playlist).found ? changed : nil
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

  /// Returns whether an entry that the library has is without a comment.
  private func hasUncommentedEntry() throws(MixtapeError) -> Bool {
    let mentions = document.episodeMentions
    let known = try store.episodes(mentions.map(\.id))
    return mentions.contains { known[$0.id] != nil && !document.text.hasComment(inLineOf: $0.range.upperBound) }
  }

  /// Returns the text with titles behind ids, and each episode on a line.
  private func commented() throws(MixtapeError) -> [UInt8] {
    let places = document.episodeMentions.map(\.range)
    let haveOwnLines = Set(places.map { document.text.line(at: $0.lowerBound) }).count == places.count
    let canHaveComments = places.allSatisfy { place in
      let end = place.upperBound
      return document.text.hasComment(inLineOf: end) || document.text.placeOfComment(afterLineOf: end) != nil
    }
    let source = haveOwnLines && canHaveComments ? document.text.bytes : EpisodeLayout(document)?.formatted
    let new = OpenDocument(
      address: document.address, path: document.path, store: store, version: nil,
      text: EditorText(source ?? document.text.bytes, .utf8))
    let mentions = new.episodeMentions
    let episodes = try store.episodes(mentions.map(\.id))
    var result: [UInt8] = []
    var end = 0
    for mention in mentions {
      guard let title = episodes[mention.id]?.title,
        let place = new.text.placeOfComment(afterLineOf: mention.range.upperBound)
      else { continue }
      result += new.text.bytes[end..<place] + Array(EditorText.comment(title).utf8)
      end = place
    }
    return result + new.text.bytes[end...]
  }
}

extension EditorText {
  /// Returns the place of a new comment behind a value; `nil` if the line has a comment, or another value follows.
  func placeOfComment(afterLineOf offset: Int) -> Int? {
    let line = content(ofLine: line(at: offset))
    let rest = bytes[offset..<max(offset, line.upperBound)].drop { " \t,\"'".utf8.contains($0) }
    return rest.isEmpty && !hasComment(inLineOf: offset) ? line.upperBound : nil
  }

  /// Returns whether a line has a comment. Ids have no `#`.
  fileprivate func hasComment(inLineOf offset: Int) -> Bool {
    bytes[content(ofLine: line(at: offset))].contains(UInt8(ascii: "#"))
  }

  static func comment(_ text: String) -> String { " # \(text.onOneLine)" }

  /// Returns the edit that puts a text into a range: a whole value keeps its quotes, and a part of a string in double quotes is escaped.
  fileprivate func replacing(_ range: Range<Int>, by new: String) -> TextEdit {
    let first = range.isEmpty ? 0 : bytes[range.lowerBound]
    let isQuoted = (first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")) && range.count > 1
    var isPart = false
    if case .string? = context(at: range.lowerBound)?.part { isPart = true }
    let place = isQuoted && !isPart ? range.lowerBound + 1..<range.upperBound - 1 : range
    guard case .string(let quote)? = context(at: place.lowerBound)?.part, quote == UInt8(ascii: "\"") else {
      return TextEdit(place, new, in: self)
    }
    return TextEdit(place, new.escapingQuotes, in: self)
  }
}
