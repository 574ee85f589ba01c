import EpisodeDownloads
import MixtapeModel
import SystemPackage
import TerminalUI

/// The report of what an update of feeds downloaded and removed by itself.
struct NewDownloadReport {
  /// The downloads; `nil` if there was nothing to look at.
  var downloads: DownloadReport?
  /// The removed downloads.
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
    let failed = (downloads?.failures ?? []).map {
      Problem(
        code: $0.problem.code, "\($0.subject) \($0.problem.message)", hints: $0.problem.hints, status: $0.problem.status
      )
    }
    return failed
      + [failure].compactMap(\.self).map {
        Problem(
          code: $0.code, "new episodes are not downloaded: \($0.message)", hints: $0.hints, status: $0.status)
      }
  }

  /// Returns the members of JSON objects; without a report, those of a report of nothing.
  static func json(of report: NewDownloadReport?) -> [(String, JSONValue)] {
    (report ?? NewDownloadReport()).json
  }

  private var json: [(String, JSONValue)] {
    [
      ("downloads", downloads?.json ?? .null),
      (
        "removedDownloads",
        .array(
          removed.map {
            [
              "episode": .string($0.item.name.episode.rawValue), "path": .string($0.item.path.string),
              "bytes": .integer(Int64($0.item.bytes)), "reason": .string($0.reason.name),
            ]
          })
      ),
    ]
  }
}

extension AutomaticDownloads.Reason {
  /// The name in JSON.
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
