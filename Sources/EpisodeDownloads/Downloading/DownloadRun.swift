internal import FeedFetching
internal import FileSystem
internal import SystemPackage

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
