import Feeds
import Interchange
import MixtapeModel
import TerminalUI
import XMLReading

/// The result of an import of lists of podcasts, as text and as JSON.
struct SubscriptionReport {
  let isDryRun: Bool
  /// The podcasts of the lists that the library does not have, with proposals for their ids.
  private(set) var found: [Podcast] = []
  /// The podcasts as they were added.
  var podcasts: [Podcast] = []
  /// The podcasts of the lists that are in the library.
  private(set) var present: [Podcast.ID] = []
  /// The parts of the lists that get lost.
  private(set) var losses: [Loss] = []
  private var diagnostics: [(path: String, diagnostic: FeedDiagnostic)] = []

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  /// Adds the content of a file.
  mutating func add(_ subscriptions: ImportedSubscriptions, _ faults: [FeedDiagnostic], of file: ImportFile) {
    found += subscriptions.podcasts
    present += subscriptions.present
    losses += subscriptions.losses
    diagnostics += faults.map { (file.path, $0) }
  }

  /// The result in one sentence.
  var sentence: StyledText {
    let what: StyledText =
      podcasts.count == 1 ? "\(podcasts[0].id, .bold)" : "\(counted(podcasts.count, "podcast"))"
    let episodes = podcasts.reduce(0) { $0 + $1.episodes.count }
    let contents = episodes == 0 ? "" : " with \(counted(episodes, "episode"))"
    let rest = present.isEmpty ? "" : "; \(present.count) already in the library"
    return "\(isDryRun ? "Would import" : "Imported") \(what)\(contents)\(rest)."
  }

  /// The reason why nothing is imported.
  var nothing: String {
    present.isEmpty
      ? "Nothing to import: there are no feeds." : "Nothing to import: the library already has all podcasts."
  }

  /// The podcasts, if there are several.
  var lines: [StyledText] {
    guard podcasts.count > 1 else { return [] }
    var table = TextTable(indentation: 2, freeText: [1])
    for podcast in podcasts {
      table.append(
        StyledText(podcast.id.rawValue, .bold), StyledText(podcast.title), StyledText(podcast.folder.path),
        StyledText(podcast.tags.joined(separator: ", ")))
    }
    return table.lines
  }

  /// Returns the result as JSON.
  func json(commit: String?) -> JSONValue {
    [
      "operation": "import",
      "dryRun": .bool(isDryRun),
      "changed": .bool(commit != nil),
      "podcasts": .array(podcasts.map(JSONOutput.podcast)),
      "present": .strings(present),
      "losses": JSONOutput.losses(losses),
      "diagnostics": .array(
        diagnostics.map { path, diagnostic in
          [
            "path": .string(path), "severity": .string(diagnostic.severity.rawValue),
            "line": .integer(Int64(diagnostic.position.line)), "column": .integer(Int64(diagnostic.position.column)),
            "message": .string(diagnostic.message),
          ]
        }),
      "commit": .optional(commit),
    ]
  }
}
