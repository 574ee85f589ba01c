import Interchange
import MixtapeModel
import MixtapeStore
import StoreBrowser

/// The choices for an import of listening data.
struct ListeningOptions {
  let ratings: Bool
  let plays: Bool
  let replacesRatings: Bool
  let isDryRun: Bool
}

extension Session {
  /// Imports ratings and plays from libraries of other programs into the library, and prints the result.
  func importListening(
    _ lists: ListsToImport, as format: (any InterchangeFormat)?, _ options: ListeningOptions, of store: Store
  ) throws -> ExitStatus {
    var importer = ListeningImporter(library: try store.podcasts(), ratings: options.ratings, plays: options.plays)
    var (documents, faults): ([InterchangeDocument], Int) = ([], 0)
    for file in lists.files {
      guard let (document, lost) = try listeningDocument(file, as: format) else { continue }
      importer.add(document)
      documents.append(document)
      faults += lost
    }
    let imported = importer.finished(replacingRatings: options.replacesRatings)
    report(imported.losses)
    try lists.requireNoLoss(imported.losses.count + faults, reading: documents.count)
    let operation = PodcastOperation.merge(imported.merges(replacingRatings: options.replacesRatings))
    let plan =
      options.isDryRun ? try store.library.preview(operation).plan : try store.library.perform(operation)
    if plan.savedVersion != nil { noteChange() }
    let report = ListeningReport(imported: imported, plan: plan, isDryRun: options.isDryRun)
    print(json: report.json) {
      present(report, hasPlaylists: documents.contains { !$0.playlists.isEmpty })
      if documents.isEmpty { hint("--ratings and --plays read the libraries of iTunes and Rhythmbox, not music files") }
    }
    return plan.changesNothing ? .nothingToDo : .done
  }

  private func present(_ report: ListeningReport, hasPlaylists: Bool) {
    report.plan.changesNothing ? remark("\(report.nothing)") : print(report.sentence)
    if report.isDryRun, !report.plan.changesNothing { remark("Nothing was changed.") }
    if hasPlaylists { hint("without --ratings and --plays, `mixtape import` imports the playlists") }
  }

  /// Reads a library, and counts the parts that cannot be read. Refuses a list, which has no ratings and plays.
  private func listeningDocument(
    _ file: ImportFile, as given: (any InterchangeFormat)?
  ) throws -> (document: InterchangeDocument, faults: Int)? {
    guard let (document, format, reading) = try read(file, as: given) else { return nil }
    guard format.capabilities[.listening] == .none else {
      return (document, reading.diagnostics.count(where: \.isLoss))
    }
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

/// The result of an import of ratings and plays, as text and as JSON.
struct ListeningReport {
  let imported: ImportedListening
  let plan: PodcastPlan
  let isDryRun: Bool

  var sentence: StyledText {
    let verb = isDryRun ? "Would import" : "Imported"
    let episodes = plan.updatedEpisodes
    let counts = Self.nouns.compactMap { field, noun, plural in
      let count = episodes.count { $0.before.fields[field] != $0.after.fields[field] }
      return count > 0 ? counted(count, noun, plural) : nil
    }
    return
      "\(verb) listening data of \(counted(episodes.count, "episode")): \(counts.joined(separator: ", "))\(notFound)."
  }

  /// The reason why nothing is imported.
  var nothing: String {
    imported.podcasts.isEmpty
      ? "Nothing to import: the library has none of the tracks\(notFound)."
      : "Nothing to import: no value in the library changes\(notFound)."
  }

  private var notFound: String {
    let parts = [(imported.missing, "not found"), (imported.uncertain, "uncertain")].filter { $0.0 > 0 }
    return parts.isEmpty ? "" : "; " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }

  private static let nouns: [(TrackField, String, String?)] = [
    (.rating, "rating", nil), (.playCount, "play count", nil), (.lastPlayedAt, "last play", nil),
    (.dateAdded, "date added", "dates added"),
  ]

  var json: JSONNode {
    [
      "operation": "import",
      "dryRun": .bool(isDryRun),
      "changed": .bool(plan.savedVersion != nil),
      "listening": .array(
        plan.updatedEpisodes.map { _, after in
          [
            "episode": .string(after.id.rawValue), "rating": after.rating.map(JSONNode.integer) ?? .null,
            "playCount": after.playCount.map(JSONNode.integer) ?? .null,
            "lastPlayedAt": Self.time(.lastPlayedAt, of: after),
            "dateAdded": Self.time(.dateAdded, of: after),
          ]
        }),
      "missing": .integer(imported.missing),
      "uncertain": .integer(imported.uncertain),
      "losses": JSONOutput.losses(imported.losses),
      "commit": .optional(plan.savedVersion),
    ]
  }

  private static func time(_ field: TrackField, of episode: Episode) -> JSONNode {
    if case .date(let date)? = episode.fields[field] { .string(Timestamp.utc(date)) } else { .null }
  }
}
