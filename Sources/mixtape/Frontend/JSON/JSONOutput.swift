import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore

/// The shapes of what `--json` prints. Their fields are stable: more may come, none goes or changes its meaning.
enum JSONOutput {
  /// A playlist, as `list` and `show` print it.
  static func playlist(_ playlist: Playlist) -> JSONValue {
    .object(
      [
        ("id", .string(playlist.id.rawValue)),
        ("folder", .string(playlist.folder.path)),
        ("name", .string(playlist.name)),
        ("description", .string(playlist.description)),
        ("episodes", .strings(playlist.episodes)),
        ("created", .optional(playlist.created.map(Timestamp.utc))),
        ("updated", .optional(playlist.updated.map(Timestamp.utc))),
        ("continuous", .bool(playlist.settings.continuous)),
        ("shuffle", .bool(playlist.settings.shuffle)),
        ("smart", .bool(playlist.isSmart)),
      ] + criteria(playlist.criteria))
  }

  private static func criteria(_ criteria: SmartCriteria) -> [(String, JSONValue)] {
    [
      ("conditions", criteria.conditions.map(JSONValue.strings) ?? .null),
      ("match", .string(criteria.match.rawValue)),
      ("search", .optional(criteria.search)),
      ("sort", .strings(criteria.sort)),
      ("limit", criteria.limit.map(limit) ?? .null),
      ("seed", criteria.seed.map(JSONValue.integer) ?? .null),
    ]
  }

  private static func limit(_ limit: PlaylistLimit) -> JSONValue {
    if case .items(let count) = limit { .integer(Int64(count)) } else { .string(limit.description) }
  }

  /// What a change came to.
  static func plan(_ plan: PlaylistPlan, result: Playlist?) -> JSONValue {
    [
      "operation": .string(plan.operation.kind.rawValue),
      "changed": .bool(!plan.changesNothing),
      "playlist": result.map(playlist) ?? .null,
      "episodes": .strings(plan.episodes),
      "refused": .strings(plan.refused),
    ]
  }

  /// A commit, as `history`, `undo` and `redo` print it.
  static func entry(_ entry: HistoryEntry) -> JSONValue {
    [
      "commit": .string(entry.id.description),
      "date": .string(Timestamp.utc(entry.date)),
      "author": .string(entry.author),
      "subject": .string(entry.subject),
      "body": .string(entry.body),
      "operation": .optional(entry.operation),
      "playlists": .strings(entry.playlists),
    ]
  }

  /// A failure.
  static func problem(_ problem: Problem) -> JSONValue {
    let members: [(String, JSONValue)] = [
      ("code", .string(problem.code)),
      ("message", .string(problem.message)),
      ("hints", .strings(problem.hints)),
      ("status", .integer(Int64(problem.status.rawValue))),
      ("diagnostics", .array(diagnostics(problem.reports))),
    ]
    guard !problem.conflicts.isEmpty else { return .object(members) }
    return .object(members + [("conflicts", .array(problem.conflicts.map(conflict)))])
  }

  /// What is wrong with files, as `check` prints it.
  static func diagnostics(_ reports: [FileReport]) -> [JSONValue] {
    reports.flatMap { report in
      let lines = SourceLines(report.source)
      return report.diagnostics.map { diagnostic in
        let members: [(String, JSONValue)] = [
          ("severity", .string(diagnostic.severity.rawValue)),
          ("id", .string(diagnostic.id.rawValue)),
          ("message", .string(diagnostic.message)),
          ("notes", .array(diagnostic.notes.map { note($0, lines) })),
        ]
        return JSONValue.object([("path", .string(report.path))] + place(diagnostic.range, lines) + members)
      }
    }
  }

  private static func note(_ note: Diagnostic.Note, _ lines: SourceLines) -> JSONValue {
    .object([("message", .string(note.message))] + (note.range.map { place($0, lines) } ?? []))
  }

  private static func place(_ range: SourceRange, _ lines: SourceLines) -> [(String, JSONValue)] {
    let (start, end) = (lines.location(of: range.lowerBound), lines.location(of: range.upperBound))
    return [
      ("line", .integer(Int64(start.line))), ("column", .integer(Int64(start.column))),
      ("endLine", .integer(Int64(end.line))), ("endColumn", .integer(Int64(end.column))),
    ]
  }
}
