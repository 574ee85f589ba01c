internal import XMLReading

extension FeedReader {
  /// Reads an element of the head, and its end.
  mutating func readHead(_ tag: FeedTag, _ attributes: [XMLAttribute], at position: XMLPosition) {
    switch tag {
    case .title: if let title = title(text(attributes), at: position), head.title == nil { head.title = title }
    case .link: head.link = head.link ?? address(reader.readText().nonEmpty ?? attributes["href"])
    case .atomLink: readLink(attributes)
    case .itunesAuthor: head.take(author: PersonName.of(reader.readText()), rank: 4)
    case .author: head.take(author: readPerson(), rank: 2)
    case .creator: head.take(author: PersonName.of(reader.readText()), rank: 3)
    case .itunesImage: head.take(artwork: readImage(attributes), rank: 5)
    case .image: readImageElement(attributes)
    case .logo: head.take(artwork: address(reader.readText()), rank: 2)
    case .thumbnail:
      head.take(artwork: address(attributes["url"]), rank: 1)
      reader.skipElement()
    case .description: head.take(description: FeedText(reader.readText(), attributes).description, rank: 2)
    case .subtitle: head.take(description: FeedText(reader.readText(), attributes).description, rank: 1)
    case .itunesCategory: readCategories(attributes)
    case .category:
      if let name = (attributes["label"] ?? attributes["term"])?.oneLine().nonEmpty {
        head.categories.append(name)
        reader.skipElement()
      } else if let line = line(attributes) {
        head.categories.append(line)
      }
    case .newAddress: head.newAddress = address(reader.readText())
    case .podcastGUID: head.guid = reader.readText().oneLine().nonEmpty
    case .medium: head.medium = reader.readText().oneLine(limit: 50).nonEmpty
    case .remoteItem: readRemoteItem(attributes)
    default: reader.skipElement()
    }
  }

  /// Returns the whole address of a reference in the head.
  private func address(_ reference: String?) -> String? {
    reference.flatMap { AddressReference.resolve($0, base: base) }
  }

  private mutating func readLink(_ attributes: [XMLAttribute]) {
    if head.link == nil, attributes["rel"] ?? "alternate" == "alternate" { head.link = address(attributes["href"]) }
    reader.skipElement()
  }

  private func readImage(_ attributes: [XMLAttribute]) -> String? {
    let text = reader.readText()
    return address(attributes["href"] ?? attributes["url"] ?? text)
  }

  /// Reads RSS's `image` with its `url`, and the same element of other vocabularies with an attribute.
  private mutating func readImageElement(_ attributes: [XMLAttribute]) {
    var found = attributes["href"] ?? attributes["url"]
    var depth = 0
    while depth >= 0, let event = reader.next() {
      switch event {
      case .start(let name, _, _):
        if tag(of: name) == .url { found = found ?? reader.readText() } else { depth += 1 }
      case .end: depth -= 1
      case .text: break
      }
    }
    head.take(artwork: address(found), rank: 3)
  }

  /// Reads a category of iTunes and those in it: `<itunes:category text="Arts"><itunes:category text="Design"/>`.
  private mutating func readCategories(_ attributes: [XMLAttribute]) {
    var depth = 0
    var text = attributes["text"]
    while true {
      if let name = text.map(HTMLText.plain)?.oneLine().nonEmpty { head.itunesCategories.append(name) }
      text = nil
      guard depth >= 0, let event = reader.next() else { return }
      switch event {
      case .start(let name, let attributes, _):
        depth += 1
        if tag(of: name) == .itunesCategory { text = attributes["text"] }
      case .end: depth -= 1
      case .text(let content): if attributes["text"] == nil, depth == 0 { text = content }
      }
      if depth < 0 { return }
    }
  }

  private mutating func readRemoteItem(_ attributes: [XMLAttribute]) {
    let item = RemoteItem(
      feedGUID: attributes["feedGuid"], feedURL: address(attributes["feedUrl"]), itemGUID: attributes["itemGuid"],
      title: attributes["title"])
    if head.remoteItems.count < 100_000 { head.remoteItems.append(item) }
    reader.skipElement()
  }

  /// Reads a person: the `name` in the element, else its text.
  mutating func readPerson() -> String? {
    var text = ""
    var name: String?
    var depth = 0
    while depth >= 0, let event = reader.next() {
      switch event {
      case .start(let element, _, _):
        switch tag(of: element) {
        case .name: name = name ?? reader.readText()
        case .other: reader.skipElement()
        default: depth += 1
        }
      case .end: depth -= 1
      case .text(let part): text += part
      }
    }
    return PersonName.of(name ?? text)
  }
}
