extension Parser {
  /// Whether a line feed, or a carriage return with its line feed, is at `offset`.
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

  /// Takes the line end at the cursor, if there is one, and settles the line before it.
  mutating func consumeLineEnd() {
    if cursor < end {
      appendToken(.newline, length: bytes[cursor] == .carriageReturn ? 2 : 1)
    }
    if lineHasError {
      for node in firstNodeOfLine..<nodes.count { condemn(NodeIndex(node)) }
      lineHasError = false
    }
    firstNodeOfLine = nodes.count
  }

  /// Takes what may follow a statement on its line: white space, a comment, the line end.
  ///
  /// - Returns: Whether the line had no error.
  @discardableResult
  mutating func finishLine() -> Bool {
    skipWhitespace()
    if bytes.byte(at: cursor) == .hash { scanComment() }
    if cursor < end, !isLineEnd(cursor) {
      reportUnexpected("toml.expected-line-end", expected: "the end of the line")
      skipRestOfLine()
    }
    let isSound = !lineHasError
    consumeLineEnd()
    return isSound
  }

  /// Makes one invalid token of what is left of the line.
  mutating func skipRestOfLine() {
    let next = endOfLine(from: cursor)
    if next > cursor { appendToken(.invalid, upTo: next) }
  }

  /// The offset of the next line end, or the end of the source.
  func endOfLine(from offset: Int) -> Int {
    var next = offset
    while next < end, !isLineEnd(next) { next += 1 }
    return next
  }

  /// The offset of the first byte after the line end at `offset` that is no white space; `nil` at the end of the source.
  func lineStart(after offset: Int) -> Int? {
    var next = offset + (bytes[offset] == .carriageReturn ? 2 : 1)
    while bytes.byte(at: next).isWhitespace { next += 1 }
    return next < end ? next : nil
  }

  /// Takes white space, comments and line ends, as they may stand between the elements of an array.
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

  /// Takes the comment at the cursor, up to its line end.
  mutating func scanComment() {
    var offset = cursor + 1
    while true {
      offset = ByteScan.special(.lineFeed, .lineFeed, from: offset, in: bytes)
      guard offset < end, !isLineEnd(offset) else { break }
      offset += checkedLength(at: offset, in: "a comment")
    }
    appendToken(.comment, upTo: offset)
  }

  /// The length of the character at `offset` of a comment or a string, which a scan stopped at; what may not stand
  /// there is reported and counts as one byte.
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
        "found a carriage return in \(place) without the line feed expected after it"
      }
    default:
      let name = "U+" + bytes[offset].hexadecimal(digits: 4)
      report("toml.control-character", range) { _ in
        "found the control character \(name) in \(place); expected no control character but a tab"
      }
    }
  }
}
