internal import MixtapeModel

extension FeedReader {
  /// Reads an element of the head, and its end.
  mutating func readHead(_ tag: FeedTag, _ attributes: [XMLAttribute], at position: XMLPosition) {
    switch tag {
    case .title: if let title = title(text(attributes), at: position), head.title == nil { head.title = title }
    case .itunesTitle:
      if let title = title(text(attributes), at: position), head.substitute == nil { head.substitute = title }
    case .link, .atomLink: readLink(attributes, at: position)
    case .itunesAuthor: head.author.take(PersonName.of(readText()), rank: 5)
    case .creator: head.author.take(PersonName.of(readText()), rank: 4)
    case .author: head.author.take(readPerson(), rank: 3)
    case .webMaster: head.author.take(readPerson(), rank: 2)
    case .owner: head.author.take(readPerson(), rank: 1)
    case .itunesImage:
      let text = readText()
      take(picture: attributes["href"] ?? attributes["url"] ?? text, rank: 6, at: position)
    case .image: readImageElement(attributes, at: position)
    case .logo: take(picture: readText(), rank: 3, at: position)
    case .icon: take(picture: readText(), rank: 2, at: position)
    case .thumbnail:
      take(picture: attributes["url"], rank: 1, at: position)
      skip()
    case .description: head.description.take(text(attributes).description, rank: 2)
    case .subtitle: head.description.take(text(attributes).description, rank: 1)
    case .itunesCategory: readCategory(attributes)
    case .category:
      if let name = (attributes["label"] ?? attributes["term"])?.oneLine().nonEmpty {
        head.categories.append(name)
        skip()
      } else if let line = text(attributes).line {
        head.categories.append(line)
      }
    case .newAddress: head.newAddress = address(readText())
    case .podcastGUID:
      let guid = readText().oneLine(limit: 2000).nonEmpty
      if !events.isCutOff, head.guid == nil { head.guid = guid }
    case .medium: head.medium = readText().oneLine(limit: 50).nonEmpty
    case .remoteItem:
      head.remoteItemCount += 1
      skip()
    default: skip()
    }
  }

  /// Returns the whole address of a reference in the head.
  private func address(_ reference: String?) -> String? {
    reference.flatMap { AddressReference.resolve($0, base: base) }
  }

  /// Reads a `link` of RSS, which has its address as text, or of Atom, which has it in an attribute.
  private mutating func readLink(_ attributes: [XMLAttribute], at position: XMLPosition) {
    let written = readText().trimmed.nonEmpty ?? attributes["href"]
    switch attributes["rel"] ?? "alternate" {
    case "alternate": head.link = head.link ?? address(written)
    case "image": take(picture: written, rank: 5, at: position)
    case "next": if head.next == nil { head.next = page(written, at: position) }
    case "prev-archive": if head.previousArchive == nil { head.previousArchive = page(written, at: position) }
    default: break
    }
  }

  /// Returns the address of another page of the feed. Only a feed in a file can have pages in files.
  private mutating func page(_ reference: String?, at position: XMLPosition) -> String? {
    guard let address = address(reference), let scheme = AddressReference.scheme(of: address), address != self.address
    else { return nil }
    let isInFile = self.address.map(FeedAddress.isFile) == true
    guard ["http", "https"].contains(scheme) || scheme == "file" && isInFile else { return nil }
    guard !refuses(address) else {
      note(privateAddress: address, .error, "this page is not read", at: position)
      return nil
    }
    return address
  }

  /// Takes a picture whose address can become one of the web. A relative one in a saved feed needs the web page.
  private mutating func take(
    picture reference: String?, base inner: String? = nil, rank: Int, at position: XMLPosition
  ) {
    guard let reference = reference?.trimmed.nonEmpty else { return }
    let base = inner ?? base
    guard AddressReference.scheme(of: reference) == nil || webAddress(reference, base: base, at: position) != nil else {
      return
    }
    head.take(HeadDraft.Picture(reference: reference, base: base, position: position), rank: rank)
  }

