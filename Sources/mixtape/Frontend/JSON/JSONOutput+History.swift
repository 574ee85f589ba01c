import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles

extension JSONOutput {
  /// Returns an episode of a playlist with the change that added it, for `blame`.
  static func origin(_ origin: EpisodeOrigin, at offset: Int) -> JSONNode {
    [
      "position": position(offset),
      "episode": .string(origin.episode.rawValue),
      "change": origin.change.map(entry) ?? .null,
      "boundary": .bool(origin.isBoundary),
    ]
  }

  /// Returns the difference of a playlist, a podcast or another file, for `diff`.
  static func difference(_ difference: StoreDifference) throws(MixtapeError) -> JSONNode {
    let old = difference.files.first { $0.old != nil }
    let new = difference.files.first { $0.new != nil }
    let isMove = old != nil && new != nil && old?.path != new?.path
    let playlist: Playlist.ID?
    let podcast: Podcast.ID?
    let changes: JSONNode
    switch difference.meaning {
    case .playlist(let difference):
      (playlist, podcast) = ((difference.after ?? difference.before)?.id, nil)
      changes = Self.changes(difference)
    case .podcast(let difference):
      (playlist, podcast) = (nil, (difference.after ?? difference.before)?.id)
      changes = Self.changes(difference)
    case .unreadable, .other: (playlist, podcast, changes) = (nil, nil, .null)
    }
    return [
      "path": .optional((new ?? old)?.path),
      "oldPath": isMove ? .optional(old?.path) : .null,
      "status": old == nil ? "added" : new == nil ? "deleted" : isMove ? "moved" : "modified",
      "playlist": .optional(playlist?.rawValue),
      "podcast": .optional(podcast?.rawValue),
      "changes": changes,
      "patch": .string(try patch(of: difference.files)),
    ]
  }

  private static func patch(of files: [FileDifference]) throws(MixtapeError) -> String {
    var text = ""
    for file in files { text += try file.patch }
    return text
  }

  private static func changes(_ difference: PlaylistDifference) -> JSONNode {
    [
      "fields": .array(
        difference.fields.map { field in
          [
            "field": .string(field.name),
            "old": difference.before.map { value(of: field, in: $0) } ?? .null,
            "new": difference.after.map { value(of: field, in: $0) } ?? .null,
          ]
        }),
      "episodes": .object(list(difference.episodes)),
    ]
  }

  static func changes(_ difference: PodcastDifference) -> JSONNode {
    let changed = difference.changedEpisodes.map { episode -> JSONNode in
      ["episode": .string(episode.id.rawValue), "fields": .strings(episode.fields)]
    }
    return [
      "fields": .strings(difference.fields.map(\.rawValue)),
      "episodes": .object(list(difference.episodes) + [("changed", .array(changed))]),
    ]
  }

  private static func list(_ difference: ListDifference<Episode.ID>) -> [(String, JSONNode)] {
    func place(_ place: ListDifference<Episode.ID>.Place) -> JSONNode {
      ["episode": .string(place.element.rawValue), "position": position(place.offset)]
    }
    let moved = difference.moved.map { move -> JSONNode in
      ["episode": .string(move.element.rawValue), "from": position(move.from), "to": position(move.to)]
    }
    return [
      ("added", .array(difference.added.map(place))), ("removed", .array(difference.removed.map(place))),
      ("moved", .array(moved)),
    ]
  }

  /// Returns a position, counted from 1.
  private static func position(_ offset: Int) -> JSONNode { .integer(offset + 1) }
}

extension JSONOutput {
  /// Returns the preview of `undo` or `redo`: like the result, but without a commit and with differences.
  static func undo(_ preview: UndoPreview, renamed: [RenamedFile]) throws(MixtapeError) -> JSONNode {
    [
      "steps": .array(preview.steps.map(step)),
      "commit": .null,
      "nextUndo": preview.nextUndo.map(step) ?? .null,
      "nextRedo": preview.nextRedo.map(step) ?? .null,
      "differences": try differences(preview.differences, renamed),
    ]
  }

  private static func differences(
    _ files: [FileDifference], _ renamed: [RenamedFile]
  ) throws(MixtapeError) -> JSONNode {
    .array(
      try StoreDifference.gather(files, renamed: renamed).map { (difference) throws(MixtapeError) in
        try self.difference(difference)
      })
  }

  /// Returns a step of `undo` or `redo`. A step that is not committed yet has no commit.
  static func step(_ step: UndoPreview.Step) -> JSONNode {
    switch step {
    case .committed(let entry): self.entry(entry)
    case .handEdit(let edit):
      [
        "commit": .null, "date": .null, "author": .null, "subject": .string(edit.subject), "body": "",
        "operation": "edit", "playlists": .strings(Set(edit.playlists).sorted()),
        "podcasts": .strings(Set(edit.podcasts).sorted()),
      ]
    }
  }

  /// Returns the result of `restore`.
  ///
  /// - Parameter content: The playlist or podcast as it is now.
  static func restoration(_ result: RestoreResult, _ content: FileContent) -> JSONNode {
    let (playlist, podcast): (JSONNode, JSONNode) =
      switch content {
      case .playlist(let playlist): (self.playlist(playlist), .null)
      case .podcast(let podcast): (.null, self.podcast(podcast))
      }
    return [
      "operation": "restore",
      "changed": .bool(result.commit != nil),
      "playlist": playlist,
      "podcast": podcast,
      "restored": .string(result.source.description),
      "commit": .optional(result.commit?.description),
    ]
  }

