extension Parser {
  /// The most diagnostics that are kept; a file of noise would otherwise need far more memory than its size.
  static let diagnosticLimit = 1000

  /// Reports an error at a range of bytes, unless the line had one already.
  @inline(never)
  mutating func report(_ id: Diagnostic.ID, _ range: Range<Int>, _ message: (Parser) -> String) {
    guard !lineHasError else { return }
    lineHasError = true
    record(id, range, message)
  }

  /// Adds an error to the diagnostics, whatever the line had before.
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

  /// Reports what is at the cursor where something else was expected; invalid UTF-8 there is a mistake of its own.
  @inline(never)
  mutating func reportUnexpected(_ id: Diagnostic.ID, expected: String) {
    guard !lineHasError else { return }
    // Words cost more than reading: a file of nothing but errors is not to be described to its end.
    guard diagnostics.count <= Self.diagnosticLimit else { return lineHasError = true }
    let (found, offset) = (found(at: cursor), cursor)
    guard !found.isInvalid else {
      return report("toml.invalid-utf8", found.range) { $0.invalidUTF8Message(at: offset) }
    }
    report(id, found.range) { _ in "expected \(expected), found \(found.description)" }
  }

  func invalidUTF8Message(at offset: Int) -> String {
    "found the byte 0x\(bytes[offset].hexadecimal(digits: 2)), which is not valid UTF-8; expected UTF-8"
  }

  /// What stands at `offset`: its range, and how to name it in a message.
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

  /// Names a character outside of ASCII; those that cannot be seen get their number.
  private func nameOfScalar(_ range: Range<Int>) -> String {
    guard let scalar = bytes.text(range).unicodeScalars.first else { return quoted(range) }
    switch scalar.properties.generalCategory {
    case .control, .format, .spaceSeparator, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse:
      return "the character U+\(scalar.value.hexadecimal(digits: 4))"
    default:
      return quoted(range)
    }
  }

  /// The text of a range between backticks, cut where it gets long, with what cannot be printed left out.
  func quoted(_ range: Range<Int>) -> String {
    let limit = 40
    let text = bytes.text(range.lowerBound..<min(range.upperBound, range.lowerBound + limit * 4))
    let visible = text.prefix(limit).unicodeScalars.filter { !$0.properties.generalCategory.isUnprintable }
    let isCut = text.count > limit || range.count > limit * 4
    return "`\(String(String.UnicodeScalarView(visible)))\(isCut ? "…" : "")`"
  }
}

extension Unicode.GeneralCategory {
  /// Whether characters of the category would garble a message.
  fileprivate var isUnprintable: Bool {
    switch self {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: true
    default: false
    }
  }
}
