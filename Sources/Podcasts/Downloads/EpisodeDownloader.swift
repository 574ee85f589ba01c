public import Companions
public import FileSystem
public import MixtapeModel
public import SystemPackage

/// The episodes to download, among those that a user names.
public struct DownloadPlan: Hashable, Sendable {
  /// An episode to download.
  public struct Item: Hashable, Sendable {
    /// The names of the files.
    public let name: DownloadName
    /// The address of the sound, with the scheme `http` or `https`.
    public let address: String
    /// The number of bytes on disk from a download that broke off.
    public let partialBytes: Int
    /// The size in the library, which may be wrong; `nil` if it is unknown.
    public let statedSize: Int?

    /// Returns the path of the complete file.
    public func path(in directory: DownloadDirectory) -> FilePath { directory.place(name.file, of: name) }
  }

  /// The episodes to download, in the order of the user.
  public private(set) var items: [Item] = []
  /// The episodes that are downloaded already.
  public private(set) var complete: [Episode.ID] = []
  /// The episodes without an address of `http` or `https`.
  public private(set) var withoutAddress: [Episode.ID] = []
  /// The episodes whose addresses must not be used.
  public private(set) var refused: [Episode.ID] = []
  /// The number of bytes of all downloads on disk.
  public let usedBytes: Int

  /// Whether Mixtape makes the downloads by itself, so that it may also remove them.
  public let isAutomatic: Bool

  /// Makes a plan.
  ///
  /// - Parameters:
  ///   - isAutomatic: Whether Mixtape makes the downloads by itself.
  ///   - refuses: Returns whether the address of an episode of a podcast must not be used.
  public init(
    of episodes: [Episode], _ downloads: Downloads, isAutomatic: Bool = false, refuses: (String, Podcast.ID) -> Bool
  ) {
    self.isAutomatic = isAutomatic
    usedBytes = downloads.bytes
    for episode in episodes {
      let present = downloads.items[episode.id]
      if let present, present.isComplete {
        complete.append(episode.id)
      } else if let address = episode.webAddress {
        guard !refuses(address, episode.id.podcast) else {
          refused.append(episode.id)
          continue
        }
        let size: Int? = if case .integer(let size)? = episode.fields[.fileSize] { Int(size) } else { nil }
        items.append(
          Item(
            name: present?.name ?? DownloadName(of: episode), address: address, partialBytes: present?.bytes ?? 0,
            statedSize: size))
      } else {
        withoutAddress.append(episode.id)
      }
    }
  }

  /// The bytes that remain to be received, as far as the library has the sizes, and the number of episodes without one.
  public var remaining: (bytes: Int, unknownCount: Int) {
    let known = items.compactMap { item in item.statedSize.map { max(0, $0 - item.partialBytes) } }
    return (known.reduce(0, +), items.count - known.count)
  }
}

