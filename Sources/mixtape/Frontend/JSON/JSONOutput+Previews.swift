import GitHistory
import MixtapeModel
import MixtapeStore

extension JSONOutput {
  /// Returns the preview of `undo` or `redo`: like the result, but without a commit and with differences.
  static func undo(_ preview: UndoPreview) throws(MixtapeError) -> JSONValue {
    [
      "steps": .array(preview.steps.map(step)),
      "commit": .null,
      "nextUndo": preview.nextUndo.map(step) ?? .null,
      "nextRedo": preview.nextRedo.map(step) ?? .null,
      "differences": try differences(preview.differences),
    ]
  }

  private static func differences(_ files: [FileDifference]) throws(MixtapeError) -> JSONValue {
    .array(
      try StoreDifference.gather(files).map { (difference) throws(MixtapeError) in try self.difference(difference) })
  }

  /// Returns a step of `undo` or `redo`. A step that is not committed yet has no commit.
  static func step(_ step: UndoPreview.Step) -> JSONValue {
    switch step {
    case .committed(let entry): self.entry(entry)
    case .handEdit(let edit):
      self.step(
        edit.subject, body: "", operation: "edit", Set(edit.playlists).sorted(), Set(edit.podcasts).sorted())
    }
  }

  private static func step(
    _ subject: String, body: String, operation: String, _ playlists: [Playlist.ID], _ podcasts: [Podcast.ID]
  ) -> JSONValue {
    [
      "commit": .null, "date": .null, "author": .null, "subject": .string(subject), "body": .string(body),
      "operation": .string(operation), "playlists": .strings(playlists), "podcasts": .strings(podcasts),
    ]
  }

  /// Returns the result of `restore`.
  ///
  /// - Parameter content: The playlist or podcast as it is now.
  static func restoration(_ result: RestoreResult, _ content: FileContent) -> JSONValue {
    let (playlist, podcast): (JSONValue, JSONValue) =
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

  /// Returns the result of `revert`.
  static func revert(_ result: RevertResult) -> JSONValue {
    [
      "operation": "revert",
      "changed": .bool(result.commit != nil),
      "reverted": entry(result.change),
      "commit": .optional(result.commit?.description),
    ]
  }

  /// Returns the preview of `restore` or `revert`.
  static func preview(_ preview: ChangePreview, operation: String) throws(MixtapeError) -> JSONValue {
    [
      "operation": .string(operation),
      "changed": .bool(!preview.differences.isEmpty),
      "subject": .string(preview.subject),
      "commit": .null,
      "differences": try differences(preview.differences),
    ]
  }

  /// Returns a conflict of a revert.
  static func conflict(_ conflict: RevertConflict) -> JSONValue {
    var members: [(String, JSONValue)] = [("path", .string(conflict.path))]
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
