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
    dialog = .history(ChangesPage(id))
    return [.read(.history(id))]
  }

  /// Returns the read of the detail of the selected change, unless it was asked for.
  mutating func scrollAndRead(_ page: ChangesPage, _ layout: BrowserLayout) -> [BrowserEffect] {
    var page = page
    page.cursor.fit(count: page.changes.count, height: layout.historyRows)
    let request = page.wanted == page.asked ? nil : page.wanted
    page.asked = page.wanted
    dialog = .history(page)
    return request.map { [.read(.change(page.playlist, $0.change, $0.detail))] } ?? []
  }

  mutating func pressInHistory(_ key: Key, _ page: ChangesPage) -> [BrowserEffect] {
    var page = page
    let layout = BrowserLayout(self)
    switch key {
    case .pageUp: page.scroll(by: -layout.historyDetailRows, height: layout.historyDetailRows)
    case .pageDown: page.scroll(by: layout.historyDetailRows, height: layout.historyDetailRows)
    case _ where key.isCancel, .character("q"), .character("h"):
      dialog = nil
      return []
    case .tab, .enter: page.detail = page.detail == .difference ? .playlist : .difference
    case .character("R"):
      guard let change = page.selected else { break }
      let restoration = BrowserEffect.Restoration(playlist: page.playlist, revision: change.revision)
      dialog = .question(
        Question(
          text: "Restore \(page.playlist) as it was at \(change.label)?", answer: .restore(restoration), history: page))
      return []
    default: _ = page.cursor.move(key, count: page.changes.count, page: layout.historyRows)
    }
    dialog = .history(page)
    return []
  }
}
