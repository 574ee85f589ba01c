#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A podcast or an album, with its episodes: one file of the library.
///
/// A podcast is an immutable value; the `with…` functions make a changed copy. What its file holds besides (comments,
/// spacing, the `extra` table) is not part of the value and stays in the file.
public struct Podcast: Hashable, Sendable, Identifiable {
  /// What a file of the library is about.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A podcast; its episodes come from a feed.
    case podcast
    /// An album of music; its episodes are tracks.
    case album
  }

  /// The file name without `.toml`.
  public let id: ID
  /// The directory below `library/`.
  public let folder: Folder
  /// Podcast or album.
  public let kind: Kind
  /// What people see.
  public let title: String
  /// Who makes it.
  public let author: String?
  /// The address of the feed.
  public let feed: String?
  /// The address of the cover picture.
  public let artwork: String?
  /// The categories that the feed gives.
  public let categories: [String]
  /// The tags that the user gave.
  public let tags: [String]
  /// Whether new episodes are wanted.
  public let subscribed: Bool
  /// When it came into the library.
  public let dateAdded: Date?
  /// The episodes, in the order of the file.
  public let episodes: [Episode]

  /// Makes a podcast. Episodes without an artist, an album or a genre take over what the head says.
  public init(
    id: ID, folder: Folder = .top, kind: Kind = .podcast, title: String, author: String? = nil, feed: String? = nil,
    artwork: String? = nil, categories: [String] = [], tags: [String] = [], subscribed: Bool = false,
    dateAdded: Date? = nil, episodes: [Episode] = []
  ) {
    self.id = id
    self.folder = folder
    self.kind = kind
    self.title = title
    self.author = author
    self.feed = feed
    self.artwork = artwork
    self.categories = categories
    self.tags = tags
    self.subscribed = subscribed
    self.dateAdded = dateAdded
    let inheritance = Episode.Inheritance(author: author, title: title, categories: categories)
    self.episodes = episodes.map { $0.inheriting(inheritance) }
  }
}
