import Interchange
import MixtapeModel
import MixtapeStore
import TerminalUI

extension Session {
  /// Looks up missing entries of playlists again, and replaces those that the library now has.
  ///
  /// - Parameter ids: The playlists; empty for all.
  func resolve(_ ids: [Playlist.ID], isDryRun: Bool, in store: Store) throws -> ExitStatus {
    let playlists =
      try ids.isEmpty ? store.playlists(withTimes: false) : ids.map { try store.existing($0, withTimes: false) }
    let matcher = LibraryMatcher(try store.podcasts())
    var replacements: [Playlist.ID: [Episode.ID: Episode.ID]] = [:]
    var (missing, uncertain) = (0, [String]())
    for playlist in playlists {
      for (id, comment) in try store.commentsOfMissing(in: playlist.id).sorted(by: { $0.key < $1.key }) {
        guard !matcher.contains(id), let entry = MissingEntry(comment: comment)?.entry else { continue }
        switch matcher.match(entry) {
        case .episode(let episode, _): replacements[playlist.id, default: [:]][id] = episode
        case .missing: missing += 1
        case .unsure(let candidates):
          uncertain.append(
            "\(playlist.id): \(ErrorPresenter.quoted(entry.display)) may be " + listed(candidates.map(\.rawValue), "or")
          )
        }
      }
    }
    report(uncertain: uncertain)
    let plan = isDryRun ? nil : try store.change(.resolve(replacements))
    present(replacements, missing: missing, uncertain: uncertain.count, plan, isDryRun: isDryRun)
    return replacements.isEmpty ? .nothingToDo : .done
  }

  /// Reports entries that match several episodes.
  func report(uncertain: [String]) {
    for text in uncertain.prefix(Self.mostShown) { reporter.note(code: "uncertain-entry", text) }
    if uncertain.count > Self.mostShown {
      reporter.note(
        code: "uncertain-entry", "\(counted(uncertain.count - Self.mostShown, "more entry", "more entries")) uncertain")
    }
  }

  private func present(
    _ replacements: [Playlist.ID: [Episode.ID: Episode.ID]], missing: Int, uncertain: Int, _ plan: PlaylistPlan?,
    isDryRun: Bool
  ) {
    let count = replacements.values.reduce(0) { $0 + $1.count }
    if plan?.changesNothing == false { noteChange() }
    print(
      json: [
        "operation": "resolve", "dryRun": .bool(isDryRun), "changed": .bool(plan?.changesNothing == false),
        "resolved": .array(
          replacements.sorted { $0.key < $1.key }.flatMap { playlist, episodes in
            episodes.sorted { $0.key < $1.key }.map { entry, episode in
              [
                "playlist": .string(playlist.rawValue), "entry": .string(entry.rawValue),
                "episode": .string(episode.rawValue),
              ]
            }
          }),
        "missing": .integer(Int64(missing)), "uncertain": .integer(Int64(uncertain)),
        "commit": .optional(plan?.savedVersion),
      ]
    ) {
      let rest = missing + uncertain
      guard count > 0 else {
        remark(rest == 0 ? "Nothing to resolve: no entry is missing." : "Nothing to resolve: \(rest) still missing.")
        return
      }
      let verb = isDryRun ? "Would resolve" : "Resolved"
      let end = rest == 0 ? "" : "; \(rest) still missing"
      print("\(verb) \(counted(count, "entry", "entries")) in \(counted(replacements.count, "playlist"))\(end).")
    }
  }
}
