import MixtapeModel
import TerminalUI

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A value of JSON, with the members of objects in the order in which they are to be read.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])
  /// What a value encoded itself as, on one line.
  case encoded(String)

  /// A string, or null.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// What a value encodes itself as.
  static func encoding(_ value: some Encodable) throws -> JSONValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .encoded(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// An array of strings.
  static func strings(_ texts: some Sequence<some CustomStringConvertible>) -> JSONValue {
    .array(texts.map { .string($0.description) })
  }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }

  init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int64) { self = .integer(value) }
  init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSONValue {
  /// The text on one line.
  var compact: String {
    var writer = JSONWriter(isPretty: false)
    writer.write(self, depth: 0)
    return writer.text
  }

  /// The text over several lines, for people too. Arrays and objects that hold nothing stay on one.
  var pretty: String {
    var writer = JSONWriter(isPretty: true)
    writer.write(self, depth: 0)
    return writer.text
  }
}

/// Writes JSON (RFC 8259).
private struct JSONWriter {
  let isPretty: Bool
  private(set) var text = ""

  init(isPretty: Bool) { self.isPretty = isPretty }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no word for what is not a finite number.
    case .number(let value): text += value.isFinite ? value.description : "null"
    case .string(let value): write(value)
    case .encoded(let json): writeSafely(json)
    case .array(let elements):
      writeList("[", elements, "]", depth: depth) { writer, element in writer.write(element, depth: depth + 1) }
    case .object(let members):
      writeList("{", members, "}", depth: depth) { writer, member in
        writer.write(member.key)
        writer.text += writer.isPretty ? ": " : ":"
        writer.write(member.value, depth: depth + 1)
      }
    }
  }

  private mutating func writeList<Element>(
    _ opening: String, _ elements: [Element], _ closing: String, depth: Int,
    writeElement: (inout JSONWriter, Element) -> Void
  ) {
    text += opening
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      breakLine(depth: depth + 1)
      writeElement(&self, element)
    }
    if !elements.isEmpty { breakLine(depth: depth) }
    text += closing
  }

  private mutating func breakLine(depth: Int) {
    guard isPretty else { return }
    text += "\n"
    text += String(repeating: "  ", count: depth)
  }

  private mutating func write(_ string: String) {
    text += "\""
    if string.utf8.allSatisfy(Self.isPlain) { text += string } else { writeEscaped(string) }
    text += "\""
  }

  /// Whether a byte is a character by itself that needs no escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func writeEscaped(_ string: String) {
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default: writeSafely(scalar)
      }
    }
  }

  private mutating func writeSafely(_ json: String) {
    for scalar in json.unicodeScalars { writeSafely(scalar) }
  }

  /// Escapes more than the standard asks for, so that JSON is safe to look at on a terminal. What is escaped stands in
  /// strings alone.
  private mutating func writeSafely(_ scalar: Unicode.Scalar) {
    if scalar.steersTerminal {
      // All that are escaped lie in the basic plane.
      text += "\\u" + String(scalar.value, radix: 16).paddedWithZeros(to: 4)
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
}
