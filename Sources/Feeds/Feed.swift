public import MixtapeModel

/// A feed: its podcast, and what else it says.
public struct Feed: Hashable, Sendable {
  /// The format.
  public let format: FeedFormat
  /// The podcast with its episodes, in the order of the feed. The ids are proposals; see ``EpisodeNaming``.
  public internal(set) var podcast: Podcast
  /// The web page of the podcast.
  public let link: String?
  /// The identity of the podcast, `podcast:guid`.
  public var guid: String? { podcast.guid }
  /// The medium by Podcasting 2.0, such as `music` or `podcastL`.
  public let medium: String?
  /// The address that the feed moved to, `itunes:new-feed-url`.
  public let newAddress: String?
  /// The address of the next page with older episodes: a `link` with `rel="next"`, else `rel="prev-archive"`.
  ///
  /// See [RFC 5005](https://www.rfc-editor.org/rfc/rfc5005), sections 3 and 4.
  public internal(set) var nextPage: String?
  /// Whether it is a list of Podcasting 2.0, whose entries are items of other feeds.
  public var isList: Bool { medium?.hasSuffix("L") ?? false }
  /// The number of entries of a list of Podcasting 2.0.
  public let remoteItemCount: Int
  /// The number of items with no sound, which are left out.
  public internal(set) var itemsWithoutSound: Int
  /// The first addresses in private networks that the feed names although it is public. Pictures and chapters from there are left
  /// out.
  public internal(set) var privateAddresses: [String]
  /// Whether the document ends inside an element, such as after an interrupted transfer. The episode that it ends in is left
  /// out.
  public internal(set) var isCutOff: Bool
  /// Whether the document has more items than are read.
  public let hasMoreItems: Bool
  /// The faults and the items that are skipped, in the order of the feed.
  public internal(set) var diagnostics: [FeedDiagnostic]
}

extension Feed {
  /// Appends the next page of the feed: its episodes, unless the feed has them already, and its address of the next page.
  ///
  /// An episode is the same if it has the same guid or, without one, the same address and title. Pages overlap, so that is no fault.
  /// The head is that of the first page.
  ///
  /// - Complexity: O(*n*) in the episodes of both.
  public mutating func append(_ page: Feed) {
    var known = Set(podcast.episodes.map(PageItem.init))
    var names = UniqueNames(taken: Set(podcast.episodes.map(\.id.name)))
    let new = page.podcast.episodes.filter { known.insert(PageItem($0)).inserted }.compactMap { episode in
      Episode.ID(podcast: podcast.id, name: names.add(episode.id.name)).map(episode.withID)
    }
    podcast = podcast.withEpisodes(podcast.episodes + new)
    nextPage = page.nextPage
    itemsWithoutSound += page.itemsWithoutSound
    diagnostics += page.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.page = page.podcast.feed
      return diagnostic
    }
    privateAddresses += page.privateAddresses.filter { !privateAddresses.contains($0) }
  }
}

/// The values by which two items of different pages are the same episode.
private enum PageItem: Hashable {
  case guid(String)
  case address(String?, title: String)

  init(_ episode: Episode) {
    self = episode.guid.map(PageItem.guid) ?? .address(episode.url, title: episode.title)
  }
}

/// The formats of feeds. All versions of a format are read in the same way.
public enum FeedFormat: String, Hashable, Sendable, CaseIterable {
  /// RSS 0.90, in RDF.
  case rss090 = "RSS 0.90"
  /// RSS 0.91.
  case rss091 = "RSS 0.91"
  /// RSS 0.92.
  case rss092 = "RSS 0.92"
  /// RSS 2.0, also with an unknown version or without one.
  case rss = "RSS 2.0"
  /// RSS 1.0, in RDF.
  case rdf = "RSS 1.0"
  /// Atom 0.3.
  case atom03 = "Atom 0.3"
  /// Atom 1.0, also with an unknown version or without one.
  case atom = "Atom 1.0"
}

/// A fault of a feed, or an item that is no episode. What is sound around it is read.
public struct FeedDiagnostic: Hashable, Sendable {
  /// The severities.
  public enum Severity: String, Hashable, Sendable {
    /// An episode or a value is lost.
    case error
    /// A fault that loses nothing.
    case warning
    /// An item that is skipped although it has no fault, such as one without an enclosure.
    case note
  }

  /// The severity.
  public let severity: Severity
  /// The place.
  public let position: XMLPosition
  /// The address of the page with the place; `nil` for the first page of a feed.
  public internal(set) var page: String?
  /// The fault in words, without a full stop.
  public let message: String
  /// The item that is skipped; `nil` if all items are read.
  public let skippedItem: SkippedItem?

  /// Makes a diagnostic.
  public init(
    _ severity: Severity, _ message: String, at position: XMLPosition, skipping skippedItem: SkippedItem? = nil
  ) {
    self.severity = severity
    self.position = position
    self.message = message
    self.skippedItem = skippedItem
  }
}

/// An item of a feed that is no episode of the podcast.
public struct SkippedItem: Hashable, Sendable {
  /// The title, or the beginning of the description.
  public let title: String?
  /// The guid.
  public let guid: String?
}

/// The reason why bytes are not a feed.
public enum FeedError: Error, Hashable, Sendable {
  /// There is nothing.
  case empty
  /// A web page.
  case webPage
  /// JSON, perhaps a JSON Feed.
  case json
  /// Compressed data; the value is the name of the format.
  case compressed(String)
  /// A list of feeds: `import` reads it.
  case opml
  /// A playlist; the value is the name of the format.
  case playlist(String)
  /// Other XML; the value is its outermost element.
  case otherXML(String)
  /// The beginning of a feed, without a title or an item.
  case cutOff
  /// No XML.
  case notXML
}
