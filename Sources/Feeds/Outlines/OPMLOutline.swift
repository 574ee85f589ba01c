internal import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An outline of OPML: a feed, or a folder with outlines.
public struct OPMLOutline: Hashable, Sendable {
  /// The `text`; the `title` if there is no text.
  public var text: String
  /// The `title` if it differs from the text.
  public var title: String?
  /// The `type` in lower case: `rss` for feeds, other words for things of one program.
  public var type: String?
  /// The address of the feed, `xmlUrl`; `nil` for a folder.
  public var feed: String?
  /// The web page, `htmlUrl`.
  public var link: String?
  /// The address of something else, `url`, such as a list that the outline includes.
  public var target: String?
  /// The guid of the podcast, `podcast:guid`.
  public var guid: String?
  /// The description, `description`; for gPodder, which writes it there, the text beside a title.
  public var description: String?
  /// The address of the picture, `imageUrl`.
  public var artwork: String?
  /// The categories, `category` split at commas, without slashes at the ends.
  public var categories: [String]
  /// Whether the user wants new episodes; `false` only if the list says so.
  public var subscribed: Bool
  /// The time at which the outline was made, `created`, or the podcast was added, `overcastAddedDate`.
  public var created: Date?
  /// The episodes of the feed that the list names.
  public var episodes: [OPMLEpisode]
  /// The titles of such episodes without the address of a file.
  public internal(set) var unidentifiedEpisodes: [String] = []
  /// The outlines inside.
  public var children: [OPMLOutline]

  /// Makes an outline.
  public init(
    text: String, title: String? = nil, type: String? = nil, feed: String? = nil, link: String? = nil,
    target: String? = nil, guid: String? = nil, description: String? = nil, artwork: String? = nil,
    categories: [String] = [], subscribed: Bool = true, created: Date? = nil, episodes: [OPMLEpisode] = [],
    children: [OPMLOutline] = []
  ) {
    self.text = text
    self.title = title
    self.type = type
    self.feed = feed
    self.link = link
    self.target = target
    self.guid = guid
    self.description = description
    self.artwork = artwork
    self.categories = categories
    self.subscribed = subscribed
    self.created = created
    self.episodes = episodes
    self.children = children
  }
}

/// An episode in a list of feeds, as Overcast writes it for episodes that the user has begun, played or deleted.
public struct OPMLEpisode: Hashable, Sendable {
  /// The title.
  public var title: String?
  /// The address of the file, `enclosureUrl`.
  public var enclosure: String
  /// The time of publication, `pubDate`.
  public var published: Date?
  /// Whether the user has played it to its end.
  public var isPlayed: Bool
  /// The position in seconds up to which the user has played it, `progress`; `nil` if it was not begun.
  public var position: Double?
  /// The time of the user's last action, `userUpdatedDate`.
  public var lastUsed: Date?

  /// Makes an episode.
  public init(
    title: String? = nil, enclosure: String, published: Date? = nil, isPlayed: Bool = false, position: Double? = nil,
    lastUsed: Date? = nil
  ) {
    self.title = title
    self.enclosure = enclosure
    self.published = published
    self.isPlayed = isPlayed
    self.position = position
    self.lastUsed = lastUsed
  }
}

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
    let path = AddressReference.withoutQuery(url.lowercased())
    return [".rss", ".xml", ".atom"].contains { path.hasSuffix($0) }
  }

  /// Whether the address is that of another list. Liferea writes `source` and the address in `xmlUrl`.
  private var isIncludedList: Bool { type == "include" || type == "source" }

  /// Whether the outline should have an address of a feed.
  var requiresFeed: Bool { isFeed || values["xmlurl"] != nil && !isIncludedList }

  /// Returns the whole address of a feed. One without a scheme, such as `example.org/feed`, begins with its host.
  private static func feedAddress(_ text: String) -> String? {
    AddressReference.resolve(text, base: nil)
      ?? (FeedAddress.isHostAndPath(text) ? AddressReference.resolve("https://\(text)", base: nil) : nil)
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

// The attributes that are lost.

extension OutlineAttributes {
  private static let common: Set<String> = ["type", "text", "title"]
  private static let ofEpisode = common.union([
    "enclosureurl", "pubdate", "played", "progress", "userupdateddate",
  ])
  /// The version of a feed says nothing about the podcast.
  private static let ofOutline = common.union([
    "xmlurl", "feedurl", "url", "htmlurl", "guid", "podcastguid", "description", "imageurl", "category", "subscribed",
    "created",
    "overcastaddeddate", "version",
  ])

  /// The names of attributes that say something, and that are not read.
  var unreadNames: [String] {
    let known = isEpisode ? Self.ofEpisode : Self.ofOutline
    return names.filter { name in
      // `false` is what a list without the attribute says.
      !known.contains(name.key) && self[name.key] != nil && flag(name.key) != false
    }.map(\.written)
  }

  /// The names of attributes with values that cannot be read. Addresses of feeds and files are reported with their outlines.
  var invalidNames: [String] {
    names.filter { name in
      guard self[name.key] != nil else { return false }
      return switch (name.key, isEpisode) {
      case ("progress", true): position == nil
      case ("played", true), ("subscribed", false): flag(name.key) == nil
      case ("pubdate", true), ("userupdateddate", true), ("created", false), ("overcastaddeddate", false):
        date(name.key) == nil
      case ("htmlurl", false), ("imageurl", false): address(name.key) == nil
      default: false
      }
    }.map(\.written)
  }
}
