public import XMLReading

extension OPMLDocument {
  /// Reads a list of feeds, and the faults in it.
  ///
  /// - Throws: ``FeedError`` if the document is no OPML; ``FeedError/otherXML(_:)`` for a feed.
  /// - Complexity: O(*n*).
  public static func parse(
    _ bytes: [UInt8], limits: XMLLimits = XMLLimits()
  ) throws(FeedError) -> (document: OPMLDocument, diagnostics: [FeedDiagnostic]) {
    if let error = FeedError(signatureOf: bytes) { throw error }
    let reader = XMLEventReader(bytes, limits: limits)
    var parser = OPMLParser(reader)
    guard parser.read() else { throw parser.firstRoot.map(FeedError.otherXML) ?? .notXML }
    let faults = reader.diagnostics.map { FeedDiagnostic(.warning, $0.message, at: $0.position) }
    var document = parser.document
    document.isCutOff = reader.isCutOff
    return (document, (faults + parser.diagnostics).sorted { $0.position < $1.position })
  }
}

/// A reader of one list of feeds.
private struct OPMLParser {
  private let reader: XMLEventReader
  private(set) var document = OPMLDocument()
  private(set) var diagnostics: [FeedDiagnostic] = []
  private(set) var firstRoot: String?
  /// The open outlines, outermost first.
  private var open: [OPMLOutline] = []
  /// The open elements: whether each is an outline.
  private var elements: [Bool] = []
  private var isList = false

  /// Diagnostics beyond this number are dropped.
  private static let maximumDiagnostics = 1000

  init(_ reader: XMLEventReader) { self.reader = reader }

  /// Reads the document.
  ///
  /// - Returns: Whether it is OPML.
  mutating func read() -> Bool {
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let position): start(name.local.lowercased(), attributes, at: position)
      case .text: break
      case .end: if elements.popLast() == true { close() }
      }
    }
    return isList
  }

  private mutating func start(_ name: String, _ attributes: [XMLAttribute], at position: XMLPosition) {
    if firstRoot == nil { firstRoot = name }
    switch name {
    case "outline": startOutline(OutlineAttributes(attributes), at: position)
    case "opml", "body", "head":
      isList = isList || name == "opml"
      elements.append(false)
    case "title" where document.title == nil && isList:
      document.title = reader.readText().oneLine().nonEmpty
    default: reader.skipElement()
    }
  }

  private mutating func startOutline(_ attributes: OutlineAttributes, at position: XMLPosition) {
    isList = true
    if attributes.isEpisode, let last = open.indices.last, open[last].feed != nil {
      if let episode = attributes.episode {
        open[last].episodes.append(episode)
      } else {
        open[last].unidentifiedEpisodes.append(attributes.outline.text)
      }
      noteLosses(of: attributes)
      return reader.skipElement()
    }
    let outline = attributes.outline
    // Other outlines are lost as a whole.
    if outline.feed != nil || attributes.type == nil { noteLosses(of: attributes) }
    if outline.feed == nil, attributes.requiresFeed {
      let fault = attributes.writtenFeed.map { "\"\($0.oneLine(limit: 100))\" is not the address of a feed" }
      report(fault ?? "the outline has no address (xmlUrl)", at: position)
    }
    elements.append(true)
    open.append(outline)
  }

  private mutating func noteLosses(of attributes: OutlineAttributes) {
    for name in attributes.unreadNames { document.unreadAttributes[name, default: 0] += 1 }
    for name in attributes.invalidNames { document.invalidAttributes[name, default: 0] += 1 }
  }

  private mutating func report(_ message: String, at position: XMLPosition) {
    guard diagnostics.count < Self.maximumDiagnostics else { return }
    diagnostics.append(FeedDiagnostic(.error, message, at: position))
  }

  private mutating func close() {
    guard let outline = open.popLast() else { return }
    if open.isEmpty {
      document.outlines.append(outline)
    } else {
      open[open.count - 1].children.append(outline)
    }
  }
}
