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
  func codeActions(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    let range = try document.text.offsets(of: try parameters.required("range"))
    let only = parameters["context"]?["only"]?.array?.compactMap(\.string)
    func wants(_ kind: CodeActionKind) -> Bool { only?.contains(kind.rawValue) ?? true }
    var actions = wants(.quickFix) ? try corrections(in: document, range) : []
    if wants(.source), let changes = PlaylistActions(document) {
      actions += try changes.all { try checkCancellation() }
    }
    return .array(actions.map { $0.json(of: document) })
  }

  private func corrections(in document: OpenDocument, _ range: Range<Int>) throws -> [CodeAction] {
    try document.problems().filter { $0.range.offsets.touches(range) }.flatMap { problem in
      problem.replacements.map { text in
        CodeAction(
          "Replace by \(text)", .quickFix, [document.text.replacing(problem.range.offsets, by: text)],
          solving: problem)
      }
    }
  }
}

/// A change that the client offers.
private struct CodeAction {
  let title: String
  let kind: CodeActionKind
  let edits: [TextEdit]
  let solved: Diagnostic?

  init(_ title: String, _ kind: CodeActionKind, _ edits: [TextEdit], solving solved: Diagnostic? = nil) {
    self.title = title
    self.kind = kind
    self.edits = edits
    self.solved = solved
  }

  func json(of document: OpenDocument) -> JSONNode {
    .object([
      ("title", title.json), ("kind", kind.rawValue.json),
      ("edit", .object([("changes", .object([(document.address, JSONNode.array(edits.map(\.json)))]))])),
      ("isPreferred", solved == nil ? nil : true),
    ])
  }
}

/// The changes of a whole playlist.
private struct PlaylistActions {
  private let document: OpenDocument
  private let store: EditorStore
  private let file: PlaylistFile
  private let playlist: Playlist

  /// Makes the actions; `nil` if the document is no playlist, or has errors.
  init?(_ document: OpenDocument) {
    guard document.kind == .playlist, let store = document.store, let file = document.playlistFile,
      let playlist = file.playlist
    else { return nil }
    self.document = document
    self.store = store
    self.file = file
    self.playlist = playlist
  }

  /// Returns the actions that change something.
  ///
  /// - Parameter check: Throws an error if the client needs none any more.
  func all(between check: () throws -> Void) throws -> [CodeAction] {
    let episodes = try store.episodes(playlist.episodes)
    let found = playlist.isSmart ? try store.store.contents(of: playlist).found : []
    var seen: Set<Episode.ID> = []
    let changes: [(title: String, playlist: Playlist?)] = [
      ("Remove repeated entries", withEpisodes(playlist.episodes.filter { seen.insert($0).inserted })),
      ("Remove missing entries", withEpisodes(try withoutMissing())),
      (
        "Sort entries by date, newest first",
        withEpisodes(sorted(episodes) { $0.published.map { -$0.timeIntervalSince1970 } ?? .infinity })
      ),
      ("Sort entries by title", withEpisodes(sortedByTitle(episodes))),
      ("Freeze: replace rules by the episodes that they find", playlist.isSmart ? playlist.frozen(with: found) : nil),
      ("Replace the search by rules", try withRulesOfSearch()),
    ]
    return try changes.compactMap { title, changed in
      try check()
      return try changed.flatMap { try action(title, $0) }
    } + [comments(episodes)].compactMap(\.self)
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

  private func sorted(_ episodes: [Episode.ID: Episode], by number: (Episode) -> Double) -> [Episode.ID] {
    let numbers = playlist.episodes.map { id in episodes[id].map(number) ?? .infinity }
    return playlist.episodes.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }.map { playlist.episodes[$0] }
  }

  private func sortedByTitle(_ episodes: [Episode.ID: Episode]) -> [Episode.ID] {
    let titles = playlist.episodes.map { episodes[$0]?.title ?? $0.rawValue }
    return playlist.episodes.indices.sorted { left, right in
      NaturalOrder.precedes(titles[left], titles[right])
        || (!NaturalOrder.precedes(titles[right], titles[left]) && left < right)
    }.map { playlist.episodes[$0] }
  }

  private func action(_ title: String, _ changed: Playlist) throws(PlaylistFileError) -> CodeAction? {
    CodeAction(title, .source, document.text.edits(to: try file.changed(to: changed).source))
  }

  /// Returns the action that writes titles behind ids; `nil` if nothing would change.
  private func comments(_ episodes: [Episode.ID: Episode]) -> CodeAction? {
    let edits = document.episodeMentions.compactMap { mention in
      episodes[mention.id].flatMap { document.commentEdit($0.title, afterLineOf: mention.range.upperBound) }
    }
    return edits.isEmpty ? nil : CodeAction("Comment each id with its title", .source, edits)
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
