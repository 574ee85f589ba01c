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
      if cursor == end || startsLine && startsStatement(at: cursor) { return abandonArray(opening) }
      let element = parseValue(parent: array, depth: depth + 1, after: "the start of an element")
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
    guard isValid, cursor < end, !(startsLine && startsStatement(at: cursor)) else { return startsLine }
    if startsLine {
      invalidate(element)
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
      "expected `]` to close the array, found \($0.descriptionOfNext())"
    }
    abandonsContainers = true
  }
}
