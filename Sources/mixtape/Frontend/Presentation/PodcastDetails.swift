import MixtapeModel
import TerminalUI

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
    table.append(key: "kind", podcast.kind.rawValue)
    table.append(key: "folder", podcast.folder.path.nonEmpty)
    table.append(key: "author", podcast.author?.nonEmpty)
    table.append(key: "feed", podcast.feed?.nonEmpty)
    table.append(key: "artwork", podcast.artwork?.nonEmpty)
    table.append(key: "categories", podcast.categories.joined(separator: ", ").nonEmpty)
    table.append(key: "tags", podcast.tags.joined(separator: ", ").nonEmpty)
    table.append(key: "subscribed", podcast.subscribed ? "yes" : "no")
    table.append(key: "added", podcast.dateAdded.map(Timestamp.day))
    table.append(key: "episodes", podcast.episodes.isEmpty ? "none" : nil)
    return table
  }
}
