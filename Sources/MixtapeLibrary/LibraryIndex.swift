internal import GRDB

/// An index over the files of a store: episodes, podcasts, playlists and their members, in SQLite.
///
/// It is derived from files and knows none itself: whoever owns them says what they hold. An index may be used from several
/// threads; they wait for each other.
public final class LibraryIndex: Sendable {
  let database: DatabaseQueue

  /// An index in memory, with nothing in it.
  ///
  /// - Throws: ``LibraryError/Code/database``.
  public init() throws(LibraryError) {
    database = try library {
      let database = try DatabaseQueue(configuration: Self.configuration)
      try database.write(Schema.create)
      return database
    }
  }

  /// Opens the index in a file.
  ///
  /// - Throws: ``LibraryError/Code/damaged`` if the file is not there, is no index, or one of another version;
  ///   ``LibraryError/Code/database`` if it cannot be opened now.
  public init(at path: String) throws(LibraryError) {
    database = try library {
      let database = try DatabaseQueue(path: path, configuration: Self.configuration)
      guard try database.unsafeRead(Schema.version) == Schema.version else { throw LibraryError(.damaged) }
      return database
    }
  }

  /// Makes an empty index in a file that is not there.
  ///
  /// - Throws: ``LibraryError/Code/database`` if it cannot be made.
  public init(makingFileAt path: String) throws(LibraryError) {
    database = try library {
      let database = try DatabaseQueue(path: path, configuration: Self.configuration)
      try database.write(Schema.create)
      return database
    }
  }

  /// A copy in memory, which can be changed where the original cannot.
  ///
  /// - Complexity: O(the size of the index).
  public func copy() throws(LibraryError) -> LibraryIndex {
    let copy = try LibraryIndex()
    try library { try database.backup(to: copy.database) }
    return copy
  }

  /// Whether the file holds together, as far as SQLite can tell. O(the size of the index).
  public func isSound() throws(LibraryError) -> Bool {
    try library { try database.unsafeRead { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } } == "ok"
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "mixtape index"
    // The writer removes what belongs together; to check each of an episode's seven references would double the work.
    configuration.foreignKeysEnabled = false
    // Readers hold the file for milliseconds. Writers wait for each other elsewhere.
    configuration.busyMode = .timeout(0.5)
    configuration.prepareDatabase { database in
      // What is deleted needs no overwriting: the files themselves are in the same directory.
      try database.execute(sql: "PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY")
      try SQLOperand.installFunction(in: database)
    }
    return configuration
  }

  /// Reads in one transaction, so that all answers are about one state.
  func reading<Result>(_ body: (Database) throws -> Result) throws(LibraryError) -> Result {
    try library { try database.read(body) }
  }
}
