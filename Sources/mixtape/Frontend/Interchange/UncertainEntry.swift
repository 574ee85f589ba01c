import Interchange
import MixtapeModel

/// A playlist entry that matches several episodes, or one not certainly.
struct UncertainEntry: Hashable {
  let playlist: Playlist.ID
  /// The id in the playlist.
  let id: Episode.ID
  let entry: InterchangeEntry
  let candidates: [Episode.ID]

  /// Returns the candidates, and the command that takes one.
  ///
  /// - Parameter isSaved: Whether the playlist has the entry, so that the command works.
  func message(isSaved: Bool) -> String {
    let place = entry.line > 0 ? "line \(entry.line): " : ""
    let found = listed(candidates.map(\.rawValue), "or")
    let message = "\(playlist): \(place)\(ErrorPresenter.quoted(entry.display)) may be \(found)"
    guard isSaved else { return message }
    let episode = candidates.count == 1 ? candidates[0].rawValue : "EPISODE"
    return
      "\(message); `mixtape import --resolve \(playlist) --take \(id)=\(episode)` accepts \(candidates.count == 1 ? "it" : "one")"
  }
}

extension Session {
  /// Reports entries that match several episodes.
  ///
  /// - Parameter areSaved: Whether playlists of the store have them.
  func report(_ entries: [UncertainEntry], areSaved: Bool = true) {
    for entry in entries.prefix(Self.mostShown) {
      reporter.note(code: "uncertain-entry", entry.message(isSaved: areSaved))
    }
    if entries.count > Self.mostShown {
      reporter.note(
        code: "uncertain-entry",
        "\(counted(entries.count - Self.mostShown, "more entry", "more entries")) uncertain; `--json` lists all")
    }
  }
}
