#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A podcast or an album, with its episodes: one file of the library.
///
/// A podcast is an immutable value; the `with…` functions return changed copies. Comments, spacing and the `extra` table of
/// its file are not part of the value; they stay in the file.
public struct Podcast: Hashable, Sendable, Identifiable {
  /// The id of a podcast or an album: its file name without `.toml`.
  public typealias ID = FileID<Podcast>

  /// The kinds of files in the library.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A podcast; its episodes come from a feed.
    case podcast
    /// An album of music; its episodes are tracks.
    case album
  }

  /// The file name without `.toml`.
  public package(set) var id: ID
  /// The directory below `library/`.
  public package(set) var folder: Folder
  /// The kind: podcast or album.
  public package(set) var kind: Kind
  /// The title; also the album of episodes that name none.
  public package(set) var title: String
  /// The author or artist; also the artist of episodes that name none.
  public package(set) var author: String?
  /// The address of the feed.
  public package(set) var feed: String?
  /// The guid that the feed declares, `podcast:guid`.
  public package(set) var guid: String?
  /// The address of the cover picture.
  public package(set) var artwork: String?
  /// The description of the feed.
  public package(set) var description: String?
  /// The notes of the user.
  public package(set) var notes: String?
  /// The categories of the feed.
  public package(set) var categories: [String]
  /// The tags of the user.
  public package(set) var tags: [String]
  /// Whether the user wants new episodes.
  public package(set) var subscribed: Bool
  /// The time at which it was added to the library.
  public package(set) var dateAdded: Date?
  /// The time from which on its episodes are new: those published earlier are not. `nil` if all unplayed ones are.
  public package(set) var newSince: Date?
  /// The texts of the rules of items that updates from the feed do not add. An item that fits any of them is skipped.
  public package(set) var skip: [String]
  /// The episodes, in the order of the file.
  public package(set) var episodes: [Episode]

  /// Makes a podcast. Episodes without an artist, an album or a genre inherit them.
  public init(
    id: ID, folder: Folder = .top, kind: Kind = .podcast, title: String, author: String? = nil, feed: String? = nil,
    guid: String? = nil, artwork: String? = nil, description: String? = nil, notes: String? = nil,
    categories: [String] = [], tags: [String] = [], subscribed: Bool = false, dateAdded: Date? = nil,
    newSince: Date? = nil, skip: [String] = [], episodes: [Episode] = []
  ) {
    self.id = id
    self.folder = folder
    self.kind = kind
    self.title = title
    self.author = author
    self.feed = feed
    self.guid = guid
    self.artwork = artwork
    self.description = description
    self.notes = notes
    self.categories = categories
    self.tags = tags
    self.subscribed = subscribed
    self.dateAdded = dateAdded
    self.newSince = newSince
    self.skip = skip
    let inheritance = Episode.Inheritance(author: author, title: title, categories: categories)
    self.episodes = []
    let head = self
    self.episodes = episodes.map { $0.inheriting(inheritance).withTraits(of: head) }
  }
}
