extension Parser {
  // MARK: Arrays

  /// Takes the array at the cursor.
  mutating func parseArray(parent: NodeIndex, depth: Int) -> NodeIndex {
    guard depth < Self.nestingLimit else { return skipTooDeep() }
    let array = appendNode(.array, parent: parent)
    let opening = cursor
    appendToken(.leftBracket, length: 1)
    openArrays += 1
    parseElements(of: array, depth: depth, opening: opening)
    openArrays -= 1
    nodes[Int(array)].end = Int32(truncatingIfNeeded: tokens.count)
    return array
  }

  /// Takes elements and separators up to the closing bracket.
  private mutating func parseElements(of array: NodeIndex, depth: Int, opening: Int) {
    var startsLine = skipTrivia()
    while !abandonsContainers {
      switch bytes.byte(at: cursor) {
      case .rightBracket: return appendToken(.rightBracket, length: 1)
      case .rightBrace: return endAtWrongBracket(expected: "an element or `]`", isAwaited: openInlineTables > 0)
      case .comma:
        reportUnexpected("toml.expected-value", expected: "an element before `,`")
        appendToken(.comma, length: 1)
        startsLine = skipTrivia()
        continue
      default: break
      }
      if cursor == end || startsLine && startsStatement(at: cursor) { return abandonArray(opening) }
      let element = parseValue(parent: array, depth: depth + 1, after: "the start of an element")
      guard !abandonsContainers else { return }
      startsLine = parseSeparator(after: element)
    }
  }

  /// Takes the comma after an element, and the trivia around it.
  ///
  /// - Returns: Whether what follows starts a line.
  private mutating func parseSeparator(after element: NodeIndex) -> Bool {
    let elementEnd = cursor
    let isSound = !lineHasError
    if !isSound { condemn(element) }
    let startsLine = skipTrivia()
    switch bytes.byte(at: cursor) {
    case .comma:
      appendToken(.comma, length: 1)
      return skipTrivia()
    case .rightBracket, .rightBrace: return startsLine
    default: break
    }
    guard isSound, cursor < end, !(startsLine && startsStatement(at: cursor)) else { return startsLine }
    if startsLine {
      condemn(element)
      record("toml.expected-separator", elementEnd..<elementEnd) { _ in
        "expected `,` after the element, found the end of the line"
      }
    } else {
      reportUnexpected("toml.expected-separator", expected: "`,` or `]` after the element")
    }
    return startsLine
  }

  private mutating func abandonArray(_ opening: Int) {
    report("toml.unterminated-array", opening..<opening + 1) {
      "expected `]` to close the array, found \($0.endOrStatement())"
    }
    abandonsContainers = true
  }

  // MARK: Inline tables

  /// Takes the inline table at the cursor.
  mutating func parseInlineTable(parent: NodeIndex, depth: Int) -> NodeIndex {
    guard depth < Self.nestingLimit else { return skipTooDeep() }
    let table = appendNode(.inlineTable, parent: parent)
    let opening = cursor
    appendToken(.leftBrace, length: 1)
    openInlineTables += 1
    parseInlineEntries(of: table, depth: depth, opening: opening)
    openInlineTables -= 1
    nodes[Int(table)].end = Int32(truncatingIfNeeded: tokens.count)
    return table
  }

