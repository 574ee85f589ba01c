internal import MixtapeModel

extension FeedReader {
  /// Reads an item and its end.
  mutating func readItem(_ attributes: [XMLAttribute], at position: XMLPosition) {
    var item = ItemDraft(at: position, base: attributes.base(in: base))
    item.guid = attributes.first { $0.name.local == "about" && $0.name.prefix != nil }?.value
    let outerElements = openElements
    openElements = 0
    // The bases around the open elements, by the numbers of open elements.
    var outerBases: [Int: String?] = [:]
    defer { openElements = outerElements }
    while let event = events.next() {
      switch event {
      case .start(let name, let attributes, let place):
        switch tag(of: name) {
        case .mediaGroup, .alternateEnclosure:
          openElements += 1
          outerBases[openElements] = item.base
          item.base = attributes.base(in: item.base)
          if tag(of: name) == .alternateEnclosure { alternative = Alternative(attributes) }
        case .item:
          // The item before it has no end.
          append(item)
          readItem(attributes, at: place)
          item = ItemDraft(at: place, base: base)
          item.isPlaceholder = true
        case let tag:
          isPlainByDefault = tags.isPlainByDefault(name)
          let outer = item.base
          item.base = attributes.base(in: outer)
          read(tag, attributes, at: place, into: &item)
          item.base = outer
        }
      case .text: break
      case .end:
        if openElements == 0 {
          if !item.isPlaceholder { finish(item) }
          return
        }
        if let outer = outerBases.removeValue(forKey: openElements) { item.base = outer }
        openElements -= 1
      }
    }
    if !item.isPlaceholder { finish(item) }
  }

  /// Appends an item, unless the document ends in it: its last values may be missing.
  private mutating func finish(_ item: ItemDraft) {
    guard events.isCutOff else { return append(item) }
    report(skipped: item, .error, "the feed is cut off inside it")
  }

  private mutating func read(
    _ tag: FeedTag, _ attributes: [XMLAttribute], at position: XMLPosition, into item: inout ItemDraft
  ) {
    switch tag {
    case .title: Self.keepFirst(title(text(attributes), at: position), in: &item.title)
    case .itunesTitle: Self.keepFirst(title(text(attributes), at: position), in: &item.alternativeTitle)
    case .guid: Self.keepFirst(readText().oneLine(limit: 2000).nonEmpty, in: &item.guid)
    case .alternativeGUID: Self.keepFirst(readText().oneLine(limit: 2000).nonEmpty, in: &item.alternativeGUID)
    case .date(let kind): item.take(ItemDate(kind: kind, text: readText(), position: position))
    case .duration: Self.keepFirst((readText(), position), in: &item.duration)
    case .itunesAuthor: item.author.take(PersonName.of(readText()), rank: 5)
    case .creator: item.author.take(PersonName.of(readText()), rank: 4)
    case .author: item.author.take(readPerson(), rank: 3)
    case .webMaster: item.author.take(readPerson(), rank: 2)
    case .episode: item.episode = number(at: position) ?? item.episode
    case .season: item.season = number(at: position) ?? item.season
    case .content where attributes["src"] != nil: readEnclosure(tag, attributes, at: position, into: &item)
    case .link where attributes["href"] != nil: readEnclosure(.atomLink, attributes, at: position, into: &item)
    case .enclosure, .mediaContent, .source, .atomLink: readEnclosure(tag, attributes, at: position, into: &item)
    case .description: readDescription(attributes, rank: 3, into: &item)
    case .content: readDescription(attributes, rank: 2, into: &item)
    case .subtitle: readDescription(attributes, rank: 1, into: &item)
    case .itunesImage: readArtwork(attributes, at: position, into: &item)
    case .thumbnail:
      Self.keepFirst(webAddress(attributes["url"] ?? "", base: item.base, at: position), in: &item.thumbnail)
      skip()
    case .chapters: readChapters(attributes, at: position, into: &item)
    default: skip()
    }
  }

