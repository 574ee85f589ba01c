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
