import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

extension JSONOutput {
  static func initialization(_ result: Initialization) -> JSONNode {
    [
      "store": .string(result.directory.string),
      "playlists": .integer(result.playlists),
      "podcasts": .integer(result.podcasts),
      "commit": .string(result.commit.description),
    ]
  }

  static func status(_ status: StoreStatus, _ open: [OpenConflict], of store: Store) -> JSONNode {
    [
      "store": .string(store.directory.string),
      "playlists": .integer(status.playlists),
      "podcasts": .integer(status.podcasts),
      "episodes": .integer(status.episodes),
      "branch": .optional(status.head.branch),
      "commit": .optional(status.head.commit?.description),
      "remote": remote(status.remote),
      "state": .string(status.state.rawValue),
      "handEdits": .array(status.handEdits.map(handEdit)),
      "conflicts": .strings(status.conflicts),
      "openConflicts": .array(open.map { ["id": .string($0.name), "key": .string($0.key)] }),
      "notCheckedOut": .strings(status.notCheckedOut),
      "invalid": .strings(status.invalid.map(\.report.path)),
      "invalidFiles": .array(status.invalid.map(invalidFile)),
      "interruptedChange": .optional(status.interruptedChange),
      "nextUndo": status.nextUndo.map(step) ?? .null,
      "nextRedo": status.nextRedo.map(entry) ?? .null,
      "untrustedSettings": .array(status.untrustedSettings.map(setting)),
    ]
  }

  private static func invalidFile(_ file: StoreStatus.InvalidFile) -> JSONNode {
    [
      "path": .string(file.report.path),
      "committed": .bool(file.isCommitted),
      "used": file.usesCommittedVersion ? "HEAD" : .null,
      "conflictCopyOf": .optional(file.report.conflictCopy?.originalPath),
    ]
  }

  static func setting(_ setting: PlaceSetting) -> JSONNode {
    ["key": .string(setting.key.rawValue), "value": .string(setting.value)]
  }

  private static func handEdit(_ edit: HandEdit) -> JSONNode {
    ["kind": .string(edit.kind.rawValue), "path": .string(edit.path), "oldPath": .optional(edit.oldPath)]
  }

  static func finding(_ finding: Finding) -> JSONNode {
    let (message, remedy) = ErrorPresenter.wording(of: finding)
    return [
      "severity": .string(finding.severity.rawValue),
      "code": .string(finding.code),
      "subject": .string(finding.part.rawValue),
      "message": .string(message),
      "remedy": .optional(remedy),
      "repair": .string(name(of: finding.repair)),
      "commit": .optional(commit(of: finding.repair)?.description),
    ]
  }

  private static func commit(of repair: Finding.Repair) -> CommitID? {
    if case .done(_, let commit) = repair { commit } else { nil }
  }

  private static func name(of repair: Finding.Repair) -> String {
    switch repair {
    case .none: "none"
    case .possible: "possible"
    case .done, .dropped: "done"
    case .failed: "failed"
    }
  }

  /// Returns the result of `edit`.
  ///
  /// - Parameters:
  ///   - captured: The hand edits that were committed, of any file.
  ///   - commit: The commit of the item's own edit, if there is one.
  static func edit(
    _ id: String, changed: Bool, _ captured: [CapturedEdit] = [], commit: CommitID? = nil
  ) -> JSONNode {
    [
      "operation": "edit",
      "changed": .bool(changed),
      "id": .string(id),
      "commit": .optional(commit?.description),
      "commits": .array(captured.map { .object(members(of: $0)) }),
    ]
  }

  static func members(of edit: CapturedEdit) -> [(String, JSONNode)] {
    [
      ("commit", .string(edit.commit.description)), ("subject", .string(edit.subject)), ("paths", .strings(edit.paths)),
    ]
  }

  /// Returns the result of an `undo` or `redo` with nothing to do.
  static func nothingUndone(nextUndo: UndoPreview.Step?, nextRedo: HistoryEntry?) -> JSONNode {
    [
      "steps": [], "commit": .null, "nextUndo": nextUndo.map(step) ?? .null, "nextRedo": nextRedo.map(entry) ?? .null,
      "differences": [],
    ]
  }

  static func undo(_ result: UndoResult) -> JSONNode {
    [
      "steps": .array(result.steps.map(entry)),
      "commit": .string(result.commit.description),
      "nextUndo": result.nextUndo.map(entry) ?? .null,
      "nextRedo": result.nextRedo.map(entry) ?? .null,
    ]
  }
}

extension JSONOutput {
  static func watchStarted(_ store: Store) -> [(String, JSONNode)] {
    [("event", "started"), ("store", .string(store.directory.string))]
  }

  /// Returns an event, without its time.
  static func event(_ event: StoreEvent) -> [(String, JSONNode)] {
    switch event {
    case .playlist(let change, let path): Self.change(change, path)
    case .renamed(let before, let after, let path):
      [
        ("event", "renamed"), ("path", .string(path)), ("oldId", .string(before.id.rawValue)),
        ("id", .string(after.id.rawValue)), ("changed", .strings(changed(from: before, to: after))),
        ("playlist", playlist(after)),
      ]
    case .podcast(let podcast, let kind, let path):
      file(kind, path) + [("changes", changes(podcast))]
        + (kind == .renamed ? [("oldId", .optional(podcast.before?.id.rawValue))] : [])
    case .file(let kind, let path): file(kind, path)
    case .contents(let change): contents(change)
    case .contentsUnknown(let id, let error):
      [
        ("event", "contents-unknown"), ("id", .string(id.rawValue)),
        ("error", problem(ErrorPresenter.problem(for: error))),
      ]
    case .invalid(let report):
      [("event", "invalid"), ("path", .string(report.path)), ("diagnostics", .array(diagnostics([report])))]
    case .fixed(let path): [("event", "mended"), ("path", .string(path))]
    case .ended: [("event", "ended")]
    }
  }

  private static func file(_ kind: HandEdit.Kind, _ path: String) -> [(String, JSONNode)] {
    [("event", "file"), ("path", .string(path)), ("kind", .string(kind.rawValue))]
  }

  static func committed(_ edit: CapturedEdit) -> [(String, JSONNode)] { [("event", "committed")] + members(of: edit) }

  private static func contents(_ change: ContentsChange) -> [(String, JSONNode)] {
    let difference = ListDifference(from: change.before, to: change.after)
    return [
      ("event", "contents"), ("id", .string(change.playlist.rawValue)),
      ("count", .integer(change.after.count)), ("added", .strings(difference.added.map(\.element))),
      ("removed", .strings(difference.removed.map(\.element))), ("moved", .strings(difference.moved.map(\.element))),
    ]
  }

  private static func change(_ change: PlaylistChange, _ path: String) -> [(String, JSONNode)] {
    let (name, before, after): (String, Playlist?, Playlist) =
      switch change {
      case .created(let playlist): ("created", nil, playlist)
      case .deleted(let playlist): ("deleted", playlist, playlist)
      case .updated(let before, let after): ("updated", before, after)
      case .moved(let before, let after): ("moved", before, after)
      }
    return [
      ("event", .string(name)), ("path", .string(path)), ("id", .string(after.id.rawValue)),
      ("changed", .strings(changed(from: before ?? after, to: after))), ("playlist", playlist(after)),
    ]
  }

  /// Returns the names of the fields that differ.
  private static func changed(from before: Playlist, to after: Playlist) -> [String] {
    PlaylistDifference(from: before, to: after).fields.map(\.name)
      + (before.episodes == after.episodes ? [] : ["episodes"])
  }
}
