import MixtapeModel
import MixtapeStore
import TerminalUI

/// Playlists, one a line.
struct PlaylistTable {
  let lines: [StyledText]

  /// - Parameter width: The width of the terminal, if there is one.
  init(_ playlists: [PlaylistSummary], width: Int?) {
    var table = TextTable(freeText: [1, 3], dispensable: [3, 2])
    for playlist in playlists {
      table.append(
        StyledText(playlist.id, .bold), StyledText(playlist.name), StyledText(Self.contents(of: playlist)),
        StyledText(playlist.folder.path, .faint))
    }
    lines = table.lines(within: width)
  }

  private static func contents(of playlist: PlaylistSummary) -> String {
    let count = counted(playlist.episodeCount, "episode")
    guard playlist.isSmart else { return count }
    return playlist.episodeCount == 0 ? "smart" : "\(count), smart"
  }
}
