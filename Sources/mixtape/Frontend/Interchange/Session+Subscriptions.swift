import Feeds
import Interchange
import MixtapeModel
import MixtapeStore
import TerminalUI
import XMLReading

extension Session {
  /// Imports lists of podcasts: a podcast for each feed that the library does not have. No feed is fetched.
  ///
  /// - Parameter skipped: The number of skipped files, which a strict import refuses; `nil` if it is not strict.
  func importSubscriptions(
    _ files: [ImportFile], into folder: Folder, of store: Store, skipped: Int?, isDryRun: Bool
  ) throws -> ExitStatus {
    let lists = try files.compactMap { file in try opml(file).map { (file, $0.document, $0.diagnostics) } }
    // Only lists with episodes need those of the library.
    let hasEpisodes = lists.contains { $0.1.leaves.contains { !$0.outline.episodes.isEmpty } }
    let library = try hasEpisodes ? store.podcasts() : store.library.summaries().map(\.head)
    let now = context.now().wholeSeconds
    var importer = SubscriptionImporter(library: library, folder: folder, now: now)
    var report = SubscriptionReport(isDryRun: isDryRun)
    for (file, document, diagnostics) in lists {
      report.add(importer.subscriptions(of: document), diagnostics, of: file)
    }
    self.report(report.losses)
    if let skipped {
      try requireNoLoss(report.losses.count, skipping: skipped + files.count - lists.count, "imported")
    }
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
