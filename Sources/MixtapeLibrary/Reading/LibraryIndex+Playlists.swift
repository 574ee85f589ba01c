internal import GRDB
public import MixtapeModel

extension LibraryIndex {
  /// Returns summaries of all playlists, in order of id.
  public func summaries() throws(LibraryError) -> [PlaylistSummary] {
    try reading { database in
      let sql = """
        SELECT id, folder, name, episodeCount, conditions IS NOT NULL OR search IS NOT NULL FROM playlists ORDER BY id
        """
      var folders = FolderReader()
      return try RawStatement(sql, in: database).rows { row in
        PlaylistSummary(
          id: try row.id(0), folder: try folders.read(row, 1), name: row.text(2),
          episodeCount: Int(row.integer(3)), isSmart: row.integer(4) == 1)
      }
    }
  }

  /// Returns the number of playlists.
  public func playlistCount() throws(LibraryError) -> Int {
    try reading { database in try Int.fetchOne(database, sql: "SELECT count(*) FROM playlists") ?? 0 }
  }

  /// Returns all playlists, without times, in order of id.
  public func playlists() throws(LibraryError) -> [Playlist] {
    try reading { database in try Self.playlists("ORDER BY id", in: database) }
  }

  /// Returns the playlist with an id, without times, or `nil`.
  public func playlist(_ id: Playlist.ID) throws(LibraryError) -> Playlist? {
    try reading { database in try Self.playlist(id, in: database) }
  }

  /// Returns the playlist with an id, without times, or `nil`.
  static func playlist(_ id: Playlist.ID, in database: Database) throws -> Playlist? {
    try playlists("WHERE id = ?", in: database) { $0.text(id.rawValue) }.first
  }

  /// Returns all smart playlists, without times, in order of id.
  static func smartPlaylists(in database: Database) throws -> [Playlist] {
    try playlists("WHERE conditions IS NOT NULL OR search IS NOT NULL ORDER BY id", in: database)
  }

  /// Returns the playlists with an episode among their hand-picked ones.
  public func playlists(holding episode: Episode.ID) throws(LibraryError) -> Set<Playlist.ID> {
    try reading { database in
      let sql = "SELECT id FROM members JOIN playlists ON file = playlist WHERE episode = ?"
      return Set(try RawStatement(sql, in: database).rows({ $0.text(episode.rawValue) }) { try $0.id(0) })
    }
  }

  /// Returns the playlists that match a clause of SQL, without times.
  static func playlists(
    _ clause: String, in database: Database, _ values: (inout RawStatement.Binder) -> Void = { _ in }
  ) throws -> [Playlist] {
    let members = try RawStatement(
      "SELECT episode FROM members WHERE playlist = ? ORDER BY position", in: database)
    let sql = "SELECT file, id, folder, \(PlaylistColumns.names) FROM playlists \(clause)"
    var folders = FolderReader()
    return try RawStatement(sql, in: database).rows(values) { row in
      let file = row.integer(0)
      var playlist = Playlist(blank: try row.id(1), folder: try folders.read(row, 2))
      try PlaylistColumns.read(row, from: 3, into: &playlist)
      return playlist.withEpisodes(try members.rows({ $0.integer(file) }) { try $0.episodeID(0) })
    }
  }
}
