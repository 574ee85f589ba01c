internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

extension LanguageServer {
  /// Returns hints: titles behind ids, the number of entries and their playing time behind the array, and the number of episodes
  /// behind each rule.
  ///
  /// Rules that were not counted yet are counted later if the client can ask again.
  func hints(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    guard let store = document.store else { return .array([]) }
    let range = try document.text.offsets(of: try parameters.required("range"))
    if document.hasCounts, document.ruleMentions.contains(where: { !store.hasCounted($0.id) }) {
      if client.refreshesHints {
        countLater(document)
      } else {
        for rule in document.ruleMentions {
          try store.count(rule.id)
          try checkCancellation()
        }
      }
    }
    return .array(try document.titleHints(store, in: range) + document.ruleHints(store, in: range))
  }
}

extension OpenDocument {
  fileprivate func titleHints(_ store: EditorStore, in range: Range<Int>) throws(MixtapeError) -> [JSONNode] {
    let mentions = episodeMentions
    let shown = mentions.filter { $0.range.touches(range) }
    guard !shown.isEmpty else { return [] }
    let episodes = try store.episodes(shown.map(\.id))
    let titles = shown.compactMap { mention in
      episodes[mention.id].map { hint(at: mention.range.upperBound, $0.inOneLine) }
    }
    guard let end = document.root[PlaylistKey.episodes.rawValue]?.array?.range.upperBound, range.touches(end) else {
      return titles
    }
    return titles + [hint(at: end, try store.summary(of: mentions.map(\.id)))]
  }

  fileprivate func ruleHints(_ store: EditorStore, in range: Range<Int>) throws(MixtapeError) -> [JSONNode] {
    guard hasCounts else { return [] }
    var hints: [JSONNode] = []
    for rule in ruleMentions where rule.range.touches(range) && store.hasCounted(rule.id) {
      guard let count = try store.count(rule.id) else { continue }
      hints.append(hint(at: rule.range.upperBound, counted(count, "episode")))
    }
    return hints
  }

  /// Makes a hint behind a value, after the comma that may follow.
  private func hint(at end: Int, _ label: String) -> JSONNode {
    let hasComma = end < text.bytes.count && text.bytes[end] == UInt8(ascii: ",")
    return .object([
      ("position", text.position(of: hasComma ? end + 1 : end)), ("label", label.json), ("paddingLeft", true),
    ])
  }
}

extension EditorStore {
  /// Returns the number of entries and their playing time: `12 episodes · 3:04:00`.
  func summary(of entries: [Episode.ID]) throws(MixtapeError) -> String {
    let episodes = try episodes(entries)
    let time = PlayingTime(of: entries.map { episodes[$0]?.duration })
    return [counted(entries.count, "episode"), time.text].compactMap(\.self).joined(separator: " · ")
  }
}

extension PlayingTime {
  /// The time as players show it, with a sign if more belongs to it; `nil` if nothing is known.
  var text: String? {
    guard seconds > 0, let text = Episode.length(seconds) else { return nil }
    return unknownCount > 0 ? "≥ \(text)" : text
  }
}

extension LanguageServer {
  /// Returns the lines above a playlist: its history, and the number of its episodes, which is counted when the client shows it.
  func lenses(_ parameters: JSONNode) throws -> JSONNode {
    let document = try workspace.document(in: parameters)
    guard document.kind == .playlist || document.kind == .podcast else { return .array([]) }
    let start = document.text.range(0..<0)
    let history = EditorCommand.history.json(title: "Show history", arguments: [document.address.json])
    let lens = JSONNode.object([("range", start), ("command", history)])
    guard document.kind == .playlist else { return .array([lens]) }
    return .array([lens, .object([("range", start), ("data", document.address.json)])])
  }

  /// Returns a lens with the number of episodes and their playing time.
  func resolvedLens(_ lens: JSONNode) throws -> JSONNode {
    guard let address = lens["data"]?.string, let document = workspace.documents[address], let store = document.store
    else { throw JSONMismatch() }
    let title = try document.playlistFile?.playlist.map { try store.contentsSummary(of: $0) } ?? "this file has errors"
    return .object([
      ("range", lens["range"] ?? document.text.range(0..<0)),
      ("command", .object([("title", title.json), ("command", "")])),
    ])
  }
}

extension EditorStore {
  /// Returns the number of the present episodes of a playlist and their playing time.
  fileprivate func contentsSummary(of playlist: Playlist) throws(MixtapeError) -> String {
    let (contents, _, time) = try store.contents(of: playlist) { _ in [] }
    return [counted(contents.entries.count, "episode"), time.text].compactMap(\.self).joined(separator: ", ")
  }
}
