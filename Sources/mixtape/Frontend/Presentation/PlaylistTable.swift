import MixtapeModel

/// Playlists, one a line.
struct PlaylistTable {
  let lines: [StyledText]

  init(_ playlists: [Playlist]) {
    var table = TextTable()
    for playlist in playlists {
      table.append(
        StyledText(playlist.id, .bold), StyledText(playlist.name), StyledText(Self.contents(of: playlist)),
        StyledText(playlist.folder.path, .faint))
    }
    lines = table.lines
  }

  private static func contents(of playlist: Playlist) -> String {
    let count = counted(playlist.episodes.count, "episode")
    guard playlist.isSmart else { return count }
    return playlist.episodes.isEmpty ? "smart" : "\(count), smart"
  }
}
