import MixtapeModel

/// Podcasts and albums, one a line.
struct PodcastTable {
  let lines: [StyledText]

  /// - Parameter width: The width of the terminal, if there is one.
  init(_ podcasts: [Podcast], width: Int?) {
    var table = TextTable(freeText: [1, 3, 4], dispensable: [4, 3, 2])
    for podcast in podcasts {
      table.append(
        StyledText(podcast.id, .bold), StyledText(podcast.title), StyledText(podcast.contents),
        StyledText(podcast.tags.joined(separator: ", "), .cyan), StyledText(podcast.folder.path, .faint))
    }
    lines = table.lines(within: width)
  }
}

extension Podcast {
  /// How many episodes it has, or tracks of an album.
  var contents: String { counted(episodes.count, kind == .album ? "track" : "episode") }
}
