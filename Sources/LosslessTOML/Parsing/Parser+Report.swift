extension Parser {
  /// The maximum number of diagnostics. Without it, a file of noise would need far more memory than its size.
  static let diagnosticLimit = 1000

  /// Reports an error at a range of bytes, unless the line already has one.
  @inline(never)
  mutating func report(_ id: Diagnostic.ID, _ range: Range<Int>, _ message: (Parser) -> String) {
    guard !lineHasError else { return }
    lineHasError = true
    record(id, range, message)
  }

  /// Adds an error to the diagnostics, even if the line already has one.
  @inline(never)
  mutating func record(
    _ id: Diagnostic.ID, _ range: Range<Int>, _ message: (Parser) -> String, notes: [Diagnostic.Note] = []
  ) {
    guard diagnostics.count < Self.diagnosticLimit else { return recordLimit() }
    let message = message(self)
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
  mutating func reportUnexpected(_ id: Diagnostic.ID, expected: String) {
    guard !lineHasError else { return }
    // Messages cost more than parsing. A file that consists of errors gets no messages beyond the limit.
    guard diagnostics.count <= Self.diagnosticLimit else { return lineHasError = true }
    let (found, offset) = (found(at: cursor), cursor)
    guard !found.isInvalid else {
      return report("toml.invalid-utf8", found.range) { $0.invalidUTF8Message(at: offset) }
    }
    report(id, found.range) { _ in "expected \(expected), found \(found.description)" }
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
