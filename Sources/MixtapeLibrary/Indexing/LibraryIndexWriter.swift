public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
    let values = PlaylistColumns.values(of: playlist)
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
      $0.bind(values)
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

/// The state of a file in the index.
public struct IndexedFile: Hashable, Sendable {
  /// The path below the store's directory.
  public let path: String
  /// The status in the file system before the file was read, in an encoding of the store; `nil` if it cannot show
  /// whether the file has changed.
  public let status: [UInt8]?
  /// The digest of the content.
  public let content: [UInt8]

  /// Makes a state.
  public init(path: String, status: [UInt8]?, content: [UInt8]) {
    self.path = path
    self.status = status
    self.content = content
  }
}

extension LibraryIndex {
  /// Returns the files in a directory and below it, by path.
  public func files(in directory: String) throws(LibraryError) -> [String: IndexedFile] {
    try files("SELECT path, status, content FROM files WHERE path >= ? AND path < ?") {
      $0.text("\(directory)/")
      // The byte after the slash.
      $0.text("\(directory)0")
    }
  }

  /// Returns the file of a playlist.
  public func file(ofPlaylist id: String) throws(LibraryError) -> IndexedFile? {
    try files("SELECT path, status, content FROM playlists JOIN files USING (file) WHERE id = ?") { $0.text(id) }.first?
      .value
  }

  /// Returns the file of a podcast.
  public func file(ofPodcast id: String) throws(LibraryError) -> IndexedFile? {
    try files("SELECT path, status, content FROM podcasts JOIN files USING (file) WHERE id = ?") { $0.text(id) }.first?
      .value
  }

  private func files(
    _ sql: String, _ values: (inout Statement.Binder) -> Void
  ) throws(LibraryError) -> [String: IndexedFile] {
    try reading { database in
      let files = try database.statement(sql).rows(values) {
        IndexedFile(path: $0.text(0), status: $0.blobIfAny(1), content: $0.blobIfAny(2) ?? [])
      }
      return Dictionary(files.map { ($0.path, $0) }) { first, _ in first }
    }
  }
}

extension LibraryIndexWriter {
  /// Replaces the rows of a podcast. Unchanged episodes keep their rows.
  func replace(_ file: Int64, by podcast: Podcast) throws {
    let foldedTitle = TextFolding.fold(podcast.title)
    let oldTitle = try database.statement("SELECT foldedTitle FROM podcasts WHERE file = ?")
      .first({ $0.integer(file) }) { $0.text(0) }
    // The title is in the search row of each episode.
    if let oldTitle, !oldTitle.hasSameBytes(as: foldedTitle) { try removeEpisodes(of: file) }
    try removePodcast(file)
    try insert(podcast, foldedTitle, file)
    try insertWords(of: podcast, file)
    try replaceEpisodes(of: file, by: podcast.episodes)
  }

  /// Removes the rows of a podcast, but not those of its episodes.
  func removePodcast(_ file: Int64) throws {
    try run("DELETE FROM podcastSearch WHERE rowid = ?", file)
    try run("DELETE FROM podcasts WHERE file = ?", file)
  }

  private func insertWords(of podcast: Podcast, _ file: Int64) throws {
    guard let texts = TextFolding.foldedTexts([podcast.description, podcast.notes]) else { return }
    try database.statement("INSERT INTO podcastSearch (rowid, texts) VALUES (?, ?)").run {
      $0.integer(file)
      $0.text(texts)
    }
  }

  private func insert(_ podcast: Podcast, _ foldedTitle: String, _ file: Int64) throws {
    let categories = JSONStrings.encode(podcast.categories)
    let skip = JSONStrings.encode(podcast.skip)
    let tags = JSONStrings.encode(podcast.tags)
    try database.statement(
      """
      INSERT INTO podcasts (
        file, id, folder, kind, title, foldedTitle, author, feed, guid, artwork, description, notes, categories,
        tags, subscribed, dateAdded, newSince, skip, episodeCount)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """
    ).run {
      $0.integer(file)
      $0.text(podcast.id.rawValue)
      $0.text(podcast.folder.path)
      $0.text(podcast.kind.rawValue)
      $0.text(podcast.title)
      $0.text(foldedTitle)
      $0.text(podcast.author)
      $0.text(podcast.feed)
      $0.text(podcast.guid)
      $0.text(podcast.artwork)
      $0.text(podcast.description)
      $0.text(podcast.notes)
      $0.text(categories)
      $0.text(tags)
      $0.integer(podcast.subscribed ? 1 : 0)
      $0.real(podcast.dateAdded?.timeIntervalSince1970)
      $0.real(podcast.newSince?.timeIntervalSince1970)
      $0.text(skip)
      $0.integer(Int64(podcast.episodes.count))
    }
  }
}
