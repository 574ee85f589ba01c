internal import MixtapeModel

/// A reader of one feed.
struct FeedReader {
  let events: XMLEventReader
  /// The address of the feed.
  let address: String?
  /// The address that relative ones in the head begin with.
  var base: String?
  var head = HeadDraft()
  var items: [ItemDraft] = []
  private(set) var diagnostics: [FeedDiagnostic] = []
  private var faultCount = 0
  /// The addresses in private networks that the feed must not name.
  var privateAddresses: [String] = []
  /// Whether the present element is text alone without a `type`.
  var isPlainByDefault = false
  /// The alternative enclosure whose sources are being read.
  var alternative: Alternative?
  private var format: FeedFormat?
  /// The place of the outermost element.
  private(set) var start = XMLPosition(line: 1, column: 1)
  private var firstRoot: String?
  let tags = FeedTagTable()
  /// The number of open elements in the present head or item whose children are read as its own.
  var openElements = 0
  /// The other format to which the outermost element belongs; `nil` for a feed.
  private var foreignRoot: FeedError?
  private var hasChannelOrItem = false
  private var hasOtherElement = false

  /// Faults that skip no item are dropped beyond this number.
  private static let maximumFaults = 1000
  /// Items beyond this number are dropped. The file of a podcast has no room for as many.
  private static let maximumItems = 100_000
  /// Whether there are more items.
  private(set) var isFull = false

  init(_ events: XMLEventReader, address: String?) {
    self.events = events
    self.address = address
    base = address
  }

  /// Reads the document.
  mutating func read() throws(FeedError) -> FeedFormat {
    var depth = 0
    while !isFull, let event = events.next() {
      switch event {
      case .start(let name, let attributes, let position):
        if try readElement(name, attributes, at: position, depth: depth) { depth += 1 }
        depth += openElements
        openElements = 0
      case .end: depth = max(0, depth - 1)
      case .text: break
      }
    }
    head.artwork = bestPicture()
    // Other vocabularies of RDF, such as FOAF, have neither a channel nor an item. Empty feeds have no elements at all.
    if let format, format != .rdf || hasChannelOrItem || !hasOtherElement || events.isCutOff { return format }
    if let foreignRoot { throw foreignRoot }
    guard let firstRoot else { throw .notXML }
    throw .otherXML(firstRoot)
  }

  /// Reads an element outside of items.
  ///
  /// - Returns: Whether its children are still to be read.
  private mutating func readElement(
    _ name: XMLName, _ attributes: [XMLAttribute], at position: XMLPosition, depth: Int
  ) throws(FeedError) -> Bool {
    let tag = tag(of: name)
    if depth == 0, firstRoot == nil { firstRoot = name.written }
    if tag == .channel || tag == .item { hasChannelOrItem = true } else if depth > 0 { hasOtherElement = true }
    switch tag {
    case .rss, .rdf, .atomFeed, .channel:
      if format == nil {
        format = FeedFormat(tag, version: attributes["version"])
        tags.isAtom = tag == .atomFeed
        start = position
      }
      // The namespace of its `channel` tells RSS 0.90 from 1.0.
      if format == .rdf, name.namespace?.contains("/rdf/simple/0.9/") == true { format = .rss090 }
      base = attributes.base(in: base)
      return true
    case .item:
      // An item outside a channel is read, but only a feed is a feed.
      readItem(attributes, at: position)
      return false
    default: break
    }
    if depth == 0 {
      if foreignRoot == nil { foreignRoot = Self.foreign(tag) }
      events.skipElement()
    } else {
      // An element can have a base of its own.
      let outer = base
      base = attributes.base(in: outer)
      isPlainByDefault = tags.isPlainByDefault(name)
      readHead(tag, attributes, at: position)
      base = outer
    }
    return false
  }

  private static func foreign(_ tag: FeedTag) -> FeedError? {
    switch tag {
    case .html: .webPage
    case .opml: .opml
    case .playlist: .playlist("XML")
    default: nil
    }
  }

  /// Returns the meaning of a name.
  func tag(of name: XMLName) -> FeedTag { tags.tag(of: name) }

  /// Appends an item if there is room. Otherwise, the reader stops.
  mutating func append(_ item: ItemDraft) {
    guard !isFull else { return }
    guard items.count == Self.maximumItems else { return items.append(item) }
    isFull = true
    report(.error, "only the first \(Self.maximumItems) items are read", at: item.position)
  }

  /// Reports a fault, if there is room.
  mutating func report(_ severity: FeedDiagnostic.Severity, _ message: String, at position: XMLPosition) {
    guard faultCount < Self.maximumFaults else { return }
    faultCount += 1
    diagnostics.append(FeedDiagnostic(severity, message, at: position))
  }

