/// A JSON value (RFC 8259) with its place. Members of objects keep their order.
package struct JSONNode: Hashable, Sendable {
  /// A value with its kind.
  package enum Content: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as written.
    case number(String)
    case string(String)
    case array([JSONNode])
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Hashable, Sendable {
    package let key: String
    package let value: JSONNode

    package init(key: String, value: JSONNode) {
      self.key = key
      self.value = value
    }
  }

  /// The value.
  package let value: Content
  /// The offset of its first byte in the source.
  package let offset: Int

  package init(_ value: Content, at offset: Int = 0) {
    self.value = value
    self.offset = offset
  }

  /// Compares values, not places.
  package static func == (left: Self, right: Self) -> Bool { left.value == right.value }

  package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self.init(.string(value)) }
  package init(booleanLiteral value: Bool) { self.init(.bool(value)) }
  package init(integerLiteral value: Int) { self.init(.number(String(value))) }
  package init(arrayLiteral elements: JSONNode...) { self.init(.array(elements)) }

  /// Makes an object. Members keep their order, and the same key may stand twice.
  package init(dictionaryLiteral elements: (String, JSONNode)...) { self = .object(elements) }

  /// The value `null`.
  package static var null: JSONNode { JSONNode(.null) }

  /// Returns a truth value.
  package static func bool(_ flag: Bool) -> JSONNode { JSONNode(.bool(flag)) }

  /// Returns an integer.
  package static func integer(_ number: some BinaryInteger) -> JSONNode { JSONNode(.number(String(number))) }

  /// Returns a number that has a point also if it is whole; `null` if it is not finite.
  package static func decimal(_ number: Double) -> JSONNode {
    number.isFinite ? JSONNode(.number(number.description)) : .null
  }

  /// Returns a string; `null` without a text.
  package static func optional(_ text: String?) -> JSONNode { text.map(JSONNode.string) ?? .null }

  /// Returns an array of strings.
  package static func strings(_ texts: some Sequence<some CustomStringConvertible>) -> JSONNode {
    .array(texts.map { .string($0.description) })
  }

  /// Returns a number without a point if it is whole; `null` if it is not finite.
  package static func number(_ number: Double) -> JSONNode {
    guard number.isFinite else { return .null }
    return JSONNode(.number(Int(exactly: number).map(String.init) ?? number.description))
  }

  /// Returns a string.
  package static func string(_ text: String) -> JSONNode { JSONNode(.string(text)) }

  /// Returns an array.
  package static func array(_ elements: [JSONNode]) -> JSONNode { JSONNode(.array(elements)) }

  /// Returns an object.
  package static func object(_ members: [(String, JSONNode)]) -> JSONNode {
    JSONNode(.object(members.map { Member(key: $0, value: $1) }))
  }

  /// Returns an object without the members that are `nil`.
  package static func object(_ members: [(String, JSONNode?)]) -> JSONNode {
    JSONNode(.object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } }))
  }
}

extension JSONNode {
  /// The text of a string; `nil` for other values.
  package var string: String? { if case .string(let text) = value { text } else { nil } }

  /// The elements of an array; `nil` for other values.
  package var array: [JSONNode]? { if case .array(let elements) = value { elements } else { nil } }

  /// The members of an object; `nil` for other values.
  package var object: [Member]? { if case .object(let members) = value { members } else { nil } }

  /// The truth value; `nil` for other values.
  package var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }

  /// Whether the value is `null`.
  package var isNull: Bool { value == .null }

  /// The value of the last member with a key; `nil` without one, and for other values.
  package subscript(key: String) -> JSONNode? { object?.last { $0.key == key }?.value }
}

/// A value that is written to JSON and read from it.
package protocol JSONConvertible {
  /// Reads the value.
  ///
  /// - Throws: ``JSONMismatch`` if the JSON has another type, or lacks a member.
  init(json: JSONNode) throws(JSONMismatch)

  /// The value as JSON.
  var json: JSONNode { get }
}

/// The error for JSON of an unexpected type.
package struct JSONMismatch: Error {
  package init() {}
}

extension JSONNode {
  /// Returns the value of a member.
  ///
  /// - Throws: ``JSONMismatch`` if it is missing or has another type.
  package func member<Value: JSONConvertible>(_ key: String) throws(JSONMismatch) -> Value {
    guard let value: Value = try memberIfAny(key) else { throw JSONMismatch() }
    return value
  }

