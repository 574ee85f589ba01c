internal import MixtapeModel

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

/// Comments in JSON, such as in NSP: Navidrome removes them before it reads a file.
enum JSONComments {
  /// Replaces comments with spaces, which keeps offsets.
  static func removed(from source: [UInt8]) -> [UInt8] {
    guard source.contains(UInt8(ascii: "/")) else { return source }
    var result = source
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\""): index = endOfString(source, index)
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "/"):
        while index < source.count, source[index] != 0x0A {
          result[index] = 0x20
          index += 1
        }
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "*"):
        let end = endOfComment(source, index + 2)
        for offset in index..<end where result[offset] != 0x0A { result[offset] = 0x20 }
        index = end
      default: index += 1
      }
    }
    return result
  }

  private static func endOfString(_ source: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < source.count, source[index] != UInt8(ascii: "\""), source[index] != 0x0A {
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, source.count)
  }

  private static func endOfComment(_ source: [UInt8], _ start: Int) -> Int {
    var index = start
    while index + 1 < source.count {
      if source[index] == UInt8(ascii: "*"), source[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return source.count
  }
}
