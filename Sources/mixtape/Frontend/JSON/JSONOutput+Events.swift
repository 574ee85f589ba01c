import MixtapeModel
import MixtapeStore
import SystemPackage

extension JSONOutput {
  /// Returns the first event of `watch`.
  static func watchStarted(_ store: Store) -> [(String, JSONValue)] {
    [("event", "started"), ("store", .string(store.directory.string))]
  }

  /// Returns an event, without its time.
  static func event(_ event: StoreEvent) -> [(String, JSONValue)] {
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

  private static func file(_ kind: HandEdit.Kind, _ path: String) -> [(String, JSONValue)] {
    [("event", "file"), ("path", .string(path)), ("kind", .string(kind.rawValue))]
  }

  /// Returns the event of a committed hand edit.
  static func committed(_ edit: CapturedEdit) -> [(String, JSONValue)] { [("event", "committed")] + members(of: edit) }

  private static func contents(_ change: ContentsChange) -> [(String, JSONValue)] {
    let difference = ListDifference(from: change.before, to: change.after)
    return [
      ("event", "contents"), ("id", .string(change.playlist.rawValue)),
      ("count", .integer(Int64(change.after.count))), ("added", .strings(difference.added.map(\.element))),
      ("removed", .strings(difference.removed.map(\.element))), ("moved", .strings(difference.moved.map(\.element))),
    ]
  }

  private static func change(_ change: PlaylistChange, _ path: String) -> [(String, JSONValue)] {
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
    PlaylistDifference(from: before, to: after).fields.map(\.name) + before.episodes.differs(from: after.episodes)
  }
}

extension [Episode.ID] {
  fileprivate func differs(from other: Self) -> [String] { self == other ? [] : ["episodes"] }
}