  /// Takes entries and separators up to the closing brace.
  private mutating func parseInlineEntries(of table: NodeIndex, depth: Int, opening: Int) {
    var startsLine = skipTrivia()
    var isOnOneLine = !startsLine
    while !abandonsContainers {
      switch bytes.byte(at: cursor) {
      case .rightBrace: return appendToken(.rightBrace, length: 1)
      case .rightBracket: return endAtWrongBracket(expected: "a key or `}`", isAwaited: openArrays > 0)
      default: break
      }
      if cursor == end || startsLine && bytes[cursor] == .leftBracket { return abandonInlineTable(opening) }
      parseInlineEntry(of: table, depth: depth)
      guard !abandonsContainers else { return }
      startsLine = parseInlineSeparator(isOnOneLine: isOnOneLine, opening: opening)
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
  /// - Returns: Whether what follows starts a line.
  private mutating func parseInlineSeparator(isOnOneLine: Bool, opening: Int) -> Bool {
    let entryEnd = cursor
    let isSound = !lineHasError
    let startsLine = skipTrivia()
    switch bytes.byte(at: cursor) {
    case .comma:
      appendToken(.comma, length: 1)
      return skipTrivia()
    case .rightBracket, .rightBrace: return startsLine
    default: break
    }
    guard cursor < end else { return startsLine }
    if startsLine, isOnOneLine {
      abandonInlineTable(opening)
    } else if isSound, startsLine {
      record("toml.expected-separator", entryEnd..<entryEnd) { _ in
        "expected `,` after the entry, found the end of the line"
      }
    } else if isSound {
      reportUnexpected("toml.expected-separator", expected: "`,` or `}` after the entry")
      skipInlineEntry()
    }
    return startsLine
  }

  private mutating func abandonInlineTable(_ opening: Int) {
    report("toml.unterminated-inline-table", opening..<opening + 1) {
      "expected `}` to close the inline table, found \($0.endOrStatement())"
    }
    abandonsContainers = true
  }

  // MARK: Recovery

  /// Reports a closing bracket of the wrong kind, which ends the container; an outer one that waits for it gets it.
  private mutating func endAtWrongBracket(expected: String, isAwaited: Bool) {
    reportUnexpected("toml.expected-separator", expected: expected)
    if !isAwaited { appendToken(.invalid, length: 1) }
  }

  private func endOrStatement() -> String {
    cursor == end ? "the end of the file" : "the start of another entry"
  }

  /// Makes an invalid token of what is left of an entry of an inline table.
  private mutating func skipInlineEntry() {
    var next = cursor
    while next < end, bytes[next] != .comma, bytes[next] != .rightBrace, !isLineEnd(next) { next += 1 }
    if next > cursor { appendToken(.invalid, upTo: next) }
  }

  /// Whether the line that starts at `offset`, inside an array, reads like `key = …` or like a header.
  ///
  /// Then the array before it was most likely left open. Looks at the one line only.
  private func startsStatement(at offset: Int) -> Bool {
    guard bytes[offset].isBareKey || bytes[offset] == .leftBracket else { return false }
    var next = offset
    while bytes.byte(at: next) == .leftBracket { next += 1 }
    let brackets = next - offset
    guard bytes.byte(at: next).isLetter else { return false }
    while bytes.byte(at: next).isBareKey || bytes.byte(at: next) == .dot { next += 1 }
    guard brackets > 0 else {
      while bytes.byte(at: next).isWhitespace { next += 1 }
      return bytes.byte(at: next) == .equals
    }
    let nameEnd = next
    while bytes.byte(at: next) == .rightBracket { next += 1 }
    guard brackets <= 2, next - nameEnd == brackets, next == end || isLineEnd(next) else { return false }
    if case .success = ScalarGrammar.classify(offset + brackets..<nameEnd, in: bytes) { return false }
    return true
  }

  /// Makes one invalid token of a container that lies too deep, closing bracket and all.
  private mutating func skipTooDeep() -> NodeIndex {
    reportTooDeep(cursor..<cursor + 1)
    var (next, open) = (cursor, 0)
    repeat {
      switch bytes[next] {
      case .leftBracket, .leftBrace: open += 1
      case .rightBracket, .rightBrace: open -= 1
      case .quote, .apostrophe: next = endOfSkippedString(at: next) - 1
      case .hash: next = endOfLine(from: next) - 1
      default: break
      }
      next += 1
    } while next < end && open > 0
    appendToken(.invalid, upTo: next)
    abandonsContainers = open > 0
    return Node.none
  }

  /// The offset after the quotes that close the string at `offset`, or the end of its line.
  private func endOfSkippedString(at offset: Int) -> Int {
    let quote = bytes[offset]
    if bytes.byte(at: offset + 1) == quote, bytes.byte(at: offset + 2) == quote {
      return closingQuotes(quote, from: offset + 3) ?? offset + 3
    }
    var next = offset + 1
    while next < end, bytes[next] != quote, !isLineEnd(next) {
      next += bytes[next] == .backslash && quote == .quote && !isLineEnd(next + 1) ? 2 : 1
    }
    return min(next + 1, end)
  }
}
