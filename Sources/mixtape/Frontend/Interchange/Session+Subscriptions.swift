import Feeds
import Interchange
import MixtapeModel
import MixtapeStore
import StoreBrowser

extension Session {
  /// Imports lists of podcasts: a podcast for each feed that the library does not have. No feed is fetched.
  func importSubscriptions(
    _ lists: ListsToImport, into folder: Folder, of store: Store, isDryRun: Bool
  ) throws -> ExitStatus {
    let documents = try lists.files.compactMap { file in try opml(file).map { (file, $0.document, $0.diagnostics) } }
    // Only lists with episodes need those of the library.
    let hasEpisodes = documents.contains { $0.1.leaves.contains { !$0.outline.episodes.isEmpty } }
    let library = try hasEpisodes ? store.podcasts() : store.library.summaries().map(\.head)
    let now = context.now().wholeSeconds
    var importer = SubscriptionImporter(library: library, folder: folder, now: now)
    var report = SubscriptionReport(isDryRun: isDryRun)
    for (file, document, diagnostics) in documents {
      report.add(importer.subscriptions(of: document), diagnostics, of: file)
    }
    self.report(report.losses)
    try lists.requireNoLoss(report.losses.count, reading: documents.count)
    var merges = report.found.map { PodcastMerge($0, into: nil, PodcastUpdateOptions(dateAdded: now)) }
    var listening = PodcastUpdateOptions()
    listening.recordsListening = true
    merges += report.played.map { PodcastMerge($0, into: $0.id, listening) }
    let plan =
      isDryRun
      ? try InMemoryPodcastManager(library).merge(merges) : merges.isEmpty ? nil : try add(merges, to: store.library)
    if let plan { report.take(plan) }
    if plan?.savedVersion != nil { noteChange() }
    print(json: report.json(commit: plan?.savedVersion)) { present(report) }
    return report.changesNothing ? .nothingToDo : .done
  }

  /// Adds podcasts, except those whose feeds another command has added in the meantime.
  private func add(_ merges: [PodcastMerge], to library: StoreLibrary) throws(MixtapeError) -> PodcastPlan {
    try library.perform { () throws(MixtapeError) in
      let known = Set(try library.summaries().compactMap { $0.head.feed.map(FeedIdentity.init) })
      return .merge(
        merges.filter { merge in
          merge.target != nil || merge.podcast.feed.map { !known.contains(FeedIdentity(of: $0)) } ?? true
        })
    }
  }

  private func present(_ report: SubscriptionReport) {
    if report.changesNothing {
      remark("\(report.nothing)")
    } else {
      print(report.sentence)
      print(report.lines)
      if report.podcasts.contains(where: \.subscribed) { hint("`mixtape feed update` fetches the episodes") }
    }
  }

  /// Reads a file. One that was found in a directory and cannot be read is reported and left out.
  private func opml(_ file: ImportFile) throws -> (document: OPMLDocument, diagnostics: [FeedDiagnostic])? {
    do throws(FeedError) {
      let (document, diagnostics) = try OPMLDocument.parse(file.bytes)
      // Outlines that cannot be read are among the losses.
      for fault in diagnostics.filter({ $0.severity == .warning }).prefix(Self.mostShown) {
        reporter.warn(
          code: "list-fault", "\(ErrorPresenter.quoted(file.path)): line \(fault.position.line): \(fault.message)")
      }
      return (document, diagnostics)
    } catch {
      let reason =
        switch error {
        case .empty, .compressed: ErrorPresenter.wording(of: error).message
        default: "it cannot be read as \(SubscriptionFormat.title)"
        }
      return try refuse(file, reason, hint: nil)
    }
  }
}

/// The result of an import of lists of podcasts, as text and as JSON.
struct SubscriptionReport {
  let isDryRun: Bool
  /// The podcasts of the lists that the library does not have, with proposals for their ids.
  private(set) var found: [Podcast] = []
  /// The podcasts of the library with plays and positions from the lists.
  private(set) var played: [Podcast] = []
  /// The podcasts as they were added.
  private(set) var podcasts: [Podcast] = []
  /// The episodes of other podcasts that got plays or positions.
  private(set) var playedEpisodes: [Episode.ID] = []
  /// The podcasts of the lists that are in the library.
  private(set) var present: [Podcast.ID] = []
  /// The parts of the lists that get lost.
  private(set) var losses: [Loss] = []
  private var diagnostics: [(path: String, diagnostic: FeedDiagnostic)] = []

  init(isDryRun: Bool) { self.isDryRun = isDryRun }

  mutating func add(_ subscriptions: ImportedSubscriptions, _ faults: [FeedDiagnostic], of file: ImportFile) {
    found += subscriptions.podcasts
    present += subscriptions.present
    played += subscriptions.played
    losses += subscriptions.losses
    diagnostics += faults.map { (file.path, $0) }
  }

  /// Takes the changes of the library.
  mutating func take(_ plan: PodcastPlan) {
    podcasts = plan.changes.filter { $0.before == nil }.map(\.item)
    playedEpisodes = plan.updatedEpisodes.map(\.after.id)
  }

  /// Whether the lists have nothing that the library lacks.
  var changesNothing: Bool { podcasts.isEmpty && playedEpisodes.isEmpty }

  var sentence: StyledText {
    let plays = playedEpisodes.isEmpty ? nil : "the plays of \(counted(playedEpisodes.count, "episode"))"
    let verb = isDryRun ? "Would import" : "Imported"
    if podcasts.isEmpty, let plays { return "\(verb) \(plays)." }
    let what: StyledText =
      podcasts.count == 1 ? "\(podcasts[0].id, .bold)" : "\(counted(podcasts.count, "podcast"))"
    let episodes = podcasts.reduce(0) { $0 + $1.episodes.count }
    let contents = episodes == 0 ? "" : " with \(counted(episodes, "episode"))"
    let rest = present.isEmpty ? "" : "; \(present.count) already in the library"
    let end = plays.map { ", and \($0)" } ?? ""
    return "\(verb) \(what)\(contents)\(end)\(rest)."
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
  func json(commit: String?) -> JSONNode {
    [
      "operation": "import",
      "dryRun": .bool(isDryRun),
      "changed": .bool(commit != nil),
      "podcasts": .array(podcasts.map(JSONOutput.podcast)),
      "present": .strings(present),
      "played": .strings(playedEpisodes),
      "losses": JSONOutput.losses(losses),
      // An error would mean that a file cannot be read. An outline that is lost is among the losses.
      "diagnostics": .array(
        diagnostics.map { path, diagnostic in
          [
            "path": .string(path), "severity": .string(InterchangeDiagnostic.Severity.warning.rawValue),
            "line": .integer(diagnostic.position.line), "column": .integer(diagnostic.position.column),
            "message": .string(diagnostic.message),
          ]
        }),
      "commit": .optional(commit),
    ]
  }
}
