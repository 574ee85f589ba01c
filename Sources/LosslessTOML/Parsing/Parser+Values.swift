extension Parser {
  /// Parses the value at the cursor.
  ///
  /// - Parameters:
  ///   - parent: The array that holds the value, or `Node.none` for the value of a key.
  ///   - depth: The number of levels above the value.
  ///   - predecessor: The text before the value, for messages.
  /// - Returns: The node of the value, or `Node.none` after an error. The cursor moves past an invalid value too.
  mutating func parseValue(parent: NodeIndex, depth: Int, after predecessor: StaticString) -> NodeIndex {
    switch bytes.byte(at: cursor) {
    case .quote, .apostrophe:
      return scanString() ? appendLeaf(.string, parent: parent) : Node.none
    case .leftBracket: return parseArray(parent: parent, depth: depth)
    case .leftBrace: return parseInlineTable(parent: parent, depth: depth)
    case let byte where byte.isScalar: return parseScalar(parent: parent)
    default:
      reportMissingValue(after: predecessor)
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
      report(problem.id, range) { "found \($0.quoted(range)), \(problem.message)" }
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
  private mutating func reportMissingValue(after predecessor: StaticString) {
    let wordEnd = endOfWord(from: cursor)
    guard wordEnd > cursor, !found(at: cursor).isInvalid else {
      reportUnexpected("toml.expected-value", expected: "a value after \(predecessor)")
      if wordEnd > cursor { appendToken(.invalid, upTo: wordEnd) }
      return
    }
    reportUnexpected("toml.invalid-value", expected: "a value after \(predecessor)")
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
