import Companions
import FileSystem
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import PlaylistFiles
import Podcasts
import StoreBrowser
import SystemPackage

extension Session {
  /// Returns the downloads of a store. Warns if they cannot be read.
  func downloads(of store: Store) -> Downloads {
    do throws(DownloadError) {
      return try DownloadDirectory(of: store, in: context)?.contents() ?? Downloads()
    } catch {
      reporter.warn(of: error, "the downloads cannot be read")
      return Downloads()
    }
  }

  /// Returns the directory of the downloads of a store. Warns if the one in `mixtape.toml` has no effect.
  ///
  /// - Throws: ``Problem`` if neither `mixtape.toml` nor the environment names one.
  func downloadDirectory(of store: Store) throws -> DownloadDirectory {
    for setting in try store.untrustedSettings() where setting.key == .downloads {
      reporter.report(.untrustedSetting(setting))
    }
    if let directory = DownloadDirectory(of: store, in: context) { return directory }
    throw Problem(
      .notFound, code: "no-directory", "there is no directory for downloads, because $HOME is not set",
      hints: "`directory` in the table `[downloads]` of mixtape.toml names one")
  }

  /// Makes the downloads of a plan, and shows the progress.
  func run(
    _ plan: DownloadPlan, in downloads: LockedDownloads, of store: Store, isCancelled: () -> Bool = { false }
  ) throws(CompanionProgramError) -> DownloadReport {
    let downloader = EpisodeDownloader(to: downloads, with: FeedFetcher(in: context), limit: store.downloadLimit)
    let line = ProgressLine(in: context, isShown: !wantsJSON)
    defer { line.end() }
    let outcomes = try downloader.run(plan, isCancelled: isCancelled) { progress in
      line.show(Self.text(of: progress, plan.items.count))
    }
    return DownloadReport(plan, outcomes, in: downloads.directory)
  }

  /// Returns a line such as `2/5  night-sky/042-auroras  12 MB of 40 MB`.
  private static func text(of progress: EpisodeDownloader.Progress, _ count: Int) -> String {
    let number = min(progress.endedCount + 1, count)
    let whole = progress.length.map { " of \(byteCount($0))" } ?? ""
    return "\(number)/\(count)  \(progress.episode.rawValue.prefix(40))  \(byteCount(progress.bytes))\(whole)"
  }
}

/// The report of `episode download`.
struct DownloadReport {
  private let plan: DownloadPlan
  /// The outcomes in the order of the plan; `nil` for a dry run.
  private let outcomes: [EpisodeDownloader.Outcome]?
  private let directory: DownloadDirectory

  init(_ plan: DownloadPlan, _ outcomes: [EpisodeDownloader.Outcome]?, in directory: DownloadDirectory) {
    self.plan = plan
    self.outcomes = outcomes
    self.directory = directory
  }

  private var done: [Downloads.Item] {
    (outcomes ?? []).compactMap { outcome in if case .success(let item) = outcome { item } else { nil } }
  }

  /// Whether nothing was to be downloaded.
  var isEmpty: Bool { plan.items.isEmpty }

  /// The remark if nothing was to be downloaded.
  var nothing: StyledText {
    if plan.complete.isEmpty { return "Nothing to download: no episode has an address of http or https." }
    return "Nothing to download: already downloaded."
  }

  /// The main sentence; `nil` if all downloads failed.
  var sentence: StyledText? {
    guard outcomes != nil else {
      return "Would download \(counted(plan.items.count, "episode")) (\(remainingSize)) to \(directory.path.string)."
    }
    guard !done.isEmpty else { return nil }
    return "Downloaded \(counted(done.count, "episode")) (\(byteCount(done.reduce(0) { $0 + $1.bytes })))."
  }

  private var remainingSize: String {
    let (bytes, unknownCount) = plan.remaining
    if unknownCount == plan.items.count { return "size unknown" }
    return unknownCount == 0 ? byteCount(bytes) : "at least \(byteCount(bytes))"
  }

  /// The episodes of a dry run.
  var lines: [StyledText] {
    guard outcomes == nil else { return [] }
    var table = TextTable(rightAligned: [1], indentation: 2)
    for item in plan.items {
      let part = item.partialBytes > 0 ? "\(byteCount(item.partialBytes)) already downloaded" : ""
      table.append(
        StyledText(item.name.episode, .bold), StyledText(item.statedSize.map(byteCount) ?? ""),
        StyledText(part, .faint))
    }
    return table.lines
  }

