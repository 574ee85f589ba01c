internal import Libsqlite3
internal import Synchronization

/// A connection to a database of SQLite. It must have one user at a time; see ``SharedDatabase``.
final class Database {
  /// Whether the database is in memory only.
  let isInMemory: Bool
  private let connection: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens the database in a file, which is created if needed, or makes one in memory.
  ///
  /// - Parameter path: The path of the file; `nil` for memory.
  init(at path: String?) throws(SQLiteError) {
    isInMemory = path == nil
    var opened: OpaquePointer?
    // There is no need for SQLite's own lock in each call.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
    let code = sqlite3_open_v2(path ?? ":memory:", &opened, flags, nil)
    guard let opened else { throw SQLiteError(code) }
    connection = opened
    // `deinit` closes the connection in this case, too.
    guard code == SQLITE_OK else { throw SQLiteError(lastOf: opened) }
    try configure()
  }

  // The statements of the cache are freed after this. SQLite closes the connection with the last of them.
  deinit { sqlite3_close_v2(connection) }

  private func configure() throws(SQLiteError) {
    // Readers lock the file for milliseconds. Writers wait for each other at a lock of the store.
    sqlite3_busy_timeout(connection, 500)
    mixtape_refuse_double_quoted_strings(connection)
    // The writer keeps references valid itself. Checking each of an episode's seven references would double the work.
    // Deleted data is not secret: the files themselves are in the same directory.
    try execute("PRAGMA foreign_keys = OFF; PRAGMA secure_delete = OFF; PRAGMA temp_store = MEMORY")
    try SQLOperand.installFunction(in: connection)
  }

  /// Runs one or several statements without values and rows.
  func execute(_ sql: String) throws(SQLiteError) {
    guard sqlite3_exec(connection, sql, nil, nil, nil) == SQLITE_OK else { throw SQLiteError(lastOf: connection) }
  }

  /// Returns the statement with a text, which is prepared the first time and kept. Two users of one text at the same
  /// time would share one statement.
  func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if let known = statements[sql] { return known }
    let statement = try Statement(sql, in: connection)
    statements[sql] = statement
    return statement
  }

  /// Prepares a statement for a text that is not needed again.
  func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, in: connection)
  }

  /// The number of the row that was inserted last.
  var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(connection) }

  /// The kinds of transactions.
  enum TransactionKind: String {
    /// It locks the file when it reads or writes.
    case deferred
    /// It locks the file for writing at once.
    case immediate
  }

  /// Runs `body` in a transaction, which is committed if `body` succeeds, else rolled back.
  func transaction<Result>(_ kind: TransactionKind, _ body: () throws -> Result) throws -> Result {
    try execute("BEGIN \(kind.rawValue)")
    do {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // SQLite itself rolls back after some errors, as on a full disk.
      if sqlite3_get_autocommit(connection) == 0 { try execute("ROLLBACK") }
      throw error
    }
  }

  /// Replaces the contents of another database by those of this one.
  func copy(to copy: Database) throws(SQLiteError) {
    guard let backup = sqlite3_backup_init(copy.connection, "main", connection, "main") else {
      throw SQLiteError(lastOf: copy.connection)
    }
    let code = sqlite3_backup_step(backup, -1)
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw SQLiteError(code) }
  }
}

/// A database that several threads can use, one at a time.
final class SharedDatabase: Sendable {
  private let turn = Mutex(())
  // Only `use` reads it, while it has the lock.
  nonisolated(unsafe) private let database: Database

  /// Shares a database that has no other user.
  init(_ database: sending Database) { self.database = database }

  /// Calls `body` when no other thread uses the database. `body` must not keep the database or a statement, or call this again.
  func use<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
    try turn.withLock { _ in try body(database) }
  }
}

/// An error of SQLite.
struct SQLiteError: Error {
  /// The result code (<https://sqlite.org/rescode.html>).
  let code: CInt
  let message: String

  /// Makes an error from a result code, without a connection.
  init(_ code: CInt) {
    self.code = code
    message = String(cString: sqlite3_errstr(code))
  }

  /// Makes the error of the last call of a connection.
  init(lastOf connection: OpaquePointer?) {
    code = sqlite3_errcode(connection)
    message = String(cString: sqlite3_errmsg(connection))
  }

  /// Whether the file is damaged, rather than temporarily unavailable. An unexpected table or row counts as damage:
  /// only the index writes the file.
  var isDamage: Bool {
    switch code {
    case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_FORMAT: true
    case SQLITE_ERROR: message.hasPrefix("no such ") || message.contains("has no column")
    default: false
    }
  }
}
