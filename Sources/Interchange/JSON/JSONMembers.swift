internal import JSON

/// The members of a JSON document that may be cut off, to recognize its format.
enum JSONMembers {
  /// Returns the keys of the object in a text, or of the first object in its array; `nil` if it has none. Values can be cut off, and
  /// comments are skipped.
  ///
  /// - Complexity: O(*n*) in the bytes.
  static func keys(in text: String) -> Set<String>? {
    var scanner = Scanner(JSONComments.removed(from: Array(text.utf8)))
    return scanner.keys()
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    mutating func keys() -> Set<String>? {
      skipBlanks()
      if byte == UInt8(ascii: "[") {
        position += 1
        skipBlanks()
      }
      guard byte == UInt8(ascii: "{") else { return nil }
      position += 1
      var keys: Set<String> = []
      var depth = 1
      while let byte, depth > 0 {
        switch byte {
        case UInt8(ascii: "\""):
          let text = string()
          skipBlanks()
          if depth == 1, self.byte == UInt8(ascii: ":") { keys.insert(text) }
          continue
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        default: break
        }
        position += 1
      }
      return keys
    }

    private mutating func skipBlanks() {
      while let byte, byte <= 0x20 { position += 1 }
    }

    /// Returns the text of a string as written, without quotes.
    private mutating func string() -> String {
      position += 1
      let start = position
      while let byte, byte != UInt8(ascii: "\"") { position += byte == UInt8(ascii: "\\") ? 2 : 1 }
      position = min(position, bytes.count)
      defer { position = min(position + 1, bytes.count) }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }
  }
}

extension InterchangeReading {
  /// Makes the result for a file that is not JSON.
  static func refused(_ failure: JSONReader.Failure, in source: [UInt8]) -> InterchangeReading {
    InterchangeReading(diagnostics: [InterchangeDiagnostic(.error, failure.message, at: failure.offset, in: source)])
  }
}

extension JSONNode {
  /// The finite number, or the plain number in a string; `nil` for other values.
  var number: Double? {
    switch value {
    case .number(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
    case .string(let text): Double(plain: text.trimmed)
    default: nil
    }
  }
}