  /// The facts beside the main sentence.
  var remarks: [StyledText] {
    var remarks: [StyledText] = []
    if !plan.complete.isEmpty { remarks.append("Already downloaded: \(counted(plan.complete.count, "episode")).") }
    if !plan.withoutAddress.isEmpty {
      remarks.append("Skipped: \(counted(plan.withoutAddress.count, "episode")) without an address of http or https.")
    }
    if outcomes == nil { remarks.append("Nothing was changed.") }
    return remarks
  }

  private var failed: [(id: Episode.ID, error: DownloadError)] {
    plan.refused.map { ($0, .refusedAddress) }
      + zip(plan.items, outcomes ?? []).compactMap { item, outcome in
        if case .failure(let error) = outcome { (item.name.episode, error) } else { nil }
      }
  }

  /// The failures: `night-sky/auroras is not downloaded: …`. Those because of the limit are one.
  var failures: [Problem] {
    let isOfLimit = { (error: DownloadError) in if case .limitReached = error { true } else { false } }
    let others = failed.filter { !isOfLimit($0.error) }.map { id, error in
      ErrorPresenter.problem(for: error).with(consequence: "\(id) is not downloaded")
    }
    let ofLimit = failed.filter { isOfLimit($0.error) }
    guard let first = ofLimit.first else { return others }
    let subject = ofLimit.count == 1 ? "\(first.id) is" : "\(counted(ofLimit.count, "episode")) are"
    return others + [ErrorPresenter.problem(for: first.error).with(consequence: "\(subject) not downloaded")]
  }

  var json: JSONNode {
    let downloads: [JSONNode] =
      outcomes == nil
      ? plan.items.map {
        JSONOutput.download($0.name.episode, at: $0.path(in: directory).string, bytes: $0.statedSize)
      } : done.map { JSONOutput.download($0.name.episode, at: $0.path.string, bytes: $0.bytes) }
    return [
      "operation": "download",
      "dryRun": .bool(outcomes == nil),
      "directory": .string(directory.path.string),
      "downloads": .array(downloads),
      "present": .strings(plan.complete),
      "refused": .strings(plan.withoutAddress),
      "failed": .array(
        failed.map { id, error in
          let problem = ErrorPresenter.problem(for: error)
          return [
            "id": .string(id.rawValue), "code": .string(problem.code), "message": .string(problem.message),
          ]
        }),
    ]
  }
}

extension JSONOutput {
  static func download(_ episode: Episode.ID, at path: String, bytes: Int?) -> JSONNode {
    [
      "episode": .string(episode.rawValue), "path": .string(path),
      "bytes": bytes.map { .integer($0) } ?? .null,
    ]
  }
}

extension DownloadDirectory {
  /// Returns the directory of the downloads of a store: the one that `mixtape.toml` names, otherwise a directory for this store
  /// in the user's data. `nil` if the environment does not name the user's data.
  ///
  /// The default is not in the directory of a store, where git would see it. Its name contains a digest of the path of the store,
  /// because two stores can have different episodes with the same id.
  init?(of store: Store, in context: CommandContext) {
    if let directory = store.downloadDirectory {
      self.init(at: directory.lexicallyNormalized())
      return
    }
    guard let data = StoreLocation.userData(in: context) else { return nil }
    self.init(at: data.appending("mixtape-downloads").appending(Self.name(of: store.directory)))
  }

  private static func name(of store: FilePath) -> String {
    let path: FilePath
    do throws(Errno) {
      path = try SystemCalls.resolved(store)
    } catch {
      // The store was opened at this path, so it was removed or moved meanwhile.
      path = store
    }
    let name = path.lastComponent.flatMap { Playlist.ID(suggestedBy: $0.string)?.rawValue } ?? "store"
    return "\(name)-\(ContentDigest.text(of: Array(path.string.utf8)).prefix(8))"
  }
}

extension CommandContext {
  /// Returns a function for players that finds the downloads of a store, and refuses addresses that must not be used.
  func localFiles(of store: Store) -> @Sendable (Episode) throws(MusicServiceError) -> String? {
    let directory = DownloadDirectory(of: store, in: self)
    return { (episode) throws(MusicServiceError) in
      if let file = directory?.file(of: episode.id) { return file.string }
      guard let url = episode.url, store.refusesAddress(url, of: episode.id.podcast) else { return nil }
      throw .notPlayable("the player does not open its address: \(PrivateNetwork.refusal)")
    }
  }
}
