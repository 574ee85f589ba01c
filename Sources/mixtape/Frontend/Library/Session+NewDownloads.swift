import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import Podcasts
import StoreBrowser
import SystemPackage

extension Session {
  /// Downloads new episodes of updated podcasts as `[downloads]` of mixtape.toml says, and removes downloads that are finished.
  /// Returns `nil` if it does not ask for that. If the user ends the command, downloads that are not complete stay partial.
  func downloadNew(
    of podcasts: Set<Podcast.ID>, in store: Store, isCancelled: () -> Bool = { false }
  ) -> NewDownloadReport? {
    guard let settings = store.newDownloads else { return nil }
    var report = NewDownloadReport()
    do {
      try downloadNew(of: podcasts, settings, in: store, &report, isCancelled)
    } catch {
      report.failure = ErrorPresenter.problem(for: error)
    }
    return report
  }

  private func downloadNew(
    of podcasts: Set<Podcast.ID>, _ settings: (new: DownloadSettings.NewEpisodes, keep: Int?), in store: Store,
    _ report: inout NewDownloadReport, _ isCancelled: () -> Bool
  ) throws {
    let episodes = try newEpisodes(of: podcasts, settings.new.rule, atMost: settings.keep, in: store)
    let directory = try downloadDirectory(of: store)
    // Without work, no directory is created.
    guard try !episodes.isEmpty || !directory.contents().all.isEmpty else { return }
    let downloads = try LockedDownloads(directory)
    // What was played makes room for what is new.
    report.removed = try removeFinished(of: podcasts, keeping: nil, in: downloads, store)
    let plan = DownloadPlan(
      of: episodes, try downloads.directory.contents(), isAutomatic: true, refuses: store.refusesAddress)
    let outcome = try run(plan, in: downloads, of: store, isCancelled: isCancelled)
    guard !isCancelled() else { return }
    report.downloads = outcome
    report.removed += try removeFinished(
      of: podcasts, keeping: settings.keep, including: Set(episodes.map(\.id)), in: downloads, store)
  }

  private func removeFinished(
    of podcasts: Set<Podcast.ID>, keeping count: Int?, including chosen: Set<Episode.ID> = [],
    in downloads: LockedDownloads, _ store: Store
  ) throws -> [AutomaticDownloads.Removal] {
    let automatic = try AutomaticDownloads(of: podcasts, in: downloads)
    return try automatic.removeFinished(store.episodes(automatic.episodes), keeping: count, including: chosen)
  }

  /// Returns the new episodes of podcasts whose addresses can be used.
  ///
  /// - Parameter count: The maximum number of each podcast, the last published first.
  private func newEpisodes(
    of podcasts: Set<Podcast.ID>, _ rule: Rule?, atMost count: Int?, in store: Store
  ) throws(MixtapeError) -> [Episode] {
    let fitting = try rule.map { (rule) throws(MixtapeError) in
      Set(try store.episodeIDs(matching: EpisodeQuery(rule: rule, now: context.now())))
    }
    // The library cannot be asked for other things while it lists episodes.
    var new: [Episode] = []
    try store.forEachNewEpisode(of: podcasts) {
      if fitting?.contains($0.id) != false { new.append($0) }
      return true
    }
    var counts: [Podcast.ID: Int] = [:]
    return new.filter { episode in
      let podcast = episode.id.podcast
      guard counts[podcast, default: 0] < count ?? .max, let url = episode.url,
        !store.refusesAddress(url, of: podcast)
      else { return false }
      counts[podcast, default: 0] += 1
      return true
    }
  }

  /// Prints what was downloaded and removed, and warns of failures. Returns whether all went well.
  func present(_ report: NewDownloadReport?) -> Bool {
    guard let report else { return true }
    if !wantsJSON { print(report.lines) }
    warn(of: report)
    return report.warnings.isEmpty
  }

  /// Warns of episodes that were not downloaded.
  func warn(of report: NewDownloadReport?) {
    for warning in report?.warnings ?? [] { reporter.warn(warning) }
  }
}

/// The report of what an update of feeds downloaded and removed by itself.
struct NewDownloadReport {
  /// The downloads; `nil` if there was nothing to look at.
  var downloads: DownloadReport?
  var removed: [AutomaticDownloads.Removal] = []
  /// The reason why downloads could not begin or end.
  var failure: Problem?

  /// The sentences.
  var lines: [StyledText] {
    [downloads.flatMap { $0.isEmpty ? nil : $0.sentence }, removed.isEmpty ? nil : removal].compactMap(\.self)
  }

  private var removal: StyledText {
    let reasons = removed.map(\.reason).withoutRepetitions.sorted { $0.rank < $1.rank }.map { reason in
      "\(removed.count { $0.reason == reason }) \(reason.words)"
    }
    let size = byteCount(removed.reduce(0) { $0 + $1.item.bytes })
    return "Removed \(counted(removed.count, "download")) (\(size)): \(listed(reasons))."
  }

  /// The failures, for warnings.
  var warnings: [Problem] {
    (downloads?.failures ?? []) + [failure?.with(consequence: "new episodes are not downloaded")].compactMap(\.self)
  }

  /// Returns the members of JSON objects; without a report, those of a report of nothing.
  static func json(of report: NewDownloadReport?) -> [(String, JSONNode)] {
    (report ?? NewDownloadReport()).json
  }

  private var json: [(String, JSONNode)] {
    [
      ("downloads", downloads?.json ?? .null),
      (
        "removedDownloads",
        .array(
          removed.map {
            [
              "episode": .string($0.item.name.episode.rawValue), "path": .string($0.item.path.string),
              "bytes": .integer($0.item.bytes), "reason": .string($0.reason.name),
            ]
          })
      ),
    ]
  }
}

extension AutomaticDownloads.Reason {
  fileprivate var name: String {
    switch self {
    case .played: "played"
    case .older: "older"
    case .unknown: "unknown"
    }
  }

  /// The place in sentences.
  fileprivate var rank: Int {
    switch self {
    case .played: 0
    case .older: 1
    case .unknown: 2
    }
  }

  fileprivate var words: String {
    switch self {
    case .played: "played"
    case .older(let kept): "beyond `keep = \(kept)`"
    case .unknown: "not in the library any more"
    }
  }
}
