/// How a podcast or an album differs between two states: its header, and what became of its episodes.
public struct PodcastDifference: Hashable, Sendable {
  /// What a podcast has besides its episodes, under the names that files use.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case folder, kind, title, author, feed, artwork, categories, tags, subscribed, dateAdded
  }

  /// What may differ in an episode that both states have.
  public enum EpisodeField: Hashable, Sendable, CustomStringConvertible {
    case guid, url, published
    /// One of the fields that rules speak of.
    case track(TrackField)

    /// The name that files use.
    public var description: String {
      switch self {
      case .guid: "guid"
      case .url: "url"
      case .published: "published"
      case .track(let field): field.rawValue
      }
    }
  }

  /// An episode that both states have, and what differs in it.
  public struct ChangedEpisode: Hashable, Sendable {
    /// The episode.
    public let id: Episode.ID
    /// The fields whose values differ.
    public let fields: [EpisodeField]
  }

  /// The podcast before; `nil` if it came into the library.
  public let before: Podcast?
  /// The podcast after; `nil` if it is gone.
  public let after: Podcast?
  /// The fields of the header that differ, in the order of ``Field``; none where there is no podcast on a side.
  public let fields: [Field]
  /// Which episodes came, went, or are at another place in the file.
  public let episodes: ListDifference<Episode.ID>
  /// Episodes that were there before and say something else now. What they only take over from the header does not
  /// count.
  public let changedEpisodes: [ChangedEpisode]

  /// Compares two states of a podcast.
  ///
  /// - Complexity: O(*n* log *n*) in the number of episodes.
  public init(from before: Podcast?, to after: Podcast?) {
    self.before = before
    self.after = after
    episodes = ListDifference(from: before?.episodes.map(\.id) ?? [], to: after?.episodes.map(\.id) ?? [])
    guard let before, let after else {
      fields = []
      changedEpisodes = []
      return
    }
    fields = Field.allCases.filter { $0.differs(before, after) }
    let earlier = Dictionary(before.episodes.map { ($0.id, $0) }) { first, _ in first }
    changedEpisodes = after.episodes.compactMap { episode in
      guard let old = earlier[episode.id], old != episode else { return nil }
      let fields = EpisodeField.differing(old, of: before, episode, of: after)
      return fields.isEmpty ? nil : ChangedEpisode(id: episode.id, fields: fields)
    }
  }

  /// Whether both states are the same.
  public var isEmpty: Bool {
    (before == nil) == (after == nil) && fields.isEmpty && episodes.isEmpty && changedEpisodes.isEmpty
  }
}

extension PodcastDifference.Field {
  fileprivate func differs(_ before: Podcast, _ after: Podcast) -> Bool {
    switch self {
    case .folder: before.folder != after.folder
    case .kind: before.kind != after.kind
    case .title: before.title != after.title
    case .author: before.author != after.author
    case .feed: before.feed != after.feed
    case .artwork: before.artwork != after.artwork
    case .categories: before.categories != after.categories
    case .tags: before.tags != after.tags
    case .subscribed: before.subscribed != after.subscribed
    case .dateAdded: before.dateAdded != after.dateAdded
    }
  }
}

extension PodcastDifference.EpisodeField {
  fileprivate static func differing(
    _ old: Episode, of before: Podcast, _ new: Episode, of after: Podcast
  ) -> [Self] {
    var differing: [Self] = []
    if old.guid != new.guid { differing.append(.guid) }
    if old.url != new.url { differing.append(.url) }
    if old.published != new.published { differing.append(.published) }
    return differing
      + TrackField.allCases.filter { old.ownValue(of: $0, in: before) != new.ownValue(of: $0, in: after) }.map(
        Self.track)
  }
}

extension Episode {
  /// The value of a field, unless it is what the header of the podcast says for all episodes.
  fileprivate func ownValue(of field: TrackField, in podcast: Podcast) -> FieldValue? {
    let inherited: String?
    switch field {
    case .artist: inherited = podcast.author
    case .album: inherited = podcast.title
    case .genre: inherited = podcast.categories.first
    default: inherited = nil
    }
    guard let value = fields[field], value != inherited.map(FieldValue.text) else { return nil }
    return value
  }
}
