import EpisodeDownloads
import MixtapeModel
import SystemPackage
import TerminalUI

/// The report of `episode download`.
struct DownloadReport {
  private let plan: DownloadPlan
  /// The outcomes in the order of the plan; `nil` for a dry run.
  private let outcomes: [EpisodeDownloader.Outcome]?
  private let directory: DownloadDirectory

  /// Makes the report of downloads or of their plan.
  ///
  /// - Parameter outcomes: The outcomes; `nil` for a dry run.
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

  /// A failure, or several of one kind.
  struct Failure {
    /// The beginning of the message: `night-sky/auroras is not downloaded:`.
    let subject: String
    let problem: Problem
  }

  private var failed: [(id: Episode.ID, error: DownloadError)] {
    plan.refused.map { ($0, .refusedAddress) }
      + zip(plan.items, outcomes ?? []).compactMap { item, outcome in
        if case .failure(let error) = outcome { (item.name.episode, error) } else { nil }
      }
  }

  /// The failures. Those because of the limit are one.
  var failures: [Failure] {
    let isOfLimit = { (error: DownloadError) in if case .limitReached = error { true } else { false } }
    let others = failed.filter { !isOfLimit($0.error) }.map { id, error in
      Failure(subject: "\(id) is not downloaded:", problem: ErrorPresenter.problem(for: error))
    }
    let ofLimit = failed.filter { isOfLimit($0.error) }
    guard let first = ofLimit.first else { return others }
    let subject = ofLimit.count == 1 ? "\(first.id) is" : "\(counted(ofLimit.count, "episode")) are"
    return others + [
      Failure(subject: "\(subject) not downloaded:", problem: ErrorPresenter.problem(for: first.error))
    ]
  }

  /// The report as JSON.
  var json: JSONValue {
    let downloads: [JSONValue] =
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
  /// Returns a download.
  static func download(_ episode: Episode.ID, at path: String, bytes: Int?) -> JSONValue {
    [
      "episode": .string(episode.rawValue), "path": .string(path),
      "bytes": bytes.map { .integer(Int64($0)) } ?? .null,
    ]
  }
}
