extension Parser {
  /// Takes the inline table at the cursor.
  mutating func parseInlineTable(parent: NodeIndex, depth: Int) -> NodeIndex {
    guard depth < Self.nestingLimit else { return skipTooDeep() }
    let table = appendNode(.inlineTable, parent: parent)
    let opening = cursor
    appendToken(.leftBrace, length: 1)
    openInlineTables += 1
    let isClosed = parseInlineEntries(of: table, depth: depth, opening: opening)
    openInlineTables -= 1
    nodes[Int(table)].end = Int32(truncatingIfNeeded: tokens.count)
    if isClosed { return table }
    condemn(table)
    return Node.none
  }

  /// Takes entries and separators up to the closing brace.
  ///
  /// - Returns: Whether the table ends; if not, the error is reported.
  private mutating func parseInlineEntries(of table: NodeIndex, depth: Int, opening: Int) -> Bool {
    var startsLine = skipTrivia()
    var isOnOneLine = !startsLine
    while true {
      switch bytes.byte(at: cursor) {
      case .rightBrace:
        appendToken(.rightBrace, length: 1)
        return true
      case .rightBracket:
        endAtWrongBracket(expected: "a key or `}`", isAwaited: openArrays > 0)
        return true
      default: break
      }
      if cursor == end || startsLine && bytes[cursor] == .leftBracket { return endUnclosed(opening, isKnown: false) }
      parseInlineEntry(of: table, depth: depth)
      guard !abandonsContainers else { return false }
      let isKnown = lineHasError
      let (crossesLine, hasSeparator) = parseInlineSeparator(isOnOneLine: isOnOneLine)
      if crossesLine, isOnOneLine, !hasSeparator { return endUnclosed(opening, isKnown: isKnown) }
      startsLine = crossesLine
      if startsLine { isOnOneLine = false }
    }
  }

  private mutating func parseInlineEntry(of table: NodeIndex, depth: Int) {
    let base = path.count
    let value = parseKeyAndValue(depth: depth)
    if value == Node.none, !abandonsContainers { skipInlineEntry() }
    if value != Node.none, !lineHasError {
      _ = assign(value, pathFrom: base, in: table)
    } else {
      condemn(value)
    }
    path.removeSubrange(base...)
  }

  /// Takes the comma after an entry, and the trivia around it.
  ///
  /// - Parameter isOnOneLine: Whether the table has not left the line it began on. Then a line that ends without a
  ///   comma means that the closing brace was forgotten, not the comma.
  private mutating func parseInlineSeparator(isOnOneLine: Bool) -> (crossesLine: Bool, hasSeparator: Bool) {
    let entryEnd = cursor
    let isSound = !lineHasError
    let crossesLine = skipTrivia()
    switch bytes.byte(at: cursor) {
    case .comma:
      appendToken(.comma, length: 1)
      return (skipTrivia(), true)
    case .rightBracket, .rightBrace: return (crossesLine, true)
    default: break
    }
    guard isSound, cursor < end, !(crossesLine && isOnOneLine) else { return (crossesLine, cursor == end) }
    if crossesLine {
      record("toml.expected-separator", entryEnd..<entryEnd) { _ in
        "expected `,` after the entry, found the end of the line"
      }
    } else {
      reportUnexpected("toml.expected-separator", expected: "`,` or `}` after the entry")
      skipInlineEntry()
    }
    return (crossesLine, true)
  }

  /// Ends an inline table without its closing brace; an array around it goes on where that makes sense.
  ///
  /// - Parameter isKnown: Whether an error on the line of the table tells enough.
  /// - Returns: `false`, for the table is not closed.
  private mutating func endUnclosed(_ opening: Int, isKnown: Bool) -> Bool {
    if !isKnown, !lineHasError {
      record("toml.unterminated-inline-table", opening..<opening + 1) {
        "expected `}` to close the inline table, found \($0.nextThing())"
      }
    }
    abandonsContainers = openArrays == 0 || cursor == end || startsStatement(at: cursor)
    return false
  }

  /// Makes an invalid token of what is left of an entry.
  private mutating func skipInlineEntry() {
    var next = cursor
    while next < end, bytes[next] != .comma, bytes[next] != .rightBrace, !isLineEnd(next) { next += 1 }
    if next > cursor { appendToken(.invalid, upTo: next) }
  }
}
