internal import JSON
internal import LosslessTOML
internal import MixtapeModel
internal import MixtapeStore

extension OpenDocument {
  /// Returns hints behind the ids of episodes in a range: title, podcast, date and length.
  func hints(in range: Range<Int>) throws(MixtapeError) -> [JSONNode] {
    guard let store else { return [] }
    let mentions = episodeMentions.filter {
      $0.range.lowerBound <= range.upperBound && $0.range.upperBound >= range.lowerBound
    }
    let episodes = try store.episodes(mentions.map(\.id))
    return mentions.compactMap { mention in
      episodes[mention.id].map {
        .object([
          ("position", text.position(of: endOfEntry(mention.range.upperBound))), ("label", $0.inOneLine.json),
          ("paddingLeft", true),
        ])
      }
    }
  }

  /// Returns the offset after the comma behind an entry, or its end.
  private func endOfEntry(_ end: Int) -> Int {
    end < text.bytes.count && text.bytes[end] == UInt8(ascii: ",") ? end + 1 : end
  }

  /// Returns the text for the id of an episode or for a key at an offset.
  func hover(at offset: Int) throws(MixtapeError) -> JSONNode? {
    if let mention = episodeMention(at: offset) {
      guard let store, let episode = try store.episodes([mention.id])[mention.id] else { return nil }
      let lines = [episode.inOneLine, episode.url, "`\(episode.id)`"].compactMap(\.self)
      return hover(lines.joined(separator: "\n\n"), mention.range)
    }
    guard kind == .playlist,
      let entry = document.root.entries.first(where: {
        $0.keyRange.lowerBound <= offset && offset <= $0.keyRange.upperBound
      }), let key = PlaylistKey(rawValue: entry.key)
    else { return nil }
    return hover("`\(key.rawValue)`\n\n\(key.explanation)", entry.keyRange.offsets)
  }

  private func hover(_ markdown: String, _ range: Range<Int>) -> JSONNode {
    .object([
      ("contents", .object([("kind", "markdown"), ("value", markdown.json)])), ("range", text.range(range)),
    ])
  }
}