  /// Returns the address of the best picture.
  mutating func bestPicture() -> String? {
    for (_, picture) in head.pictures.sorted(by: { $0.key > $1.key }) {
      if let address = webAddress(picture.reference, base: picture.base, at: picture.position) { return address }
    }
    return nil
  }

  /// Reads RSS's `image` with its `url`, and the same element of other vocabularies with an attribute.
  private mutating func readImageElement(_ attributes: [XMLAttribute], at position: XMLPosition) {
    let written = attributes["href"] ?? attributes["url"]
    let (url, inner) = events.hasEndTag ? urlOfImage() : (urlOfOpenImage(), nil)
    take(picture: written ?? url, base: written == nil ? inner : nil, rank: 4, at: position)
  }

  /// Reads an `image`, and returns its `url` with the base of that.
  private mutating func urlOfImage() -> (url: String?, base: String?) {
    var found: (url: String?, base: String?)
    var depth = 0
    while depth >= 0, let event = events.next() {
      switch event {
      case .start(let name, let attributes, _):
        guard tag(of: name) == .url else {
          depth += 1
          continue
        }
        let url = events.readText()
        if found.url == nil { found = (url.trimmed.nonEmpty, attributes.base(in: base)) }
      case .end: depth -= 1
      case .text: break
      }
    }
    return found
  }

  /// Returns the `url` with which an `image` without an end tag begins.
  private mutating func urlOfOpenImage() -> String? {
    guard let next = readBeginning().next, tag(of: next) == .url, events.next() != nil else { return nil }
    return readText()
  }

  /// Reads a category of iTunes. Those in it follow: `<itunes:category text="Arts"><itunes:category text="Design"/>`.
  private mutating func readCategory(_ attributes: [XMLAttribute]) {
    let (content, _) = readBeginning()
    guard let name = HTMLText.plain(attributes["text"] ?? content).oneLine().nonEmpty else { return }
    head.itunesCategories.append(name)
  }
}

/// The values of a feed's head that were found so far.
struct HeadDraft {
  var title: String?
  /// The title by another vocabulary.
  var substitute: String?
  var link: String?
  var author = RankedText()
  /// The address of the best picture, as soon as the whole head is read.
  var artwork: String?
  /// The first picture of each rank.
  private(set) var pictures: [Int: Picture] = [:]
  var description = RankedText()
  var itunesCategories: [String] = []
  var categories: [String] = []
  var guid: String?
  var medium: String?
  var newAddress: String?
  /// The address of the next page, and of the archive before this document.
  var (next, previousArchive): (String?, String?)
  var remoteItemCount = 0

  /// Takes a picture, unless another element of its rank named one.
  mutating func take(_ picture: Picture, rank: Int) {
    if pictures[rank] == nil { pictures[rank] = picture }
  }

  /// The categories: those of iTunes, else those of RSS; each once, at most 20.
  var chosenCategories: [String] {
    var known: Set<String> = []
    let all = itunesCategories.isEmpty ? categories : itunesCategories
    return Array(all.filter { known.insert($0.lowercased()).inserted }.prefix(20))
  }

  /// A picture as it is written. Its address can be relative to that of the web page, which may follow.
  struct Picture {
    let reference: String
    /// The address that a relative one begins with.
    let base: String?
    let position: XMLPosition
  }
}

/// The text of the best of several elements that say the same, such as the author.
struct RankedText {
  /// The text of the element with the highest rank; of several, the first one.
  private(set) var value: String?
  private var rank = 0

  /// Returns whether an element of a rank would be better.
  func isBelow(_ rank: Int) -> Bool { rank > self.rank }

  /// Takes the text of an element, unless there is one of an element at least as good.
  mutating func take(_ text: String?, rank: Int) {
    guard let text, isBelow(rank) else { return }
    (value, self.rank) = (text, rank)
  }
}
