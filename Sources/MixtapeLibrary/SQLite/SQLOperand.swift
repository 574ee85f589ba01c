internal import Libsqlite3

/// A function in Swift that SQLite calls for each row with the value of a column.
///
/// The object is the second argument of a single SQL function, ``function``, whose result for null is null. The
/// function is a C function (<https://sqlite.org/appfunc.html>) and the object a pointer, because it is called for
/// every row.
final class SQLOperand {
  /// The name of the SQL function.
  static let function = "outcome"
  /// The type name that SQLite checks for pointers.
  static let pointerType: StaticString = "mixtape"

  private let body: (SQLArgument) throws(LibraryError) -> SQLResult
  /// The error that ended the query, which SQLite does not know.
  private(set) var failure: LibraryError?

  /// Makes an operand.
  ///
  /// - Parameter body: Returns the result for a value that is not null. An error ends the query.
  init(_ body: @escaping (SQLArgument) throws(LibraryError) -> SQLResult) { self.body = body }

  /// Returns the result for a value that is not null; `nil` after an error.
  private func result(of value: SQLArgument) -> SQLResult? {
    do throws(LibraryError) {
      return try body(value)
    } catch {
      failure = error
      return nil
    }
  }

  /// Registers the function with a connection.
  static func installFunction(in connection: OpaquePointer) throws(SQLiteError) {
    let code = sqlite3_create_function_v2(
      connection, function, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { call, _, arguments in
        guard let arguments, let value = arguments[0], sqlite3_value_type(value) != SQLITE_NULL,
          let pointer = SQLOperand.withPointerType({ sqlite3_value_pointer(arguments[1], $0) })
        else { return sqlite3_result_null(call) }
        let operand = Unmanaged<SQLOperand>.fromOpaque(pointer)
        switch operand._withUnsafeGuaranteedRef({ $0.result(of: SQLArgument(value)) }) {
        case .bool(let bool)?: sqlite3_result_int(call, bool ? 1 : 0)
        case .integer(let number)?: sqlite3_result_int64(call, number)
        case nil: sqlite3_result_error_code(call, SQLITE_ABORT)
        }
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw SQLiteError(code) }
  }

  /// Calls `body` with the type name. Its address must be the same as long as a pointer is bound.
  static func withPointerType<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    pointerType.utf8Start.withMemoryRebound(to: CChar.self, capacity: pointerType.utf8CodeUnitCount + 1, body)
  }
}

/// The value of a column during a call.
struct SQLArgument {
  private let value: OpaquePointer

  fileprivate init(_ value: OpaquePointer) { self.value = value }

  var integer: Int64 { sqlite3_value_int64(value) }

  /// The bytes of a text, which lie in SQLite's memory.
  var text: UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}

/// The result of an operand.
enum SQLResult {
  case bool(Bool)
  case integer(Int64)
}
