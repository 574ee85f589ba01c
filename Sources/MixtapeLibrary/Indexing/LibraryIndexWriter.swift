public import MixtapeModel

extension LibraryIndex {
  /// Changes the index in one transaction. If it throws, nothing changes.
  ///
  /// - Throws: ``LibraryError``, and the errors of `body`.
  public func update(_ body: (LibraryIndexWriter) throws -> Void) throws {
    do {
      try database.use { database in
        // 16 MB, eight times the default: a full index writes the same pages many times. Readers see most pages once,
        // and are faster with the default.
        try database.execute("PRAGMA cache_size = -16000")
        try database.transaction(.immediate) { try body(LibraryIndexWriter(database)) }
      }
    } catch let error as SQLiteError {
      throw LibraryError(error)
    }
  }
}

/// Writes the contents of files into an index, in one transaction.
public final class LibraryIndexWriter {
  let database: Database
  let texts: TextWriter
  let episodeInsertion: Statement

  init(_ database: Database) throws {
    self.database = database
    texts = try TextWriter(database)
    episodeInsertion = try database.statement(EpisodeRow.insertion)
  }

  /// Writes the contents of a playlist's file. They replace its earlier contents, and any other file with the same id.
  public func write(_ playlist: Playlist, of file: IndexedFile) throws {
    let number = try place(file, having: playlist.id.rawValue, in: "playlists")
    try removeContent(number)
    try insert(playlist, number)
  }

  /// Writes the contents of a podcast's file. They replace its earlier contents, and any other file with the same id.
  public func write(_ podcast: Podcast, of file: IndexedFile) throws {
    let number = try place(file, having: podcast.id.rawValue, in: "podcasts")
    try replace(number, by: podcast)
  }

  /// Writes the new status of a file with unchanged content.
  public func note(_ file: IndexedFile) throws {
    try database.statement("UPDATE files SET status = ? WHERE path = ?").run {
      $0.blob(file.status)
      $0.text(file.path)
    }
  }

  /// Removes a file and its contents.
  public func remove(_ path: String) throws {
    if let number = try number(of: path) { try remove(number) }
  }

  /// Returns the number of a file, and removes any other file with the same id. Its earlier contents stay.
  private func place(_ file: IndexedFile, having id: String, in table: String) throws -> Int64 {
    let other = try database.statement("SELECT file FROM \(table) WHERE id = ?")
      .first({ $0.text(id) }) { $0.integer(0) }
    let known = try number(of: file.path)
    if let other, other != known { try remove(other) }
    try database.statement(
      """
      INSERT INTO files (path, status, content) VALUES (?, ?, ?)
      ON CONFLICT (path) DO UPDATE SET status = excluded.status, content = excluded.content
      """
    ).run {
      $0.text(file.path)
      $0.blob(file.status)
      $0.blob(file.content)
    }
    return known ?? database.lastInsertedRow
  }

  private func number(of path: String) throws -> Int64? {
    try database.statement("SELECT file FROM files WHERE path = ?").first({ $0.text(path) }) { $0.integer(0) }
  }

  private func remove(_ file: Int64) throws {
    try removeContent(file)
    try run("DELETE FROM files WHERE file = ?", file)
  }

  private func removeContent(_ file: Int64) throws {
    try run("DELETE FROM members WHERE playlist = ?", file)
    try run("DELETE FROM playlists WHERE file = ?", file)
    try removeEpisodes(of: file)
    try removePodcast(file)
  }

  func run(_ sql: String, _ number: Int64) throws {
    try database.statement(sql).run { $0.integer(number) }
  }
}

// MARK: - Playlists

extension LibraryIndexWriter {
  /// Inserts the rows of a playlist.
  func insert(_ playlist: Playlist, _ file: Int64) throws {
    let values = try PlaylistColumns.values(of: playlist)
    try database.statement(
      """
      INSERT INTO playlists (file, id, folder, episodeCount, \(PlaylistColumns.names))
      VALUES (?, ?, ?, ?\(String(repeating: ", ?", count: values.count)))
      """
    ).run {
      $0.integer(file)
      $0.text(playlist.id.rawValue)
      $0.text(playlist.folder.path)
      $0.integer(Int64(playlist.episodes.count))
      for value in values { $0.value(value) }
    }
    let member = try database.statement(
      "INSERT INTO members (playlist, position, episode) VALUES (?, ?, ?)")
    for (position, episode) in playlist.episodes.enumerated() {
      try member.run {
        $0.integer(file)
        $0.integer(Int64(position))
        $0.text(episode.rawValue)
      }
    }
  }
}
