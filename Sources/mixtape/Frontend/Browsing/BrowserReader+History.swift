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

  /// Returns the last changes of an item, or of the whole store with the next undo and redo.
  func changes(of item: ChangesPage.Item?) throws(MixtapeError) -> ChangesPage.Contents {
    let page = try store.history(of: item?.storeItem, limit: Self.mostChanges)
    let changes = page.entries.map { entry in
      ChangesPage.Change(
        revision: entry.id.description, parent: entry.parents.first?.description,
        label: entry.label(in: context).rendered(colored: false), subject: entry.subject)
    }
    guard item == nil else { return ChangesPage.Contents(changes) }
    let next = try store.nextSteps()
    return ChangesPage.Contents(
      changes, undo: next.undo.map(ChangesPage.Step.init),
      redo: next.redo.map { ChangesPage.Step(revision: $0.id.description, subject: $0.subject) })
  }

  /// Returns the difference that a change made to an item, or to the whole store.
  func difference(_ change: ChangesPage.Change, of item: ChangesPage.Item?) throws(MixtapeError) -> [StyledText] {
    guard let parent = change.parent else {
      if case .playlist(let id) = item { return try lines(of: id, at: change) }
      return ["The first change has nothing to compare with."]
    }
    let differences = try store.differences(
      of: item?.storeItem, from: Revision(parent), to: Revision(change.revision))
    let lines = try store.lines(of: differences)
    return lines.isEmpty ? ["No differences."] : lines
  }

  /// Returns the values that both sides of a sync changed, and that nobody has decided.
  func conflicts() throws(MixtapeError) -> [ConflictsPage.Conflict] {
    let open = try store.openConflicts()
    return zip(open, try store.values(of: open)).map { conflict, values in
      let times = values.times(in: context)
      return ConflictsPage.Conflict(
        conflict.name, conflict.key,
        ConflictChoice.allCases.map { choice in
          let version = values[choice]
          return ConflictsPage.Version(
            choice == .mine ? .mine : .theirs, SyncReportText.value(version.value),
            origin: version.origin(at: times[choice]), isTaken: choice == values.taken)
        })
    }
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

extension ChangesPage.Step {
  fileprivate init(_ step: UndoPreview.Step) {
    switch step {
    case .committed(let entry): self.init(revision: entry.id.description, subject: entry.subject)
    case .handEdit(let edit): self.init(revision: nil, subject: "\(edit.subject) (not committed yet)")
    }
  }
}