extension Episode {
  /// The address of the sound with the scheme `http` or `https`; `nil` for others.
  var webAddress: String? {
    guard let url else { return nil }
    do throws(SoundAddress.Refusal) {
      let address = try SoundAddress(url)
      return address.isFile ? nil : address.location
    } catch {
      return nil
    }
  }
}

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
  /// - Throws: ``CompanionProgramError`` if the program that fetches fails. Finished downloads stay, and others are partial.
  public func run(
    _ plan: DownloadPlan, isCancelled: () -> Bool = { false }, onProgress: (Progress) -> Void = { _ in }
  ) throws(CompanionProgramError) -> [Outcome] {
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

/// The state of the downloads of a plan.
struct DownloadRun {
  /// A download whose bytes arrive.
  private struct Active {
    let file: GrowingFile
    let length: Int?
    /// Whether a broken connection looks like the end of the content.
    let endsWithConnection: Bool
  }

  private let plan: DownloadPlan
  private var budget: DownloadBudget
  private var active: [Int: Active] = [:]
  private var results: [Int: EpisodeDownloader.Outcome] = [:]
  /// The bytes of partial files on disk.
  private var partialBytes: [Int]
  /// The downloads that start again at the beginning.
  private var restarts: Set<Int> = []
  private var hasRestarted: Set<Int> = []

  init(_ plan: DownloadPlan, limit: Int) {
    self.plan = plan
    budget = DownloadBudget(limit: limit, used: plan.usedBytes)
    partialBytes = plan.items.map(\.partialBytes)
  }

  /// The outcomes, in the order of the plan.
  var outcomes: [EpisodeDownloader.Outcome] {
    plan.items.indices.map { results[$0] ?? .failure(.fetch(FetchError(.other))) }
  }

  /// Returns the request for an episode; `nil` if there is no room for it.
  mutating func request(_ index: Int, in downloads: LockedDownloads) -> DownloadRequest? {
    let item = plan.items[index]
    guard budget.free > 0, item.statedSize.map({ $0 - partialBytes[index] <= budget.free }) ?? true else {
      results[index] = .failure(.limitReached(limit: budget.limit))
      return nil
    }
    let mark = downloads.mark(of: item.name)
    let isSame = mark?.isOf(item.address) == true && !hasRestarted.contains(index)
    return DownloadRequest(
      item.address, offset: isSame ? partialBytes[index] : 0, validators: isSame ? mark?.validators ?? .none : .none,
      bytes: budget.limit)
  }

  /// Returns the downloads that start again, and forgets them.
  mutating func takeRestarts() -> [Int] {
    defer { restarts = [] }
    return restarts.sorted()
  }

  /// Takes an event of a download. Returns whether the download goes on.
  mutating func take(_ event: DownloadEvent, of index: Int, in downloads: LockedDownloads) -> Bool {
    do throws(DownloadError) {
      switch event {
      case .started(let start): return try begin(index, start, in: downloads)
      case .part(let bytes): try append(bytes, to: index, in: downloads)
      case .finished: try finish(index, in: downloads)
      case .failed(let error):
        // 416: the server has fewer bytes than the partial file.
        if error.status == 416, restart(index) { return true }
        throw error.code == .tooLarge ? .limitReached(limit: budget.limit) : .fetch(error)
      }
      return true
    } catch {
      end(index, with: .failure(error))
      return false
    }
  }

  /// Plans another request from the beginning. Returns whether there was none before.
  private mutating func restart(_ index: Int) -> Bool {
    guard partialBytes[index] > 0, hasRestarted.insert(index).inserted else { return false }
    restarts.insert(index)
    return true
  }

  private mutating func begin(
    _ index: Int, _ start: DownloadStart, in downloads: LockedDownloads
  ) throws(DownloadError) -> Bool {
    let item = plan.items[index]
    if start.offset > 0, let known = downloads.mark(of: item.name)?.length, let length = start.length, known != length,
      restart(index)
    {
      return false
    }
    // If the content starts at its beginning, that of the partial file goes.
    let present = partialBytes[index]
    let isKept = start.offset > 0
    if let length = start.length, !budget.reserve(length - present, for: index) {
      throw .limitReached(limit: budget.limit)
    }
    // A download that the user has begun stays one of the user.
    let isAutomatic = plan.isAutomatic && downloads.mark(of: item.name)?.isAutomatic != false
    let mark = DownloadMark(
      address: item.address, validators: start.validators, length: start.length, isAutomatic: isAutomatic)
    let file = try downloads.begin(item.name, mark, keeping: isKept ? start.offset : 0)
    guard file.size == start.offset else { throw .fetch(FetchError(.cutOff)) }
    if !isKept {
      budget.remove(present)
      if start.length != nil { _ = budget.reserve(present, for: index) }
      partialBytes[index] = 0
    }
    active[index] = Active(file: file, length: start.length, endsWithConnection: start.endsWithConnection)
    return true
  }

  private mutating func append(
    _ bytes: [UInt8], to index: Int, in downloads: LockedDownloads
  ) throws(DownloadError) {
    guard let download = active[index] else { return }
    if download.length == nil, !budget.reserve(bytes.count, for: index) {
      // Nobody knows how much room it needs, so it would fail again.
      try downloads.remove(plan.items[index].name)
      budget.remove(partialBytes[index])
      partialBytes[index] = 0
      throw .limitReached(limit: budget.limit)
    }
    if let length = download.length, download.file.size + bytes.count > length {
      throw .fetch(FetchError(.invalidResponse))
    }
    let name = plan.items[index].name
    let before = download.file.size
    defer {
      let written = download.file.size - before
      budget.write(written, of: index)
      partialBytes[index] += written
    }
    try downloads.directory.reporting(downloads.directory.place(name.partialFile, of: name)) { () throws(Errno) in
      try download.file.append(bytes)
    }
  }

  private mutating func finish(_ index: Int, in downloads: LockedDownloads) throws(DownloadError) {
    let name = plan.items[index].name
    guard let download = active[index] else { throw .fetch(FetchError(.invalidResponse)) }
    guard isComplete(download, plan.items[index]) else { throw .fetch(FetchError(.cutOff)) }
    try downloads.finish(download.file, name)
    let path = downloads.directory.place(name.file, of: name)
    end(
      index,
      with: .success(Downloads.Item(name: name, path: path, isComplete: true, bytes: download.file.size)))
  }

  /// Returns whether all bytes of a download have arrived, as far as that is known.
  private func isComplete(_ download: Active, _ item: DownloadPlan.Item) -> Bool {
    if let length = download.length { return download.file.size == length }
    guard download.endsWithConnection, let stated = item.statedSize, download.file.size < stated else { return true }
    // The size in the library can be wrong. If the same bytes come twice, there are no others.
    return download.file.size == item.partialBytes
  }

  private mutating func end(_ index: Int, with outcome: EpisodeDownloader.Outcome) {
    active[index] = nil
    budget.end(index)
    results[index] = outcome
  }

  /// Returns the progress of a download; `nil` before its start.
  func progress(of index: Int) -> EpisodeDownloader.Progress? {
    guard active[index] != nil || results[index] != nil else { return nil }
    return EpisodeDownloader.Progress(
      endedCount: results.count, episode: plan.items[index].name.episode, bytes: partialBytes[index],
      length: active[index]?.length)
  }
}

/// The bytes that downloads may have together.
struct DownloadBudget {
  /// The maximum number of bytes.
  let limit: Int
  /// The number of bytes on disk.
  private(set) var used: Int
  /// The bytes that active downloads will write.
  private var reserved: [Int: Int] = [:]

  init(limit: Int, used: Int) {
    self.limit = limit
    self.used = used
  }

  /// The number of bytes that are neither used nor reserved; negative if the limit was lowered.
  var free: Int { limit - used - reserved.values.reduce(0, +) }

  /// Reserves bytes for a download, in addition to earlier ones. Returns whether there is room for them.
  mutating func reserve(_ bytes: Int, for download: Int) -> Bool {
    guard bytes <= free else { return false }
    reserved[download, default: 0] += bytes
    return true
  }

  /// Notes that a download has written reserved bytes.
  mutating func write(_ bytes: Int, of download: Int) {
    used += bytes
    reserved[download, default: bytes] -= bytes
  }

  /// Ends the reservation of a download.
  mutating func end(_ download: Int) { reserved[download] = nil }

  /// Notes that bytes were removed.
  mutating func remove(_ bytes: Int) { used -= bytes }
}
