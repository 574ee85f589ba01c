internal import XMLReading

extension FeedReader {
  /// Reads an item and its end.
  mutating func readItem(_ attributes: [XMLAttribute], at position: XMLPosition) {
    var item = ItemDraft(at: position, base: attributes.base(in: base))
    item.guid = attributes.first { $0.name.local == "about" && $0.name.prefix != nil }?.value
    var groups = 0
    while let event = reader.next() {
      switch event {
      case .start(let name, let attributes, let place):
        switch tag(of: name) {
        case .mediaGroup, .alternateEnclosure:
          groups += 1
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
        if groups == 0 {
          if !item.isPlaceholder { append(item) }
          return
        }
        groups -= 1
      }
    }
    if !item.isPlaceholder { append(item) }
  }

  private mutating func read(
    _ tag: FeedTag, _ attributes: [XMLAttribute], at position: XMLPosition, into item: inout ItemDraft
  ) {
    switch tag {
    case .title: item.title = item.title ?? line(attributes)
    case .itunesTitle: item.alternativeTitle = item.alternativeTitle ?? line(attributes)
    case .guid: if let guid = reader.readText().oneLine(limit: 2000).nonEmpty { item.guid = guid }
    case .description, .content, .subtitle: readDescription(attributes, into: &item)
    case .published: item.published = item.published ?? .init(text: reader.readText(), position: position)
    case .updated: item.updated = item.updated ?? .init(text: reader.readText(), position: position)
    case .duration: item.duration = item.duration ?? (reader.readText(), position)
    case .itunesAuthor: item.take(author: PersonName.of(reader.readText()), rank: 4)
    case .creator: item.take(author: PersonName.of(reader.readText()), rank: 3)
    case .author: item.take(author: readPerson(), rank: 2)
    case .episode: item.episode = item.episode ?? number(at: position)
    case .season: item.season = item.season ?? number(at: position)
    case .enclosure, .mediaContent, .source, .atomLink: readEnclosure(tag, attributes, at: position, into: &item)
    default: reader.skipElement()
    }
  }

  /// Reads a description only if there is no title so far: it stands in for one.
  private func readDescription(_ attributes: [XMLAttribute], into item: inout ItemDraft) {
    guard item.title == nil, item.beginning == nil else { return reader.skipElement() }
    item.beginning = text(attributes).beginning
  }

  private mutating func number(at position: XMLPosition) -> Int64? {
    let text = reader.readText().trimmed
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
    defer { reader.skipElement() }
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
