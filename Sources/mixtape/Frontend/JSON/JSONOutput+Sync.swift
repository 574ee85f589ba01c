import GitHistory
import MixtapeModel
import MixtapeStore
import PlaylistFiles

extension JSONOutput {
  /// Returns the result of a sync.
  static func sync(_ report: SyncReport) -> JSONValue { .object(members(of: report)) }

  /// Returns the members of the result of a sync, for `sync` and the events of `watch`.
  static func members(of report: SyncReport) -> [(String, JSONValue)] {
    [
      ("remote", .string(report.branch.remote)),
      ("branch", .string(report.branch.branch)),
      ("received", .integer(Int64(report.received))),
      ("sent", .integer(Int64(report.sent))),
      ("firstPush", .bool(report.isFirstPush)),
      ("merge", .optional(report.merge?.description)),
      ("paths", .strings(report.differences.flatMap(\.files).map(\.path))),
      ("conflicts", .array(report.conflicts.map(conflict))),
    ]
  }

  /// Returns the preview of a sync, for `sync --dry-run`.
  static func syncPreview(_ preview: SyncPreview) -> JSONValue {
    let numbers: (ahead: Int?, behind: Int?) =
      switch preview.plan {
      case .upToDate: (0, 0)
      case .firstPush: (nil, nil)
      case .push(let count): (count, 0)
      case .forward(let count, _): (0, count)
      case .merge(let ahead, let behind): (ahead, behind)
      }
    func number(_ value: Int?) -> JSONValue { value.map { .integer(Int64($0)) } ?? .null }
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
  static func remote(_ status: RemoteStatus?) -> JSONValue {
    guard let status else { return .null }
    return [
      "name": .string(status.branch.remote),
      "branch": .string(status.branch.branch),
      "ahead": status.difference.map { .integer(Int64($0.ahead)) } ?? .null,
      "behind": status.difference.map { .integer(Int64($0.behind)) } ?? .null,
      "asOf": .optional(status.asOf.map(Timestamp.utc)),
    ]
  }

  private static func conflict(_ conflict: MergeConflict) -> JSONValue {
    func version(_ version: MergeConflict.Version) -> JSONValue {
      [
        "value": .optional(version.value), "author": .string(version.author),
        "date": .string(Timestamp.utc(version.date)), "commit": .string(version.commit.description),
      ]
    }
    return [
      "id": .string(ErrorPresenter.name(of: conflict)), "path": .string(conflict.path), "key": .string(conflict.key),
      "taken": .string(conflict.winner.rawValue),
      "decided": .bool(conflict.decision != nil), "ours": version(conflict.ours), "theirs": version(conflict.theirs),
    ]
  }
}

extension JSONOutput {
  /// Returns the result of a merge of files, for `merge-file`.
  static func merge(_ merge: StoreFileMerge) -> JSONValue {
    .object([
      ("clean", .bool(merge.isClean)), ("byLine", .bool(merge.refusal != nil)),
      ("conflicts", .array(merge.conflicts.map(conflict))),
      ("commentsAtEnd", .array(merge.commentsAtEnd.map(JSONValue.string))),
    ])
  }

  private static func conflict(_ conflict: FileConflict) -> JSONValue {
    func text(_ bytes: [UInt8]?) -> JSONValue { .optional(bytes.map { String(decoding: $0, as: UTF8.self) }) }
    return .object([
      ("key", .string(conflict.key)), ("base", text(conflict.base)), ("ours", text(conflict.ours)),
      ("theirs", text(conflict.theirs)),
    ])
  }
}
