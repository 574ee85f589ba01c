import EpisodeDownloads
import FeedFetching
import MixtapeModel
import MixtapeStore
import SystemPackage

extension ErrorPresenter {
  /// Returns the problem of a download.
  static func problem(for error: DownloadError) -> Problem {
    switch error {
    case .fetch(let error):
      let (message, hints) = wording(of: error, "episode")
      return Problem(code: error.code.rawValue, message, hints: hints, status: ExitStatus(for: error))
    case .refusedAddress:
      return Problem(
        code: FetchError.Code.privateNetwork.rawValue, "its address is refused: \(PrivateNetwork.refusal)",
        hints: ["a podcast without `feed` may have such addresses"], status: .unavailable)
    case .limitReached(let limit):
      return Problem(
        code: "download-limit", "the downloads would exceed the limit of \(byteCount(limit))",
        hints: [
          "`mixtape episode forget --where 'playCount > 0'` removes the downloads of played episodes",
          "`limit` in the table `[downloads]` of mixtape.toml sets another limit",
        ], status: .unavailable)
    case .occupied(let path):
      return Problem(
        code: "already-exists", "\(quoted(path.string)) is not a download, and is not replaced",
        hints: ["move it away, or choose another directory in the table `[downloads]` of mixtape.toml"],
        status: .exists)
    case .insideRepository(let path):
      return Problem(
        code: "inside-repository", "\(quoted(path.string)) is in a directory of git",
        hints: ["choose another directory in the table `[downloads]` of mixtape.toml"], status: .invalid)
    case .busy(let path):
      return Problem(
        code: "locked", "another `mixtape` process is changing the downloads in \(quoted(path.string))",
        hints: ["try again later"],
        status: .locked)
    case .system(let path, let error):
      return Problem(
        code: "input-output", "\(quoted(path.string)): \(error.reason)", status: .inputOutput)
    }
  }
}
