#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Podcast {
  /// A copy in another folder.
  public func withFolder(_ folder: Folder) -> Podcast { with { $0.folder = folder } }

  /// A copy of another kind.
  public func withKind(_ kind: Kind) -> Podcast { with { $0.kind = kind } }

  /// A copy with another title.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if it breaks the rules that names of playlists follow too.
  public func withTitle(_ title: String) throws(MixtapeError) -> Podcast {
    if let violation = Playlist.nameViolation(in: title) {
      throw MixtapeError(.invalidName, .podcast(id), cause: violation)
    }
    return with { $0.title = title }
  }

  /// A copy by somebody else.
  public func withAuthor(_ author: String?) -> Podcast { with { $0.author = author } }

  /// A copy with another feed. Where it is subscribed because there is a feed, or not because there is none, that follows.
  public func withFeed(_ feed: String?) -> Podcast {
    with {
      if $0.subscribed == ($0.feed != nil) { $0.subscribed = feed != nil }
      $0.feed = feed
    }
  }

  /// A copy with another cover picture.
  public func withArtwork(_ artwork: String?) -> Podcast { with { $0.artwork = artwork } }

  /// A copy with other categories.
  public func withCategories(_ categories: [String]) -> Podcast { with { $0.categories = categories } }

  /// A copy with other tags.
  public func withTags(_ tags: [String]) -> Podcast { with { $0.tags = tags } }

  /// A copy of which new episodes are wanted, or are not.
  public func withSubscribed(_ subscribed: Bool) -> Podcast { with { $0.subscribed = subscribed } }

  /// A copy that came into the library at another time.
  public func withDateAdded(_ date: Date?) -> Podcast { with { $0.dateAdded = date } }

  /// A copy with other episodes.
  public func withEpisodes(_ episodes: [Episode]) -> Podcast { with { $0.episodes = episodes } }

  /// Whether it is in no folder and has no tag.
  public var isUnorganized: Bool { folder == .top && tags.isEmpty }

  /// What a copy is made of; never leaves this file.
  private struct Draft {
    var folder: Folder
    var kind: Kind
    var title: String
    var author: String?
    var feed: String?
    var artwork: String?
    var categories: [String]
    var tags: [String]
    var subscribed: Bool
    var dateAdded: Date?
    var episodes: [Episode]
  }

  private func with(_ change: (inout Draft) -> Void) -> Podcast {
    var draft = Draft(
      folder: folder, kind: kind, title: title, author: author, feed: feed, artwork: artwork, categories: categories,
      tags: tags, subscribed: subscribed, dateAdded: dateAdded, episodes: episodes)
    change(&draft)
    let old = inheritance
    let new = Episode.Inheritance(author: draft.author, title: draft.title, categories: draft.categories)
    if new != old { draft.episodes = draft.episodes.map { $0.inheriting(new, insteadOf: old) } }
    return Podcast(
      id: id, folder: draft.folder, kind: draft.kind, title: draft.title, author: draft.author, feed: draft.feed,
      artwork: draft.artwork, categories: draft.categories, tags: draft.tags, subscribed: draft.subscribed,
      dateAdded: draft.dateAdded, episodes: draft.episodes)
  }
}
