/// One thing that changes in the head of a podcast or an album.
public enum PodcastEdit: Hashable, Sendable {
  /// The title that people see.
  case title(String)
  /// Who makes it; `nil` for nobody that is known.
  case author(String?)
  /// The address of the feed; `nil` for none.
  case feed(String?)
  /// The address of the cover picture; `nil` for none.
  case artwork(String?)
  /// The categories, in place of those there are.
  case categories([String])
  /// A tag to be added behind the others, unless it is there.
  case tag(String)
  /// A tag to be taken away, if it is there.
  case untag(String)
  /// Whether new episodes are wanted.
  case subscribed(Bool)
  /// The folder to put it in.
  case folder(Folder)
}

extension Podcast {
  /// A copy with some edits, one after the other.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` for a title or a tag that is none.
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
    case .categories(let categories): return withCategories(categories)
    case .tag(let tag):
      try Self.requireTag(tag)
      return tags.contains(tag) ? self : withTags(tags + [tag])
    case .untag(let tag): return tags.contains(tag) ? withTags(tags.filter { $0 != tag }) : self
    case .subscribed(let subscribed): return withSubscribed(subscribed)
    case .folder(let folder): return withFolder(folder)
    }
  }

  /// Makes sure that a text can be a tag: it follows the rules of names.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName``.
  static func requireTag(_ tag: String) throws(MixtapeError) {
    if let violation = TitleRules.violation(in: tag) { throw MixtapeError(.invalidName, .tag(tag), cause: violation) }
  }

  /// Makes sure that a podcast is one that a file can hold.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` for its title or a tag; ``MixtapeError/Code/invalidID`` for an episode of
  ///   another podcast; ``MixtapeError/Code/alreadyExists`` for one that is there twice.
  func requireSound() throws(MixtapeError) {
    _ = try withTitle(title)
    for tag in tags { try Self.requireTag(tag) }
    var known: Set<Episode.ID> = []
    for episode in episodes {
      if episode.id.podcast != id { throw MixtapeError(.invalidID, .episode(episode.id)) }
      if !known.insert(episode.id).inserted { throw MixtapeError(.alreadyExists, .episode(episode.id)) }
    }
  }
}
