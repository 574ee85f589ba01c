import Interchange
import MixtapeModel

extension Session {
  /// The maximum number of losses, faults and uncertain entries in messages.
  static let mostShown = 20

  /// Reports the lost parts, one per note.
  func report(_ losses: [Loss]) {
    for loss in losses.prefix(Self.mostShown) {
      let owner = loss.playlist.map { "\($0): " } ?? ""
      reporter.note(code: "loss", "\(owner)cannot keep \(loss.name): \(loss.reason)\(Self.wording(of: loss.effect))")
    }
    if losses.count > Self.mostShown {
      let rest = counted(losses.count - Self.mostShown, "more part")
      reporter.note(code: "loss", "cannot keep \(rest); `--json` lists all")
    }
  }

  private static func wording(of effect: LostRule.Effect?) -> String {
    effect.map { "; without it, the playlist finds \($0.rawValue) episodes" } ?? ""
  }

  /// Warns that a list of podcasts contains passwords.
  func warn(ofCredentialsOf podcasts: [Podcast.ID]) {
    warn(ofCredentials: "the list contains the user names and passwords in the feeds", of: podcasts.map(\.rawValue))
  }

  /// Warns that exported playlists contain passwords.
  func warn(ofCredentialsIn playlists: [Playlist.ID]) {
    warn(
      ofCredentials: "the export contains the user names and passwords in the addresses of episodes",
      of: playlists.map(\.rawValue))
  }

  private func warn(ofCredentials message: String, of owners: [String]) {
    guard !owners.isEmpty else { return }
    reporter.warn(code: "exported-password", "\(message) of \(listedBriefly(owners))")
  }

  /// Notes that a list of podcasts contains feeds in files.
  func note(ofFilesOf podcasts: [Podcast.ID]) {
    guard !podcasts.isEmpty else { return }
    let owners = listedBriefly(podcasts.map(\.rawValue))
    reporter.note(code: "exported-file", "only this computer has the feeds of \(owners): they are files")
  }

  private func listedBriefly(_ ids: [String]) -> String {
    let shown = Array(ids.prefix(Self.mostShown))
    return listed(ids.count > shown.count ? shown + ["others"] : shown)
  }

  /// Throws an error if parts are lost, or files are skipped.
  static func requireNoLoss(_ losses: Int, skipping skipped: Int = 0, _ done: String) throws {
    var faults: [String] = []
    if skipped > 0 { faults.append("\(counted(skipped, "file")) would be skipped") }
    if losses > 0 { faults.append("\(counted(losses, "part")) would be lost") }
    guard !faults.isEmpty else { return }
    throw Problem(
      .invalid, code: "loss", "\(listed(faults)); nothing was \(done)",
      hints: "without --strict, everything else is \(done)")
  }
}

extension JSONOutput {
  /// Returns the lost parts as JSON.
  static func losses(_ losses: [Loss]) -> JSONNode {
    .array(
      losses.map { loss in
        [
          "playlist": .optional(loss.playlist), "kind": .string(loss.kind), "name": .string(loss.name),
          "reason": .string(loss.reason), "effect": .optional(loss.effect?.rawValue),
        ]
      })
  }
}
