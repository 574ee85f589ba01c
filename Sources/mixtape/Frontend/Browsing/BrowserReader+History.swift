import GitHistory
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser
import TerminalUI

extension BrowserReader {
  /// The maximum number of changes in a history.
  private static let mostChanges = 500
  /// The maximum number of episodes of an earlier version that are listed.
  private static let mostEpisodes = 1_000

  /// Returns the last changes of a playlist.
  func changes(of id: Playlist.ID) throws(MixtapeError) -> [ChangesPage.Change] {
    try store.history(of: .playlist(id), limit: Self.mostChanges).entries.map { entry in
      ChangesPage.Change(
        revision: entry.id.description, parent: entry.parents.first?.description,
        label: entry.label(in: context).rendered(colored: false), subject: entry.subject)
    }
  }

  /// Returns the difference that a change made to a playlist.
  func difference(_ change: ChangesPage.Change, of id: Playlist.ID) throws(MixtapeError) -> [StyledText] {
    guard let parent = change.parent else { return try lines(of: id, at: change) }
    let differences = try store.differences(
      of: .playlist(id), from: Revision(parent), to: Revision(change.revision))
    var lines: [StyledText] = []
    for case .playlist(let difference) in differences.map(\.meaning) {
      let episodes = (difference.before?.episodes ?? []) + (difference.after?.episodes ?? [])
      let titles = try store.episodes(episodes.withoutRepetitions).mapValues(\.title)
      lines += DifferenceReport(difference, titles: titles).lines
    }
    return lines.isEmpty ? ["The file cannot be compared by meaning."] : lines
  }

  /// Returns the description, the settings and the rules of a playlist, as far as it has them.
  private func facts(of playlist: Playlist) -> [StyledText] {
    let description = playlist.description.split(whereSeparator: \.isNewline).map { StyledText($0) }
    let keys = PlaylistKey.keys(of: .settings) + PlaylistKey.keys(of: .criteria).filter { $0 != .conditions }
    let values = keys.filter(playlist.keysInUse.contains).map { "\($0.rawValue) \(playlist[$0])" }
    let rules = (playlist.criteria.conditions ?? []).map { StyledText("rule: \($0)", .faint) }
    return description + (values.isEmpty ? [] : [StyledText(values.joined(separator: " · "), .faint)]) + rules
  }

  /// Returns the lines of a playlist after a change.
  func lines(of id: Playlist.ID, at change: ChangesPage.Change) throws(MixtapeError) -> [StyledText] {
    let past = try store.pastPlaylist(id, at: Revision(change.revision))
    let entries = past.contents.entries.prefix(Self.mostEpisodes)
    let episodes = try past.episodes(entries.map(\.id))
    let head: StyledText = "\(past.playlist.name, .bold) \(counted(past.contents.entries.count, "episode"), .faint)"
    return [head] + facts(of: past.playlist)
      + entries.enumerated().map { offset, entry in
        let title: StyledText =
          episodes[entry.id].map { StyledText($0.title) } ?? "\("missing", .yellow) \(entry.id, .faint)"
        return "\(offset + 1, .faint)  \(title)"
      }
  }
}
