import FileSystem
import Interchange
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import SystemPackage

extension Session {
  /// Imports playlists, in a format or in recognized ones, and prints the result.
  func importPlaylists(
    _ lists: ListsToImport, as format: (any InterchangeFormat)?, into folder: Folder, of store: Store, isDryRun: Bool
  ) throws -> ExitStatus {
    let imported = try importedFiles(lists.files, as: format, into: folder, of: store)
    let losses = imported.flatMap(\.losses)
    report(losses)
    let faults = imported.flatMap(\.diagnostics).count(where: \.isLoss)
    try lists.requireNoLoss(losses.count + faults, reading: imported.count)
    let report = ImportReport(files: imported, isDryRun: isDryRun)
    self.report(report.uncertain, areSaved: !isDryRun)
    let plan = isDryRun || report.playlists.isEmpty ? nil : try save(imported, in: store)
    note(besidesExisting: report.playlists, isDryRun: isDryRun)
    print(json: report.json(commit: plan?.savedVersion, changed: plan?.changesNothing == false)) { present(report) }
    return report.playlists.isEmpty ? .nothingToDo : .done
  }

  /// Notes the imported playlists whose ids have a number, because existing playlists have the ids without it.
  private func note(besidesExisting playlists: [ImportedPlaylist], isDryRun: Bool) {
    let new = playlists.filter { $0.existing != nil }.map(\.playlist.id.rawValue)
    let old = playlists.compactMap(\.existing?.rawValue).withoutRepetitions
    guard !new.isEmpty else { return }
    let fact = "\(listed(first: Self.mostShown, of: old)) already \(old.count == 1 ? "exists" : "exist")"
    let result = new.count == 1 ? "the imported playlist is" : "the imported playlists are"
    let deleted = old.count > Self.mostShown ? "ID…" : old.joined(separator: " ")
    reporter.note(
      code: "id-taken", "\(fact); \(result) \(listed(first: Self.mostShown, of: new))",
      hints: [
        "to replace \(old.count == 1 ? "it" : "them"): "
          + "\(isDryRun ? "" : "`mixtape undo`, ")`mixtape delete \(deleted)`, and import again"
      ])
  }

  private func present(_ report: ImportReport) {
    guard !report.playlists.isEmpty else {
      return remark(
        report.files.isEmpty ? PlanReport.nothingToImport : "Nothing to import: the files contain no playlists.")
    }
    print(report.sentence)
    print(report.lines)
    if report.playlists.contains(where: { !$0.comments.isEmpty }) {
      hint("`mixtape import --resolve` looks for missing entries again when the library has changed")
    }
  }

  /// Reads the playlists in files, and looks up their entries in the library. A named file that is invalid is an error; those in
  /// directories are reported and skipped.
  private func importedFiles(
    _ files: [ImportFile], as format: (any InterchangeFormat)?, into folder: Folder, of store: Store
  ) throws -> [ImportedFile] {
    var importer = PlaylistImporter(
      library: try store.podcasts(), missing: try store.missingEntries(), taken: Set(try store.playlistIDs()),
      folder: folder)
    var result: [ImportedFile] = []
    for file in files {
      if let imported = try importedFile(file, as: format, with: &importer) { result.append(imported) }
    }
    return result
  }

  private func importedFile(
    _ file: ImportFile, as given: (any InterchangeFormat)?, with importer: inout PlaylistImporter
  ) throws -> ImportedFile? {
    guard let (document, format, reading) = try read(file, as: given) else { return nil }
    let playlists = importer.playlists(of: document, from: file.origin) { path in
      format.locationStyle == .path && FileAccess.isReadable(FilePath(path))
    }
    let heard = document.tracks.count(where: \.isHeard)
    let listening = Loss(
      .element("listening data of \(counted(heard, "track"))"), of: nil,
      "`mixtape import --ratings --plays \(ErrorPresenter.shellWord(file.path))` imports it")
    return ImportedFile(
      file: file, format: format, diagnostics: reading.diagnostics,
      readingLosses: reading.losses + (heard > 0 ? [listening] : []), playlists: playlists,
      bases: playlists.map(ImportBasis.init))
  }

  /// Reads a file, and reports its faults.
  ///
  /// - Throws: A ``Problem`` with ``ExitStatus/invalid`` if a named file is invalid; `nil` for one in a directory.
  func read(
    _ file: ImportFile, as given: (any InterchangeFormat)?
  ) throws -> (document: InterchangeDocument, format: any InterchangeFormat, reading: InterchangeReading)? {
    guard let format = given ?? InterchangeFormats.format(of: file.bytes, name: file.name) else {
      let kind = file.name.flatMap(ImportFileCollector.unsupportedKind)
      return try refuse(
        file, kind.map { "it is \($0), which Mixtape does not read" } ?? "its format is not recognized",
        hint: "--as names the format: \(FormatArgument.names)")
    }
    let reading = format.read(file.bytes)
    let faults = reading.diagnostics.filter { $0.severity == .error }
    guard let document = reading.document, faults.isEmpty else {
      let fault = faults.first.map { Self.wording(of: $0) } ?? "it cannot be read as \(format.title)"
      return try refuse(file, fault, hint: reading.isOfPodcast ? Self.addingHint(file) : nil)
    }
    for diagnostic in reading.diagnostics.prefix(Self.mostShown) {
      reporter.warn(code: "list-fault", "\(ErrorPresenter.quoted(file.path)): \(Self.wording(of: diagnostic))")
    }
    return (document, format, reading)
  }

