/// An index of the files of a store in SQLite: episodes, podcasts, playlists and their members.
///
/// All its data is derived from files, but it reads no files itself: `MixtapeStore` passes their contents. An index can
/// be used from several threads, one at a time.
public final class LibraryIndex: Sendable {
  let database: SharedDatabase

  /// Makes an empty index in memory.
  ///
  /// - Throws: ``LibraryError/Code/database``.
  public init() throws(LibraryError) {
    database = SharedDatabase(try Self.make(at: nil))
  }

  /// Opens the index in a file.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if the file is missing, is not an index, or has another version;
  ///   ``LibraryError/Code/database`` if it cannot be opened at present.
  public init(at path: String) throws(LibraryError) {
    let database = try withLibraryErrors {
      let database = try Database(at: path)
      guard try Schema.version(database) == Schema.version else { throw LibraryError(.damaged) }
      return database
    }
    self.database = SharedDatabase(database)
  }

  /// Creates an empty index in a new file.
  ///
  /// - Throws: ``LibraryError/Code/database`` if the file cannot be created.
  public init(makingFileAt path: String) throws(LibraryError) {
    database = SharedDatabase(try Self.make(at: path))
  }

  private static func make(at path: String?) throws(LibraryError) -> Database {
    try withLibraryErrors {
      let database = try Database(at: path)
      try database.transaction(.immediate) { try Schema.create(database) }
      return database
    }
  }

  /// Returns a copy in memory, for an index whose file cannot be written.
  ///
  /// - Complexity: Linear in the size of the index.
  public func copy() throws(LibraryError) -> LibraryIndex {
    let copy = try LibraryIndex()
    try withLibraryErrors { try database.use { database in try copy.database.use { try database.copy(to: $0) } } }
    return copy
  }

  /// Returns whether SQLite finds the file undamaged. Linear in the size of the index.
  public func isIntact() throws(LibraryError) -> Bool {
    let result = try withLibraryErrors {
      try database.use { try $0.statement("PRAGMA quick_check(1)").first { $0.text(0) } }
    }
    return result == "ok"
  }

  /// Reads in one transaction, so that all results are of one state.
  func reading<Result>(_ body: (Database) throws -> Result) throws(LibraryError) -> Result {
    try withLibraryErrors {
      try database.use { database in try database.transaction(.deferred) { try body(database) } }
    }
  }
}

/// The tables of the index. All data is derived from files, so an index of another version is not migrated but created
/// again.
enum Schema {
  /// The revision. It must change with the values written into the tables, and with the errors in files.
  private static let revision = 11

  /// The version: a number of the revision and the tables, so that tables with other columns have another one.
  static let version = Int(
    Int32.max & tables.utf8.reduce(Int32(revision)) { (hash, byte) in (hash ^ Int32(byte)) &* 0x0100_0193 })

  /// Creates the tables in an empty database.
  static func create(_ database: Database) throws {
    try database.execute(tables)
    try database.execute("PRAGMA user_version = \(version)")
  }

  /// Returns the version of the tables; 0 in an empty file.
  static func version(_ database: Database) throws -> Int {
    try database.statement("PRAGMA user_version").first { Int($0.integer(0)) } ?? 0
  }

