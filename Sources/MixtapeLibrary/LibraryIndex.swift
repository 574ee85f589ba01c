internal import GRDB

/// An index of the files of a store in SQLite: episodes, podcasts, playlists and their members.
///
/// All its data is derived from files, but it reads no files itself: `MixtapeStore` passes their contents. An index can
/// be used from several threads, one at a time.
public final class LibraryIndex: Sendable {
  let database: DatabaseQueue

  /// Makes an empty index in memory.
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
  /// - Throws: ``LibraryError/Code/damaged`` if the file is missing, is not an index, or has another version;
  ///   ``LibraryError/Code/database`` if it cannot be opened at present.
  public init(at path: String) throws(LibraryError) {
    database = try library {
      let database = try DatabaseQueue(path: path, configuration: Self.configuration)
      guard try database.unsafeRead(Schema.version) == Schema.version else { throw LibraryError(.damaged) }
      return database
    }
  }

  /// Creates an empty index in a new file.
  ///
  /// - Throws: ``LibraryError/Code/database`` if the file cannot be created.
  public init(makingFileAt path: String) throws(LibraryError) {
    database = try library {
      let database = try DatabaseQueue(path: path, configuration: Self.configuration)
      try database.write(Schema.create)
      return database
    }
  }

  /// Returns a copy in memory, for an index whose file cannot be written.
  ///
  /// - Complexity: Linear in the size of the index.
  public func copy() throws(LibraryError) -> LibraryIndex {
    let copy = try LibraryIndex()
    try library { try database.backup(to: copy.database) }
    return copy
  }

  /// Returns whether SQLite finds the file undamaged. Linear in the size of the index.
  public func isIntact() throws(LibraryError) -> Bool {
    try library { try database.unsafeRead { try String.fetchOne($0, sql: "PRAGMA quick_check(1)") } } == "ok"
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "mixtape index"
    // The writer keeps references valid itself. Checking each of an episode's seven references would double the work.
    configuration.foreignKeysEnabled = false
    // Readers lock the file for milliseconds. Writers wait for each other at a lock of the store.
    configuration.busyMode = .timeout(0.5)
    configuration.prepareDatabase { database in
      // Deleted data is not secret: the files themselves are in the same directory.
      try database.execute(sql: "PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY")
      try SQLOperand.installFunction(in: database)
    }
    return configuration
  }

  /// Reads in one transaction, so that all results are of one state.
  func reading<Result>(_ body: (Database) throws -> Result) throws(LibraryError) -> Result {
    try library { try database.read(body) }
  }
}
