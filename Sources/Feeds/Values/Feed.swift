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
  /// Whether it is a list of Podcasting 2.0, whose entries are ``remoteItems``.
  public var isList: Bool { medium?.hasSuffix("L") ?? false }
  /// The entries of a list of Podcasting 2.0.
  public let remoteItems: [RemoteItem]
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

/// An entry of a list of Podcasting 2.0: an item of another feed.
public struct RemoteItem: Hashable, Sendable {
  /// The `podcast:guid` of the feed.
  public let feedGUID: String?
  /// The address of the feed.
  public let feedURL: String?
  /// The guid of the item; `nil` for the whole feed.
  public let itemGUID: String?
  /// The title, if the list states it.
  public let title: String?
}
