internal import GRDB
public import MixtapeModel

extension LibraryIndex {
  /// Changes the index in one transaction.
  ///
  /// - Throws: ``LibraryError``, or what `body` throws; nothing has changed then.
  public func update(_ body: (IndexWriter) throws -> Void) throws {
    try database.writeWithoutTransaction { database in
      do {
        // Eight times as much as usual: while an index is made, pages come again, and need not be written and read between.
        // Who only reads sees most pages once, and gets on faster in little memory.
        try database.execute(sql: "PRAGMA cache_size = -16000")
        try database.inTransaction(.immediate) {
          try body(IndexWriter(database))
          return .commit
        }
      } catch let error as DatabaseError {
        throw LibraryError(error)
      }
    }
  }
}

/// Writes what files hold into an index, within one transaction.
public final class IndexWriter {
  let database: Database
  let texts: TextWriter
  let episodeInsertion: RawStatement

  init(_ database: Database) throws {
    self.database = database
    texts = try TextWriter(database)
    episodeInsertion = try RawStatement(EpisodeRow.insertion, in: database)
  }

  /// Takes what a playlist's file says in, in the place of what it said before, and of any other file with that id.
  public func write(_ playlist: Playlist, of file: IndexedFile) throws {
    let number = try place(file, having: playlist.id.rawValue, in: "playlists")
    try removeContent(number)
    try insert(playlist, number)
  }

  /// Takes what a podcast's file says in, in the place of what it said before, and of any other file with that id.
  public func write(_ podcast: Podcast, of file: IndexedFile) throws {
    let number = try place(file, having: podcast.id.rawValue, in: "podcasts")
    try replace(number, by: podcast)
  }

  /// Notes that a file whose content is known has another status.
  public func note(_ file: IndexedFile) throws {
    try RawStatement("UPDATE files SET status = ? WHERE path = ?", in: database).run {
      $0.blob(file.status)
      $0.text(file.path)
    }
  }

  /// Forgets a file and what it held.
  public func remove(_ path: String) throws {
    if let number = try number(of: path) { try remove(number) }
  }

  /// The number of a file, the only one with that id from now on. What it held before is still there.
  private func place(_ file: IndexedFile, having id: String, in table: String) throws -> Int64 {
    let other = try RawStatement("SELECT file FROM \(table) WHERE id = ?", in: database)
      .first({ $0.text(id) }) { $0.integer(0) }
    let known = try number(of: file.path)
    if let other, other != known { try remove(other) }
    try RawStatement(
      """
      INSERT INTO files (path, status, content) VALUES (?, ?, ?)
      ON CONFLICT (path) DO UPDATE SET status = excluded.status, content = excluded.content
      """, in: database
    ).run {
      $0.text(file.path)
      $0.blob(file.status)
      $0.blob(file.content)
    }
    return known ?? database.lastInsertedRowID
  }

  private func number(of path: String) throws -> Int64? {
    try RawStatement("SELECT file FROM files WHERE path = ?", in: database).first({ $0.text(path) }) { $0.integer(0) }
  }

  private func remove(_ file: Int64) throws {
    try removeContent(file)
    try run("DELETE FROM files WHERE file = ?", file)
  }

  private func removeContent(_ file: Int64) throws {
    try run("DELETE FROM members WHERE playlist = ?", file)
    try run("DELETE FROM playlists WHERE file = ?", file)
    try removeEpisodes(of: file)
    try run("DELETE FROM podcasts WHERE file = ?", file)
  }

  func run(_ sql: String, _ number: Int64) throws {
    try RawStatement(sql, in: database).run { $0.integer(number) }
  }
}
