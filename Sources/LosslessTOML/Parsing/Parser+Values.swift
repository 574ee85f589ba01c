extension Parser {
  /// Parses the value at the cursor.
  ///
  /// - Parameters:
  ///   - parent: The array that holds the value, or `Node.none` for the value of a key.
  ///   - depth: The number of levels above the value.
  ///   - place: The place of the value, for messages.
  /// - Returns: The node of the value, or `Node.none` after an error. The cursor moves past an invalid value too.
  mutating func parseValue(parent: NodeIndex, depth: Int, at place: StaticString) -> NodeIndex {
    switch bytes.byte(at: cursor) {
    case .quote, .apostrophe:
      return scanString() ? appendLeaf(.string, parent: parent) : Node.none
    case .leftBracket: return parseArray(parent: parent, depth: depth)
    case .leftBrace: return parseInlineTable(parent: parent, depth: depth)
    case let byte where byte.isScalar: return parseScalar(parent: parent)
    default:
      reportMissingValue(at: place)
      return Node.none
    }
  }

  private mutating func parseScalar(parent: NodeIndex) -> NodeIndex {
    var next = cursor + 1
    while bytes.byte(at: next).isScalar { next += 1 }
    next = includingTime(after: next)
    switch ScalarGrammar.classify(cursor..<next, in: bytes) {
    case .success(let kind):
      appendToken(.scalar, upTo: next)
      return appendLeaf(kind, parent: parent)
    case .failure(let problem):
      let range = cursor..<max(next, endOfWord(from: next))
      report(problem.id, range, advice: { $0.adviceOnWordWithoutQuotes(until: range.upperBound) }) {
        "found \($0.quoted(range)), \(problem.message)"
      }
      appendToken(.invalid, upTo: range.upperBound)
      return Node.none
    }
  }

  /// Returns the end of a date-time whose date ends at `next`, if a space and a time follow; else `next`.
  private func includingTime(after next: Int) -> Int {
    let isDate = next - cursor == 10 && bytes[cursor + 4] == .minus && bytes[cursor + 7] == .minus
    let isFollowed = bytes.byte(at: next) == .space && bytes.byte(at: next + 1).isDigit
    guard isDate, isFollowed, bytes.byte(at: next + 3) == .colon else { return next }
    var timeEnd = next + 1
    while bytes.byte(at: timeEnd).isScalar { timeEnd += 1 }
    return timeEnd
  }

  /// Reports that no value starts at the cursor, and skips the word there, if any.
  private mutating func reportMissingValue(at place: StaticString) {
    let wordEnd = endOfWord(from: cursor)
    guard wordEnd > cursor, !found(at: cursor).isInvalid else {
      reportUnexpected("toml.expected-value", expected: "a value \(place)")
      if wordEnd > cursor { appendToken(.invalid, upTo: wordEnd) }
      return
    }
    reportUnexpected("toml.invalid-value", expected: "a value \(place)") { $0.adviceOnOtherQuotes }
    appendToken(.invalid, upTo: wordEnd)
  }

  /// Returns the end of a word: the next white space, line end, comma, closing bracket or comment.
  private func endOfWord(from offset: Int) -> Int {
    var next = offset
    while next < end {
      switch bytes[next] {
      case .space, .tab, .comma, .rightBracket, .rightBrace, .hash: return next
      case .lineFeed: return next
      case .carriageReturn where isLineEnd(next): return next
      default: next += 1
      }
    }
    return next
  }
}

extension Parser {
  /// Parses the array at the cursor.
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

