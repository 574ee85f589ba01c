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