  private static let tables = """
    -- The files of playlists/ and library/ that have been read, by their paths below the store's directory.
    CREATE TABLE files (
      file INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      -- The status in the file system before the file was read; null if it cannot show later changes, or if the file has
      -- errors.
      status BLOB,
      -- A digest of the content that the rows below are derived from.
      content BLOB NOT NULL);

    CREATE TABLE playlists (
      file INTEGER PRIMARY KEY REFERENCES files,
      id TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      episodeCount INTEGER NOT NULL,
      -- Keys of the file. Columns without a type keep integers and text as they are.
      \(PlaylistColumns.names));

    -- The hand-picked episodes, in order; some may be missing from the library.
    CREATE TABLE members (
      playlist INTEGER NOT NULL REFERENCES playlists,
      position INTEGER NOT NULL,
      episode TEXT NOT NULL,
      PRIMARY KEY (playlist, position)) WITHOUT ROWID;
    CREATE INDEX membersByEpisode ON members (episode);

    CREATE TABLE podcasts (
      file INTEGER PRIMARY KEY REFERENCES files,
      id TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      kind TEXT NOT NULL,
      title TEXT NOT NULL, foldedTitle TEXT NOT NULL,
      author TEXT, feed TEXT, guid TEXT, artwork TEXT, description TEXT, notes TEXT,
      categories TEXT NOT NULL, tags TEXT NOT NULL,
      subscribed INTEGER NOT NULL,
      dateAdded REAL,
      newSince REAL,
      skip TEXT NOT NULL,
      episodeCount INTEGER NOT NULL);

    -- Texts that many episodes share, each once; rules compare `folded`. Texts that are no longer used may stay.
    CREATE TABLE texts (
      text INTEGER PRIMARY KEY,
      original TEXT NOT NULL UNIQUE,
      folded TEXT NOT NULL,
      -- The key for sorting, if it is not `folded`; see `NaturalOrderKey`.
      sortKey TEXT);
    CREATE INDEX textsByFolded ON texts (folded);
    -- The values of texts that list several.
    CREATE TABLE listedTexts (original TEXT NOT NULL, folded TEXT NOT NULL, text INTEGER NOT NULL REFERENCES texts);
    CREATE INDEX listedTextsByFolded ON listedTexts (folded);

    -- Dates are seconds since 1970 in UTC.
    CREATE TABLE episodes (
      episode INTEGER PRIMARY KEY,
      podcast INTEGER NOT NULL REFERENCES podcasts,
      -- The number in the file, from 0.
      place INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE,
      year INTEGER, originalYear INTEGER, bpm INTEGER, rating INTEGER, playCount INTEGER, trackNumber INTEGER, discNumber INTEGER,
      bitrate INTEGER, sampleRate INTEGER, fileSize INTEGER,
      duration REAL, position REAL, dateAdded REAL, dateModified REAL, lastPlayedAt REAL,
      artist INTEGER REFERENCES texts, albumArtist INTEGER REFERENCES texts, album INTEGER REFERENCES texts,
      genre INTEGER REFERENCES texts, composer INTEGER REFERENCES texts, fileFormat INTEGER REFERENCES texts,
      -- The title in the file; `foldedTitle` is that which people see, and never null.
      title TEXT, foldedTitle TEXT NOT NULL,
      -- The key for sorting by title, if it is not `foldedTitle`.
      titleKey TEXT,
      description TEXT, notes TEXT, artwork TEXT, chapters TEXT, identifier TEXT,
      -- The words of the description and the notes, for searches.
      foldedTexts TEXT,
      guid TEXT, url TEXT, published REAL);
    CREATE INDEX episodesByPodcast ON episodes (podcast);

    -- Folded text for searches; the row of an episode has its number. `podcast` is the title of the podcast, unless the
    -- album of the episode is the same; `texts` are its description and notes. The table keeps only words: deleting a row
    -- requires the text that was inserted.
    CREATE VIRTUAL TABLE search USING fts5 (
      title, artist, albumArtist, album, genre, composer, podcast, texts,
      content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
    -- The folded descriptions and notes of podcasts that have any, by the numbers of their files.
    CREATE VIRTUAL TABLE podcastSearch USING fts5 (texts, tokenize = 'unicode61 remove_diacritics 2');
    -- Words are written in batches of 4 MiB (the default is 1 MiB), and 16 segments are merged at a time (the default is 4).
    -- Both make a full index a quarter faster to create.
    INSERT INTO search (search, rank) VALUES ('hashsize', 4194304), ('automerge', 16);
    """
}
