import Interchange
import MixtapeModel
import MixtapeStore
import TerminalUI

/// The choices for an import of listening data.
struct ListeningOptions {
  let ratings: Bool
  let plays: Bool
  let replacesRatings: Bool
  let isDryRun: Bool
}

extension Session {
  /// Imports ratings and plays from libraries of other programs into the library, and prints the result.
  ///
  /// - Parameter skipped: The number of skipped files, which a strict import refuses; `nil` if it is not strict.
  /// - Returns: ``ExitStatus/nothingToDo`` if nothing changes.
  func importListening(
    _ files: [ImportFile], as format: (any InterchangeFormat)?, _ options: ListeningOptions, of store: Store,
    skipped: Int?
  ) throws -> ExitStatus {
    var importer = ListeningImporter(library: try store.podcasts(), ratings: options.ratings, plays: options.plays)
    var documents: [InterchangeDocument] = []
    for file in files {
      guard let document = try listeningDocument(file, as: format) else { continue }
      importer.add(document)
      documents.append(document)
    }
    let imported = importer.finished(replacingRatings: options.replacesRatings)
    report(imported.losses)
    if let skipped {
      try requireNoLoss(imported.losses.count, skipping: skipped + files.count - documents.count, "imported")
    }
    let operation = PodcastOperation.merge(imported.merges(replacingRatings: options.replacesRatings))
    let plan =
      options.isDryRun ? try store.library.preview(operation).plan : try store.library.perform(operation)
    if plan.savedVersion != nil { noteChange() }
    let report = ListeningReport(imported: imported, plan: plan, isDryRun: options.isDryRun)
    print(json: report.json) { present(report, hasPlaylists: documents.contains { !$0.playlists.isEmpty }) }
    return plan.changesNothing ? .nothingToDo : .done
  }

  private func present(_ report: ListeningReport, hasPlaylists: Bool) {
    report.plan.changesNothing ? remark("\(report.nothing)") : print(report.sentence)
    if hasPlaylists { hint("without --ratings and --plays, `mixtape import` imports the playlists") }
  }

  /// Reads a library. Refuses a list, which has no ratings and plays.
  private func listeningDocument(
    _ file: ImportFile, as given: (any InterchangeFormat)?
  ) throws -> InterchangeDocument? {
    guard let (document, format, _) = try read(file, as: given) else { return nil }
    guard format.capabilities[.listening] == .none else { return document }
    return try refuse(
      file, "\(format.title) has no ratings and plays", hint: "the libraries of iTunes and Rhythmbox have them")
  }
}

extension ImportedListening {
  fileprivate func merges(replacingRatings: Bool) -> [PodcastMerge] {
    var options = PodcastUpdateOptions()
    options.recordsListening = true
    options.replacesRatings = replacingRatings
    return podcasts.map { PodcastMerge($0, into: $0.id, options) }
  }
}
