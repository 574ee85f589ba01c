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
