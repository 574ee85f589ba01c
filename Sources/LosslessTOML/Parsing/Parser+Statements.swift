extension Parser {
  /// The maximum depth of a value. Components of keys, arrays and inline tables all count.
  ///
  /// Without optimization, the parser uses several times the stack, so the limit is lower.
  #if DEBUG || UNOPTIMIZED
    static let nestingLimit = 64
  #else
    static let nestingLimit = 128
  #endif

  /// Parses a key and its value. The value may span several lines.
  mutating func parseEntry() {
    defer { path.removeAll(keepingCapacity: true) }
    let value = parseKeyAndValue(depth: sectionDepth)
    let valueEnd = Int32(tokens.count)
    // The cursor is at the next entry, and the container before it is not closed.
    if abandonsContainers { return invalidate(value) }
    if value == Node.none { skipRestOfLine() }
    guard finishLine(), value != Node.none else { return invalidate(value) }
    if assign(value, pathFrom: 0, in: section) { nodes[Int(section)].end = valueEnd }
  }

  /// Parses a key, `=` and a value, and leaves the tokens of the key on the path.
  ///
  /// - Returns: The node of the value, which has no parent yet, or `Node.none` after an error.
  mutating func parseKeyAndValue(depth: Int) -> NodeIndex {
    let base = path.count
    guard parseKey(depth: depth) else { return Node.none }
    guard bytes.byte(at: cursor) == .equals else {
      reportUnexpected("toml.expected-equals", expected: "`=` after the key")
      return Node.none
    }
    appendToken(.equals, length: 1)
    skipWhitespace()
    return parseValue(parent: Node.none, depth: depth + path.count - base, at: "after `=`")
  }

  /// Parses a key with its dots, and adds the tokens of its components to the path.
  ///
  /// - Returns: Whether the key is valid. If not, the error is reported.
  mutating func parseKey(depth: Int) -> Bool {
    let base = path.count
    while true {
      guard parseKeyComponent() else { return false }
      if depth + path.count - base > Self.nestingLimit {
        reportTooDeep(range(ofToken: path[path.count - 1]))
        return false
      }
      skipWhitespace()
      guard bytes.byte(at: cursor) == .dot else { return true }
      appendToken(.dot, length: 1)
      skipWhitespace()
    }
  }

  private mutating func parseKeyComponent() -> Bool {
    let token = Int32(truncatingIfNeeded: tokens.count)
    switch bytes.byte(at: cursor) {
    case let byte where byte.isBareKey:
      var next = cursor + 1
      while bytes.byte(at: next).isBareKey { next += 1 }
      appendToken(.bareKey, upTo: next)
    case .quote, .apostrophe:
      guard scanQuotedKey() else { return false }
    default:
      reportMissingKey()
      return false
    }
    path.append(token)
    return true
  }

  /// Reports that no key is at the cursor. A conflict marker of git gets its own error.
  private mutating func reportMissingKey() {
    guard isConflictMarker(cursor) else { return reportUnexpected("toml.expected-key", expected: "a key") }
    report("toml.conflict-marker", cursor..<endOfLine(from: cursor)) { _ in
      "found a conflict marker of git; expected one of the two versions, without the markers"
    }
  }

  /// Returns whether a line that starts with seven `<`, `=`, `>` or `|` is at `offset`.
  private func isConflictMarker(_ offset: Int) -> Bool {
    let sign = bytes.byte(at: offset)
    let startsLine = offset == 0 || bytes[offset - 1] == .lineFeed || tokens.last?.kind == .byteOrderMark
    guard startsLine, "<=>|".utf8.contains(sign), (0..<7).allSatisfy({ bytes.byte(at: offset + $0) == sign }) else {
      return false
    }
    return isLineEnd(offset + 7) || offset + 7 == end || bytes[offset + 7] == .space
  }

  private mutating func scanQuotedKey() -> Bool {
    let quote = bytes[cursor]
    if bytes.byte(at: cursor + 1) == quote, bytes.byte(at: cursor + 2) == quote {
      report("toml.multiline-key", cursor..<cursor + 3) { _ in
        "found a multi-line string as a key; expected a bare key or a string on one line"
      }
      return false
    }
    return quote == .quote ? scanBasicString() : scanLiteralString()
  }

  /// Parses a header, `[table]` or `[[array of tables]]`, and opens the table that it names.
  mutating func parseHeader() {
    defer { path.removeAll(keepingCapacity: true) }
    let first = Int32(tokens.count)
    let isArray = bytes.byte(at: cursor + 1) == .leftBracket
    appendToken(isArray ? .leftDoubleBracket : .leftBracket, length: isArray ? 2 : 1)
    skipWhitespace()
    let isValid = parseKey(depth: isArray ? 1 : 0) && parseHeaderEnd(isArray: isArray)
    let headerEnd = Int32(tokens.count)
    if !isValid { skipRestOfLine() }
    guard finishLine(), isValid else { return openDetachedSection() }
    openSection(isArray: isArray, first: first, end: headerEnd)
  }

  private mutating func parseHeaderEnd(isArray: Bool) -> Bool {
    let isClosed =
      bytes.byte(at: cursor) == .rightBracket && (!isArray || bytes.byte(at: cursor + 1) == .rightBracket)
    guard isClosed else {
      reportUnexpected("toml.unterminated-header", expected: isArray ? "`]]` after the name" : "`]` after the name")
      return false
    }
    appendToken(isArray ? .rightDoubleBracket : .rightBracket, length: isArray ? 2 : 1)
    return true
  }

  mutating func reportTooDeep(_ range: Range<Int>) {
    report("toml.nesting-too-deep", range) { _ in
      "found a value nested deeper than \(Self.nestingLimit) levels; expected fewer levels"
    }
  }
}

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
