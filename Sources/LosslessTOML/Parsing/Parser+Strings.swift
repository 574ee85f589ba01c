extension Parser {
  /// Parses the string at the cursor, in any of the four kinds of quotes.
  ///
  /// - Returns: Whether the string is valid. If not, the error is reported and the token is invalid.
  @inline(__always)
  mutating func scanString() -> Bool {
    let quote = bytes[cursor]
    let isMultiline = bytes.byte(at: cursor + 1) == quote && bytes.byte(at: cursor + 2) == quote
    if isMultiline { return scanMultilineString(quote) }
    return quote == .quote ? scanBasicString() : scanLiteralString()
  }

  /// Parses a string in `"`.
  mutating func scanBasicString() -> Bool {
    var (offset, hasEscapes, hasError) = (cursor + 1, false, false)
    while true {
      offset = ByteScan.special(.quote, .backslash, from: offset, in: bytes)
      guard offset < end, !isLineEnd(offset) else { return endUnterminated(at: offset, quote: "`\"`") }
      switch bytes[offset] {
      case .quote: return endString(.basicString, at: offset + 1, hasEscapes: hasEscapes, hasError: hasError)
      case .backslash:
        hasEscapes = true
        offset += checkedEscapeLength(at: offset, &hasError)
      default: offset += checkedTextLength(at: offset, &hasError)
      }
    }
  }

  /// Parses a string in `'`.
  mutating func scanLiteralString() -> Bool {
    var (offset, hasError) = (cursor + 1, false)
    while true {
      offset = ByteScan.special(.apostrophe, .apostrophe, from: offset, in: bytes)
      guard offset < end, !isLineEnd(offset) else { return endUnterminated(at: offset, quote: "`'`") }
      if bytes[offset] == .apostrophe {
        return endString(.literalString, at: offset + 1, hasEscapes: false, hasError: hasError)
      }
      offset += checkedTextLength(at: offset, &hasError)
    }
  }

  /// Parses a string in `"""` or `'''`.
  private mutating func scanMultilineString(_ quote: UInt8) -> Bool {
    let isBasic = quote == .quote
    guard let closing = closingQuotes(of: quote, from: cursor + 3) else { return endUnterminatedMultiline() }
    var (offset, hasEscapes, hasError) = (cursor + 3, false, false)
    while true {
      offset = ByteScan.special(isBasic ? .backslash : quote, quote, from: offset, in: bytes)
      guard offset < closing - 3 else { break }
      if isBasic, bytes[offset] == .backslash {
        hasEscapes = true
        offset += lineContinuationLength(at: offset) ?? checkedEscapeLength(at: offset, &hasError)
      } else if bytes[offset] == quote || isLineEnd(offset) {
        offset += 1
        if bytes[offset - 1] == .carriageReturn { offset += 1 }
      } else {
        offset += checkedTextLength(at: offset, &hasError)
      }
    }
    let kind: Token.Kind = isBasic ? .multilineBasicString : .multilineLiteralString
    return endString(kind, at: closing, hasEscapes: hasEscapes, hasError: hasError)
  }

  /// Returns the offset after the three quotes that close a multi-line string whose text starts at `start`.
  ///
  /// A failed search is not repeated: strings that open later cannot be closed either.
  mutating func closingQuotes(of quote: UInt8, from start: Int) -> Int? {
    let isBasic = quote == .quote
    guard !(isBasic ? lacksBasicClosing : lacksLiteralClosing) else { return nil }
    if let closing = nextClosingQuotes(of: quote, from: start) { return closing }
    if isBasic { lacksBasicClosing = true } else { lacksLiteralClosing = true }
    return nil
  }

  /// Finds the closing quotes. Up to two quotes directly before them belong to the text.
  private func nextClosingQuotes(of quote: UInt8, from start: Int) -> Int? {
    var offset = start
    while offset < end {
      if bytes[offset] == .backslash, quote == .quote {
        offset += 2
      } else if bytes[offset] == quote, bytes.byte(at: offset + 1) == quote, bytes.byte(at: offset + 2) == quote {
        let extra = (3...4).prefix { bytes.byte(at: offset + $0) == quote }.count
        return offset + 3 + extra
      } else {
        offset += 1
      }
    }
    return nil
  }

  private mutating func endString(_ kind: Token.Kind, at next: Int, hasEscapes: Bool, hasError: Bool) -> Bool {
    appendToken(hasError ? .invalid : kind, upTo: next, hasEscapes: hasEscapes)
    return !hasError
  }

  private mutating func endUnterminated(at next: Int, quote: String) -> Bool {
    report("toml.unterminated-string", cursor..<next) {
      "expected \(quote) to close the string, found \($0.found(at: next).description)"
    }
    appendToken(.invalid, upTo: next)
    return false
  }

  /// Ends a multi-line string that is not closed. The lines up to the next entry or header count as its text.
  private mutating func endUnterminatedMultiline() -> Bool {
    var next = endOfLine(from: cursor)
    // Inside a container, text and elements look alike, so only the first line counts as text.
    if openArrays == 0, openInlineTables == 0 {
      while next < end, let line = lineStart(after: next), !startsStatement(at: line) { next = endOfLine(from: line) }
    }
    report("toml.unterminated-string", cursor..<cursor + 3) {
      "expected \($0.quoted($0.cursor..<$0.cursor + 3)) to close the string, found the end of the file"
    }
    appendToken(.invalid, upTo: next)
    return false
  }

  // MARK: Checks

  /// Returns the length of the character at `offset`, at which a scan stopped. Reports a byte that is not allowed in a
  /// string.
  @inline(__always)
  private mutating func checkedTextLength(at offset: Int, _ hasError: inout Bool) -> Int {
    if bytes[offset] >= 0x80 {
      let length = ByteScan.sequenceLength(at: offset, in: bytes)
      if length > 0 { return length }
    }
    if bytes[offset] != .tab { hasError = true }
    return checkedLength(at: offset, in: "a string")
  }

  /// Returns the length of a backslash and the white space up to the line end, if that is at `offset`.
  private func lineContinuationLength(at offset: Int) -> Int? {
    var next = offset + 1
    while bytes.byte(at: next).isWhitespace { next += 1 }
    return isLineEnd(next) ? next - offset : nil
  }

  /// Returns the length of the escape at `offset`. Reports an invalid escape.
  private mutating func checkedEscapeLength(at offset: Int, _ hasError: inout Bool) -> Int {
    let letter = bytes.byte(at: offset + 1)
    if StringDecoder.simpleEscape(letter) != nil { return 2 }
    guard let digits = StringDecoder.digitCount(ofEscape: letter) else {
      hasError = true
      reportUnknownEscape(at: offset)
      return 1
    }
    let range = offset + 2..<offset + 2 + digits
    guard let value = StringDecoder.hexadecimalValue(range, in: bytes) else {
      hasError = true
      report("toml.invalid-escape", offset..<offset + 2) {
        "expected \(digits) hexadecimal digits after \($0.quoted(offset..<offset + 2)), found fewer"
      }
      return 2
    }
    if Unicode.Scalar(value) == nil {
      hasError = true
      let whole = offset..<range.upperBound
      report("toml.invalid-unicode-scalar", whole) {
        "found \($0.quoted(whole)), which is not a Unicode scalar value; expected 0 to D7FF or E000 to 10FFFF"
      }
    }
    return 2 + digits
  }

  private mutating func reportUnknownEscape(at offset: Int) {
    let next = found(at: offset + 1)
    let expected = #"one of \b \t \n \f \r \e \" \\ \xHH \uHHHH \UHHHHHHHH"#
    report("toml.invalid-escape", offset..<max(next.range.upperBound, offset + 1)) { _ in
      "found a backslash before \(next.description); expected \(expected)"
    }
  }
}
