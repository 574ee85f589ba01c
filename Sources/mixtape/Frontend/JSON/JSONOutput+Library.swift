import MixtapeModel
import MixtapeStore

extension JSONOutput {
  /// Returns a podcast or an album, for `podcast list` and `podcast show`.
  static func podcast(_ podcast: Podcast) -> JSONValue { self.podcast(podcast, episodes: podcast.episodes.map(\.id)) }

  /// Returns a podcast with the ids of its episodes.
  static func podcast(_ podcast: Podcast, episodes: [Episode.ID]) -> JSONValue {
    [
      "id": .string(podcast.id.rawValue),
      "folder": .string(podcast.folder.path),
      "kind": .string(podcast.kind.rawValue),
      "title": .string(podcast.title),
      "author": .optional(podcast.author),
      "feed": .optional(podcast.feed),
      "guid": .optional(podcast.guid),
      "artwork": .optional(podcast.artwork),
      "description": .optional(podcast.description),
      "notes": .optional(podcast.notes),
      "categories": .strings(podcast.categories),
      "tags": .strings(podcast.tags),
      "subscribed": .bool(podcast.subscribed),
      "dateAdded": .optional(podcast.dateAdded.map(Timestamp.utc)),
      "episodes": .strings(episodes),
    ]
  }

  /// Returns an episode, for `episode list` and `episode show`.
  ///
  /// - Parameter path: The path of its download; `nil` without a complete one.
  static func episode(_ episode: Episode, downloadedTo path: String? = nil) -> JSONValue {
    .object(
      [
        ("id", .string(episode.id.rawValue)),
        ("podcast", .string(episode.id.podcast.rawValue)),
        ("guid", .optional(episode.guid)),
        ("url", .optional(episode.url)),
        ("published", .optional(episode.published.map(Timestamp.utc))),
      ]
        + TrackField.allCases.map { field in
          (field.rawValue, episode.value(of: field).map(value) ?? .null)
        } + [("downloaded", .optional(path))])
  }

  /// Returns the value of a field.
  static func value(_ value: Episode.FieldValue) -> JSONValue {
    switch value {
    case .text(let text): .string(text)
    case .integer(let number): .integer(number)
    case .seconds(let seconds): Int64(exactly: seconds).map(JSONValue.integer) ?? .number(seconds)
    case .date(let date): .string(Timestamp.utc(date))
    }
  }

  /// Returns the result of a change of the library.
  ///
  /// - Parameter holders: The playlists with episodes that are now missing.
  static func plan(_ plan: PodcastPlan, holders: [(id: Playlist.ID, count: Int)]) -> JSONValue {
    [
      "operation": .string(plan.operation.kind.rawValue),
      "changed": .bool(!plan.changesNothing),
      "podcasts": .array(plan.changes.map { podcast($0.item) }),
      "episodes": .strings(plan.episodes),
      "refused": .strings(plan.refused),
      "playlists": self.holders(holders),
      "commit": .optional(plan.savedVersion),
    ]
  }

  /// Returns the result of a change of a folder.
  static func folderChange(
    _ operation: String, changed: Bool, _ tree: FolderTree, _ folder: Folder, destination: Folder?, items: [String],
    holders: [(id: Playlist.ID, count: Int)] = [], commit: String? = nil
  ) -> JSONValue {
    [
      "operation": .string(operation),
      "changed": .bool(changed),
      "tree": .string(tree.rawValue),
      "folder": .string(folder.path),
      "destination": .optional(destination?.path),
      "items": .strings(items),
      "playlists": self.holders(holders),
      "commit": .optional(commit),
    ]
  }

  private static func holders(_ holders: [(id: Playlist.ID, count: Int)]) -> JSONValue {
    .array(holders.map { ["id": .string($0.id.rawValue), "episodes": .integer(Int64($0.count))] })
  }
}
