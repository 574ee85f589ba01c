/// The meaning of keys and headers: the table of each entry, and combinations that are not allowed.
extension Parser {
  /// Adds `value` to `table`, under the key whose tokens lie on the path from `base` on.
  ///
  /// The dots of the key create the tables that are missing.
  ///
  /// - Returns: Whether the key is new. If not, the error is recorded and the value is invalid.
  mutating func assign(_ value: NodeIndex, pathFrom base: Int, in table: NodeIndex) -> Bool {
    var table = table
    for component in path[base..<path.count - 1] {
      let (found, hash) = find(component, in: table)
      if found == Node.none {
        table = addTable(component, in: table, hash: hash, flags: .dotted)
      } else if nodes[Int(found)].kind == .table, nodes[Int(found)].flags.contains(.dotted) {
        table = found
      } else {
        recordNotExtensible(component, found)
        invalidate(value)
        return false
      }
    }
    let key = path[path.count - 1]
    let (found, hash) = find(key, in: table)
    guard found == Node.none else {
      recordDuplicateKey(key, found)
      invalidate(value)
      return false
    }
    nodes[Int(value)].parent = table
    nodes[Int(value)].key = key
    keys.insert(value, hash: hash)
    return true
  }

  /// Opens the section of a valid header whose name lies on the path.
  mutating func openSection(isArray: Bool, first: Int32, end: Int32) {
    guard let parent = descend() else { return openDetachedSection() }
    let key = path[path.count - 1]
    let (found, hash) = find(key, in: parent.table)
    let opened =
      isArray
      ? appendElement(key, found: found, hash: hash, parent: parent.table, first: first)
      : defineTable(key, found: found, hash: hash, parent: parent.table)
    guard opened != Node.none else { return openDetachedSection() }
    nodes[Int(opened)].first = first
    nodes[Int(opened)].end = end
    nodes[Int(opened)].flags.insert(.header)
    section = opened
    sectionDepth = parent.depth + (isArray ? 2 : 1)
  }

  /// Opens a section that is not part of the document, so that entries below an invalid header go to no other table.
  mutating func openDetachedSection() {
    section = appendNode(.table, parent: Node.none)
    invalidate(section)
    sectionDepth = 0
  }

  /// Finds the tables that all components of a header but the last name, or creates them.
  private mutating func descend() -> (table: NodeIndex, depth: Int)? {
    var (table, depth) = (SyntaxTree.root, 0)
    for component in path[..<(path.count - 1)] {
      let (found, hash) = find(component, in: table)
      depth += 1
      if found == Node.none {
        table = addTable(component, in: table, hash: hash, flags: [])
      } else if nodes[Int(found)].kind == .table {
        table = found
      } else if nodes[Int(found)].kind == .arrayOfTables {
        table = nodes[Int(found)].lastElement
        depth += 1
      } else {
        recordNotATable(component, found)
        return nil
      }
    }
    return (table, depth)
  }

  private mutating func defineTable(_ key: Int32, found: NodeIndex, hash: UInt64, parent: NodeIndex) -> NodeIndex {
    if found == Node.none { return addTable(key, in: parent, hash: hash, flags: []) }
    let isImplicit = nodes[Int(found)].kind == .table && nodes[Int(found)].flags.isEmpty
    guard isImplicit else {
      recordDuplicateTable(key, found)
      return Node.none
    }
    nodes[Int(found)].key = key
    return found
  }

  private mutating func appendElement(
    _ key: Int32, found: NodeIndex, hash: UInt64, parent: NodeIndex, first: Int32
  ) -> NodeIndex {
    var array = found
    if found == Node.none {
      array = appendNode(.arrayOfTables, parent: parent)
      nodes[Int(array)].first = first
      nodes[Int(array)].key = key
      keys.insert(array, hash: hash)
    } else if nodes[Int(found)].kind != .arrayOfTables {
      recordNotAnArrayOfTables(key, found)
      return Node.none
    }
    let element = appendNode(.table, parent: array)
    nodes[Int(array)].lastElement = element
    return element
  }

  private mutating func addTable(_ key: Int32, in parent: NodeIndex, hash: UInt64, flags: Node.Flags) -> NodeIndex {
    let table = appendNode(.table, parent: parent)
    nodes[Int(table)].flags = flags
    nodes[Int(table)].key = key
    nodes[Int(table)].first = key
    nodes[Int(table)].end = key + 1
    keys.insert(table, hash: hash)
    return table
  }

  /// Returns the node of `table` under the key of a token, or `Node.none`, and the hash of that key.
  private func find(_ key: Int32, in table: NodeIndex) -> (node: NodeIndex, hash: UInt64) {
    let token = (token: tokens[Int(key)], range: range(ofToken: key))
    guard !token.token.hasEscapes else { return findEscaped(token, in: table) }
    return find(KeyText.content(of: token), of: bytes, in: table)
  }

  private func findEscaped(_ key: (token: Token, range: Range<Int>), in table: NodeIndex) -> (NodeIndex, UInt64) {
    Array(KeyText.string(of: key, in: bytes).utf8).withSourceBytes { find(0..<$0.count, of: $0, in: table) }
  }

  @inline(__always)
  private func find(
    _ wanted: Range<Int>, of wantedBytes: SourceBytes, in table: NodeIndex
  ) -> (node: NodeIndex, hash: UInt64) {
    let hash = KeyIndex.hash(of: wanted, in: wantedBytes, parent: table)
    let node = keys.find(hash) { candidate in
      let node = nodes[Int(candidate)]
      guard node.parent == table else { return false }
      let key = (token: tokens[Int(node.key)], range: range(ofToken: node.key))
      return KeyText.matches(key, in: bytes, wanted, of: wantedBytes)
    }
    return (node, hash)
  }
}