  /// Takes a value, unless an element before it gave one.
  ///
  /// The value is an argument, so that its element is always read: the events of an element that is not read belong to the element
  /// around it.
  static func keepFirst<Value>(_ value: Value?, in field: inout Value?) {
    if field == nil { field = value }
  }

  /// Reads a description. Without a title so far, its beginning stands in for one.
  private mutating func readDescription(_ attributes: [XMLAttribute], rank: Int, into item: inout ItemDraft) {
    let standsForTitle = item.title == nil && item.beginning == nil
    guard standsForTitle || item.description.isBelow(rank) else { return skip() }
    let text = FeedText(readText(), attributes, isContent: rank == 2, isPlainByDefault: isPlainByDefault)
    if standsForTitle { item.beginning = text.beginning }
    item.description.take(text.description, rank: rank)
  }

  /// Reads the cover picture of an item.
  private mutating func readArtwork(
    _ attributes: [XMLAttribute], at position: XMLPosition, into item: inout ItemDraft
  ) {
    let written = readText()
    let reference = attributes["href"] ?? attributes["url"] ?? written
    Self.keepFirst(webAddress(reference, base: item.base, at: position), in: &item.artwork)
  }

  /// Reads the address of the chapters of an item, if they are in JSON. Other forms are not supported.
  private mutating func readChapters(
    _ attributes: [XMLAttribute], at position: XMLPosition, into item: inout ItemDraft
  ) {
    defer { skip() }
    let type = attributes["type"]?.lowercased() ?? "json"
    guard type.contains("json"), let reference = attributes["url"]?.nonEmpty else { return }
    Self.keepFirst(webAddress(reference, base: item.base, at: position), in: &item.chapters)
  }

  private mutating func number(at position: XMLPosition) -> Int64? {
    let text = readText().trimmed
    if text.isEmpty { return nil }
    guard let value = Double(text), (0...1_000_000).contains(value) else {
      report(.warning, "\"\(text.oneLine(limit: 40))\" is not a number of an episode or a season", at: position)
      return nil
    }
    let number = Int64(value)
    if value != Double(number) {
      report(.warning, "the number \"\(text.oneLine(limit: 40))\" is read as \(number)", at: position)
    }
    return number > 0 ? number : nil
  }
}

// MARK: - Enclosures

extension FeedReader {
  private mutating func readEnclosure(
    _ tag: FeedTag, _ attributes: [XMLAttribute], at position: XMLPosition, into item: inout ItemDraft
  ) {
    defer { skip() }
    guard item.enclosures.count < Self.maximumEnclosures else { return }
    let reference: String?
    var type = attributes["type"] ?? attributes.prefixed("type")
    var length = attributes["length"] ?? attributes["fileSize"] ?? attributes.prefixed("length")
    var origin = Enclosure.Origin.enclosure
    switch tag {
    case .atomLink:
      // RFC 4287, section 4.2.7.2: the short name of a relation stands for its address.
      let relation = attributes["rel"]?.trimmed.lowercased()
      if relation == "image" {
        Self.keepFirst(webAddress(attributes["href"] ?? "", base: item.base, at: position), in: &item.thumbnail)
      }
      guard relation == "enclosure" || relation == "http://www.iana.org/assignments/relation/enclosure" else { return }
      reference = attributes["href"]
    case .content:
      origin = .content
      reference = attributes["src"]
    case .source:
      origin = .alternative
      reference = attributes["uri"]
      type = attributes["contentType"] ?? alternative?.type
      length = alternative?.length
    default:
      if tag == .mediaContent { origin = .content }
      reference = attributes["url"] ?? attributes["href"] ?? attributes["resource"] ?? attributes.prefixed("resource")
    }
    // The address of a `media:content` is optional: it may have a `media:player`, which is a web page.
    if tag == .mediaContent, reference == nil { return }
    guard let url = soundAddress(reference, at: position, of: &item) else { return }
    let enclosure = Enclosure(
      origin, url: url, type: type, length: length, duration: attributes["duration"], medium: attributes["medium"],
      isDefault: attributes["isDefault"] == "true" || tag == .source && alternative?.isDefault == true,
      isSample: attributes["expression"]?.trimmed.lowercased() == "sample")
    item.enclosures.append(enclosure)
  }

