internal import Feeds
internal import MixtapeModel

/// Playlists of Podcasting 2.0: feeds whose `podcast:medium` ends in `L`, with a `podcast:remoteItem` for each entry.
struct PodcastListFormat: InterchangeFormat {
  var name: String { "podcast" }
  var title: String { "a Podcasting 2.0 list" }
  var fileExtensions: [String] { ["rss"] }

  /// The medium of the lists that Mixtape writes.
  static let medium = "podcastL"

  static let namespace = "https://podcastindex.org/namespace/1.0"

  var capabilities: Capabilities {
    Capabilities([
      .key(.name): .full,
      .key(.description): .full,
      .key(.episodes): .partial("episodes with a guid, of a podcast with a feed or a guid"),
      .entry(.title): .full,
      .entry(.guid): .full,
      .entry(.feed): .full,
      .entry(.image): .none,
    ])
  }

  /// Returns whether the content is a feed with remote items, or with the medium of a list.
  func recognizes(_ start: FormatSample) -> Recognition {
    let text = start.text
    guard text.contains("<rss") || text.contains("<channel") else { return .no }
    return text.contains("remoteitem") || text.contains("l</podcast:medium>") ? .certain : .possible
  }

  func read(_ bytes: [UInt8]) -> InterchangeReading {
    let (reader, root) = MarkupDocument.open(bytes)
    guard let root, root.name.local == "rss" else {
      return .refused("this is not a feed: the document has no element `rss`")
    }
    var list = PodcastListReader()
    list.read(reader)
    MarkupDocument.report(reader, in: &list.reading)
    return list.finished
  }

  /// Writes the first playlist of a document. Skips entries without a guid or a feed.
  func write(_ document: InterchangeDocument) -> [UInt8] {
    let playlist = document.playlists.first ?? InterchangePlaylist()
    var writer = XMLWriter()
    writer.element("rss", [("version", "2.0"), ("xmlns:podcast", Self.namespace)]) { writer in
      writer.element("channel") { writer in
        writer.leaf("title", playlist.name ?? "")
        // Readers take the description for HTML.
        writer.leaf("description", HTMLText.escaped(playlist.description ?? ""))
        writer.leaf("podcast:medium", Self.medium)
        for entry in playlist.entries {
          guard let guid = entry.guid, let feedGuid = Self.feedGuid(of: entry) else { continue }
          writer.emptyElement(
            "podcast:remoteItem",
            [
              ("feedGuid", feedGuid), ("feedUrl", entry.feed), ("itemGuid", guid), ("medium", "podcast"),
              ("title", entry.title),
            ])
        }
      }
    }
    return writer.bytes
  }

  /// Returns the guid that the feed of an entry declares, else that of its address.
  private static func feedGuid(of entry: InterchangeEntry) -> String? {
    entry.feedGuid ?? entry.feed.map(FeedGuid.ofFeed)
  }

  /// Returns the entries and characters that cannot be written.
  func particularLosses(of playlist: InterchangePlaylist) -> [Loss] {
    let characters = losses(ofCharactersIn: playlist) { !XMLText.isAllowed($0) }
    return characters
      + playlist.entries.filter { $0.guid == nil || Self.feedGuid(of: $0) == nil }.map { entry in
        Loss(
          .entry(entry.episode?.rawValue ?? entry.display), of: playlist.label,
          "it has no guid, or its podcast has no feed and no guid")
      }
  }
}

/// A reader of lists of Podcasting 2.0.
private struct PodcastListReader {
  var reading = InterchangeReading()
  private var playlist = InterchangePlaylist()
  private var medium: String?
  private var unsupported = CountedParts()

  /// Reads a document. Drops an element in which it is cut off.
  mutating func read(_ reader: XMLEventReader) {
    /// The last remote item. The next event shows whether its tag is complete.
    var item: (attributes: [XMLAttribute], position: XMLPosition)?
    while let event = reader.next() {
      if let item, !reader.isCutOff { readItem(item.attributes, item.position) }
      item = nil
      guard case .start(let name, let attributes, let position) = event else { continue }
      switch name.local {
      case "channel": break
      case "title": Self.keepFirst(Self.text(reader), in: &playlist.name)
      case "description":
        Self.keepFirst(Self.text(reader).flatMap { HTMLText.plain($0).trimmed.nonEmpty }, in: &playlist.description)
      case "medium": medium = Self.text(reader) ?? medium
      case "guid": if Self.text(reader) != nil { playlist.lostParts.append("identifier") }
      case "link": if Self.text(reader) != nil { playlist.lostParts.append("info") }
      case "remoteItem": item = (attributes, position)
      case "item":
        let element = MarkupElement(name, attributes, at: position, from: reader)
        if !reader.isCutOff { readOwnItem(element) }
      default:
        unsupported.add("element `\(name.written)`")
        reader.skipElement()
      }
    }
  }

  /// Takes a text, unless an element before it gave one. The element of the text is always read.
  private static func keepFirst(_ text: String?, in field: inout String?) {
    if field == nil { field = text }
  }

  /// Reads the text of the current element; `nil` if it is empty or cut off.
  private static func text(_ reader: XMLEventReader) -> String? {
    let text = reader.readText().trimmed.nonEmpty
    return reader.isCutOff ? nil : text
  }

  /// Reads an item. Some programs put the entries into items; other items are episodes of the feed itself.
  private mutating func readOwnItem(_ element: MarkupElement) {
    let entries = element.children.filter { $0.name.local == "remoteItem" }
    if entries.isEmpty { unsupported.add("element `\(element.name.written)`") }
    // The title of an item is that of its only entry.
    let title = entries.count == 1 ? element.child("title")?.text : nil
    for entry in entries { readItem(entry.attributes, entry.position, title: title) }
  }

  private static let itemAttributes: Set<String> = ["itemGuid", "feedGuid", "feedUrl", "title", "medium"]

  private mutating func readItem(_ attributes: [XMLAttribute], _ position: XMLPosition, title: String? = nil) {
    guard let guid = attributes["itemGuid"]?.trimmed.nonEmpty else {
      let feed = attributes["title"] ?? attributes["feedUrl"] ?? attributes["feedGuid"] ?? "?"
      reading.losses.append(
        Loss(.element("remoteItem \(feed)"), of: playlist.name, "it names a whole feed, not an episode"))
      return
    }
    for attribute in attributes where !Self.itemAttributes.contains(attribute.name.local) {
      unsupported.add("attribute `\(attribute.name.written)`")
    }
    var entry = InterchangeEntry()
    entry.guid = guid
    entry.feedGuid = attributes["feedGuid"]?.trimmed.nonEmpty
    entry.feed = attributes["feedUrl"]?.trimmed.nonEmpty
    entry.title = attributes["title"]?.trimmed.nonEmpty ?? title?.nonEmpty
    entry.line = position.line
    playlist.entries.append(entry)
  }

  var finished: InterchangeReading {
    var result = reading
    guard medium?.hasSuffix("L") == true || !playlist.entries.isEmpty else {
      return .refusedPodcast
    }
    if medium?.hasSuffix("L") != true {
      result.report(InterchangeDiagnostic(.warning, "`podcast:medium` does not end in `L`; the feed is read as a list"))
    }
    if let medium, medium.hasSuffix("L"), medium != PodcastListFormat.medium {
      result.losses.append(Loss(.element("medium \(medium.onOneLine)"), of: playlist.label, Loss.noKey))
    }
    result.losses += unsupported.losses(of: playlist.label, in: "place")
    result.document = InterchangeDocument(playlists: [playlist])
    return result
  }
}
