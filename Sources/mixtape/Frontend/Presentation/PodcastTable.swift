import MixtapeModel
import TerminalUI

/// Podcasts and albums, one a line.
struct PodcastTable {
  let lines: [StyledText]

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
  /// How many episodes it has, or tracks of an album.
  var contents: String { head.kind.counted(episodeCount) }
}

extension Podcast {
  /// How many episodes it has, or tracks of an album.
  var contents: String { kind.counted(episodes.count) }
}

extension Podcast.Kind {
  fileprivate func counted(_ count: Int) -> String { mixtape.counted(count, self == .album ? "track" : "episode") }
}
