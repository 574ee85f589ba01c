import MixtapeModel
import MixtapeStore
import Subscriptions

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
      "newSince": .optional(podcast.newSince.map(Timestamp.utc)),
      "skip": .strings(podcast.skip),
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
        } + [
          ("artists", values(of: .artist, in: episode)), ("genres", values(of: .genre, in: episode)),
          ("downloaded", .optional(path)), ("state", .string(episode.listeningState.name)),
        ])
  }

  /// Returns the values that the text of a field lists.
  private static func values(of field: TrackField, in episode: Episode) -> JSONValue {
    .strings(episode.text(field).map(ListedText.values) ?? [])
  }

  /// Returns the value of a field.
  static func value(_ value: Episode.FieldValue) -> JSONValue {
    switch value {
    case .text(let text), .address(let text): .string(text)
    case .integer(let number): .integer(number)
    case .seconds(let seconds): Int64(exactly: seconds).map(JSONValue.integer) ?? .number(seconds)
    case .date(let date): .string(Timestamp.utc(date))
    }
  }

  /// Returns the result of a change of the library.
  ///
  /// - Parameter affected: The playlists with episodes that are now missing.
  static func plan(_ plan: PodcastPlan, affected: [(id: Playlist.ID, count: Int)]) -> JSONValue {
    [
      "operation": .string(plan.operation.kind.rawValue),
      "changed": .bool(!plan.changesNothing),
      "podcasts": .array(plan.changes.map { podcast($0.item) }),
      "episodes": .strings(plan.episodes),
      "refused": .strings(plan.refused),
      "playlists": counts(affected),
      "commit": .optional(plan.savedVersion),
    ]
  }

  /// Returns the result of a change of a folder.
  static func folderChange(
    _ operation: String, changed: Bool, _ tree: FolderTree, _ folder: Folder, destination: Folder?, items: [String],
    affected: [(id: Playlist.ID, count: Int)] = [], commit: String? = nil
  ) -> JSONValue {
    [
      "operation": .string(operation),
      "changed": .bool(changed),
      "tree": .string(tree.rawValue),
      "folder": .string(folder.path),
      "destination": .optional(destination?.path),
      "items": .strings(items),
      "playlists": counts(affected),
      "commit": .optional(commit),
    ]
  }

  private static func counts(_ affected: [(id: Playlist.ID, count: Int)]) -> JSONValue {
    .array(affected.map { ["id": .string($0.id.rawValue), "episodes": .integer(Int64($0.count))] })
  }
}

// MARK: - Updates from feeds

extension JSONOutput {
  /// Returns the result of an update of podcasts from their feeds, or its plan.
  ///
  /// - Parameter downloads: The members about downloads of new episodes.
  static func update(
    _ plan: PodcastPlan, _ update: FeedUpdate, downloads: [(String, JSONValue)], isDryRun: Bool
  ) -> JSONValue {
    let added = Set(plan.episodes)
    let changed = plan.changes.flatMap { change in
      PodcastDifference(from: change.before, to: change.after).changedEpisodes.map(\.id).filter { !added.contains($0) }
    }
    let failed = update.failures.map { subscription, failure -> JSONValue in
      let problem = ErrorPresenter.problem(for: failure, of: subscription)
      return [
        "id": .string(subscription.id.rawValue), "code": .string(problem.code), "message": .string(problem.message),
      ]
    }
    return .object(
      [
        ("operation", .string(plan.operation.kind.rawValue)),
        ("dryRun", .bool(isDryRun)),
        ("changed", .bool(!isDryRun && !plan.changesNothing)),
        ("podcasts", .array(plan.changes.map { podcast($0.item) })),
        ("episodes", .strings(plan.episodes)),
        ("changedEpisodes", .strings(changed)),
        ("removedEpisodes", .strings(plan.removedEpisodes)),
        ("failed", .array(failed)),
        ("waiting", .strings(update.waiting.map(\.id.rawValue))),
        ("commit", .optional(plan.savedVersion)),
      ] + downloads)
  }
}
