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

extension Podcast {
  /// Returns a copy in another folder.
  public func withFolder(_ folder: Folder) -> Podcast { with { $0.folder = folder } }

  /// Returns a copy of another kind.
  public func withKind(_ kind: Kind) -> Podcast { with { $0.kind = kind } }

  /// Returns a copy with another title.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if the title breaks ``TitleRules``.
  public func withTitle(_ title: String) throws(MixtapeError) -> Podcast {
    if let violation = TitleRules.violation(in: title) {
      throw MixtapeError(.invalidName, .podcast(id), cause: violation)
    }
    return with { $0.title = title }
  }

  /// Returns a copy with another author.
  public func withAuthor(_ author: String?) -> Podcast { with { $0.author = author } }

  /// Returns a copy with another feed.
  ///
  /// If `subscribed` has its default (`true` with a feed, `false` without), it changes with the feed.
  public func withFeed(_ feed: String?) -> Podcast {
    with {
      if $0.subscribed == ($0.feed != nil) { $0.subscribed = feed != nil }
      $0.feed = feed
    }
  }

  /// Returns a copy with another guid of its feed.
  public func withGUID(_ guid: String?) -> Podcast { with { $0.guid = guid } }

  /// Returns a copy with another cover picture.
  public func withArtwork(_ artwork: String?) -> Podcast { with { $0.artwork = artwork } }

  /// Returns a copy with another description.
  public func withDescription(_ description: String?) -> Podcast { with { $0.description = description } }

  /// Returns a copy with other notes.
  public func withNotes(_ notes: String?) -> Podcast { with { $0.notes = notes } }

  /// Returns a copy with other categories.
  public func withCategories(_ categories: [String]) -> Podcast { with { $0.categories = categories } }

  /// Returns a copy with other tags.
  public func withTags(_ tags: [String]) -> Podcast { with { $0.tags = tags } }

  /// Returns a copy that is subscribed or not.
  public func withSubscribed(_ subscribed: Bool) -> Podcast { with { $0.subscribed = subscribed } }

  /// Returns a copy with another date of addition.
  public func withDateAdded(_ date: Date?) -> Podcast { with { $0.dateAdded = date } }

  /// Returns a copy with another time from which on its episodes are new.
  public func withNewSince(_ date: Date?) -> Podcast { with { $0.newSince = date } }

  /// Returns a copy with other rules of items that updates skip.
  public func withSkip(_ rules: [String]) -> Podcast { with { $0.skip = rules } }

  /// Returns a copy with other episodes.
  public func withEpisodes(_ episodes: [Episode]) -> Podcast { with { $0.episodes = episodes } }

  /// Returns a copy with the newest episodes only, in the same order. Episodes without a date count as the oldest.
  ///
  /// - Complexity: O(*n* log *n*).
  public func keepingNewest(_ count: Int) -> Podcast {
    guard count < episodes.count else { return self }
    let newest = episodes.enumerated().sorted { left, right in
      switch (left.element.published, right.element.published) {
      case (let l?, let r?) where l != r: l > r
      case (_?, nil): true
      case (nil, _?): false
      default: left.offset < right.offset
      }
    }
    let kept = Set(newest.prefix(max(0, count)).map(\.offset))
    return withEpisodes(episodes.enumerated().filter { kept.contains($0.offset) }.map(\.element))
  }

  /// Whether it is in the top folder and has no tag.
  public var isUnorganized: Bool { folder == .top && tags.isEmpty }

  /// Returns a copy with a title that is known to be valid.
  func retitled(_ title: String) -> Podcast { with { $0.title = title } }

  /// Returns a copy with another id, which its episodes have, too.
  func withID(_ id: ID) -> Podcast {
    with {
      $0.id = id
      $0.episodes = episodes.map { $0.withID(Episode.ID(unchecked: id, name: $0.id.name)) }
    }
  }

  /// Returns a changed copy. Its episodes inherit the new values.
  package func with(_ change: (inout Podcast) -> Void) -> Podcast {
    var copy = self
    change(&copy)
    let (old, new) = (inheritance, copy.inheritance)
    copy.episodes = copy.episodes.map { $0.inheriting(new, insteadOf: old) }
    return copy
  }
}

/// The summary of a podcast or an album in a list.
public struct PodcastSummary: Hashable, Sendable, Identifiable {
  /// The podcast without its episodes.
  public let head: Podcast
  /// The number of episodes.
  public let episodeCount: Int

  /// Makes a summary.
  public init(head: Podcast, episodeCount: Int) {
    self.head = head
    self.episodeCount = episodeCount
  }

  /// The podcast's id.
  public var id: Podcast.ID { head.id }
}
