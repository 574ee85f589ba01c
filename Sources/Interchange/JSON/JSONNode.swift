internal import MixtapeModel

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

/// A writer of JSON.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether each element is on its own line.
  private var isIndented = true

  /// Returns a document, including the final line feed.
  static func document(_ node: JSONNode) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(node, depth: 0)
    writer.bytes.append(0x0A)
    return writer.bytes
  }

  /// Returns a value as text.
  static func text(_ node: JSONNode) -> String {
    var writer = JSONWriter()
    writer.write(node, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  /// Returns a value as text on one line.
  static func line(_ node: JSONNode) -> String {
    var writer = JSONWriter()
    writer.isIndented = false
    writer.write(node, depth: 0)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private mutating func write(_ node: JSONNode, depth: Int) {
    switch node.value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): write(text)
    case .array(let elements):
      write("[", elements, "]", depth) { $0.write($1, depth: depth + 1) }
    case .object(let members):
      write("{", members, "}", depth) { writer, member in
        writer.write(member.key)
        writer.bytes += ": ".utf8
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func write<Element>(
    _ opening: String, _ elements: [Element], _ closing: String, _ depth: Int,
    _ write: (inout JSONWriter, Element) -> Void
  ) {
    bytes += opening.utf8
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes += (isIndented ? "," : ", ").utf8 }
      if isIndented { breakLine(depth + 1) }
      write(&self, element)
    }
    if isIndented, !elements.isEmpty { breakLine(depth) }
    bytes += closing.utf8
  }

  private mutating func breakLine(_ depth: Int) {
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: 2 * depth)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      // Control characters, and line separators, which end lines in JavaScript.
      case _ where scalar.breaksLine:
        let digits = String(scalar.value, radix: 16)
        bytes += "\\u".utf8
        bytes += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count))
        bytes += digits.utf8
      default: bytes += UTF8.encode(scalar).map(Array.init) ?? []
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
