internal import XMLReading

/// Reading of XML documents with a known root.
enum MarkupDocument {
  /// The limits of a document, which can be a large library. A text can be a whole playlist file.
  static let limits = XMLLimits(bytes: 256 << 20, text: 64 << 20)

  /// Opens a document, and returns its reader and the start of its first element.
  static func open(
    _ bytes: [UInt8]
  ) -> (reader: XMLEventReader, root: (name: XMLName, attributes: [XMLAttribute], position: XMLPosition)?) {
    let reader = XMLEventReader(bytes, limits: limits)
    while let event = reader.next() {
      if case .start(let name, let attributes, let position) = event { return (reader, (name, attributes, position)) }
    }
    return (reader, nil)
  }

  /// Adds the diagnostics of the XML reader to the result: an error if the document is cut off, because its last elements are then
  /// missing.
  static func report(_ reader: XMLEventReader, in reading: inout InterchangeReading) {
    let faults = reader.diagnostics
    for fault in faults {
      reading.report(
        InterchangeDiagnostic(
          .warning, fault.message, line: fault.position.line, column: fault.position.column,
          isLoss: fault.isLoss))
    }
    // The XML reader reports the end of a document that is cut off last.
    guard reader.isCutOff, let end = faults.last?.position else { return }
    reading.report(InterchangeDiagnostic(.error, "the file is cut off", line: end.line, column: end.column))
  }
}
