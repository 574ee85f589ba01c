import Interchange
import MixtapeModel
import MixtapeStore
import SystemPackage

extension Session {
  /// Reads the playlists in files, and looks up their entries in the library.
  ///
  /// - Parameter format: The format of all files; `nil` to recognize it.
  /// - Throws: A ``CommandFailure`` with ``ExitStatus/invalid`` if a named file is invalid. Invalid files in
  ///   directories are reported and skipped.
  func importedFiles(
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
    guard let format = given ?? InterchangeFormats.format(of: file.bytes, name: file.name) else {
      return try refuse(file, "its format is not recognized", hint: "--as names the format: \(FormatArgument.names)")
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
    let playlists = importer.playlists(of: document, from: file.origin)
    return ImportedFile(
      file: file, format: format, diagnostics: reading.diagnostics, readingLosses: reading.losses,
      playlists: playlists, bases: playlists.map(ImportBasis.init))
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
  func save(_ files: [ImportedFile], in store: Store) throws(MixtapeError) -> PlaylistPlan {
    let plan = try store.change(
      .importing(files.flatMap(\.playlists).map(\.playlist)),
      startingFrom: files.flatMap(\.bases).map(\.template))
    if !plan.changesNothing { noteChange() }
    return plan
  }
}
