internal import MixtapeModel

extension IndexWriter {
  /// Inserts the rows of a playlist.
  func insert(_ playlist: Playlist, _ file: Int64) throws {
    let values = try PlaylistColumns.values(of: playlist)
    try RawStatement(
      """
      INSERT INTO playlists (file, id, folder, episodeCount, \(PlaylistColumns.names))
      VALUES (?, ?, ?, ?\(String(repeating: ", ?", count: values.count)))
      """, in: database
    ).run {
      $0.integer(file)
      $0.text(playlist.id.rawValue)
      $0.text(playlist.folder.path)
      $0.integer(Int64(playlist.episodes.count))
      for value in values { $0.value(value) }
    }
    let member = try RawStatement(
      "INSERT INTO members (playlist, position, episode) VALUES (?, ?, ?)", in: database)
    for (position, episode) in playlist.episodes.enumerated() {
      try member.run {
        $0.integer(file)
        $0.integer(Int64(position))
        $0.text(episode.rawValue)
      }
    }
  }
}
