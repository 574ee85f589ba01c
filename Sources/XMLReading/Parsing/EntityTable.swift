/// The internal entities that a document declares.
///
/// libxml2 never expands them. The parser inserts their content as text of limited length, and rejects markup in it.
struct EntityTable {
  private var declared: [String: [UInt8]] = [:]
  private var expanded: [String: [UInt8]?] = [:]

  private static let maximumCount = 1000
  private static let maximumLength = 1 << 16
  private static let maximumDepth = 8

  /// Adds an entity, unless the name is already declared.
  mutating func declare(_ name: String, _ content: UnsafeBufferPointer<UInt8>) {
    guard declared.count < Self.maximumCount, content.count <= Self.maximumLength, declared[name] == nil else { return }
    declared[name] = Array(content)
  }

  func declares(_ name: String) -> Bool { declared[name] != nil }

  /// Returns the text of a declared entity; `nil` if it refers to itself, contains markup or exceeds `limit` bytes.
  mutating func text(of name: String, limit: Int) -> [UInt8]? {
    if let known = expanded[name] { return known }
    var result: [UInt8] = []
    let isComplete = append(name, to: &result, limit: limit, depth: 0)
    expanded[name] = .some(isComplete ? result : nil)
    return isComplete ? result : nil
  }

  private func append(_ name: String, to result: inout [UInt8], limit: Int, depth: Int) -> Bool {
    guard depth < Self.maximumDepth, let content = declared[name], !content.contains(UInt8(ascii: "<")) else {
      return false
    }
    var index = 0
    while index < content.count {
      let byte = content[index]
      index += 1
      if byte == UInt8(ascii: "&"), let end = content[index...].firstIndex(of: UInt8(ascii: ";")) {
        let inner = String(decoding: content[index..<end], as: UTF8.self)
        if let scalar = HTMLEntities.character(named: inner) {
          result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        } else if !append(inner, to: &result, limit: limit, depth: depth + 1) {
          return false
        }
        index = end + 1
      } else {
        result.append(byte)
      }
      if result.count > limit { return false }
    }
    return true
  }
}
