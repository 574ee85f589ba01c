import FileSystem
import Interchange
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

extension Session {
  /// Imports playlists, and prints the result.
  ///
  /// - Parameters:
  ///   - format: The format of all files; `nil` to recognize it.
  ///   - skipped: The number of skipped files, which a strict import refuses; `nil` if it is not strict.
  /// - Returns: ``ExitStatus/nothingToDo`` if the files contain no playlists.
  func importPlaylists(
    _ files: [ImportFile], as format: (any InterchangeFormat)?, into folder: Folder, of store: Store, skipped: Int?,
    isDryRun: Bool
  ) throws -> ExitStatus {
    let imported = try importedFiles(files, as: format, into: folder, of: store)
    let losses = imported.flatMap(\.losses)
    report(losses)
    if let skipped {
      let faults = imported.flatMap(\.diagnostics).count(where: \.isLoss)
      try requireNoLoss(losses.count + faults, skipping: skipped + files.count - imported.count, "imported")
    }
    let report = ImportReport(files: imported, isDryRun: isDryRun)
    self.report(report.uncertain, areSaved: !isDryRun)
    let plan = isDryRun || report.playlists.isEmpty ? nil : try save(imported, in: store)
    print(json: report.json(commit: plan?.savedVersion, changed: plan?.changesNothing == false)) { present(report) }
    return report.playlists.isEmpty ? .nothingToDo : .done
  }

  private func present(_ report: ImportReport) {
    guard !report.playlists.isEmpty else { return remark(PlanReport.nothingToImport) }
    print(report.sentence)
    print(report.lines)
    if report.playlists.contains(where: { !$0.comments.isEmpty }) {
      hint("`mixtape import --resolve` looks for missing entries again when the library has changed")
    }
  }

  /// Reads the playlists in files, and looks up their entries in the library.
  ///
  /// - Parameter format: The format of all files; `nil` to recognize it.
  /// - Throws: A ``CommandFailure`` with ``ExitStatus/invalid`` if a named file is invalid. Invalid files in
  ///   directories are reported and skipped.
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
      .element("listening data of \(counted(heard, "track"))"), of: nil, "--ratings and --plays import them")
    return ImportedFile(
      file: file, format: format, diagnostics: reading.diagnostics,
      readingLosses: reading.losses + (heard > 0 ? [listening] : []), playlists: playlists,
      bases: playlists.map(ImportBasis.init))
  }

  /// Reads a file, and reports its faults.
  ///
  /// - Throws: A ``CommandFailure`` with ``ExitStatus/invalid`` if a named file is invalid; `nil` for one in a directory.
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
    guard file.isFound else { throw CommandFailure(.invalid, code: "invalid-list", message, hints: hints) }
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
