import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import StoreBrowser

/// The JSON of `--json`. Its fields are stable: fields may be added, but existing fields keep their names and meanings.
enum JSONOutput {
  /// Returns a playlist, for changes and events.
  static func playlist(_ playlist: Playlist) -> JSONNode { .object(members(of: playlist)) }

  /// Returns a playlist with the total playing time of its hand-picked episodes, for `list`. A playlist with rules has none there.
  static func playlist(_ playlist: Playlist, _ playingTime: PlayingTime) -> JSONNode {
    .object(members(of: playlist) + members(of: playlist.isSmart ? nil : playingTime))
  }

  /// Returns a playlist with the episodes that its rules find, and the total playing time of all its episodes, for `show`.
  static func playlist(_ playlist: Playlist, found: [Episode.ID], _ playingTime: PlayingTime) -> JSONNode {
    .object(members(of: playlist) + members(of: playingTime) + [("found", .strings(found))])
  }

  private static func members(of playingTime: PlayingTime?) -> [(String, JSONNode)] {
    [
      ("playingTime", playingTime.map { value(.seconds($0.seconds)) } ?? .null),
      ("unknownPlayingTimes", playingTime.map { .integer($0.unknownCount) } ?? .null),
    ]
  }

  private static func members(of playlist: Playlist) -> [(String, JSONNode)] {
    let times: [(String, JSONNode)] = [
      ("created", .optional(playlist.created.map(Timestamp.utc))),
      ("updated", .optional(playlist.updated.map(Timestamp.utc))),
    ]
    return [("id", .string(playlist.id.rawValue)), ("folder", value(of: .folder, in: playlist))]
      + values(of: PlaylistKey.keys(of: .head), in: playlist)
      + values(of: PlaylistKey.keys(of: .episodes), in: playlist) + times
      + values(of: PlaylistKey.keys(of: .settings), in: playlist)
      + [("smart", .bool(playlist.isSmart))]
      + values(of: PlaylistKey.keys(of: .criteria), in: playlist)
  }

  static func values(of keys: [PlaylistKey], in playlist: Playlist) -> [(String, JSONNode)] {
    keys.map { ($0.rawValue, value(of: $0, in: playlist)) }
  }

  static func value(of field: PlaylistField, in playlist: Playlist) -> JSONNode {
    switch field {
    case .id: .string(playlist.id.rawValue)
    case .folder: .string(playlist.folder.path)
    case .key(let key): value(of: key, in: playlist)
    }
  }

  private static func value(of key: PlaylistKey, in playlist: Playlist) -> JSONNode {
    // The elements of a limit have two types.
    if key == .limit, case .list(let limits) = playlist[key] {
      return .array(limits.map { Int64($0).map(JSONNode.integer) ?? .string($0) })
    }
    return value(playlist[key])
  }

  static func value(_ value: FileValue) -> JSONNode {
    switch value {
    case .absent: .null
    case .text(let text): .string(text)
    case .flag(let flag): .bool(flag)
    case .number(let number): .integer(number)
    case .list(let elements): .strings(elements)
    }
  }

  static func plan(_ plan: PlaylistPlan, result: Playlist?) -> JSONNode {
    [
      "operation": .string(plan.operation.kind.rawValue),
      "changed": .bool(!plan.changesNothing),
      "playlist": result.map(playlist) ?? .null,
      "playlists": .strings(plan.changes.map(\.item.id)),
      "episodes": .strings(plan.episodes),
      "refused": .strings(plan.refused),
      "commit": .optional(plan.savedVersion),
    ]
  }

  /// Returns the result of a change that names or finds nothing.
  static func unchanged(_ operation: String) -> JSONNode {
    ["operation": .string(operation), "changed": false, "commit": .null]
  }

  /// Returns a commit, for `history`, `undo` and `redo`.
  static func entry(_ entry: HistoryEntry) -> JSONNode { .object(members(of: entry)) }

  private static func members(of entry: HistoryEntry) -> [(String, JSONNode)] {
    [
      ("commit", .string(entry.id.description)),
      ("date", .string(Timestamp.utc(entry.date))),
      ("author", .string(entry.author)),
      ("subject", .string(entry.subject)),
      ("body", .string(entry.body)),
      ("operation", .optional(entry.operation)),
      ("playlists", .strings(entry.playlists)),
      ("podcasts", .strings(entry.podcasts)),
    ]
  }

  /// Returns a commit, for `history`.
  ///
  /// - Parameters:
  ///   - isReceived: Whether it came by a sync.
  ///   - episodes: The episodes that it changed; `nil` if they were not looked up.
  static func entry(_ entry: HistoryEntry, isReceived: Bool, episodes: [Episode.ID]?) -> JSONNode {
    let more: [(String, JSONNode)] = [
      ("episodes", episodes.map(JSONNode.strings) ?? .null), ("received", .bool(isReceived)),
      ("parents", .strings(entry.parents)),
    ]
    return .object(members(of: entry) + more)
  }

