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
    return parseValue(parent: Node.none, depth: depth + path.count - base, after: "`=`")
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
