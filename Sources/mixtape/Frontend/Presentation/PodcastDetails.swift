import MixtapeModel
import MixtapeStore
import StoreBrowser
import TerminalUI

/// A table of podcasts and albums.
struct PodcastTable {
  let lines: [StyledText]

  /// Fits the table to a terminal.
  ///
  /// - Parameter width: The width of the terminal, if there is one.
  init(_ podcasts: [PodcastSummary], width: Int?) {
    var table = TextTable(freeText: [1, 3, 4], dispensable: [4, 3, 2])
    for podcast in podcasts {
      table.append(
        StyledText(podcast.id, .bold), StyledText(podcast.head.title), StyledText(podcast.contents),
        StyledText(podcast.head.tags.joined(separator: ", "), .cyan), StyledText(podcast.head.folder.path, .faint))
    }
    lines = table.lines(within: width)
  }
}

extension PodcastSummary {
  /// The number of episodes, or of tracks of an album.
  var contents: String { head.kind.counted(episodeCount) }
}

extension Podcast {
  /// The number of episodes, or of tracks of an album.
  var contents: String { kind.counted(episodes.count) }
}

extension Podcast.Kind {
  fileprivate func counted(_ count: Int) -> String { MixtapeModel.counted(count, self == .album ? "track" : "episode") }
}

/// The first lines of `podcast show`: the values of a podcast or an album. Its episodes follow.
struct PodcastDetails {
  private(set) var lines: [StyledText] = []

  /// Lists the values, and wraps long texts.
  ///
  /// - Parameter width: The width of the terminal, if there is one.
  init(_ podcast: Podcast, width: Int?) {
    lines.append("\(podcast.title, .bold) (\(podcast.id))")
    lines.append("")
    lines += Self.head(of: podcast).lines
    lines += Paragraphs.lines(
      [("description", podcast.description), ("your notes", podcast.notes)], width: width)
  }

  private static func head(of podcast: Podcast) -> TextTable {
    var table = TextTable()
    table.append(key: "kind", podcast.kind.rawValue)
    table.append(key: "folder", podcast.folder.path.nonEmpty)
    table.append(key: "author", podcast.author?.nonEmpty)
    table.append(key: "feed", podcast.feed?.nonEmpty)
    table.append(key: "guid", podcast.guid?.nonEmpty)
    table.append(key: "artwork", podcast.artwork?.nonEmpty)
    table.append(key: "categories", podcast.categories.joined(separator: ", ").nonEmpty)
    table.append(key: "tags", podcast.tags.joined(separator: ", ").nonEmpty)
    table.append(key: "subscribed", String(podcast.subscribed))
    table.append(key: "added", podcast.dateAdded.map(Timestamp.day))
    table.append(key: "new since", podcast.newSince.map(Timestamp.day))
    for (index, rule) in podcast.skip.enumerated() { table.append(key: index == 0 ? "skip" : "", rule) }
    table.append(key: "episodes", podcast.episodes.isEmpty ? "none" : nil)
    return table
  }
}

extension Store {
  /// Returns the details of an episode, a podcast or a playlist, without the list of its episodes.
  func details(of subject: DetailsPage.Subject, width: Int) throws(MixtapeError) -> [StyledText] {
    switch subject {
    case .episode(let id):
      guard let episode = try episodes([id])[id] else { throw try notFound(id) }
      return EpisodeDetails(episode, nil, width: width).lines
    case .podcast(let id):
      guard let podcast = try library.find(id) else { throw try notFound(.podcast(id)) }
      return PodcastDetails(podcast, width: width).lines
    case .playlist(let id): return PlaylistDetails(headOf: try existing(id, withTimes: true)).lines
    }
  }
}
