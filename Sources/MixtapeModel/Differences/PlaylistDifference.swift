/// The difference between two states of a playlist, by its properties rather than the text of its file.
///
/// Times are ignored: they come from history, not from the playlist.
public struct PlaylistDifference: Hashable, Sendable {
  /// The playlist before; `nil` if it was created.
  public let before: Playlist?
  /// The playlist after; `nil` if it was deleted.
  public let after: Playlist?
  /// The properties that differ, except for the episodes: the folder, then keys in the order of ``PlaylistKey``. If
  /// the playlist is missing on one side, its default values are compared, and the name always differs.
  public let fields: [PlaylistField]
  /// The differences of the hand-picked episodes.
  public let episodes: ListDifference<Episode.ID>
  /// The differences of the conditions. A condition that was rewritten is removed and added.
  public let conditions: ListDifference<WrittenRule>

  /// Compares two states of a playlist.
  ///
  /// - Complexity: O(*n* log *n*) in the number of episodes.
  public init(from before: Playlist?, to after: Playlist?) {
    self.before = before
    self.after = after
    fields = Self.fields(from: before, to: after)
    episodes = ListDifference(from: before?.episodes ?? [], to: after?.episodes ?? [])
    conditions = ListDifference(from: before?.criteria.conditions ?? [], to: after?.criteria.conditions ?? [])
  }

  /// Whether both states are equal, or there is no playlist on either side.
  public var isEmpty: Bool { fields.isEmpty && episodes.isEmpty }

  private static func fields(from before: Playlist?, to after: Playlist?) -> [PlaylistField] {
    guard let either = after ?? before else { return [] }
    let isOneSided = before == nil || after == nil
    let (old, new) = (before ?? Playlist(blank: either.id), after ?? Playlist(blank: either.id))
    let keys = PlaylistKey.allCases.filter { key in
      key != .episodes && (key.differs(old, new) || isOneSided && key == .name)
    }
    return (old.folder == new.folder ? [] : [.folder]) + keys.map(PlaylistField.key)
  }
}

/// The difference between two states of a podcast or an album: of its head and its episodes.
public struct PodcastDifference: Hashable, Sendable {
  /// The properties besides the episodes, by their names in files.
  public enum Field: String, CaseIterable, Hashable, Sendable {
    case folder, kind, title, author, feed, guid, artwork, description, notes, categories, tags, subscribed, dateAdded
    case newSince, skip
  }

  /// An episode of both states, and the keys that differ.
  public struct ChangedEpisode: Hashable, Sendable {
    /// The episode.
    public let id: Episode.ID
    /// The keys whose values differ, in the order of ``EpisodeKey/all``.
    public let fields: [EpisodeKey]
  }

  /// The podcast before; `nil` if it was added.
  public let before: Podcast?
  /// The podcast after; `nil` if it was removed.
  public let after: Podcast?
  /// The fields of the head that differ, in the order of ``Field``; none if there is no podcast on one side.
  public let fields: [Field]
  /// The episodes that were added, removed or moved in the file.
  public let episodes: ListDifference<Episode.ID>
  /// The episodes of both states whose own values differ. Inherited values do not count.
  public let changedEpisodes: [ChangedEpisode]

  /// Compares two states of a podcast. If it has another id now, its episodes are compared by their names.
  ///
  /// - Complexity: O(*n* log *n*) in the number of episodes.
  public init(from before: Podcast?, to after: Podcast?) {
    self.before = before
    self.after = after
    let former = if let before, let after, before.id != after.id { before.withID(after.id) } else { before }
    episodes = ListDifference(from: former?.episodes.map(\.id) ?? [], to: after?.episodes.map(\.id) ?? [])
    guard let former, let after else {
      fields = []
      changedEpisodes = []
      return
    }
    fields = Field.allCases.filter { $0.differs(former, after) }
    let earlier = Dictionary(former.episodes.map { ($0.id, $0) }) { first, _ in first }
    changedEpisodes = after.episodes.compactMap { episode in
      guard let old = earlier[episode.id], old != episode else { return nil }
      let fields = EpisodeKey.all.filter { old.ownValue(of: $0, in: former) != episode.ownValue(of: $0, in: after) }
      return fields.isEmpty ? nil : ChangedEpisode(id: episode.id, fields: fields)
    }
  }

  /// Whether both states are equal.
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
    case .guid: before.guid != after.guid
    case .artwork: before.artwork != after.artwork
    case .description: before.description != after.description
    case .notes: before.notes != after.notes
    case .categories: before.categories != after.categories
    case .tags: before.tags != after.tags
    case .subscribed: before.subscribed != after.subscribed
    case .dateAdded: before.dateAdded != after.dateAdded
    case .newSince: before.newSince != after.newSince
    case .skip: before.skip != after.skip
    }
  }
}

extension Episode {
  /// Returns the value of a key, unless it equals the value inherited from the podcast.
  fileprivate func ownValue(of key: EpisodeKey, in podcast: Podcast) -> FieldValue? {
    let inherited = if case .field(let field) = key { podcast.inheritance[field] } else { FieldValue?.none }
    let value = value(of: key)
    return value == inherited ? nil : value
  }
}