  /// Returns the value of a member; `nil` if it is missing or `null`.
  ///
  /// - Throws: ``JSONMismatch`` if it has another type.
  package func memberIfAny<Value: JSONConvertible>(_ key: String) throws(JSONMismatch) -> Value? {
    guard object != nil else { throw JSONMismatch() }
    guard let member = self[key], !member.isNull else { return nil }
    return try Value(json: member)
  }
}

extension String: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    guard case .string(let text) = json.value else { throw JSONMismatch() }
    self = text
  }

  package var json: JSONNode { .string(self) }
}

extension Bool: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    guard case .bool(let flag) = json.value else { throw JSONMismatch() }
    self = flag
  }

  package var json: JSONNode { JSONNode(.bool(self)) }
}

extension Int: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    guard case .number(let text) = json.value, let number = Int(text) else { throw JSONMismatch() }
    self = number
  }

  package var json: JSONNode { JSONNode(.number(String(self))) }
}

extension Double: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    guard case .number(let text) = json.value, let number = Double(text), number.isFinite else { throw JSONMismatch() }
    self = number
  }

  /// The number; `null` if it is not finite.
  package var json: JSONNode { .number(self) }
}

extension Array: JSONConvertible where Element: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    guard let elements = json.array else { throw JSONMismatch() }
    self = try elements.map { (element) throws(JSONMismatch) in try Element(json: element) }
  }

  package var json: JSONNode { .array(map(\.json)) }
}

/// A writer of JSON (RFC 8259).
package struct JSONWriter {
  /// The white space between elements.
  private enum Layout {
    case lines, blanks, none
  }

  private var bytes: [UInt8] = []
  private let layout: Layout
  /// Whether a character is written as an escape.
  private let isEscaped: (Unicode.Scalar) -> Bool

  private init(_ layout: Layout, _ isEscaped: @escaping (Unicode.Scalar) -> Bool) {
    self.layout = layout
    self.isEscaped = isEscaped
  }

  /// Returns a document, including the final line feed.
  package static func document(_ node: JSONNode) -> [UInt8] { Array("\(text(node))\n".utf8) }

  /// Returns a value as text on several lines. Empty arrays and objects stay on one line.
  ///
  /// - Parameter isEscaped: Whether a character is written as an escape besides those that the standard asks for; by default one
  ///   that ends a line somewhere.
  package static func text(
    _ node: JSONNode, escaping isEscaped: @escaping (Unicode.Scalar) -> Bool = \.breaksLine
  ) -> String {
    text(node, JSONWriter(.lines, isEscaped))
  }

  /// Returns a value as text on one line, with blanks between elements for people.
  package static func line(_ node: JSONNode) -> String { text(node, JSONWriter(.blanks, \.breaksLine)) }

  /// Returns a value as text on one line without blanks.
  ///
  /// - Parameter isEscaped: As in ``text(_:escaping:)``.
  package static func compact(
    _ node: JSONNode, escaping isEscaped: @escaping (Unicode.Scalar) -> Bool = \.breaksLine
  ) -> String {
    text(node, JSONWriter(.none, isEscaped))
  }

  private static func text(_ node: JSONNode, _ writer: JSONWriter) -> String {
    var writer = writer
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
        writer.bytes += (writer.layout == .none ? ":" : ": ").utf8
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
      if index > 0 { bytes += (layout == .blanks ? ", " : ",").utf8 }
      if layout == .lines { breakLine(depth + 1) }
      write(&self, element)
    }
    if layout == .lines, !elements.isEmpty { breakLine(depth) }
    bytes += closing.utf8
  }

  private mutating func breakLine(_ depth: Int) {
    bytes.append(0x0A)
    bytes += repeatElement(0x20, count: 2 * depth)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(\.isPlain) { bytes += text.utf8 } else { text.unicodeScalars.forEach { write($0) } }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": bytes += "\\\"".utf8
    case "\\": bytes += "\\\\".utf8
    case "\n": bytes += "\\n".utf8
    case "\r": bytes += "\\r".utf8
    case "\t": bytes += "\\t".utf8
    case _ where scalar.value < 0x20 || isEscaped(scalar):
      for unit in String(scalar).utf16 { escape(unit) }
    default: bytes += Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter
    }
  }

  private mutating func escape(_ unit: UInt16) {
    let digits = String(unit, radix: 16)
    bytes += "\\u".utf8
    bytes += repeatElement(UInt8(ascii: "0"), count: max(0, 4 - digits.utf8.count))
    bytes += digits.utf8
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII character that needs no escape.
  fileprivate var isPlain: Bool {
    (0x20..<0x7F).contains(self) && self != UInt8(ascii: "\"") && self != UInt8(ascii: "\\")
  }
}
