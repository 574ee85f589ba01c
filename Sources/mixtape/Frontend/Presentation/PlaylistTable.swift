import MixtapeModel
import MixtapeStore

/// Playlists, one a line.
struct PlaylistTable {
  let lines: [StyledText]

  init(_ playlists: [PlaylistSummary]) {
    var table = TextTable()
    for playlist in playlists {
      table.append(
        StyledText(playlist.id, .bold), StyledText(playlist.name), StyledText(Self.contents(of: playlist)),
        StyledText(playlist.folder.path, .faint))
    }
    lines = table.lines
  }

  private static func contents(of playlist: PlaylistSummary) -> String {
    let count = counted(playlist.episodeCount, "episode")
    guard playlist.isSmart else { return count }
    return playlist.episodeCount == 0 ? "smart" : "\(count), smart"
  }
}
