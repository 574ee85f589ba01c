import EpisodeDownloads
import MixtapeModel
import SystemPackage
import TerminalUI

/// The report of what an update of feeds downloaded and removed by itself.
struct NewDownloadReport {
  /// The number of unplayed downloads of a podcast that stay; `nil` for all.
  let keep: Int?
  /// The downloads; `nil` if there was nothing to look at.
  var downloads: DownloadReport?
  /// The removed downloads.
  var removed: [AutomaticDownloads.Removal] = []
  /// The reason why downloads could not begin or end.
  var failure: Problem?

  /// Makes a report of nothing.
  init(keep: Int?) { self.keep = keep }

  /// The sentences.
  var lines: [StyledText] {
    [downloads.flatMap { $0.isEmpty ? nil : $0.sentence }, removed.isEmpty ? nil : removal].compactMap(\.self)
  }

  private var removal: StyledText {
    let reasons = [AutomaticDownloads.Reason.played, .older, .unknown].compactMap { reason -> String? in
      let count = removed.count { $0.reason == reason }
      return count == 0 ? nil : "\(count) \(words(for: reason))"
    }
    let size = byteCount(removed.reduce(0) { $0 + $1.item.bytes })
    return "Removed \(counted(removed.count, "download")) (\(size)): \(listed(reasons))."
  }

  private func words(for reason: AutomaticDownloads.Reason) -> String {
    switch reason {
    case .played: "played"
    case .older: "older than the newest \(keep ?? 0) of the podcast"
    case .unknown: "not in the library any more"
    }
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
    (report ?? NewDownloadReport(keep: nil)).json
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
              "bytes": .integer(Int64($0.item.bytes)), "reason": .string($0.reason.rawValue),
            ]
          })
      ),
    ]
  }
}
