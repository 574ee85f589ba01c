import LosslessTOML

/// A value of JSON, for schemas.
enum JSONValue: Hashable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  /// A member of an object, or `nil`.
  subscript(key: String) -> JSONValue? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var strings: [String]? {
    guard case .array(let elements) = self else { return nil }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = Self.scalar(in: container) {
      self = value
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Returns a value without parts. Types are tried one after the other.
  private static func scalar(in container: any SingleValueDecodingContainer) -> JSONValue? {
    if let value = try? container.decode(Bool.self) { return .boolean(value) }
    if let value = try? container.decode(Int64.self) { return .integer(value) }
    if let value = try? container.decode(Double.self) { return .number(value) }
    return (try? container.decode(String.self)).map(JSONValue.string)
  }
}

extension JSONValue {
  /// Makes the value that editors pass to a schema: dates are strings.
  init(_ value: TOMLValue) {
    switch value.kind {
    case .string: self = .string(value.string ?? "")
    case .integer: self = .integer(value.integer ?? 0)
    case .float: self = .number(value.float ?? 0)
    case .boolean: self = .boolean(value.boolean ?? false)
    case .array: self = .array(value.array?.map(JSONValue.init) ?? [])
    case .table: self = value.table.map(JSONValue.init) ?? .null
    case .offsetDateTime, .localDateTime, .localDate, .localTime: self = .string(value.dateTime?.text ?? "")
    }
  }

  /// Makes the value of a TOML table.
  init(_ table: TOMLTable) {
    self = .object(Dictionary(table.entries.map { ($0.key, JSONValue($0.value)) }, uniquingKeysWith: { $1 }))
  }
}

extension JSONValue {
  /// The value in TOML, on one line. Strings must have no escapes.
  var toml: String {
    switch self {
    case .string(let text): "'\(text)'"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let flag): "\(flag)"
    case .array(let elements): "[\(elements.map(\.toml).joined(separator: ", "))]"
    case .object(let members):
      "{\(members.sorted { $0.key < $1.key }.map { "\($0) = \($1.toml)" }.joined(separator: ", "))}"
    case .null: ""
    }
  }
}