  /// Reports an item that is skipped. There is room for each item.
  mutating func report(skipped item: ItemDraft, _ severity: FeedDiagnostic.Severity, _ reason: String) {
    let names = SkippedItem(
      title: item.title ?? item.alternativeTitle ?? item.beginning, guid: item.guid ?? item.alternativeGUID)
    // There is no limit of their number, so each is short.
    let (title, guid) = (names.title?.oneLine(limit: 100), names.guid?.oneLine(limit: 100))
    let name = title.map { " \"\($0)\"" } ?? guid.map { " with the guid \"\($0)\"" } ?? ""
    diagnostics.append(
      FeedDiagnostic(severity, "the item\(name) is skipped: \(reason)", at: item.position, skipping: names))
  }

  /// Returns a text as a title, and reports a title that is cut.
  mutating func title(_ text: FeedText, at position: XMLPosition) -> String? {
    guard let title = text.title else { return nil }
    if title.isCut {
      report(.warning, "the title is longer than \(FeedText.longestTitle) bytes, and is cut", at: position)
    }
    return title.line
  }
}

extension [XMLAttribute] {
  /// Returns the base of relative addresses in an element: its `xml:base`, or the base of the enclosing element.
  func base(in outer: String?) -> String? {
    // Each relative address is resolved by the whole base, so its length is limited.
    guard let value = xmlBase, value.utf8.count <= 2000, let base = AddressReference.resolve(value, base: outer),
      base.utf8.count <= 4000
    else { return outer }
    return base
  }
}

/// The reading of elements in heads and items. One without an end tag ends before the next known element, which is then a part of
/// the head or the item, although it is inside.
extension FeedReader {
  /// Reads the text of the present element, without scripts.
  mutating func readText() -> String {
    guard !events.hasEndTag else {
      return events.readText(without: { tags.tag(of: $0) == .script }, separatedBy: tags.separatesWords)
    }
    let (text, open) = events.readText(
      without: { tags.tag(of: $0) == .script }, separatedBy: tags.separatesWords, until: { tags.beginsPart($0) })
    openElements += open
    return text
  }

  /// Reads the text of the present element, and whether its attributes say that it is HTML.
  mutating func text(_ attributes: [XMLAttribute]) -> FeedText {
    FeedText(readText(), attributes, isPlainByDefault: isPlainByDefault)
  }

  /// Skips the present element.
  mutating func skip() {
    if events.hasEndTag { return events.skipElement() }
    openElements += events.skipElement { tags.beginsPart($0) }
  }

  /// Reads the text of the present element up to the first element inside. The elements inside are then parts of the head or the
  /// item.
  ///
  /// - Returns: The text, and the first element, if there is one.
  mutating func readBeginning() -> (text: String, next: XMLName?) {
    var next: XMLName?
    let (text, open) = events.readText(until: { name in
      next = name
      return true
    })
    openElements += open
    return (text, next)
  }

  /// The maximum length in bytes of a person to which more text is added.
  private static let longestPerson = 1_000

  /// Reads a person: the `name` in the element, else its text.
  mutating func readPerson() -> String? {
    guard events.hasEndTag else { return PersonName.of(readBeginning().text) }
    var text = ""
    var name: String?
    var depth = 0
    while depth >= 0, let event = events.next() {
      switch event {
      case .start(let element, _, _):
        switch tag(of: element) {
        case .name: Self.keepFirst(events.readText(), in: &name)
        case .other, .url: events.skipElement()
        default: depth += 1
        }
      case .end: depth -= 1
      case .text(let part): if text.utf8.count < Self.longestPerson { text += part }
      }
    }
    return PersonName.of(name ?? text)
  }
}

extension FeedReader {
  /// Returns the whole address of a file on the web. A feed must not make the player open other files, or call private networks.
  mutating func webAddress(_ reference: String, base: String?, at position: XMLPosition) -> String? {
    guard let address = AddressReference.resolve(reference, base: siteBase(base)),
      AddressReference(address).isOfWeb
    else { return nil }
    guard !refuses(address) else {
      note(privateAddress: address, .error, "it is ignored", at: position)
      return nil
    }
    return address
  }

  /// Returns whether an address leads to a private network, and the feed is public.
  func refuses(_ address: String) -> Bool { PrivateNetwork.refuses(address, namedBy: self.address) }

  /// Reports an address in a private network, once.
  mutating func note(
    privateAddress address: String, _ severity: FeedDiagnostic.Severity, _ consequence: String, at position: XMLPosition
  ) {
    guard privateAddresses.count < Self.maximumPrivateAddresses, !privateAddresses.contains(address) else { return }
    privateAddresses.append(address)
    let text = address.oneLine(limit: 100)
    report(
      severity, "the address \"\(text)\" is in a private network, but the feed is public; \(consequence)", at: position)
  }

  /// Addresses beyond this number are not reported.
  private static let maximumPrivateAddresses = 100

  /// Returns the base of relative addresses of other files: that of the element, or the web page. The other files of the site are
  /// not beside a saved feed.
  func siteBase(_ base: String?) -> String? {
    guard let base, let link = head.link, FeedAddress.isFile(base) else { return base ?? head.link }
    return link
  }
}
