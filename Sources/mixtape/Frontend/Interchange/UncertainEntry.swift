import Interchange
import MixtapeModel

/// A playlist entry that matches several episodes, or one not certainly.
struct UncertainEntry {
  let playlist: Playlist.ID
  /// The id in the playlist.
  let id: Episode.ID
  let entry: InterchangeEntry
  let candidates: [Episode.ID]

  /// The candidates, and the command that takes one.
  var message: String {
    let place = entry.line > 0 ? "line \(entry.line): " : ""
    let found = listed(candidates.map(\.rawValue), "or")
    let episode = candidates.count == 1 ? candidates[0].rawValue : "EPISODE"
    return "\(playlist): \(place)\(ErrorPresenter.quoted(entry.display)) may be \(found); "
      + "to take it: `mixtape import --resolve \(playlist) --take \(id)=\(episode)`"
  }
}

extension Session {
  /// Reports entries that match several episodes.
  func report(_ entries: [UncertainEntry]) {
    for entry in entries.prefix(Self.mostShown) { reporter.note(code: "uncertain-entry", entry.message) }
    if entries.count > Self.mostShown {
      reporter.note(
        code: "uncertain-entry", "\(counted(entries.count - Self.mostShown, "more entry", "more entries")) uncertain")
    }
  }
}
