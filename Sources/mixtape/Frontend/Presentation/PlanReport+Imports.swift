import MixtapeModel
import TerminalUI

extension PlanReport {
  /// The sentence for an import without playlists.
  static let nothingToImport: StyledText = "Nothing to import: no playlist files found."

  /// Returns the name of one playlist, or the number of several.
  static func naming(_ playlists: [Playlist.ID]) -> StyledText {
    playlists.count == 1 ? StyledText(playlists[0], .bold) : StyledText(counted(playlists.count, "playlist"))
  }

  /// Creates the report of replaced missing entries.
  ///
  /// - Parameter missing: The number of entries that are still missing.
  init(resolution plan: PlaylistPlan, isDryRun: Bool = false, missing: Int = 0) {
    let entries = counted(plan.replacedEntries.count, "entry", "entries")
    let verb = isDryRun ? "Would resolve" : "Resolved"
    let end = missing == 0 ? "" : "; \(missing) still missing"
    let reason = missing == 0 ? "no entry is missing" : "\(missing) still missing"
    self.init(
      done: "\(verb) \(entries) in \(counted(plan.changes.count, "playlist"))\(end).",
      nothing: "Nothing to resolve: \(reason).")
  }
}

extension PlaylistPlan {
  /// The entries that have another episode after the change, in order of playlists.
  var replacedEntries: [(playlist: Playlist.ID, entry: Episode.ID, episode: Episode.ID)] {
    changes.flatMap { change in
      zip(change.before?.episodes ?? [], change.after?.episodes ?? []).filter { $0 != $1 }
        .map { (change.item.id, $0, $1) }
    }
  }
}
