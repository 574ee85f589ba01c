internal import XMLReading

/// The attributes of an outline by their names in lower case, as programs write them in any case.
struct OutlineAttributes {
  private let values: [String: String]

  /// Makes the table. Of two attributes with one name, the first counts.
  init(_ attributes: [XMLAttribute]) {
    values = Dictionary(attributes.map { ($0.name.local.lowercased(), $0.value) }) { first, _ in first }
  }

  /// The `type` in lower case.
  var type: String? { self["type"]?.lowercased() }

  /// Returns the value of an attribute without white space at its ends; `nil` if it is missing or empty.
  subscript(name: String) -> String? { values[name]?.trimmed.nonEmpty }

  /// Whether the outline is about a feed, by its type.
  private var isFeed: Bool {
    type.map { ["rss", "atom", "podcast", "rss1", "rss2", "feed", "pie", "subscription"].contains($0) } ?? false
  }

  /// The address of the feed as it is written. Lists of old programs have it in `url`.
  var writtenFeed: String? { self["xmlurl"] ?? self["feedurl"] ?? (isFeed ? self["url"] : nil) }

  /// Whether the outline should have an address of a feed.
  var requiresFeed: Bool { isFeed || values["xmlurl"] != nil }

  /// Returns a text on one line without tags of HTML.
  private func line(_ name: String) -> String? { self[name].map(HTMLText.plain)?.oneLine().nonEmpty }

  private func date(_ name: String) -> FeedDate? { self[name].flatMap(FeedDate.init) }

  /// The outline without those in it.
  var outline: OPMLOutline {
    let (text, title) = (line("text"), line("title"))
    let feed = writtenFeed.flatMap { AddressReference.resolve($0, base: nil) }
    let categories = (self["category"] ?? "").split(separator: ",").compactMap { part in
      String(part).oneLine().split(separator: "/").joined(separator: "/").nonEmpty
    }
    return OPMLOutline(
      text: text ?? title ?? "", title: title == text || text == nil ? nil : title, type: type, feed: feed,
      link: self["htmlurl"].flatMap { AddressReference.resolve($0, base: nil) },
      target: feed == nil ? self["url"] : nil, guid: self["guid"] ?? self["podcastguid"], categories: categories,
      subscribed: self["subscribed"] != "0" && self["subscribed"]?.lowercased() != "false",
      created: date("created")?.date)
  }

  /// The seconds of a position; `nil` for 0, and for what is no position.
  private var position: Double? {
    guard let seconds = self["progress"].flatMap(Double.init), (1...1e9).contains(seconds) else { return nil }
    return seconds
  }

  /// The episode of an outline of the type `podcast-episode`; `nil` if it has no address.
  var episode: OPMLEpisode? {
    guard let enclosure = self["enclosureurl"].flatMap(FeedAddress.normalized) else { return nil }
    return OPMLEpisode(
      title: line("title") ?? line("text"), enclosure: enclosure, published: date("pubdate")?.date,
      isPlayed: self["played"] == "1", position: position,
      lastUsed: date("userupdateddate")?.date)
  }
}