  /// Refuses a file that cannot be read. A file that was found in a directory is left out.
  func refuse<Result>(_ file: ImportFile, _ reason: String, hint: String?) throws -> Result? {
    let message = "\(ErrorPresenter.quoted(file.path)): \(reason)"
    let hints = hint.map { [$0] } ?? []
    guard file.isFound else { throw Problem(.invalid, code: "invalid-list", message, hints: hints) }
    reporter.warn(code: "invalid-list", "\(message); skipped", hints: hints)
    return nil
  }

  /// Returns the hint for the feed of a podcast.
  private static func addingHint(_ file: ImportFile) -> String {
    // `podcast add` takes other words for titles.
    let isPath = file.path.contains("/") || FeedSource.isFeedName(FilePath(file.path))
    let path = ErrorPresenter.shellWord(isPath ? file.path : "./\(file.path)")
    return "`mixtape podcast add \(file.path == "-" ? "FILE" : path)` adds it"
  }

  private static func wording(of diagnostic: InterchangeDiagnostic) -> String {
    diagnostic.line > 0 ? "line \(diagnostic.line): \(diagnostic.message)" : diagnostic.message
  }

  /// Saves the playlists in one change.
  private func save(_ files: [ImportedFile], in store: Store) throws(MixtapeError) -> PlaylistPlan {
    let plan = try store.change(
      .importing(files.flatMap(\.playlists).map(\.playlist)),
      startingFrom: files.flatMap(\.bases).map(\.template))
    if !plan.changesNothing { noteChange() }
    return plan
  }
}

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

  var sentence: StyledText {
    let entries = playlists.flatMap(\.entries)
    let missing = entries.count { $0.match == .missing }
    let unsure = entries.count { if case .unsure = $0.match { true } else { false } }
    let verb = isDryRun ? "Would import" : "Imported"
    let what = PlanReport.naming(playlists.map(\.playlist.id))
    // A smart playlist has rules instead of entries.
    if entries.isEmpty, playlists.contains(where: \.playlist.isSmart) { return "\(verb) \(what)." }
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
  func json(commit: String?, changed: Bool) -> JSONNode {
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

  private static func json(_ playlist: ImportedPlaylist, in file: ImportedFile) -> JSONNode {
    [
      "id": .string(playlist.playlist.id.rawValue), "name": .string(playlist.playlist.name),
      "folder": .string(playlist.playlist.folder.path), "description": .string(playlist.playlist.description),
      "file": .string(file.file.path), "format": .string(file.format.name), "smart": .bool(playlist.playlist.isSmart),
      "conditions": JSONOutput.value(playlist.playlist[.conditions]),
      "entries": .array(playlist.entries.map(json)),
    ]
  }

  private static func json(_ entry: ImportedEntry) -> JSONNode {
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
      "album": .optional(entry.entry.album), "duration": entry.entry.duration.map(JSONNode.decimal) ?? .null,
      "location": .optional(entry.entry.locations.first), "guid": .optional(entry.entry.guid),
      "line": entry.entry.line > 0 ? .integer(entry.entry.line) : .null,
    ]
  }

  private static func json(_ diagnostic: InterchangeDiagnostic, in file: ImportFile) -> JSONNode {
    [
      "path": .string(file.path), "severity": .string(diagnostic.severity.rawValue),
      "line": .integer(diagnostic.line), "column": .integer(diagnostic.column),
      "message": .string(diagnostic.message),
    ]
  }
}

/// The file that an imported playlist starts from.
struct ImportBasis {
  /// The file, as a template of the playlist.
  let template: Template
  /// The lost parts of the text of the playlist file in the import, if that text cannot be used.
  let loss: Loss?

  /// Makes the file of a playlist.
  init(of imported: ImportedPlaylist) {
    let playlist = imported.playlist
    var source = PlaylistFile.source(
      of: playlist.episodes, comments: imported.comments, rules: imported.lostRules.map(\.comment),
      isSmart: playlist.criteria.conditions != nil)
    var loss: Loss?
    if let text = imported.fileText {
      do throws(EarlierTextFault) {
        let entries = imported.entries.enumerated().map { EarlierEntry($1.idInFile, comment: imported.comments[$0]) }
        let file = try PlaylistFile.new(playlist, entries, basedOn: Array(text.utf8)) { comment, offset in
          guard let missing = MissingEntry(comment: comment) else { return .own }
          let entry = imported.entries[offset]
          return .description(
            isCurrent: entry.match.episode != nil || missing.isShown(by: entry.entry),
            ownText: MissingEntry.ownText(in: comment))
        }
        source = file.source
      } catch {
        loss = Loss(.element("comments and unknown keys"), of: playlist.id.rawValue, Self.wording(of: error))
      }
    }
    template = Template(name: playlist.id.rawValue, source: source)
    self.loss = loss
  }

  private static func wording(of fault: EarlierTextFault) -> String {
    switch fault {
    case .tooLarge(let bytes): "the file would have \(bytes) bytes; the maximum is \(FileLimits.maximumSize)"
    case .invalid(let line, let message): "the text of the file has an error in line \(line): \(message)"
    case .notEditable: "the text of the file does not fit the playlist"
    }
  }
}

extension ImportedEntry {
  /// The id of the entry in the text of the playlist file in the import. The line of a missing entry describes it, so an entry that
  /// was found gets a new one.
  fileprivate var idInFile: Episode.ID {
    entry.episode.flatMap { MissingEntry.isPlaceholder($0) ? nil : $0 } ?? id
  }
}
