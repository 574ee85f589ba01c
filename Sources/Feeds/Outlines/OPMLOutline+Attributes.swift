internal import XMLReading

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The attributes of an outline by their names in lower case, as programs write them in any case.
struct OutlineAttributes {
  private let values: [String: String]
  /// The names as they are written, with those in lower case.
  let names: [(written: String, key: String)]

  /// Makes the table. Of two attributes with one name, the first counts.
  init(_ attributes: [XMLAttribute]) {
    names = attributes.map { ($0.name.local, $0.name.local.lowercased()) }
    values = Dictionary(zip(names, attributes).map { ($0.key, $1.value) }) { first, _ in first }
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
  var writtenFeed: String? {
    isIncludedList ? nil : self["xmlurl"] ?? self["feedurl"] ?? (isFeed || isLinkToFeed ? self["url"] : nil)
  }

  /// Whether the outline is a link to an address that ends like that of a feed. gPodder reads such links as feeds.
  private var isLinkToFeed: Bool {
    guard type == "link", let url = self["url"] else { return false }
    let path = url.lowercased().prefix { !"?#".contains($0) }
    return [".rss", ".xml", ".atom"].contains { path.hasSuffix($0) }
  }

  /// Whether the address is that of another list. Liferea writes `source` and the address in `xmlUrl`.
  private var isIncludedList: Bool { type == "include" || type == "source" }

  /// Whether the outline should have an address of a feed.
  var requiresFeed: Bool { isFeed || values["xmlurl"] != nil && !isIncludedList }

  /// Returns the whole address of a feed. One without a scheme, such as `example.org/feed`, begins with its host.
  private static func feedAddress(_ text: String) -> String? {
    if let address = AddressReference.resolve(text, base: nil) { return address }
    let host = text.prefix { $0 != "/" }
    guard host.endIndex != text.endIndex, host.dropFirst().dropLast().contains("."),
      !text.contains(where: \.isWhitespace)
    else { return nil }
    return AddressReference.resolve("https://\(text)", base: nil)
  }

  /// Returns a text on one line without tags of HTML.
  private func line(_ name: String) -> String? { self[name].map { HTMLText.plain($0) }?.oneLine().nonEmpty }

  func date(_ name: String) -> Date? { self[name].flatMap(FeedDate.init)?.date }

  func address(_ name: String) -> String? { self[name].flatMap { AddressReference.resolve($0, base: nil) } }

  func flag(_ name: String) -> Bool? {
    switch self[name]?.lowercased() {
    case "1", "true": true
    case "0", "false": false
    default: nil
    }
  }

  /// The outline without those in it.
  var outline: OPMLOutline {
    let (text, title) = (line("text"), line("title"))
    let feed = writtenFeed.flatMap(Self.feedAddress)
    let categories = (self["category"] ?? "").split(separator: ",").compactMap { part in
      part.split(separator: "/").compactMap { String($0).oneLine().nonEmpty }.joined(separator: "/").nonEmpty
    }
    let otherTitle = title == text || text == nil ? nil : title
    return OPMLOutline(
      text: text ?? title ?? "", title: otherTitle, type: type, feed: feed, link: address("htmlurl"),
      target: feed == nil ? self["url"] ?? (isIncludedList ? self["xmlurl"] : nil) : nil,
      guid: self["guid"] ?? self["podcastguid"],
      description: (self["description"] ?? otherTitle.flatMap { _ in self["text"] }).flatMap {
        FeedText($0, []).description
      },
      artwork: address("imageurl"), categories: categories, subscribed: flag("subscribed") ?? true,
      created: date("created") ?? date("overcastaddeddate"))
  }

  /// The position in seconds; `nil` if it is missing or invalid.
  var position: Double? {
    guard let seconds = self["progress"].flatMap(Double.init), (0...1e9).contains(seconds) else { return nil }
    return seconds
  }

  /// Whether the outline is an episode of the feed around it, as Overcast writes it.
  var isEpisode: Bool { type == "podcast-episode" }

  /// The episode; `nil` if it has no address.
  var episode: OPMLEpisode? {
    guard let enclosure else { return nil }
    // Overcast writes 0 for episodes that were not begun.
    return OPMLEpisode(
      title: line("title") ?? line("text"), enclosure: enclosure, published: date("pubdate"),
      isPlayed: flag("played") ?? false, position: position.flatMap { $0 < 1 ? nil : $0 },
      lastUsed: date("userupdateddate"))
  }

  private var enclosure: String? { self["enclosureurl"].flatMap(FeedAddress.normalized) }
}
