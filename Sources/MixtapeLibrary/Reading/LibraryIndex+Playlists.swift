public import MixtapeModel

extension LibraryIndex {
  /// Returns summaries of all playlists, in order of id.
  public func summaries() throws(LibraryError) -> [PlaylistSummary] {
    try reading { database in
      let sql = """
        SELECT id, folder, name, episodeCount, conditions IS NOT NULL OR search IS NOT NULL FROM playlists
        """
      return try database.statement(sql).rows { row in
        PlaylistSummary(
          id: try row.id(0), folder: try row.folder(1), name: row.text(2),
          episodeCount: Int(row.integer(3)), isSmart: row.integer(4) == 1)
      }.sorted { $0.id < $1.id }
    }
  }

  /// Returns the number of playlists.
  public func playlistCount() throws(LibraryError) -> Int {
    try reading { database in
      try database.statement("SELECT count(*) FROM playlists").first { Int($0.integer(0)) } ?? 0
    }
  }

  /// Returns all playlists, without times, in order of id.
  public func playlists() throws(LibraryError) -> [Playlist] {
    try reading { database in try Self.playlists("", in: database).sorted { $0.id < $1.id } }
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
    try playlists("WHERE conditions IS NOT NULL OR search IS NOT NULL", in: database).sorted { $0.id < $1.id }
  }

  /// Returns the total playing times of the hand-picked episodes of all playlists that have any.
  ///
  /// - Complexity: O(*n* log *m*) for *n* entries of playlists and *m* episodes.
  public func playingTimes() throws(LibraryError) -> [Playlist.ID: PlayingTime] {
    try reading { database in
      let sql = """
        SELECT playlists.id, total(duration), count(*) - count(duration) FROM members
        JOIN playlists ON file = playlist LEFT JOIN episodes ON episodes.id = members.episode GROUP BY playlist
        """
      let times = try database.statement(sql).rows { row in
        (
          try row.id(0) as Playlist.ID,
          PlayingTime(seconds: row.realIfAny(1) ?? 0, unknownCount: Int(row.integer(2)))
        )
      }
      return Dictionary(times) { first, _ in first }
    }
  }

  /// Returns the total playing time of some episodes. Those that the library does not have count as unknown.
  public func playingTime(of episodes: some Sequence<Episode.ID>) throws(LibraryError) -> PlayingTime {
    try reading { try Self.playingTime(of: episodes, in: $0) }
  }

  /// Returns the total playing time of some episodes, in a transaction that is open.
  static func playingTime(of episodes: some Sequence<Episode.ID>, in database: Database) throws -> PlayingTime {
    let find = try database.statement("SELECT duration FROM episodes WHERE id = ?")
    return PlayingTime(
      of: try episodes.map { id in try find.first({ $0.text(id.rawValue) }) { $0.realIfAny(0) } ?? nil })
  }

  /// Returns the playlists with an episode among their hand-picked ones.
  public func playlists(containing episode: Episode.ID) throws(LibraryError) -> Set<Playlist.ID> {
    try reading { database in
      let sql = "SELECT id FROM members JOIN playlists ON file = playlist WHERE episode = ?"
      return Set(try database.statement(sql).rows({ $0.text(episode.rawValue) }) { try $0.id(0) })
    }
  }

  /// Returns the entries of playlists with ids of episodes of a podcast, which the library may not have, in order of playlist.
  public func entries(
    of podcast: Podcast.ID
  ) throws(LibraryError) -> [(playlist: Playlist.ID, episode: Episode.ID)] {
    try reading { database in
      let sql = """
        SELECT id, episode FROM members JOIN playlists ON file = playlist
        WHERE episode >= ? AND episode < CAST(? || x'FF' AS TEXT)
        """
      return try database.statement(sql).rows {
        $0.text("\(podcast)/")
        $0.text("\(podcast)/")
      } _: { row in
        (playlist: try row.id(0) as Playlist.ID, episode: try row.episodeID(1))
      }.sorted { $0.playlist < $1.playlist }
    }
  }

  /// Returns the playlists that match a clause of SQL, without times.
  static func playlists(
    _ clause: String, in database: Database, _ values: (inout Statement.Binder) -> Void = { _ in }
  ) throws -> [Playlist] {
    let members = try database.statement(
      "SELECT episode FROM members WHERE playlist = ? ORDER BY position")
    let sql = "SELECT file, id, folder, \(PlaylistColumns.names) FROM playlists \(clause)"
    return try database.statement(sql).rows(values) { row in
      let file = row.integer(0)
      var playlist = Playlist(blank: try row.id(1), folder: try row.folder(2))
      try PlaylistColumns.read(row, from: 3, into: &playlist)
      return playlist.withEpisodes(try members.rows({ $0.integer(file) }) { try $0.episodeID(0) })
    }
  }
}
