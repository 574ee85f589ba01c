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

/// An edit of an episode: a new value of a key, or the removal of its value.
public struct EpisodeEdit: Hashable, Sendable {
  /// The key that gets the value.
  public let key: EpisodeKey
  /// The new value; `nil` to remove the key. An inheritable field then has the value of the podcast.
  public let value: Episode.FieldValue?

  /// Makes an edit.
  public init(_ key: EpisodeKey, _ value: Episode.FieldValue?) {
    self.key = key
    self.value = if key == .url, case .text(let text)? = value { .address(text) } else { value }
  }

  /// Makes an edit of the rating; `nil` removes it.
  public static func rating(_ rating: Int64?) -> EpisodeEdit {
    EpisodeEdit(.field(.rating), rating.map(Episode.FieldValue.integer))
  }

  /// The edits that make an episode one that was never played.
  public static let unplayed = [TrackField.playCount, .lastPlayedAt, .position].map { EpisodeEdit(.field($0), nil) }
}

/// The cause of ``MixtapeError/Code/invalidValue``: the key of an episode that cannot have the value.
public struct InvalidEpisodeValue: Error, Hashable, Sendable {
  /// The key that cannot have the value.
  public let key: EpisodeKey

  /// Makes an error.
  public init(_ key: EpisodeKey) { self.key = key }
}

extension EpisodeEdit {
  /// Throws an error if the key cannot have the value.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRating``, ``MixtapeError/Code/invalidID`` for the id of an episode, or
  ///   ``MixtapeError/Code/invalidValue`` with ``InvalidEpisodeValue`` as its cause.
  public func requireValid() throws(MixtapeError) {
    switch (key, value) {
    case (.id, .text(let name)?):
      if let violation = NameRules.violation(in: name) {
        throw MixtapeError(.invalidID, .text(name), cause: InvalidName(violation))
      }
    case (.id, nil): throw MixtapeError(.invalidID, .text(""), cause: InvalidName(.empty))
    case (.field(.rating), .integer(let rating)?) where !TrackField.rating.integers.contains(rating):
      throw MixtapeError(.invalidRating, .text(String(rating)))
    case (_, let value?) where !accepts(value):
      throw MixtapeError(.invalidValue, .text(value.description), cause: InvalidEpisodeValue(key))
    default: break
    }
  }

  private func accepts(_ value: Episode.FieldValue) -> Bool {
    switch (key.valueType, value) {
    case (.text, .text): true
    case (.text, .address): key == .url
    case (.integer, .integer(let number)):
      if case .field(let field) = key { field.integers.contains(number) } else { false }
    case (.seconds, .seconds(let seconds)): seconds.isFinite && seconds >= 0
    case (.date, .date(let date)): CalendarDay(of: date) != nil
    default: false
    }
  }
}

extension Episode.FieldValue: CustomStringConvertible {
  /// The value as text, as in files.
  public var description: String {
    switch self {
    case .text(let text), .address(let text): text
    case .integer(let number): String(number)
    case .seconds(let seconds): Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    case .date(let date): "\(RuleDate.instant(date))"
    }
  }
}

extension Episode {
  /// Returns a copy with edits applied in order.
  ///
  /// - Throws: The errors of ``EpisodeEdit/requireValid()``.
  public func applying(_ edits: [EpisodeEdit]) throws(MixtapeError) -> Episode {
    var episode = self
    for edit in edits {
      try edit.requireValid()
      episode = try episode.with(edit.key, edit.value)
    }
    return episode
  }

  private func with(_ key: EpisodeKey, _ value: FieldValue?) throws(MixtapeError) -> Episode {
    var (guid, url, published, fields, stated) = (guid, url, published, fields, stated)
    switch key {
    case .id: return withID(try ID(validating: "\(id.podcast)/\(value?.asText ?? "")"))
    case .guid: guid = value?.asText
    case .url: url = value?.asText
    case .published: published = if case .date(let date)? = value { date } else { nil }
    case .field(let field):
      fields[field] = value
      // Without a value in the file, the field is inherited again.
      if value == nil { stated.remove(field) }
    }
    return Episode(
      id: id, guid: guid, url: url, published: published, fields: fields, stated: stated, traits: traits)
  }
}
