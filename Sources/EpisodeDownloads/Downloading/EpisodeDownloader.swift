public import FeedFetching
public import MixtapeModel

/// Downloads episodes to a directory, several at once.
///
/// A download that breaks off stays as a partial file, also if the process is killed. The next one continues it, if the server still
/// has the same content.
public struct EpisodeDownloader {
  private let downloads: LockedDownloads
  private let fetcher: FeedFetcher
  private let limit: Int

  /// The number of episodes that are downloaded at once, and of those from one server.
  public static let (parallel, parallelOfHost) = (4, 2)

  /// Makes a downloader.
  ///
  /// - Parameter limit: The maximum size of all downloads in bytes.
  public init(to downloads: LockedDownloads, with fetcher: FeedFetcher, limit: Int) {
    self.downloads = downloads
    self.fetcher = fetcher
    self.limit = limit
  }

  /// A result for an episode.
  public typealias Outcome = Result<Downloads.Item, DownloadError>

  /// The progress of a run.
  public struct Progress: Hashable, Sendable {
    /// The number of episodes that are finished or failed.
    public let endedCount: Int
    /// The episode that the last bytes belong to.
    public let episode: Episode.ID
    /// The number of its bytes so far.
    public let bytes: Int
    /// The number of all of its bytes; `nil` if the server does not state it.
    public let length: Int?
  }

  /// Downloads the episodes of a plan. Failures of single episodes are outcomes, and the others go on.
  ///
  /// - Parameters:
  ///   - isCancelled: Returns whether to stop. Downloads that are not complete then stay partial, and count as failures.
  ///   - onProgress: Called on this thread when bytes arrive, and at the end of each download.
  /// - Returns: The outcomes, in the order of the plan.
  /// - Throws: ``FetchProgramError`` if the program that fetches fails. Finished downloads stay, and others are partial.
  public func run(
    _ plan: DownloadPlan, isCancelled: () -> Bool = { false }, onProgress: (Progress) -> Void = { _ in }
  ) throws(FetchProgramError) -> [Outcome] {
    var fetcher = fetcher
    fetcher.parallel = Self.parallel
    fetcher.parallelOfHost = Self.parallelOfHost
    var run = DownloadRun(plan, limit: limit)
    var indices = Array(plan.items.indices)
    // Those whose content has changed on the server run again, from the beginning.
    while !indices.isEmpty, !isCancelled() {
      let requests = indices.map { run.request($0, in: downloads) }
      let wanted = indices.indices.filter { requests[$0] != nil }
      try fetcher.download(wanted.compactMap { requests[$0] }) { number, event in
        let index = indices[wanted[number]]
        let continues = run.take(event, of: index, in: downloads)
        if let progress = run.progress(of: index) { onProgress(progress) }
        return continues && !isCancelled()
      }
      indices = run.takeRestarts()
    }
    return run.outcomes
  }
}
