extension Parser {
  /// Parses the inline table at the cursor.
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
    invalidate(table)
    return Node.none
  }

  /// Parses entries and separators up to the closing brace.
  ///
  /// - Returns: Whether the table is closed. If not, the error is reported.
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
      if cursor == end || startsLine && bytes[cursor] == .leftBracket { return endUnclosed(opening, isReported: false) }
      parseInlineEntry(of: table, depth: depth)
      guard !abandonsContainers else { return false }
      let isReported = lineHasError
      let (crossesLine, hasSeparator) = parseInlineSeparator(isOnOneLine: isOnOneLine)
      if crossesLine, isOnOneLine, !hasSeparator { return endUnclosed(opening, isReported: isReported) }
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
      invalidate(value)
    }
    path.removeSubrange(base...)
  }

  /// Parses the comma after an entry, and the trivia around it.
  ///
  /// - Parameter isOnOneLine: Whether the cursor is still on the line of the opening brace. If that line ends without a
  ///   comma, the closing brace is missing rather than the comma.
  private mutating func parseInlineSeparator(isOnOneLine: Bool) -> (crossesLine: Bool, hasSeparator: Bool) {
    let entryEnd = cursor
    let isValid = !lineHasError
    let crossesLine = skipTrivia()
    switch bytes.byte(at: cursor) {
    case .comma:
      appendToken(.comma, length: 1)
      return (skipTrivia(), true)
    case .rightBracket, .rightBrace: return (crossesLine, true)
    default: break
    }
    guard isValid, cursor < end, !(crossesLine && isOnOneLine) else { return (crossesLine, cursor == end) }
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

  /// Ends an inline table without a closing brace. An array around it continues unless the next line starts an entry.
  ///
  /// - Parameter isReported: Whether an error of the same line was reported before.
  /// - Returns: `false`: the table is not closed.
  private mutating func endUnclosed(_ opening: Int, isReported: Bool) -> Bool {
    if !isReported, !lineHasError {
      record("toml.unterminated-inline-table", opening..<opening + 1) {
        "expected `}` to close the inline table, found \($0.descriptionOfNext())"
      }
    }
    abandonsContainers = openArrays == 0 || cursor == end || startsStatement(at: cursor)
    return false
  }

  /// Makes an invalid token of the rest of an entry.
  private mutating func skipInlineEntry() {
    var next = cursor
    while next < end, bytes[next] != .comma, bytes[next] != .rightBrace, !isLineEnd(next) { next += 1 }
    if next > cursor { appendToken(.invalid, upTo: next) }
  }
}
