import Interchange
import MixtapeModel
import StoreBrowser
import TerminalUI

/// A file that was read for an import, and its playlists.
struct ImportedFile {
  let file: ImportFile
  let format: any InterchangeFormat
  let diagnostics: [InterchangeDiagnostic]
  /// The parts of the file that were lost during reading.
  let readingLosses: [Loss]
  let playlists: [ImportedPlaylist]
  /// The files that the playlists start from, in the same order.
  let bases: [ImportBasis]

  /// All lost parts.
  var losses: [Loss] {
    readingLosses + zip(playlists, bases).flatMap { $0.losses + [$1.loss].compactMap(\.self) }
  }
}

/// The result of an import, as text and as JSON.
struct ImportReport {
  let files: [ImportedFile]
  let isDryRun: Bool

  var playlists: [ImportedPlaylist] { files.flatMap(\.playlists) }

  /// The result as a sentence.
  var sentence: StyledText {
    let entries = playlists.flatMap(\.entries)
    let missing = entries.count { $0.match == .missing }
    let unsure = entries.count { if case .unsure = $0.match { true } else { false } }
    let verb = isDryRun ? "Would import" : "Imported"
    let what = PlanReport.naming(playlists.map(\.playlist.id))
    var parts = [counted(entries.count - missing - unsure, "episode")]
    if missing > 0 { parts.append("\(missing) missing") }
    if unsure > 0 { parts.append("\(unsure) uncertain") }
    return "\(verb) \(what): \(parts.joined(separator: ", "))."
  }

  /// The playlists and their files, if there are several.
  var lines: [StyledText] {
    guard playlists.count > 1 else { return [] }
    var table = TextTable(indentation: 2, freeText: [1])
    for file in files {
      for playlist in file.playlists {
        let folder = playlist.playlist.folder.path
        table.append(
          StyledText(playlist.playlist.id.rawValue, .bold), StyledText(playlist.playlist.name),
          StyledText(playlist.playlist.isSmart ? "smart" : counted(playlist.entries.count, "entry", "entries")),
          StyledText(folder), StyledText(file.file.path))
      }
    }
    return table.lines
  }

  /// The entries that match several episodes.
  var uncertain: [UncertainEntry] {
    playlists.flatMap { playlist in
      playlist.entries.compactMap { entry in
        guard case .unsure(let candidates) = entry.match else { return nil }
        return UncertainEntry(
          playlist: playlist.playlist.id, id: entry.id, entry: entry.entry, candidates: candidates)
      }
    }
  }

  /// Returns the result as JSON.
  func json(commit: String?, changed: Bool) -> JSONValue {
    [
      "operation": "import",
      "dryRun": .bool(isDryRun),
      "changed": .bool(changed),
      "playlists": .array(files.flatMap { file in file.playlists.map { Self.json($0, in: file) } }),
      "losses": JSONOutput.losses(files.flatMap(\.losses)),
      "diagnostics": .array(files.flatMap { file in file.diagnostics.map { Self.json($0, in: file.file) } }),
      "commit": .optional(commit),
    ]
  }

  private static func json(_ playlist: ImportedPlaylist, in file: ImportedFile) -> JSONValue {
    [
      "id": .string(playlist.playlist.id.rawValue), "name": .string(playlist.playlist.name),
      "folder": .string(playlist.playlist.folder.path), "description": .string(playlist.playlist.description),
      "file": .string(file.file.path), "format": .string(file.format.name), "smart": .bool(playlist.playlist.isSmart),
      "conditions": JSONOutput.value(playlist.playlist[.conditions]),
      "entries": .array(playlist.entries.map(json)),
    ]
  }

  private static func json(_ entry: ImportedEntry) -> JSONValue {
    var match = "missing"
    var candidates: [Episode.ID] = []
    switch entry.match {
    case .episode(_, let evidence): match = evidence.rawValue
    case .unsure(let ids): (match, candidates) = ("unsure", ids)
    case .missing: break
    }
    return [
      "episode": .string(entry.id.rawValue), "match": .string(match), "candidates": .strings(candidates),
      "title": .optional(entry.entry.title), "artist": .optional(entry.entry.artist),
      "album": .optional(entry.entry.album), "duration": entry.entry.duration.map(JSONValue.number) ?? .null,
      "location": .optional(entry.entry.locations.first), "guid": .optional(entry.entry.guid),
      "line": entry.entry.line > 0 ? .integer(Int64(entry.entry.line)) : .null,
    ]
  }

  private static func json(_ diagnostic: InterchangeDiagnostic, in file: ImportFile) -> JSONValue {
    [
      "path": .string(file.path), "severity": .string(diagnostic.severity.rawValue),
      "line": .integer(Int64(diagnostic.line)), "column": .integer(Int64(diagnostic.column)),
      "message": .string(diagnostic.message),
    ]
  }
}
