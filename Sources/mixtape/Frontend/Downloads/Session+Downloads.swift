import EpisodeDownloads
import FeedFetching
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import TerminalUI

extension Session {
  /// Returns the downloads of a store. Warns if they cannot be read.
  func downloads(of store: Store) -> Downloads {
    do throws(DownloadError) {
      return try DownloadDirectory(of: store, in: context)?.contents() ?? Downloads()
    } catch {
      let problem = ErrorPresenter.problem(for: error)
      reporter.warn(code: problem.code, "the downloads cannot be read: \(problem.message)", hints: problem.hints)
      return Downloads()
    }
  }

  /// Returns the directory of the downloads of a store. Warns if the one in `mixtape.toml` has no effect.
  ///
  /// - Throws: ``CommandFailure`` if neither `mixtape.toml` nor the environment names one.
  func downloadDirectory(of store: Store) throws -> DownloadDirectory {
    for setting in try store.untrustedSettings() where setting.key == .downloads {
      reporter.report(.untrustedSetting(setting))
    }
    if let directory = DownloadDirectory(of: store, in: context) { return directory }
    throw CommandFailure(
      .notFound, code: "no-directory", "there is no directory for downloads, because $HOME is not set",
      hints: "`directory` in the table `[downloads]` of mixtape.toml names one")
  }

  /// Downloads episodes, and shows the progress.
  func download(_ episodes: [Episode], to directory: DownloadDirectory, of store: Store) throws -> DownloadReport {
    let downloads = try LockedDownloads(directory)
    let contents = try downloads.directory.contents()
    let plan = DownloadPlan(of: episodes, contents, refuses: store.refusesAddress)
    try downloads.claim(plan.complete.compactMap { contents.items[$0]?.name })
    return try run(plan, in: downloads, of: store)
  }

  /// Makes the downloads of a plan, and shows the progress.
  func run(
    _ plan: DownloadPlan, in downloads: LockedDownloads, of store: Store, isCancelled: () -> Bool = { false }
  ) throws(FetchProgramError) -> DownloadReport {
    let downloader = EpisodeDownloader(to: downloads, with: FeedFetcher(in: context), limit: store.downloadLimit)
    let line = ProgressLine(in: context, isShown: !wantsJSON)
    defer { line.end() }
    var last = ""
    let outcomes = try downloader.run(plan, isCancelled: isCancelled) { progress in
      let text = Self.text(of: progress, plan.items.count)
      // Bytes arrive far more often than the text changes.
      if text != last { line.show(text) }
      last = text
    }
    return DownloadReport(plan, outcomes, in: downloads.directory)
  }

  /// Returns a line such as `2/5  night-sky/042-auroras  12 MB of 40 MB`.
  private static func text(of progress: EpisodeDownloader.Progress, _ count: Int) -> String {
    let number = min(progress.endedCount + 1, count)
    let whole = progress.length.map { " of \(byteCount($0))" } ?? ""
    return "\(number)/\(count)  \(progress.episode.rawValue.prefix(40))  \(byteCount(progress.bytes))\(whole)"
  }

  /// Prints the result of `episode download`.
  func present(_ report: DownloadReport) -> ExitStatus {
    print(json: report.json) {
      if report.isEmpty {
        if report.failures.isEmpty { remark(report.nothing) }
      } else {
        if let sentence = report.sentence { print(sentence) }
        print(report.lines)
        report.remarks.forEach { remark($0) }
      }
    }
    for failure in report.failures {
      reporter.warn(
        code: failure.problem.code, "\(failure.subject) \(failure.problem.message)", hints: failure.problem.hints)
    }
    guard report.failures.isEmpty else { return .unavailable }
    return report.isEmpty ? .nothingToDo : .done
  }
}
