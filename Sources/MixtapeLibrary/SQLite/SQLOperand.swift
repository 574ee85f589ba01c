internal import GRDB
internal import GRDBSQLite

/// What SQL cannot say, or not fast enough: an object that makes a result of the value of a column.
///
/// It is the second argument of the one SQL function that is ours, which makes a null of a null. That is a C function
/// (<https://sqlite.org/appfunc.html>) and the object a pointer, since it is called for every row: GRDB's own functions make
/// an array of values first.
class SQLOperand {
  /// The name of the function.
  static let function = "outcome"
  /// What tells our pointers from others.
  static let pointerType: StaticString = "mixtape"

  /// What becomes of a value that is not null.
  func result(of value: SQLArgument) -> SQLResult { .failure }

  /// Makes the function known to a connection.
  static func installFunction(in database: Database) throws {
    let code = sqlite3_create_function_v2(
      database.sqliteConnection, function, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
      { call, _, arguments in
        guard let arguments, let value = arguments[0], sqlite3_value_type(value) != SQLITE_NULL,
          let pointer = SQLOperand.withPointerType({ sqlite3_value_pointer(arguments[1], $0) })
        else { return sqlite3_result_null(call) }
        let operand = Unmanaged<SQLOperand>.fromOpaque(pointer)
        switch operand._withUnsafeGuaranteedRef({ $0.result(of: SQLArgument(value)) }) {
        case .truth(let truth): sqlite3_result_int(call, truth ? 1 : 0)
        case .integer(let number): sqlite3_result_int64(call, number)
        case .failure: sqlite3_result_error_code(call, SQLITE_ABORT)
        }
      }, nil, nil, nil)
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Hands out the name of our pointers, which has to be the same address as long as they live.
  static func withPointerType<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    pointerType.utf8Start.withMemoryRebound(to: CChar.self, capacity: pointerType.utf8CodeUnitCount + 1, body)
  }
}

/// The value of a column, for the time of a call.
struct SQLArgument {
  private let value: OpaquePointer

  fileprivate init(_ value: OpaquePointer) { self.value = value }

  var integer: Int64 { sqlite3_value_int64(value) }

  /// A number as SQLite has it.
  enum Number: Hashable {
    case integer(Int64)
    case real(Double)
  }

  var number: Number {
    sqlite3_value_type(value) == SQLITE_INTEGER ? .integer(integer) : .real(sqlite3_value_double(value))
  }

  /// The bytes of a text, where they lie in SQLite's memory.
  var text: UnsafeBufferPointer<UInt8> {
    let start = sqlite3_value_text(value)
    return UnsafeBufferPointer(start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(value)))
  }
}

/// What an operand makes of a value.
enum SQLResult {
  case truth(Bool)
  case integer(Int64)
  /// Nothing: the query ends with an error. Why is in the operand.
  case failure
}
