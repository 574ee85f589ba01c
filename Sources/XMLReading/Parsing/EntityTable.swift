/// The internal entities that a document declares.
///
/// libxml2 never expands them. The parser inserts their content as text of limited length, and rejects markup in it.
struct EntityTable {
  private var declared: [String: [UInt8]] = [:]
  private var expanded: [String: Result<[UInt8], Fault>] = [:]
  /// The number of bytes and references in all expansions.
  private var expandedCount = 0

  /// The reason why an entity has no text.
  enum Fault: Error {
    /// The entity expands to too many bytes or references, or is nested too deep, because it refers to itself.
    case tooLong
    /// The entity contains markup.
    case markup
    /// The entity refers to one that is not declared.
    case undeclared
  }

  private static let maximumCount = 1000
  private static let maximumLength = 1 << 16
  private static let maximumDepth = 8
  private static let maximumNameLength = 256
  /// The maximum number of expansions of the maximum length.
  private static let maximumLongExpansions = 8

  /// Adds an entity, unless the name is already declared.
  mutating func declare(_ name: String, _ content: UnsafeBufferPointer<UInt8>) {
    guard declared.count < Self.maximumCount, content.count <= Self.maximumLength, declared[name] == nil else { return }
    declared[name] = Array(content)
  }

  func declares(_ name: String) -> Bool { declared[name] != nil }

  /// Returns the text of a declared entity.
  ///
  /// - Parameter limit: The maximum number of bytes and references in the expansion. References count, because an entity can be
  ///   empty.
  mutating func text(of name: String, limit: Int) -> Result<[UInt8], Fault> {
    if let known = expanded[name] { return known }
    var result: [UInt8] = []
    let budget = max(0, min(limit, Self.maximumLongExpansions * limit - expandedCount))
    var left = budget
    defer { expandedCount += budget - left }
    let text: Result<[UInt8], Fault>
    do throws(Fault) {
      try append(name, to: &result, atMost: &left, depth: 0)
      text = .success(result)
    } catch {
      text = .failure(error)
    }
    expanded[name] = text
    return text
  }

  private func append(_ name: String, to result: inout [UInt8], atMost left: inout Int, depth: Int) throws(Fault) {
    guard depth < Self.maximumDepth else { throw .tooLong }
    guard let content = declared[name] else { throw .undeclared }
    guard !content.contains(UInt8(ascii: "<")) else { throw .markup }
    var index = 0
    while index < content.count {
      guard left > 0 else { throw .tooLong }
      left -= 1
      let byte = content[index]
      if byte == UInt8(ascii: "&"),
        let (value, end) = content.withUnsafeBufferPointer({ $0.characterReference(at: index) })
      {
        // Declarations escape `&` and `<` twice, and libxml2 resolves only the first escape. XML 1.0, section 4.6.
        if let scalar = Unicode.Scalar(value) { Self.append(scalar, to: &result, atMost: &left) }
        index = end
        continue
      }
      index += 1
      if byte == UInt8(ascii: "&"),
        let end = content[index...].prefix(Self.maximumNameLength).firstIndex(of: UInt8(ascii: ";"))
      {
        let inner = String(decoding: content[index..<end], as: UTF8.self)
        if let scalar = HTMLEntities.character(named: inner) {
          Self.append(scalar, to: &result, atMost: &left)
        } else {
          try append(inner, to: &result, atMost: &left, depth: depth + 1)
        }
        index = end + 1
      } else {
        result.append(byte)
      }
    }
  }

  /// Appends a character that XML allows. One byte of it is already counted.
  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8], atMost left: inout Int) {
    let isForbidden = scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar)
    guard !isForbidden, scalar.value & 0xFFFF_FFFE != 0xFFFE, let bytes = UTF8.encode(scalar) else { return }
    result.append(contentsOf: bytes)
    left -= bytes.count - 1
  }
}
