internal import XMLReading

/// The reading of XML documents of a known kind.
enum MarkupDocument {
  /// The bounds of a document: libraries of a program can be large.
  static let limits = XMLLimits(bytes: 256 << 20)

  /// Returns the reader of a document, and the start of its first element.
  static func open(
    _ bytes: [UInt8]
  ) -> (reader: XMLEventReader, root: (name: XMLName, attributes: [XMLAttribute], position: XMLPosition)?) {
    let reader = XMLEventReader(bytes, limits: limits)
    while let event = reader.next() {
      if case .start(let name, let attributes, let position) = event { return (reader, (name, attributes, position)) }
    }
    return (reader, nil)
  }

  /// Adds the faults that the parser found to the result.
  static func report(_ reader: XMLEventReader, in reading: inout InterchangeReading) {
    for fault in reader.diagnostics {
      reading.report(
        InterchangeDiagnostic(.warning, fault.message, line: fault.position.line, column: fault.position.column))
    }
  }
}
