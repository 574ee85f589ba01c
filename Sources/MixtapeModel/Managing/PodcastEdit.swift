#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An edit of the head of a podcast or an album.
public enum PodcastEdit: Hashable, Sendable {
  /// The title, which must follow ``TitleRules``.
  case title(String)
  /// The author; `nil` for none.
  case author(String?)
  /// The address of the feed; `nil` for none.
  case feed(String?)
  /// The address of the cover picture; `nil` for none.
  case artwork(String?)
  /// The description; `nil` for none.
  case description(String?)
  /// The notes of the user; `nil` for none.
  case notes(String?)
  /// The categories, which replace all present ones.
  case categories([String])
  /// A tag to add, if it is new.
  case tag(String)
  /// A tag to remove, if the podcast has it.
  case untag(String)
  /// Whether the user wants new episodes.
  case subscribed(Bool)
  /// The time from which on its episodes are new; `nil` if all unplayed ones are.
  case newSince(Date?)
  /// A rule of items that updates skip, if it is new.
  case skip(WrittenRule)
  /// A rule of items to skip no longer.
  case unskip(WrittenRule)
  /// The folder to move it to.
  case folder(Folder)
}

extension Podcast {
  /// Returns a copy with edits applied in order.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` for an invalid title or tag.
  public func applying(_ edits: [PodcastEdit]) throws(MixtapeError) -> Podcast {
    var podcast = self
    for edit in edits { podcast = try podcast.applying(edit) }
    return podcast
  }

  private func applying(_ edit: PodcastEdit) throws(MixtapeError) -> Podcast {
    switch edit {
    case .title(let title): return try withTitle(title)
    case .author(let author): return withAuthor(author)
    case .feed(let feed): return withFeed(feed)
    case .artwork(let artwork): return withArtwork(artwork)
    case .description(let description): return withDescription(description)
    case .notes(let notes): return withNotes(notes)
    case .categories(let categories): return withCategories(categories)
    case .tag(let tag):
      try Self.requireTag(tag)
      return tags.contains(tag) ? self : withTags(tags + [tag])
    case .untag(let tag): return tags.contains(tag) ? withTags(tags.filter { $0 != tag }) : self
    case .subscribed(let subscribed): return withSubscribed(subscribed)
    case .newSince(let date): return withNewSince(date)
    case .skip(let rule): return skip.contains(rule.text) ? self : withSkip(skip + [rule.text])
    case .unskip(let rule): return skip.contains(rule.text) ? withSkip(skip.filter { $0 != rule.text }) : self
    case .folder(let folder): return withFolder(folder)
    }
  }

  /// Throws an error if a text is not a valid tag by ``TitleRules``.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName``.
  static func requireTag(_ tag: String) throws(MixtapeError) {
    if let violation = TitleRules.violation(in: tag) { throw MixtapeError(.invalidName, .tag(tag), cause: violation) }
  }

  /// Throws an error if a podcast cannot be written to a file.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` for its title or a tag; ``MixtapeError/Code/invalidID`` for an episode of
  ///   another podcast; ``MixtapeError/Code/alreadyExists`` for an episode that occurs twice.
  func requireValid() throws(MixtapeError) {
    _ = try withTitle(title)
    for tag in tags { try Self.requireTag(tag) }
    var known: Set<Episode.ID> = []
    for episode in episodes {
      if episode.id.podcast != id { throw MixtapeError(.invalidID, .episode(episode.id)) }
      if !known.insert(episode.id).inserted { throw MixtapeError(.alreadyExists, .episode(episode.id)) }
    }
  }
}
