internal import Libsqlite3

/// A prepared statement of a ``Database``.
///
/// Text is bound and read with its length, as a title in a file may contain NUL. If a damaged file has a value of another
/// type, SQLite converts it.
final class Statement {
  private let handle: OpaquePointer

  /// Prepares a statement.
  init(_ sql: String, in connection: OpaquePointer) throws(SQLiteError) {
    var prepared: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &prepared, nil) == SQLITE_OK, let prepared else {
      throw SQLiteError(lastOf: connection)
    }
    handle = prepared
  }

  deinit { sqlite3_finalize(handle) }

  /// Runs a statement without rows.
  func run(_ values: (inout Binder) -> Void = { _ in }) throws {
    try forEach(values) { _ in true }
  }

  /// Returns the results of `read` for all rows.
  func rows<Row>(_ values: (inout Binder) -> Void = { _ in }, _ read: (borrowing Columns) throws -> Row) throws -> [Row]
  {
    var rows: [Row] = []
    try forEach(values) { row in
      rows.append(try read(row))
      return true
    }
    return rows
  }

  /// Returns the result of `read` for the first row, or `nil` without rows.
  func first<Row>(
    _ values: (inout Binder) -> Void = { _ in }, _ read: (borrowing Columns) throws -> Row
  ) throws -> Row? {
    var first: Row?
    try forEach(values) { row in
      first = try read(row)
      return false
    }
    return first
  }

  /// Binds values to the parameters, and calls `row` with one row after the other, until it returns `false`.
  func forEach(
    _ values: (inout Binder) -> Void = { _ in }, _ row: (borrowing Columns) throws -> Bool
  ) throws {
    defer { sqlite3_reset(handle) }
    var binder = Binder(handle: handle)
    values(&binder)
    while try step(), try row(Columns(handle: handle)) {}
  }

  /// Moves to the next row. Returns `false` at the end.
  private func step() throws(SQLiteError) -> Bool {
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw SQLiteError(lastOf: sqlite3_db_handle(handle))
    }
  }

  /// The parameters of a statement, in order.
  struct Binder {
    fileprivate let handle: OpaquePointer
    private var index: CInt = 0

    fileprivate init(handle: OpaquePointer) { self.handle = handle }

    mutating func integer(_ value: Int64?) {
      index += 1
      if let value { sqlite3_bind_int64(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    mutating func real(_ value: Double?) {
      index += 1
      if let value { sqlite3_bind_double(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    mutating func text(_ value: String?) {
      index += 1
      guard var value else {
        sqlite3_bind_null(handle, index)
        return
      }
      _ = value.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
          // An empty buffer has no address, which SQLite would bind as null.
          guard let start = $0.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, copying) }
          return sqlite3_bind_text(handle, index, start, CInt($0.count), copying)
        }
      }
    }

    /// Binds an object for ``SQLOperand/function``; see <https://sqlite.org/bindptr.html>. The caller keeps it alive.
    mutating func operand(_ operand: SQLOperand) {
      index += 1
      let pointer = Unmanaged.passUnretained(operand).toOpaque()
      SQLOperand.withPointerType { _ = sqlite3_bind_pointer(handle, index, pointer, $0, nil) }
    }

    mutating func blob(_ value: [UInt8]?) {
      index += 1
      guard let value else {
        sqlite3_bind_null(handle, index)
        return
      }
      sqlite3_bind_blob(handle, index, value, CInt(value.count), copying)
    }
  }

  /// The columns of a row, valid until the next step.
  struct Columns: ~Copyable {
    fileprivate let handle: OpaquePointer

    func isNull(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }
    func isInteger(_ column: CInt) -> Bool { sqlite3_column_type(handle, column) == SQLITE_INTEGER }
    func integer(_ column: CInt) -> Int64 { sqlite3_column_int64(handle, column) }
    func integerIfAny(_ column: CInt) -> Int64? { isNull(column) ? nil : integer(column) }
    func realIfAny(_ column: CInt) -> Double? { isNull(column) ? nil : sqlite3_column_double(handle, column) }

    /// Returns a text; an empty one for null.
    func text(_ column: CInt) -> String {
      guard let start = sqlite3_column_text(handle, column) else { return "" }
      return String(decoding: UnsafeBufferPointer(start: start, count: count(column)), as: UTF8.self)
    }

    func textIfAny(_ column: CInt) -> String? { isNull(column) ? nil : text(column) }

    func blobIfAny(_ column: CInt) -> [UInt8]? {
      guard !isNull(column) else { return nil }
      guard let start = sqlite3_column_blob(handle, column) else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: count(column)))
    }

    /// Calls `body` with the bytes of a text, which lie in SQLite's memory.
    func withBytes<Result>(_ column: CInt, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
      let start = sqlite3_column_text(handle, column)
      return try body(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count(column)))
    }

    private func count(_ column: CInt) -> Int { Int(sqlite3_column_bytes(handle, column)) }
  }
}

/// A value that is bound to a statement.
enum SQLValue {
  case integer(Int64)
  case real(Double)
  case text(String)
  /// The second argument of ``SQLOperand/function``.
  case operand(SQLOperand)
}

extension Statement.Binder {
  /// Binds values; `nil` as null.
  mutating func bind(_ values: [SQLValue?]) {
    for value in values {
      switch value {
      case nil: text(nil)
      case .integer(let number): integer(number)
      case .real(let number): real(number)
      case .text(let string): text(string)
      case .operand(let object): operand(object)
      }
    }
  }
}

/// `SQLITE_TRANSIENT`, a macro that Swift does not import: SQLite copies the bytes.
private let copying = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
