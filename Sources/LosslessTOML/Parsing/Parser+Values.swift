extension Parser {
  /// Takes the value at the cursor.
  ///
  /// - Parameters:
  ///   - parent: The array that holds the value, or `Node.none` for the value of a key.
  ///   - depth: How many levels lie above the value.
  ///   - predecessor: What stands before the value, for messages.
  /// - Returns: The node of the value, or `Node.none` after an error. Where there is anything that could be meant as
  ///   a value, it is taken even so.
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

  /// The end of a date-time whose date ends at `next` and whose time follows after a space.
  private func includingTime(after next: Int) -> Int {
    let isDate = next - cursor == 10 && bytes[cursor + 4] == .minus && bytes[cursor + 7] == .minus
    let isFollowed = bytes.byte(at: next) == .space && bytes.byte(at: next + 1).isDigit
    guard isDate, isFollowed, bytes.byte(at: next + 3) == .colon else { return next }
    var timeEnd = next + 1
    while bytes.byte(at: timeEnd).isScalar { timeEnd += 1 }
    return timeEnd
  }

  /// Reports that no value starts at the cursor, and takes the word there, if any.
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

  /// The end of a run of bytes without white space, line ends, commas, closing brackets and comments.
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
