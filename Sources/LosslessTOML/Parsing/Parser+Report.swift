extension Parser {
  /// The maximum number of diagnostics. Without it, a file of noise would need far more memory than its size.
  static let diagnosticLimit = 1000

  /// Reports an error at a range of bytes, unless the line already has one.
  ///
  /// - Parameter advice: Returns a note without a place.
  @inline(never)
  mutating func report(
    _ id: Diagnostic.ID, _ range: Range<Int>, advice: (Parser) -> String? = { _ in nil }, _ message: (Parser) -> String
  ) {
    guard !lineHasError else { return }
    lineHasError = true
    record(id, range, message) { [advice($0).map { Diagnostic.Note(message: $0) }].compactMap(\.self) }
  }

  /// Adds an error to the diagnostics, even if the line already has one.
  @inline(never)
  mutating func record(
    _ id: Diagnostic.ID, _ range: Range<Int>, _ message: (Parser) -> String,
    notes: (Parser) -> [Diagnostic.Note] = { _ in [] }
  ) {
    guard diagnostics.count < Self.diagnosticLimit else { return recordLimit() }
    let (message, notes) = (message(self), notes(self))
    diagnostics.append(
      Diagnostic(id: id, severity: .error, range: SourceRange(range), message: message, notes: notes))
  }

  private mutating func recordLimit() {
    guard diagnostics.count == Self.diagnosticLimit else { return }
    diagnostics.append(
      Diagnostic(
        id: "toml.too-many-errors", severity: .error, range: SourceRange(end..<end),
        message: "the file has more than \(Self.diagnosticLimit) errors; expected a TOML file"))
  }

  /// Reports that something else was expected at the cursor. Invalid UTF-8 there gets its own error.
  @inline(never)
  mutating func reportUnexpected(
    _ id: Diagnostic.ID, expected: String, advice: (Parser) -> String? = { _ in nil }
  ) {
    guard !lineHasError else { return }
    // Messages cost more than parsing. A file that consists of errors gets no messages beyond the limit.
    guard diagnostics.count <= Self.diagnosticLimit else { return lineHasError = true }
    let (found, offset) = (found(at: cursor), cursor)
    guard !found.isInvalid else {
      return report("toml.invalid-utf8", found.range) { $0.invalidUTF8Message(at: offset) }
    }
    report(id, found.range, advice: advice) { _ in "expected \(expected), found \(found.description)" }
  }

  func invalidUTF8Message(at offset: Int) -> String {
    "found the byte 0x\(bytes[offset].hexadecimal(digits: 2)), which is not valid UTF-8"
  }

  /// Returns the range of the character at `offset`, its description for messages, and whether it is invalid UTF-8.
  func found(at offset: Int) -> (range: Range<Int>, description: String, isInvalid: Bool) {
    guard offset < end else { return (end..<end, "the end of the file", false) }
    if isLineEnd(offset) { return (offset..<offset, "the end of the line", false) }
    let byte = bytes[offset]
    guard byte >= 0x80 else {
      let isControl = byte < 0x20 || byte == .delete
      let name =
        isControl ? "the control character U+\(byte.hexadecimal(digits: 4))" : quoted(offset..<offset + 1)
      return (offset..<offset + 1, name, false)
    }
    let length = ByteScan.sequenceLength(at: offset, in: bytes)
    guard length > 0 else { return (offset..<offset + 1, "an invalid byte", true) }
    let range = offset..<offset + length
    return (range, nameOfScalar(range), false)
  }

  /// Returns the name of a character outside ASCII. Invisible characters are named by their number.
  private func nameOfScalar(_ range: Range<Int>) -> String {
    guard let scalar = bytes.text(range).unicodeScalars.first else { return quoted(range) }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
      return "the character U+\(scalar.value.hexadecimal(digits: 4))"
    default:
      return quoted(range)
    }
  }

  /// Returns the text of a range between backticks, shortened to 40 characters, without unprintable characters.
  func quoted(_ range: Range<Int>) -> String {
    let limit = 40
    let text = bytes.text(range.lowerBound..<min(range.upperBound, range.lowerBound + limit * 4))
    let visible = text.prefix(limit).unicodeScalars.filter { !$0.properties.generalCategory.isUnprintable }
    let isCut = text.count > limit || range.count > limit * 4
    return "`\(String(String.UnicodeScalarView(visible)))\(isCut ? "…" : "")`"
  }
}

extension Unicode.GeneralCategory {
  /// Whether characters of the category would damage the output of a message.
  fileprivate var isUnprintable: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}

