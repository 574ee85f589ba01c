internal import Libsqlite3

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
