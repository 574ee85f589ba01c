import MixtapeModel

/// A podcast or an album with all that its file says.
struct PodcastDetails {
  private(set) var lines: [StyledText] = []

  /// - Parameter width: The width of the terminal, if there is one.
  init(_ podcast: Podcast, width: Int?) {
    lines.append("\(podcast.title, .bold) (\(podcast.id))")
    lines.append("")
    lines += Self.head(of: podcast).lines
    if !podcast.episodes.isEmpty {
      lines += [""] + EpisodeTable(podcast.episodes, width: width, indentation: 2).lines
    }
  }

  private static func head(of podcast: Podcast) -> TextTable {
    var table = TextTable()
    func append(_ key: String, _ value: String?) {
      if let value, !value.isEmpty { table.append(StyledText(key, .faint), StyledText(value)) }
    }
    append("kind", podcast.kind.rawValue)
    append("folder", podcast.folder.path)
    append("author", podcast.author)
    append("feed", podcast.feed)
    append("artwork", podcast.artwork)
    append("categories", podcast.categories.joined(separator: ", "))
    append("tags", podcast.tags.joined(separator: ", "))
    append("subscribed", podcast.subscribed ? "yes" : "no")
    append("added", podcast.dateAdded.map(Timestamp.day))
    append("episodes", podcast.episodes.isEmpty ? "none" : nil)
    return table
  }
}