  /// Enclosures of an item beyond this number are ignored.
  private static let maximumEnclosures = 100

  /// Returns the whole address of a file, if a player may open it.
  private mutating func soundAddress(_ reference: String?, at position: XMLPosition, of item: inout ItemDraft)
    -> String?
  {
    guard let reference, !reference.trimmed.isEmpty else {
      item.refusal = "the enclosure has no address"
      return nil
    }
    guard let url = AddressReference.resolve(reference, base: siteBase(item.base)) else {
      item.refusal = "the address \"\(reference.oneLine(limit: 100))\" is relative, and the feed has no address"
      return nil
    }
    switch AddressReference.scheme(of: url) {
    case "http", "https":
      // The user may know better, and change the address or remove that of the feed.
      if refuses(url) { note(privateAddress: url, .warning, "the player and downloads refuse it", at: position) }
      return url
    // A feed of the web must not make a player open files of this machine.
    case "file" where address.map(FeedAddress.isFile) == true: return url
    case let scheme?:
      item.refusal = "addresses with \"\(scheme):\" are not played"
      return nil
    case nil: return nil
    }
  }
}

extension [XMLAttribute] {
  /// Returns the value of the first attribute with a local name and a prefix, such as `rdf:resource`.
  fileprivate func prefixed(_ local: String) -> String? {
    first { $0.name.local == local && $0.name.prefix != nil }?.value
  }
}

/// The attributes of a `podcast:alternateEnclosure`, which hold for the sources in it.
struct Alternative {
  let type: String?
  let length: String?
  let isDefault: Bool

  init(_ attributes: [XMLAttribute]) {
    type = attributes["type"]
    length = attributes["length"]
    isDefault = attributes["default"] == "true"
  }
}

/// The values of an item that were found so far.
struct ItemDraft {
  let position: XMLPosition
  /// The address that relative ones begin with.
  var base: String?
  var title: String?
  var alternativeTitle: String?
  var beginning: String?
  var description = RankedText()
  var artwork: String?
  /// The picture by another vocabulary than that of iTunes.
  var thumbnail: String?
  /// The address of a file with the chapters.
  var chapters: String?
  var guid: String?
  /// The identifier by another vocabulary than that of the feed.
  var alternativeGUID: String?
  private var writtenDates: [ItemDate] = []
  var duration: (text: String, position: XMLPosition)?
  var author = RankedText()
  var episode: Int64?
  var season: Int64?
  var enclosures: [Enclosure] = []
  /// Enclosures that were refused, in words.
  var refusal: String?
  /// Whether it stands for no item: the rest of an item without an end.
  var isPlaceholder = false

  init(at position: XMLPosition, base: String?) {
    self.position = position
    self.base = base
  }

  /// The dates, the best kind first, and those of one kind in document order. A later one counts if those before are not dates.
  var dates: [ItemDate] {
    ItemDate.Kind.allCases.flatMap { kind in writtenDates.filter { $0.kind == kind } }
  }

  /// Takes a date, if there is room for one of its kind.
  mutating func take(_ date: ItemDate) {
    if writtenDates.count(where: { $0.kind == date.kind }) < 4 { writtenDates.append(date) }
  }
}

/// A date of an item as it is written.
struct ItemDate {
  /// The elements with dates, the best one first.
  enum Kind: CaseIterable {
    case pubDate, published, issued, date, created, updated
  }

  let kind: Kind
  let text: String
  let position: XMLPosition
}
