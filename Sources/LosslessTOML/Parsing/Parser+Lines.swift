extension Parser {
  /// Returns whether a line feed, or a carriage return with its line feed, is at `offset`.
  @inline(__always)
  func isLineEnd(_ offset: Int) -> Bool {
    let byte = bytes.byte(at: offset)
    return byte == .lineFeed || byte == .carriageReturn && bytes.byte(at: offset + 1) == .lineFeed
  }

  @inline(__always)
  mutating func skipWhitespace() {
    guard bytes.byte(at: cursor).isWhitespace else { return }
    var next = cursor + 1
    while bytes.byte(at: next).isWhitespace { next += 1 }
    appendToken(.whitespace, upTo: next)
  }

  /// Parses the line end at the cursor, if there is one, and invalidates the nodes of the line if it had an error.
  mutating func consumeLineEnd() {
    if cursor < end {
      appendToken(.newline, length: bytes[cursor] == .carriageReturn ? 2 : 1)
    }
    if lineHasError {
      for node in firstNodeOfLine..<nodes.count { invalidate(NodeIndex(node)) }
      lineHasError = false
    }
    firstNodeOfLine = nodes.count
  }

  /// Parses the rest of the line of a statement: white space, a comment, the line end.
  ///
  /// - Returns: Whether the line has no error.
  @discardableResult
  mutating func finishLine() -> Bool {
    skipWhitespace()
    if bytes.byte(at: cursor) == .hash { scanComment() }
    if cursor < end, !isLineEnd(cursor) {
      reportUnexpected("toml.expected-line-end", expected: "the end of the line")
      skipRestOfLine()
    }
    let isValid = !lineHasError
    consumeLineEnd()
    return isValid
  }

  /// Makes one invalid token of the rest of the line.
  mutating func skipRestOfLine() {
    let next = endOfLine(from: cursor)
    if next > cursor { appendToken(.invalid, upTo: next) }
  }

  /// Returns the offset of the next line end, or the end of the source.
  func endOfLine(from offset: Int) -> Int {
    var next = offset
    while next < end, !isLineEnd(next) { next += 1 }
    return next
  }

  /// Returns the offset of the first byte after the line end at `offset` that is not white space; `nil` at the end of the
  /// source.
  func lineStart(after offset: Int) -> Int? {
    var next = offset + (bytes[offset] == .carriageReturn ? 2 : 1)
    while bytes.byte(at: next).isWhitespace { next += 1 }
    return next < end ? next : nil
  }

  /// Parses white space, comments and line ends, which may stand between the elements of an array.
  ///
  /// - Returns: Whether a line ended.
  @inline(__always)
  mutating func skipTrivia() -> Bool {
    var crossedLine = false
    while true {
      switch bytes.byte(at: cursor) {
      case .space, .tab: skipWhitespace()
      case .hash: scanComment()
      case .lineFeed:
        consumeLineEnd()
        crossedLine = true
      case .carriageReturn where isLineEnd(cursor):
        consumeLineEnd()
        crossedLine = true
      default: return crossedLine
      }
    }
  }

  /// Parses the comment at the cursor, up to its line end.
  mutating func scanComment() {
    var offset = cursor + 1
    while true {
      offset = ByteScan.special(.lineFeed, .lineFeed, from: offset, in: bytes)
      guard offset < end, !isLineEnd(offset) else { break }
      offset += checkedLength(at: offset, in: "a comment")
    }
    appendToken(.comment, upTo: offset)
  }

  /// Returns the length of the character at `offset`, at which the scan of a comment or a string stopped.
  ///
  /// Reports a byte that is not allowed there, and counts it as one byte.
  @inline(__always)
  mutating func checkedLength(at offset: Int, in place: StaticString) -> Int {
    if bytes[offset] == .tab { return 1 }
    if bytes[offset] >= 0x80 {
      let length = ByteScan.sequenceLength(at: offset, in: bytes)
      if length > 0 { return length }
    }
    reportForbidden(at: offset, in: place)
    return 1
  }

  @inline(never)
  private mutating func reportForbidden(at offset: Int, in place: StaticString) {
    let range = offset..<offset + 1
    switch bytes[offset] {
    case 0x80...:
      report("toml.invalid-utf8", range) { $0.invalidUTF8Message(at: offset) }
    case .carriageReturn:
      report("toml.bare-carriage-return", range) { _ in
        "found a carriage return in \(place); expected a line feed after it"
      }
    default:
      let name = "U+" + bytes[offset].hexadecimal(digits: 4)
      report("toml.control-character", range) { _ in
        "found the control character \(name) in \(place); expected no control character but a tab"
      }
    }
  }
}