  /// Parses elements and separators up to the closing bracket.
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
      if cursor == end || startsLine && endsArray(at: cursor) { return abandonArray(opening) }
      let element = parseValue(parent: array, depth: depth + 1, at: "as an element")
      guard !abandonsContainers else { return }
      startsLine = parseSeparator(after: element)
    }
  }

  /// Parses the comma after an element, and the trivia around it.
  ///
  /// - Returns: Whether the cursor is then at the first text of a line.
  private mutating func parseSeparator(after element: NodeIndex) -> Bool {
    let elementEnd = cursor
    let isValid = !lineHasError && element != Node.none
    if !isValid { invalidate(element) }
    let startsLine = skipTrivia()
    switch bytes.byte(at: cursor) {
    case .comma:
      appendToken(.comma, length: 1)
      return skipTrivia()
    case .rightBracket, .rightBrace: return startsLine
    default: break
    }
    guard isValid, cursor < end, !(startsLine && endsArray(at: cursor)) else { return startsLine }
    if startsLine {
      invalidate(element)
      record("toml.expected-separator", elementEnd..<elementEnd) { _ in
        "expected `,` after the element, found the end of the line"
      }
    } else {
      reportUnexpected("toml.expected-separator", expected: "`,` or `]` after the element") {
        $0.adviceOnTextAfterValue
      }
    }
    return startsLine
  }

  private mutating func abandonArray(_ opening: Int) {
    report("toml.unterminated-array", opening..<opening + 1) {
      "expected `]` to close the array, found \($0.descriptionOfNext())"
    }
    abandonsContainers = true
  }
}

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
      reportUnexpected("toml.expected-separator", expected: "`,` or `}` after the entry") {
        $0.adviceOnTextAfterValue
      }
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

/// Recovery from containers that are not closed, or are closed by the wrong bracket.
extension Parser {
  /// Reports a closing bracket of the wrong kind, and ends the container there. If the bracket closes an outer container,
  /// it is left for that.
  mutating func endAtWrongBracket(expected: String, isAwaited: Bool) {
    reportUnexpected("toml.expected-separator", expected: expected)
    if !isAwaited { appendToken(.invalid, length: 1) }
  }

  /// Returns a description of the text at the cursor, where a closing bracket was expected.
  func descriptionOfNext() -> String {
    cursor == end ? "the end of the file" : startsStatement(at: cursor) ? "the start of another entry" : "a new line"
  }

  /// Returns whether the line that starts at `offset`, inside an array, begins the next statement, so that the closing
  /// bracket is missing.
  func endsArray(at offset: Int) -> Bool { startsStatement(at: offset) && !isElementWithoutQuotes(at: offset) }

  /// Returns whether the line at `offset` looks like an element whose quotes are missing, such as `genre = "Folk",`, rather
  /// than like the entry of a table: a comma ends the line, or the closing bracket is at the start of the next one.
  private func isElementWithoutQuotes(at offset: Int) -> Bool {
    guard openInlineTables == 0, bytes[offset] != .leftBracket else { return false }
    var (next, last) = (offset, offset)
    while next < end, bytes[next] != .hash, !isLineEnd(next) {
      // The value can be an array that goes on in the next line.
      if bytes[next] == .leftBracket || bytes[next] == .leftBrace { return false }
      if !bytes[next].isWhitespace { last = next }
      next += 1
    }
    if bytes[last] == .comma { return true }
    let lineEnd = endOfLine(from: next)
    return lineEnd < end && lineStart(after: lineEnd).map { bytes[$0] == .rightBracket } ?? false
  }

  /// Returns whether the line that starts at `offset`, inside an array, looks like `key = …` or like a header.
  ///
  /// Then the closing bracket of the array is most likely missing. Reads only this line.
  func startsStatement(at offset: Int) -> Bool {
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

  /// Makes one invalid token of a container that is nested too deep, with its closing bracket.
  mutating func skipTooDeep() -> NodeIndex {
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

  /// Returns the offset after the quotes that close the string at `offset`, or the end of its line.
  private mutating func endOfSkippedString(at offset: Int) -> Int {
    let quote = bytes[offset]
    if bytes.byte(at: offset + 1) == quote, bytes.byte(at: offset + 2) == quote {
      return closingQuotes(of: quote, from: offset + 3) ?? offset + 3
    }
    var next = offset + 1
    while next < end, bytes[next] != quote, !isLineEnd(next) {
      next += bytes[next] == .backslash && quote == .quote && !isLineEnd(next + 1) ? 2 : 1
    }
    return min(next + 1, end)
  }
}
