import MixtapeModel
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A JSON value. Members of objects keep their order.
enum JSONValue: Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([(key: String, value: JSONValue)])
  /// A value that is already encoded, on one line.
  case encoded(String)

  /// Returns a string, or null for `nil`.
  static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

  /// Returns the encoding of a value.
  static func encoding(_ value: some Encodable) throws -> JSONValue {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return .encoded(String(decoding: try encoder.encode(value), as: UTF8.self))
  }

  /// Returns an array of strings.
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
  /// The JSON on one line.
  var compact: String {
    var writer = JSONWriter(isPretty: false)
    writer.write(self, depth: 0)
    return writer.text
  }

  /// The JSON on several lines. Empty arrays and objects stay on one line.
  var pretty: String {
    var writer = JSONWriter(isPretty: true)
    writer.write(self, depth: 0)
    return writer.text
  }
}

/// A writer of JSON (RFC 8259).
private struct JSONWriter {
  let isPretty: Bool
  private(set) var text = ""

  init(isPretty: Bool) { self.isPretty = isPretty }

  mutating func write(_ value: JSONValue, depth: Int) {
    switch value {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no infinity and no NaN.
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

  /// Returns whether a byte is an ASCII character that needs no escape.
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

  /// Escapes more characters than the standard requires, so that JSON is safe on a terminal. These characters occur only in strings.
  private mutating func writeSafely(_ scalar: Unicode.Scalar) {
    if scalar.controlsTerminal {
      // All escaped characters are in the basic multilingual plane.
      text += "\\u" + String(scalar.value, radix: 16).paddedWithZeros(to: 4)
    } else {
      text.unicodeScalars.append(scalar)
    }
  }
}

extension Duration {
  /// The number of seconds, rounded to milliseconds, for JSON. The division of durations is not exact: 2541 s divided by
  /// 1 s is 2540.9999999999995.
  var roundedSeconds: Double {
    let (seconds, attoseconds) = components
    return (Double(seconds) * 1_000 + (Double(attoseconds) / 1e15).rounded()) / 1_000
  }
}
