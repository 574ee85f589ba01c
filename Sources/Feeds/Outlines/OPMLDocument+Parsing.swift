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
    return (parser.document, (faults + parser.diagnostics).sorted { $0.position < $1.position })
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
    case "outline":
      isList = true
      elements.append(true)
      open.append(outline(attributes, at: position))
    case "opml", "body", "head":
      isList = isList || name == "opml"
      elements.append(false)
    case "title" where document.title == nil && isList:
      document.title = reader.readText().oneLine().nonEmpty
    default: reader.skipElement()
    }
  }

  private mutating func close() {
    guard let outline = open.popLast() else { return }
    if open.isEmpty {
      document.outlines.append(outline)
    } else {
      open[open.count - 1].children.append(outline)
    }
  }

  private mutating func outline(_ attributes: [XMLAttribute], at position: XMLPosition) -> OPMLOutline {
    let values = Dictionary(attributes.map { ($0.name.local.lowercased(), $0.value) }) { first, _ in first }
    let type = values["type"]?.trimmed.lowercased().nonEmpty
    let isFeed = ["rss", "atom", "podcast", "rss1", "feed"].contains(type ?? "rss")
    var feed = (values["xmlurl"] ?? values["feedurl"])?.trimmed.nonEmpty
    if feed == nil, isFeed, type != nil { feed = values["url"]?.trimmed.nonEmpty }
    if feed == nil, isFeed, type != nil, values["xmlurl"] != nil || type == "rss" {
      diagnostics.append(FeedDiagnostic(.error, "the outline has no address (xmlUrl)", at: position))
    }
    let title = values["title"].map(HTMLText.plain)?.oneLine().nonEmpty
    let text = values["text"].map(HTMLText.plain)?.oneLine().nonEmpty
    let categories = (values["category"] ?? "").split(separator: ",").compactMap { String($0).oneLine().nonEmpty }
    return OPMLOutline(
      text: text ?? title ?? feed ?? "", title: title == text ? nil : title, type: type,
      feed: feed.flatMap { AddressReference.resolve($0, base: nil) },
      link: values["htmlurl"].flatMap { AddressReference.resolve($0, base: nil) }, categories: categories,
      subscribed: values["subscribed"] != "0" && values["subscribed"] != "false", children: [])
  }
}
