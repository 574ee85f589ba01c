import LosslessTOML
import TOMLKit

/// Reads every value of a file with LosslessTOML.
enum LosslessReader {
  static func read(_ source: [UInt8]) -> Int {
    read(LosslessTOML.TOMLDocument(parsing: source).root)
  }

  private static func read(_ table: LosslessTOML.TOMLTable) -> Int {
    table.entries.reduce(0) { $0 &+ $1.key.utf8.count &+ read($1.value) }
  }

  private static func read(_ value: LosslessTOML.TOMLValue) -> Int {
    switch value.kind {
    case .string: value.string?.utf8.count ?? 0
    case .integer: Int(truncatingIfNeeded: value.integer ?? 0)
    case .float: Int(value.float ?? 0)
    case .boolean: value.boolean == true ? 1 : 0
    case .offsetDateTime, .localDateTime, .localDate, .localTime: value.dateTime?.day ?? 0
    case .array: value.array?.reduce(0) { $0 &+ read($1) } ?? 0
    case .table: value.table.map(read) ?? 0
    }
  }
}

/// Reads every value of a file with toml++, through TOMLKit.
enum TOMLKitReader {
  static func read(_ source: [UInt8]) throws -> Int {
    read(try TOMLKit.TOMLTable(string: String(decoding: source, as: UTF8.self)))
  }

  private static func read(_ table: TOMLKit.TOMLTable) -> Int {
    table.keys.reduce(0) { sum, key in sum &+ key.utf8.count &+ (table[key].map(read) ?? 0) }
  }

  private static func read(_ value: any TOMLValueConvertible) -> Int {
    switch value.type {
    case .string: value.string?.utf8.count ?? 0
    case .int: value.int ?? 0
    case .double: Int(value.double ?? 0)
    case .bool: value.bool == true ? 1 : 0
    case .date: value.date?.day ?? 0
    case .time: value.time?.hour ?? 0
    case .dateTime: value.dateTime?.date.day ?? 0
    case .array: value.array?.reduce(0) { $0 &+ read($1) } ?? 0
    case .table: value.table.map(read) ?? 0
    }
  }
}
