internal import MixtapeModel

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
