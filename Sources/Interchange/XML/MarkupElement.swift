internal import Feeds

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

/// An XML element with its content.
struct MarkupElement {
  /// A part of an element.
  enum Node {
    case element(MarkupElement)
    case text(String)
  }

  let name: XMLName
  let attributes: [XMLAttribute]
  let position: XMLPosition
  private(set) var nodes: [Node] = []

  /// The child elements.
  var children: [MarkupElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The text with that of child elements, such as those of HTML, and without white space at the ends.
  var text: String { wholeText.trimmed }

  private var wholeText: String {
    nodes.map { node in
      switch node {
      case .text(let text): text
      case .element(let element):
        Self.blocks.contains(element.name.local) ? "\n\(element.wholeText)\n" : element.wholeText
      }
    }
    .joined()
  }

  /// The elements of HTML that begin a line.
  private static let blocks: Set<String> = ["p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6"]

  /// Returns the first child with a local name.
  func child(_ local: String) -> MarkupElement? { children.first { $0.name.local == local } }

  /// Reads the current element.
  init(_ name: XMLName, _ attributes: [XMLAttribute], at position: XMLPosition, from reader: XMLEventReader) {
    self.name = name
    self.attributes = attributes
    self.position = position
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let position):
        nodes.append(.element(MarkupElement(name, attributes, at: position, from: reader)))
      case .text(let text): nodes.append(.text(text))
      case .end: return
      }
    }
  }
}

/// Text as the elements of formats keep it: without white space at its ends, and without control characters.
enum ElementText {
  /// Returns whether elements keep a character. Parsers read a carriage return as a line feed.
  static func keeps(_ scalar: Unicode.Scalar) -> Bool { scalar != "\r" && XMLText.isAllowed(scalar) }

  /// Returns whether a text equals that of an element, as far as elements keep it.
  static func isSame(_ exact: String?, _ element: String?) -> Bool { kept(exact ?? "") == kept(element ?? "") }

  private static func kept(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { scalars.append(keeps(scalar) ? scalar : " ") }
    return String(scalars).trimmed
  }
}