/// Diagnostics of keys and headers that contradict earlier ones. Each names both places.
extension Parser {
  mutating func recordDuplicateKey(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.duplicate-key", key, existing) {
      "found the key \($0.name(key)) a second time; expected each key only once"
    }
  }

  mutating func recordDuplicateTable(_ key: Int32, _ existing: NodeIndex) {
    guard nodes[Int(existing)].kind == .table else {
      return recordConflict("toml.not-a-table", key, existing) {
        "found a header for \($0.name(key)), which is already \($0.description(existing)); expected another name"
      }
    }
    recordConflict("toml.duplicate-table", key, existing) {
      "found the table \($0.name(key)) a second time; expected each table only once"
    }
  }

  mutating func recordNotAnArrayOfTables(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.not-an-array-of-tables", key, existing) {
      "found a `[[…]]` header for \($0.name(key)), which is already \($0.description(existing)); "
        + "expected an array of tables or another name"
    }
  }

  mutating func recordNotATable(_ key: Int32, _ existing: NodeIndex) {
    recordConflict("toml.not-a-table", key, existing) {
      "found \($0.name(key)) used as a table, but it is \($0.description(existing)); expected a table or another name"
    }
  }

  /// Records that a dotted key adds to a value that is not a table, or to a table that is already complete.
  mutating func recordNotExtensible(_ key: Int32, _ existing: NodeIndex) {
    guard nodes[Int(existing)].kind == .table else { return recordNotATable(key, existing) }
    recordConflict("toml.table-already-defined", key, existing) {
      "found a dotted key that adds to the table \($0.name(key)), which a header defines; "
        + "expected the key below that header"
    }
  }

  private mutating func recordConflict(
    _ id: Diagnostic.ID, _ key: Int32, _ existing: NodeIndex, _ message: (Parser) -> String
  ) {
    let first = nodes[Int(existing)].key
    let note = Diagnostic.Note(message: "first defined here", range: SourceRange(range(ofToken: first)))
    record(id, range(ofToken: key), message) { _ in [note] }
  }

  private func name(_ key: Int32) -> String {
    quoted(range(ofToken: key))
  }

  /// Returns the kind of a node in words.
  private func description(_ node: NodeIndex) -> String {
    switch nodes[Int(node)].kind {
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a float"
    case .boolean: "a boolean"
    case .offsetDateTime, .localDateTime, .localDate, .localTime: "a date or time"
    case .array: "an array"
    case .inlineTable: "an inline table"
    case .table: "a table"
    case .arrayOfTables: "an array of tables"
    }
  }
}

/// Advice on text whose quotes are missing or wrong: the most frequent mistakes in files that people write.
///
/// Each reads the rest of the line at most, and only for the first error of the line.
extension Parser {
  /// The note on text at the cursor that begins after a value; `nil` if its quotes are not the reason.
  var adviceOnTextAfterValue: String? {
    switch tokens.last?.kind {
    case .basicString? where hasQuotesInText(.quote): Self.adviceOnDoubleQuotes
    case .literalString? where hasQuotesInText(.apostrophe): "put double quotes around text with single quotes"
    case .whitespace? where tokens.count > 1 && tokens[tokens.count - 2].kind == .scalar:
      // `90 min` is text, but in `a = 1 b = 2` a line end is missing, and in `[1 2]` a comma.
      startsWord && !bytes.byte(at: cursor).isDigit && !restOfLineContains(.equals) ? "text needs quotes" : nil
    default: nil
    }
  }

  /// The note on the character at the cursor, where a value was expected; `nil` if it is not a quote of another kind.
  var adviceOnOtherQuotes: String? {
    guard let quote = bytes.text(found(at: cursor).range).unicodeScalars.first else { return nil }
    return "“”„‟«»‹›‘’‚‛′″´`".unicodeScalars.contains(quote) ? "write straight quotes, `\"` or `'`" : nil
  }

  /// Returns the note on a word without quotes, for text such as `genre = "Folk"`; `nil` for text without double quotes.
  func adviceOnWordWithoutQuotes(until wordEnd: Int) -> String? {
    for offset in wordEnd..<endOfLine(from: wordEnd) {
      switch bytes[offset] {
      case .quote: return Self.adviceOnDoubleQuotes
      case .comma, .hash: return nil
      default: break
      }
    }
    return nil
  }

  private static let adviceOnDoubleQuotes = "put single quotes around text with double quotes"

  /// Returns whether the string directly before the cursor seems to be the start of a text with the same quotes inside, such
  /// as `"genre = "` of `"genre = "Folk""`.
  private func hasQuotesInText(_ quote: UInt8) -> Bool { startsWord && restOfLineContains(quote) }

  private var startsWord: Bool {
    let byte = bytes.byte(at: cursor)
    return byte.isBareKey || byte >= 0x80
  }

  private func restOfLineContains(_ byte: UInt8) -> Bool {
    (cursor..<endOfLine(from: cursor)).contains { bytes[$0] == byte }
  }
}
