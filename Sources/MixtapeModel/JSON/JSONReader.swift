/// A strict JSON parser (RFC 8259) that keeps the order of members and the offsets of values.
package struct JSONReader {
  /// An error with its place.
  package struct Failure: Error, Hashable {
    package let message: String
    package let offset: Int

    package init(message: String, offset: Int) {
      self.message = message
      self.offset = offset
    }
  }

  /// The maximum depth of arrays and objects.
  private static let maximumDepth = 128

  private let source: [UInt8]
  private let decode: ([UInt8]) -> String?
  private var position = 0

  private init(_ source: [UInt8], _ decode: @escaping ([UInt8]) -> String?) {
    self.source = source
    self.decode = decode
  }

  /// Returns the value of a document. Skips a byte order mark.
  ///
  /// - Parameter decode: Decodes the bytes of a string, by default as UTF-8; `nil` for an error.
  package static func read(
    _ source: [UInt8],
    decodingStringsBy decode: @escaping ([UInt8]) -> String? = { String(validating: $0, as: UTF8.self) }
  ) throws(Failure) -> JSONNode {
    var reader = JSONReader(source, decode)
    if source.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
    let node = try reader.value(depth: 0)
    reader.skipBlanks()
    if reader.position < source.count { throw reader.failure("unexpected text after the end of the document") }
    return node
  }

  private func failure(_ message: String) -> Failure { Failure(message: message, offset: position) }

  private mutating func skipBlanks() {
    while position < source.count, [0x20, 0x09, 0x0A, 0x0D].contains(source[position]) {
      position += 1
    }
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONNode {
    skipBlanks()
    guard position < source.count else { throw failure("unexpected end of the file") }
    if depth > Self.maximumDepth { throw failure("more than \(Self.maximumDepth) levels of arrays and objects") }
    let start = position
    switch source[position] {
    case UInt8(ascii: "{"): return JSONNode(.object(try members(depth: depth)), at: start)
    case UInt8(ascii: "["): return JSONNode(.array(try elements(depth: depth)), at: start)
    case UInt8(ascii: "\""): return JSONNode(.string(try string()), at: start)
    case UInt8(ascii: "t"): return JSONNode(try word("true", .bool(true)), at: start)
    case UInt8(ascii: "f"): return JSONNode(try word("false", .bool(false)), at: start)
    case UInt8(ascii: "n"): return JSONNode(try word("null", .null), at: start)
    default: return JSONNode(.number(try number()), at: start)
    }
  }

  private mutating func word(_ word: String, _ value: JSONNode.Content) throws(Failure) -> JSONNode.Content {
    guard source[position...].starts(with: word.utf8) else { throw failure("expected a value") }
    position += word.utf8.count
    return value
  }

  private mutating func members(depth: Int) throws(Failure) -> [JSONNode.Member] {
    var members: [JSONNode.Member] = []
    position += 1
    skipBlanks()
    if take(UInt8(ascii: "}")) { return members }
    while true {
      skipBlanks()
      guard position < source.count, source[position] == UInt8(ascii: "\"") else { throw failure("expected a key") }
      let key = try string()
      skipBlanks()
      guard take(UInt8(ascii: ":")) else { throw failure("expected `:` after a key") }
      members.append(JSONNode.Member(key: key, value: try value(depth: depth + 1)))
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "}")) { return members }
      throw failure("expected `,` or `}`")
    }
  }

  private mutating func elements(depth: Int) throws(Failure) -> [JSONNode] {
    var elements: [JSONNode] = []
    position += 1
    skipBlanks()
    if take(UInt8(ascii: "]")) { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipBlanks()
      if take(UInt8(ascii: ",")) { continue }
      if take(UInt8(ascii: "]")) { return elements }
      throw failure("expected `,` or `]`")
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard position < source.count, source[position] == byte else { return false }
    position += 1
    return true
  }

  private mutating func number() throws(Failure) -> String {
    let start = position
    _ = take(UInt8(ascii: "-"))
    let wholeStart = position
    let whole = digits()
    if whole > 1, source[wholeStart] == UInt8(ascii: "0") {
      position = wholeStart + 1
      throw failure("a number has no zeros at its start")
    }
    guard whole > 0 else {
      position = start
      throw failure("expected a value")
    }
    if take(UInt8(ascii: ".")), digits() == 0 { throw failure("expected a digit") }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      if digits() == 0 { throw failure("expected a digit") }
    }
    return String(decoding: source[start..<position], as: UTF8.self)
  }

  private mutating func digits() -> Int {
    let start = position
    while position < source.count, source[position].isDigit { position += 1 }
    return position - start
  }

  private mutating func string() throws(Failure) -> String {
    let opening = position
    position += 1
    var bytes: [UInt8] = []
    while position < source.count {
      let start = position
      while position < source.count, source[position] != UInt8(ascii: "\""), source[position] != UInt8(ascii: "\\"),
        source[position] >= 0x20
      {
        position += 1
      }
      bytes += source[start..<position]
      guard position < source.count else { break }
      switch source[position] {
      case UInt8(ascii: "\""):
        position += 1
        guard let text = decode(bytes) else { throw Failure(message: "the string is not UTF-8", offset: opening) }
        return text
      case UInt8(ascii: "\\"): bytes += try escape()
      default: throw failure("control character in a string")
      }
    }
    throw failure("the string has no end")
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    position += 1
    guard position < source.count else { throw failure("the string has no end") }
    let byte = source[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    default:
      position -= 1
      throw failure("invalid escape")
    }
  }

  /// Returns the character of a `\u` escape; the replacement character for an unpaired surrogate.
  private mutating func scalar() throws(Failure) -> Character {
    let unit = try codeUnit()
    if let scalar = Unicode.Scalar(UInt32(unit)) { return Character(scalar) }
    guard (0xD800..<0xDC00).contains(unit), source[position...].starts(with: "\\u".utf8) else { return "\u{FFFD}" }
    let start = position
    position += 2
    let second = try codeUnit()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else {
      position = start
      return "\u{FFFD}"
    }
    return Character(scalar)
  }

  private mutating func codeUnit() throws(Failure) -> UInt16 {
    var unit: UInt16 = 0
    for _ in 0..<4 {
      guard position < source.count, let digit = source[position].hexadecimalValue else {
        throw failure("expected 4 hexadecimal digits")
      }
      unit = unit << 4 | UInt16(digit)
      position += 1
    }
    return unit
  }
}
