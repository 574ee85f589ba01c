internal import GRDB

/// The tables of the index. All of it is derived from files: another version makes everything anew, and nothing is migrated.
enum Schema {
  /// Changes whenever the tables do, what is written into them, or what is an error in a file.
  static let version = 4

  /// Makes the tables in an empty database.
  static func create(_ database: Database) throws {
    try database.execute(sql: tables)
    try database.execute(sql: "PRAGMA user_version = \(version)")
  }

  /// The version of the tables that are there; 0 in an empty file.
  static func version(_ database: Database) throws -> Int {
    try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
  }

  private static let tables = """
    -- Every file of playlists/ and library/ that has been read, by its path below the store's directory.
    CREATE TABLE files (
      file INTEGER PRIMARY KEY,
      path TEXT NOT NULL UNIQUE,
      -- What the file system said before it was read; null if that could deceive, or if the file was not sound.
      status BLOB,
      -- Tells the content that the rows below were made of from others.
      content BLOB NOT NULL);

    CREATE TABLE playlists (
      file INTEGER PRIMARY KEY REFERENCES files,
      id TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      -- Keys of the file with their defaults filled in; lists are JSON arrays of strings.
      conditions TEXT, "match" TEXT NOT NULL, search TEXT, sort TEXT NOT NULL, "limit" TEXT, seed INTEGER,
      continuous INTEGER NOT NULL,
      -- `true`, `false`, or the name of a shuffle.
      shuffle TEXT NOT NULL,
      episodeCount INTEGER NOT NULL);

    -- The hand-picked episodes, in order; the library need not have them.
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
      author TEXT, feed TEXT, artwork TEXT,
      categories TEXT NOT NULL, tags TEXT NOT NULL,
      subscribed INTEGER NOT NULL,
      dateAdded REAL,
      episodeCount INTEGER NOT NULL);

    -- Texts that many episodes share, each once; `folded` is what rules compare. One that no episode has any more may stay.
    CREATE TABLE texts (
      text INTEGER PRIMARY KEY,
      original TEXT NOT NULL UNIQUE,
      folded TEXT NOT NULL);
    CREATE INDEX textsByFolded ON texts (folded);

    -- Dates are seconds since 1970 in UTC.
    CREATE TABLE episodes (
      episode INTEGER PRIMARY KEY,
      podcast INTEGER NOT NULL REFERENCES podcasts,
      position INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE,
      year INTEGER, bpm INTEGER, rating INTEGER, playCount INTEGER, trackNumber INTEGER, discNumber INTEGER,
      bitrate INTEGER, sampleRate INTEGER, fileSize INTEGER,
      duration REAL, dateAdded REAL, dateModified REAL, lastPlayedAt REAL,
      artist INTEGER REFERENCES texts, albumArtist INTEGER REFERENCES texts, album INTEGER REFERENCES texts,
      genre INTEGER REFERENCES texts, composer INTEGER REFERENCES texts, fileFormat INTEGER REFERENCES texts,
      title TEXT, foldedTitle TEXT,
      guid TEXT, url TEXT, published REAL);
    CREATE INDEX episodesByPodcast ON episodes (podcast);

    -- Folded text for searches; the row of an episode has its number. `podcast` is the title of the podcast where no album
    -- of the episode's own says the same. Nothing but the words is kept: to delete a row takes the text that was inserted.
    CREATE VIRTUAL TABLE search USING fts5 (
      title, artist, albumArtist, album, genre, composer, podcast,
      content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2');
    -- So many bytes of words are gathered before they are written, four times as many as usual, and so many pieces of the
    -- table before they become one: an index of everything is made a quarter faster, and searches look into a few pieces.
    INSERT INTO search (search, rank) VALUES ('hashsize', 4194304), ('automerge', 16);
    """
}