  static func problem(_ problem: Problem) -> JSONNode {
    var members: [(String, JSONNode)] = [
      ("code", .string(problem.code)),
      ("message", .string(problem.message)),
      ("hints", .strings(problem.hints)),
      ("status", .integer(problem.status.rawValue)),
      ("diagnostics", .array(diagnostics(problem.reports))),
    ]
    if let excerpt = problem.excerpt { members += place(excerpt.range, SourceLines(excerpt.source)) }
    if !problem.conflicts.isEmpty { members.append(("conflicts", .array(problem.conflicts.map(conflict)))) }
    return .object(members)
  }

  static func diagnostics(_ reports: [FileReport]) -> [JSONNode] {
    reports.flatMap { report in
      let lines = SourceLines(report.source)
      return report.diagnostics.map { diagnostic in
        let members: [(String, JSONNode)] = [
          ("severity", .string(diagnostic.severity.rawValue)),
          ("id", .string(diagnostic.id.rawValue)),
          ("message", .string(diagnostic.message)),
          ("notes", .array(diagnostic.notes.map { note($0, lines) })),
        ]
        return JSONNode.object([("path", .string(report.path))] + place(diagnostic.range, lines) + members)
      }
    }
  }

  private static func note(_ note: Diagnostic.Note, _ lines: SourceLines) -> JSONNode {
    .object([("message", .string(note.message))] + (note.range.map { place($0, lines) } ?? []))
  }

  private static func place(_ range: SourceRange, _ lines: SourceLines) -> [(String, JSONNode)] {
    let (start, end) = (lines.location(of: range.lowerBound), lines.location(of: range.upperBound))
    return [
      ("line", .integer(start.line)), ("column", .integer(start.column)),
      ("endLine", .integer(end.line)), ("endColumn", .integer(end.column)),
    ]
  }
}

extension JSONOutput {
  /// Returns a podcast or an album, for `podcast list` and `show`.
  static func podcast(_ podcast: Podcast) -> JSONNode { self.podcast(podcast, episodes: podcast.episodes.map(\.id)) }

  static func podcast(_ podcast: Podcast, episodes: [Episode.ID]) -> JSONNode {
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

  /// Returns an episode, for `search` and `show`.
  ///
  /// - Parameter path: The path of its download; `nil` without a complete one.
  static func episode(_ episode: Episode, downloadedTo path: String? = nil) -> JSONNode {
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
  private static func values(of field: TrackField, in episode: Episode) -> JSONNode {
    .strings(episode.text(field).map(ListedText.values) ?? [])
  }

  static func value(_ value: Episode.FieldValue) -> JSONNode {
    switch value {
    case .text(let text), .address(let text): .string(text)
    case .integer(let number): .integer(number)
    case .seconds(let seconds): Int64(exactly: seconds).map(JSONNode.integer) ?? .decimal(seconds)
    case .date(let date): .string(Timestamp.utc(date))
    }
  }

  /// Returns the result of a change of the library.
  ///
  /// - Parameter affected: The playlists with episodes that are now missing.
  static func plan(_ plan: PodcastPlan, affected: [(id: Playlist.ID, count: Int)]) -> JSONNode {
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

  static func folderChange(
    _ operation: String, changed: Bool, _ tree: FolderTree, _ folder: Folder, destination: Folder?, items: [String],
    affected: [(id: Playlist.ID, count: Int)] = [], commit: String? = nil
  ) -> JSONNode {
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

  private static func counts(_ affected: [(id: Playlist.ID, count: Int)]) -> JSONNode {
    .array(affected.map { ["id": .string($0.id.rawValue), "episodes": .integer($0.count)] })
  }
}

// MARK: - Updates from feeds

extension JSONOutput {
  /// Returns the result of an update of podcasts from their feeds, or its plan.
  ///
  /// - Parameter downloads: The members about downloads of new episodes.
  static func update(
    _ plan: PodcastPlan, _ update: FeedUpdate, downloads: [(String, JSONNode)], isDryRun: Bool
  ) -> JSONNode {
    let added = Set(plan.episodes)
    let changed = plan.changes.flatMap { change in
      PodcastDifference(from: change.before, to: change.after).changedEpisodes.map(\.id).filter { !added.contains($0) }
    }
    let failed = update.failures.map { subscription, failure -> JSONNode in
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

/// JSON as the program prints it: more characters are escaped than the standard asks for, so that it is safe on a terminal.
extension JSONNode {
  var compact: String { JSONWriter.compact(self, escaping: \.controlsTerminal) }

  var pretty: String { JSONWriter.text(self, escaping: \.controlsTerminal) }
}