  static func revert(_ result: RevertResult) -> JSONNode {
    [
      "operation": "revert",
      "changed": .bool(result.commit != nil),
      "reverted": entry(result.change),
      "commit": .optional(result.commit?.description),
    ]
  }

  /// Returns the preview of `restore` or `revert`.
  static func preview(
    _ preview: ChangePreview, renamed: [RenamedFile], operation: String
  ) throws(MixtapeError) -> JSONNode {
    [
      "operation": .string(operation),
      "changed": .bool(!preview.differences.isEmpty),
      "subject": .string(preview.subject),
      "commit": .null,
      "differences": try differences(preview.differences, renamed),
    ]
  }

  static func conflict(_ conflict: RevertConflict) -> JSONNode {
    var members: [(String, JSONNode)] = [("path", .string(conflict.path))]
    switch conflict.reason {
    case .value(let value):
      members += [
        ("reason", "key"), ("key", .string(value.key)), ("before", .optional(value.theirs.value)),
        ("now", .optional(value.ours.value)), ("commit", .string(value.ours.commit.description)),
      ]
    case .concurrent(let values, let change):
      members += [
        ("reason", "concurrent"), ("keys", .strings(values)), ("commit", .string(change.id.description)),
      ]
    case .movedSince(let path): members += [("reason", "moved-since"), ("before", .string(path))]
    case .changedSince: members.append(("reason", "changed-since"))
    case .episodeChanged(let id): members += [("reason", "episode-changed"), ("episode", .string(id.description))]
    case .deletedSince: members.append(("reason", "deleted-since"))
    case .taken(let path): members += [("reason", "taken"), ("by", .string(path))]
    case .textChangedSince: members.append(("reason", "text-changed-since"))
    case .episodeMoved(let old, let new):
      members += [
        ("reason", "episode-moved"), ("episode", .string(old.description)), ("now", .string(new.description)),
      ]
    }
    if let change = conflict.change { members.append(("commit", .string(change.id.description))) }
    return .object(members)
  }
}

extension JSONOutput {
  static func sync(_ report: SyncReport) -> JSONNode { .object(members(of: report)) }

  /// Returns the members of the result of a sync, for `sync` and the events of `watch`.
  static func members(of report: SyncReport) -> [(String, JSONNode)] {
    [
      ("remote", .string(report.branch.remote)),
      ("branch", .string(report.branch.branch)),
      ("received", .integer(report.received)),
      ("sent", .integer(report.sent)),
      ("firstPush", .bool(report.isFirstPush)),
      ("merge", .optional(report.merge?.description)),
      ("paths", .strings(report.differences.flatMap(\.files).map(\.path))),
      ("conflicts", .array(report.conflicts.map(conflict))),
    ]
  }

  /// Returns the preview of a sync, for `sync --dry-run`.
  static func syncPreview(_ preview: SyncPreview) -> JSONNode {
    let numbers: (ahead: Int?, behind: Int?) =
      switch preview.plan {
      case .upToDate: (0, 0)
      case .firstPush: (nil, nil)
      case .push(let count): (count, 0)
      case .forward(let count, _): (0, count)
      case .merge(let ahead, let behind): (ahead, behind)
      }
    func number(_ value: Int?) -> JSONNode { value.map { .integer($0) } ?? .null }
    return [
      "remote": .string(preview.branch.remote),
      "branch": .string(preview.branch.branch),
      "ahead": number(numbers.ahead),
      "behind": number(numbers.behind),
      "firstPush": .bool(preview.plan == .firstPush),
      "paths": .strings(preview.differences.flatMap(\.files).map(\.path)),
      "conflicts": .array(preview.conflicts.map(conflict)),
    ]
  }

  /// Returns the state of the remote as last known, for `status`.
  static func remote(_ status: RemoteStatus?) -> JSONNode {
    guard let status else { return .null }
    return [
      "name": .string(status.branch.remote),
      "branch": .string(status.branch.branch),
      "ahead": status.difference.map { .integer($0.ahead) } ?? .null,
      "behind": status.difference.map { .integer($0.behind) } ?? .null,
      "asOf": .optional(status.asOf.map(Timestamp.utc)),
    ]
  }

  private static func conflict(_ conflict: MergeConflict) -> JSONNode {
    func version(_ version: MergeConflict.Version) -> JSONNode {
      [
        "value": .optional(version.value), "author": .string(version.author),
        "date": .string(Timestamp.utc(version.date)), "commit": .string(version.commit.description),
      ]
    }
    return [
      "id": .string(conflict.name), "path": .string(conflict.path), "key": .string(conflict.key),
      "taken": .string(conflict.winner.rawValue),
      "decided": .bool(conflict.decision != nil), "ours": version(conflict.ours), "theirs": version(conflict.theirs),
    ]
  }
}

extension JSONOutput {
  static func merge(_ merge: StoreFileMerge) -> JSONNode {
    [
      "clean": .bool(merge.isClean), "byLine": .bool(merge.refusal != nil),
      "conflicts": .array(merge.conflicts.map(conflict)), "commentsAtEnd": .strings(merge.commentsAtEnd),
    ]
  }

  private static func conflict(_ conflict: FileConflict) -> JSONNode {
    func text(_ bytes: [UInt8]?) -> JSONNode { .optional(bytes.map { String(decoding: $0, as: UTF8.self) }) }
    return [
      "key": .string(conflict.key), "base": text(conflict.base), "ours": text(conflict.ours),
      "theirs": text(conflict.theirs),
    ]
  }
}
