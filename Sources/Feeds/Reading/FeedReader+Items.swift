internal import XMLReading

extension FeedReader {
  /// Reads an item and its end.
  mutating func readItem(_ attributes: [XMLAttribute], at position: XMLPosition) {
    var item = ItemDraft(at: position, base: attributes.base(in: base))
    item.guid = attributes.first { $0.name.local == "about" && $0.name.prefix != nil }?.value
    let outerGroups = openGroups
    openGroups = 0
    defer { openGroups = outerGroups }
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let place):
        switch tag(of: name) {
        case .mediaGroup, .alternateEnclosure:
          openGroups += 1
          if tag(of: name) == .alternateEnclosure { alternative = Alternative(attributes) }
        case .item:
          // The item before it has no end.
          append(item)
          readItem(attributes, at: place)
          item = ItemDraft(at: place, base: base)
          item.isPlaceholder = true
        case let tag: read(tag, attributes, at: place, into: &item)
        }
      case .text: break
      case .end:
        if openGroups == 0 {
          if !item.isPlaceholder { append(item) }
          return
        }
        openGroups -= 1
      }
    }
    if !item.isPlaceholder { append(item) }
  }

  private mutating func read(
    _ tag: FeedTag, _ attributes: [XMLAttribute], at position: XMLPosition, into item: inout ItemDraft
  ) {
    switch tag {
    case .title: item.title = itemText(attributes).line ?? item.title
    case .itunesTitle: item.alternativeTitle = itemText(attributes).line ?? item.alternativeTitle
    case .guid: item.guid = itemText().raw.oneLine(limit: 2000).nonEmpty ?? item.guid
    case .description, .content, .subtitle: readDescription(attributes, into: &item)
    case .published: item.published = item.published ?? .init(text: itemText().raw, position: position)
    case .updated: item.updated = item.updated ?? .init(text: itemText().raw, position: position)
    case .duration: item.duration = item.duration ?? (itemText().raw, position)
    case .itunesAuthor: item.take(author: PersonName.of(itemText().raw), rank: 4)
    case .creator: item.take(author: PersonName.of(itemText().raw), rank: 3)
    case .author: item.take(author: readPerson(), rank: 2)
    case .episode: item.episode = number(at: position) ?? item.episode
    case .season: item.season = number(at: position) ?? item.season
    case .enclosure, .mediaContent, .source, .atomLink: readEnclosure(tag, attributes, at: position, into: &item)
    default: skip()
    }
  }

  /// Reads the text of the present element. An element without an end does not take in those behind it.
  private mutating func itemText(_ attributes: [XMLAttribute] = []) -> FeedText {
    let (text, isComplete) = reader.readText { tags.beginsPart($0) }
    if !isComplete { openGroups += 1 }
    return FeedText(text, attributes)
  }

  /// Passes over the present element.
  private mutating func skip() {
    if !reader.skipElement(until: { tags.beginsPart($0) }) { openGroups += 1 }
  }

  /// Reads a description only if there is no title so far: it stands in for one.
  private mutating func readDescription(_ attributes: [XMLAttribute], into item: inout ItemDraft) {
    guard item.title == nil, item.beginning == nil else { return skip() }
    item.beginning = itemText(attributes).beginning
  }

  private mutating func number(at position: XMLPosition) -> Int64? {
    let text = itemText().raw.trimmed
    if text.isEmpty { return nil }
    guard let number = Int64(text) ?? Double(text).flatMap({ Int64(exactly: $0) }), (0...1_000_000).contains(number)
    else {
      report(.warning, "\"\(text.oneLine(limit: 40))\" is not a whole number", at: position)
      return nil
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
    let reference: String?
    var type = attributes["type"]
    var length = attributes["length"] ?? attributes["fileSize"]
    switch tag {
    case .atomLink:
      guard attributes["rel"]?.lowercased() == "enclosure" else { return }
      reference = attributes["href"]
    case .source:
      reference = attributes["uri"]
      type = attributes["contentType"] ?? alternative?.type
      length = alternative?.length
    default: reference = attributes["url"] ?? attributes["href"]
    }
    guard let url = soundAddress(reference, at: position, of: &item) else { return }
    // Alternatives are for players that cannot play the enclosure.
    let enclosure = Enclosure(
      url: url, type: type, length: length, duration: attributes["duration"], medium: attributes["medium"],
      isDefault: attributes["isDefault"] == "true" || tag == .source && alternative?.isDefault == true)
    if tag == .mediaContent, enclosure.kind == .unknown { return }
    if item.enclosures.count < 100 { item.enclosures.append(enclosure) }
  }

  /// Returns the whole address of a file, if a player may open it.
  private mutating func soundAddress(_ reference: String?, at position: XMLPosition, of item: inout ItemDraft)
    -> String?
  {
    guard let reference, !reference.trimmed.isEmpty else {
      item.refusal = "the enclosure has no address"
      return nil
    }
    guard let url = AddressReference.resolve(reference, base: item.base ?? head.link) else {
      item.refusal = "the address \"\(reference.oneLine(limit: 100))\" is relative, and the feed has none of its own"
      return nil
    }
    switch AddressReference.scheme(of: url) {
    case "http", "https": return url
    // A feed of the web must not make a player open files of this machine.
    case "file" where address.flatMap(AddressReference.scheme) == "file": return url
    case let scheme?:
      item.refusal = "addresses with \"\(scheme):\" are not played"
      return nil
    case nil: return nil
    }
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
