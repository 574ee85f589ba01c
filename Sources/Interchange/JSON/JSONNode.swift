/// A JSON value (RFC 8259) with its place. Members of objects keep their order.
struct JSONNode: Hashable, Sendable {
  /// The kinds of values.
  enum Value: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object.
  struct Member: Hashable, Sendable {
    let key: String
    let value: JSONNode
  }

  /// The value.
  let value: Value
  /// The offset of its first byte in the source.
  let offset: Int

  init(_ value: Value, at offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  /// Compares values, not places.
  static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
  init(stringLiteral value: String) { self.init(.string(value)) }
  init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  init(integerLiteral value: Int) { self.init(.number(String(value))) }

  /// Returns a number; `null` if it is not finite.
  static func number(_ number: Double) -> JSONNode {
    guard number.isFinite else { return JSONNode(.null) }
    return JSONNode(.number(Int(exactly: number).map(String.init) ?? number.description))
  }

  /// Returns a string.
  static func string(_ text: String) -> JSONNode { JSONNode(.string(text)) }

  /// Returns an array.
  static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }

  /// Returns an object without the members that are `nil`.
  static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    JSONNode(.object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } }))
  }
}

extension JSONNode {
  /// The text of a string; `nil` for other values.
  var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The elements of an array; `nil` for other values.
  var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The members of an object; `nil` for other values.
  var object: [Member]? { if case .object(let members) = value { members } else { nil } }

  /// The truth value; `nil` for other values.
  var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }

  /// The finite number, or the plain number in a string; `nil` for other values.
  var number: Double? {
    switch value {
    case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .string(let text): Double(plain: text.trimmed)
    default: nil
    }
  }

  /// Whether the value is `null`.
  var isNull: Bool { value == .null }

  /// The value of the last member with a key; `nil` without one, and for other values.
  subscript(key: String) -> JSONNode? { object?.last { $0.key == key }?.value }
}
