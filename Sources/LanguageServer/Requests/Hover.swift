internal import LosslessTOML
internal import MixtapeLibrary
internal import MixtapeModel
internal import MixtapeStore
internal import PlaylistFiles

extension LanguageServer {
  /// Returns the text about the episode, the rule or the key at a position.
  func hover(_ parameters: JSONNode) throws -> JSONNode {
    let (document, offset) = try workspace.place(in: parameters)
    if let mention = document.episode(at: offset) {
      guard let store = document.store, let episode = try store.episode(mention.id) else { return .null }
      return hover(try text(about: episode, in: document, store), document.text.range(mention.range))
    }
    if let store = document.store, let rule = document.ruleMentions.first(where: { $0.range.touches(offset) }) {
      return hover(try store.text(about: rule.id, client.hoverMarkup), document.text.range(rule.range))
    }
    guard let schema = KeySchema(document.kind), let (path, range) = document.text.key(at: offset),
      let key = schema.key(path)
    else { return .null }
    return hover(key.explanation(in: client.hoverMarkup), document.text.range(range))
  }

  private func hover(_ text: String, _ range: JSONNode) -> JSONNode {
    .object([
      ("contents", .object([("kind", client.hoverMarkup.rawValue.json), ("value", text.json)])), ("range", range),
    ])
  }

  /// Returns the facts about an episode, the playlists that hold it, and why it is in the present one.
  private func text(
    about episode: Episode, in document: OpenDocument, _ store: EditorStore
  ) throws(MixtapeError) -> String {
    let markup = client.hoverMarkup
    var parts = [markup.strong(episode.inOneLine), markup.code(episode.id.rawValue)]
    let facts = episode.facts
    if !facts.isEmpty { parts.append(markup.lines(facts)) }
    let holders = try store.store.summaries(containing: [episode.id]).held.keys.sorted()
    if !holders.isEmpty { parts.append("In \(holders.map { markup.code($0.rawValue) }.joined(separator: ", "))") }
    if let playlist = document.playlistFile?.playlist, playlist.isSmart {
      let lines = surroundings.explanation(try store.store.explain(playlist, episode.id), episode.id, playlist)
      parts.append(markup.block(lines.joined(separator: "\n")))
    }
    return parts.joined(separator: "\n\n")
  }
}

extension Episode {
  /// The maximum length of a description in characters.
  private static let longestDescription = 400

  /// The facts besides those of ``inOneLine``, in lines.
  fileprivate var facts: [String] {
    var state: [String] = []
    if let rating { state.append("rating \(rating)") }
    if let playCount, playCount > 0 { state.append("played \(counted(Int(clamping: playCount), "time"))") }
    if case .started = listeningState { state.append("in progress") }
    var lines = [state.isEmpty ? nil : state.joined(separator: ", "), text(.genre), url].compactMap(\.self)
    if let text = text(.description), !text.isEmpty {
      lines.append(text.count > Self.longestDescription ? "\(text.prefix(Self.longestDescription))…" : text)
    }
    return lines
  }
}

extension EditorStore {
  /// Returns a rule in its full form, the number of episodes that it finds, and the first of them.
  fileprivate func text(about rule: WrittenRule, _ markup: Markup) throws(MixtapeError) -> String {
    var parts = [markup.block("\(rule.rule)")]
    if let count = try count(rule) {
      parts.append("finds \(counted(count, "episode"))\(count > 0 ? ":" : "")")
      let query = EpisodeQuery(rule: rule.rule, now: store.context.now())
      let first = try store.episodes(matching: query, atMost: 3)
      if !first.isEmpty { parts.append(first.map { "- \(markup.plain($0.inOneLine))" }.joined(separator: "\n")) }
    }
    return parts.joined(separator: "\n\n")
  }
}
