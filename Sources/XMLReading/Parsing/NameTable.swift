/// The unique names in a document.
struct NameTable {
  /// A name in the representation of libxml2. In one parser, equal strings have equal addresses.
  struct Key: Equatable {
    let local: UnsafePointer<UInt8>?
    let prefix: UnsafePointer<UInt8>?
    let namespace: UnsafePointer<UInt8>?
  }

  private var names: [XMLName] = []
  private var indices: [Spelling: Int32] = [:]
  private var recent: [(key: Key, index: Int32)?] = Array(repeating: nil, count: 256)

  private struct Spelling: Hashable {
    let name: XMLName
    let prefix: String?
  }

  var isEmpty: Bool { names.isEmpty }

  subscript(index: Int32) -> XMLName { names[Int(index)] }

  /// Returns the index of a name. Adds the name if it is new.
  mutating func index(of key: Key) -> Int32 {
    let slot = (Int(bitPattern: key.local) >> 3 ^ Int(bitPattern: key.namespace) >> 5) & 255
    if let entry = recent[slot], entry.key == key { return entry.index }
    let name = XMLName(
      key.local.map { String(cString: $0) } ?? "", namespace: key.namespace.map { String(cString: $0) },
      prefix: key.prefix.map { String(cString: $0) }, index: names.count)
    let spelling = Spelling(name: name, prefix: name.prefix)
    let index = indices[spelling] ?? Int32(truncatingIfNeeded: names.count)
    if Int(index) == names.count {
      names.append(name)
      indices[spelling] = index
    }
    recent[slot] = (key, index)
    return index
  }

  /// Clears the cache of addresses, which another parser can reuse for other strings.
  mutating func forgetAddresses() { recent = Array(repeating: nil, count: 256) }
}
