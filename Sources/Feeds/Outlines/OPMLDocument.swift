internal import MixtapeModel

/// A list of feeds in OPML, as podcast programs exchange it.
public struct OPMLDocument: Hashable, Sendable {
  /// The title of the list.
  public var title: String?
  /// The outermost outlines: feeds and folders.
  public var outlines: [OPMLOutline]
  /// Whether the document ends inside an element, so that its end is missing.
  public internal(set) var isCutOff = false
  /// The attributes of outlines that are not read, by their names, with the numbers of outlines.
  public internal(set) var unreadAttributes: [String: Int] = [:]
  /// The attributes of outlines whose values cannot be read, by their names, with the numbers of outlines.
  public internal(set) var invalidAttributes: [String: Int] = [:]

  /// Makes a document.
  public init(title: String? = nil, outlines: [OPMLOutline] = []) {
    self.title = title
    self.outlines = outlines
  }
}

extension OPMLDocument {
  /// An outline of a list, with the folders that it is in.
  public struct PlacedOutline: Hashable, Sendable {
    /// The names of the folders, outermost first.
    public let path: [String]
    /// The outline, which has no outlines inside, or is a feed.
    public let outline: OPMLOutline
  }

  /// The feeds and all other outlines except folders, in the order of the list.
  ///
  /// An outermost folder `feeds`, which Overcast, Pocket Casts and Apple Podcasts write, does not count as a folder.
  public var leaves: [PlacedOutline] {
    var leaves: [PlacedOutline] = []
    // A list of the outlines to come, as nesting may be deep.
    var pending = outlines.reversed().map { (path: [String](), outline: $0, isOutermost: true) }
    while let (path, outline, isOutermost) = pending.popLast() {
      let isFolder = outline.feed == nil && !outline.children.isEmpty
      if !isFolder { leaves.append(PlacedOutline(path: path, outline: outline)) }
      let isWrapper = isOutermost && outline.text.lowercased() == "feeds"
      let inner = isWrapper || !isFolder ? path : path + [outline.text]
      pending += outline.children.reversed().map { (inner, $0, false) }
    }
    return leaves
  }
}

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
  /// Whether an address with a changed scheme was reported.
  private var isSchemeReported = false

  /// Diagnostics beyond this number are dropped.
  private static let maximumDiagnostics = 1000

  init(_ reader: XMLEventReader) { self.reader = reader }

  /// Reads the document. Drops an outline in which it is cut off.
  ///
  /// - Returns: Whether it is OPML.
  mutating func read() -> Bool {
    var isCutOff = false
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let position): start(name.local.lowercased(), attributes, at: position)
      case .text: break
      // The first end that is missing is that of the innermost element. The tags around it are complete.
      case .end: if elements.popLast() == true { close(isComplete: reader.isCutOff == isCutOff) }
      }
      isCutOff = reader.isCutOff
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
      let (text, open) = reader.readText(until: Self.isOutside)
      document.title = text.oneLine().nonEmpty
      noteOpen(open)
    // Outlines can be in unknown elements, or after tags without an end.
    case _ where isList: elements.append(false)
    default: reader.skipElement()
    }
  }

  private mutating func noteOpen(_ count: Int) { elements += Array(repeating: false, count: count) }

  /// Returns whether an element is never in a text, or in an episode.
  private static func isOutside(_ name: XMLName) -> Bool { ["body", "outline"].contains(name.local.lowercased()) }

  private mutating func startOutline(_ attributes: OutlineAttributes, at position: XMLPosition) {
    isList = true
    // The outlines in a comment are comments as well.
    if attributes.flag("iscomment") == true, reader.hasEndTag { return reader.skipElement() }
    if attributes.isEpisode, let last = open.indices.last, open[last].feed != nil {
      noteOpen(reader.skipElement(until: Self.isOutside))
      guard !reader.isCutOff else { return }
      if let episode = attributes.episode {
        open[last].episodes.append(episode)
      } else {
        open[last].unidentifiedEpisodes.append(attributes.outline.text)
      }
      return noteLosses(of: attributes)
    }
    let outline = attributes.outline
    // Other outlines are lost as a whole.
    if outline.feed != nil || attributes.type == nil { noteLosses(of: attributes) }
    noteAddress(outline.feed, of: attributes, at: position)
    elements.append(true)
    open.append(outline)
  }

  private mutating func noteLosses(of attributes: OutlineAttributes) {
    for name in attributes.unreadNames { document.unreadAttributes[name, default: 0] += 1 }
    for name in attributes.invalidNames { document.invalidAttributes[name, default: 0] += 1 }
  }

  /// Reports the address of a feed that is missing, invalid or changed.
  private mutating func noteAddress(_ feed: String?, of attributes: OutlineAttributes, at position: XMLPosition) {
    guard let written = attributes.writtenFeed else {
      if attributes.requiresFeed { report(.error, "the outline has no address (xmlUrl)", at: position) }
      return
    }
    let line = "\"\(written.oneLine(limit: 100))\""
    if feed == nil {
      if attributes.requiresFeed { report(.error, "\(line) is not the address of a feed", at: position) }
    } else if !isSchemeReported, FeedAddress.isOfPrograms(written) || AddressReference.scheme(of: written) == nil {
      isSchemeReported = true
      report(.warning, "\(line) and similar addresses are read as https: addresses", at: position)
    }
  }

  private mutating func report(_ severity: FeedDiagnostic.Severity, _ message: String, at position: XMLPosition) {
    guard diagnostics.count < Self.maximumDiagnostics else { return }
    diagnostics.append(FeedDiagnostic(severity, message, at: position))
  }

  private mutating func close(isComplete: Bool) {
    guard let outline = open.popLast() else { return }
    // What is inside follows a complete tag.
    guard isComplete || !outline.children.isEmpty || !outline.episodes.isEmpty else { return }
    if open.isEmpty {
      document.outlines.append(outline)
    } else {
      open[open.count - 1].children.append(outline)
    }
  }
}

extension OPMLDocument {
  /// The document as OPML 2.0 in UTF-8.
  ///
  /// Each outline has `text` and `title`, as some programs read only one of them.
  public var bytes: [UInt8] {
    var writer = XMLWriter()
    writer.element("opml", [("version", "2.0")]) { writer in
      writer.element("head") { $0.leaf("title", title) }
      writer.element("body") { writer in
        for outline in outlines { outline.write(to: &writer) }
      }
    }
    return writer.bytes
  }
}

extension OPMLOutline {
  fileprivate func write(to writer: inout XMLWriter) {
    guard !children.isEmpty else { return writer.emptyElement("outline", attributes) }
    writer.element("outline", attributes) { writer in
      for child in children { child.write(to: &writer) }
    }
  }

  private var attributes: [(String, String?)] {
    [
      // Readers expect HTML there.
      ("text", HTMLText.unambiguous(text)), ("title", HTMLText.unambiguous(title ?? text)),
      ("type", type ?? (feed == nil ? nil : "rss")), ("xmlUrl", feed), ("htmlUrl", link),
      ("category", categories.joined(separator: ",").nonEmpty), ("subscribed", subscribed ? nil : "0"),
      ("created", created?.asInternetTime),
    ]
  }
}
