import MixtapeModel
import TerminalUI

// History of a playlist.

extension Browser {
  /// Opens the history of the selected playlist.
  mutating func openHistory() -> [BrowserEffect] {
    guard case .playlist(let id) = listing.source else {
      refuse("Select a playlist first")
      return []
    }
    dialog = .history(HistoryWalk(id))
    return [.read(.history(id))]
  }

  /// Returns the read of the detail of the selected change, unless it was asked for.
  mutating func settle(_ walk: HistoryWalk, _ layout: BrowserLayout) -> [BrowserEffect] {
    var walk = walk
    walk.cursor.fit(count: walk.changes.count, height: layout.historyRows)
    let request = walk.wanted == walk.asked ? nil : walk.wanted
    walk.asked = walk.wanted
    dialog = .history(walk)
    return request.map { [.read(.change(walk.playlist, $0.change, $0.detail))] } ?? []
  }

  mutating func pressInHistory(_ key: Key, _ walk: HistoryWalk) -> [BrowserEffect] {
    var walk = walk
    let layout = BrowserLayout(self)
    switch key {
    case .pageUp: walk.scroll(by: -layout.historyDetailRows, height: layout.historyDetailRows)
    case .pageDown: walk.scroll(by: layout.historyDetailRows, height: layout.historyDetailRows)
    case _ where key.isCancel, .character("q"), .character("h"):
      dialog = nil
      return []
    case .tab, .enter: walk.detail = walk.detail == .difference ? .playlist : .difference
    case .character("R"):
      guard let change = walk.selected else { break }
      let restoration = BrowserEffect.Restoration(playlist: walk.playlist, revision: change.revision)
      dialog = .question(
        Question(
          text: "Restore \(walk.playlist) as it was at \(change.label)?", answer: .restore(restoration), history: walk))
      return []
    default: _ = walk.cursor.move(key, count: walk.changes.count, page: layout.historyRows)
    }
    dialog = .history(walk)
    return []
  }
}
