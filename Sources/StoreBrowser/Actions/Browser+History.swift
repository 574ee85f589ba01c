import MixtapeModel

// History of a playlist, of a podcast, and of the whole store, and the values that both sides of a sync changed.

extension Browser {
  /// Opens the history of the selected playlist or podcast.
  mutating func openHistory() -> [BrowserEffect] {
    switch listing.source {
    case .playlist(let id): return open(ChangesPage(.playlist(id)))
    case .podcast(let id): return open(ChangesPage(.podcast(id)))
    case .search, .new, nil:
      refuse("Select a playlist or a podcast first; H shows the history of the whole store")
      return []
    }
  }

  mutating func open(_ page: ChangesPage) -> [BrowserEffect] {
    dialog = .history(page)
    return [.read(.history(page.item))]
  }

  /// Returns the read of the detail of the selected change, unless it was asked for.
  mutating func scrollAndRead(_ page: ChangesPage, _ layout: BrowserLayout) -> [BrowserEffect] {
    var page = page
    page.cursor.fit(count: page.changes.count, height: layout.historyRows)
    let request = page.wanted == page.asked ? nil : page.wanted
    page.asked = page.wanted
    dialog = .history(page)
    return request.map { [.read(.change(page.item, $0.change, $0.detail))] } ?? []
  }

  mutating func pressInHistory(_ key: Key, _ page: ChangesPage) -> [BrowserEffect] {
    var page = page
    let layout = BrowserLayout(self)
    switch key {
    case .pageUp: page.scroll(by: -layout.historyDetailRows, height: layout.historyDetailRows)
    case .pageDown: page.scroll(by: layout.historyDetailRows, height: layout.historyDetailRows)
    case _ where key.isCancel, .character("q"), .character("h"), .character("H"):
      dialog = nil
      return []
    case .tab, .enter: page.toggleDetail()
    case .character("u"): return [.undo]
    case .control("r"): return [.redo]
    case .character("R"):
      guard let change = page.selected else { break }
      guard let item = page.item else {
        refuse("h on a playlist or a podcast shows its versions, and R there restores one")
        break
      }
      let restoration = BrowserEffect.Restoration(item: item, revision: change.revision)
      dialog = .question(
        Question(
          text: "Restore \(item.id) as it was at \(change.label)?", answer: .restore(restoration), history: page))
      return []
    default: _ = page.cursor.move(key, count: page.changes.count, page: layout.historyRows)
    }
    dialog = .history(page)
    return []
  }

  // MARK: Conflicts

  /// Asks for the values in conflict once, after the first lists: reading history can take long in a new clone.
  mutating func askForConflicts() -> [BrowserEffect] {
    guard !hasAskedConflicts else { return [] }
    hasAskedConflicts = true
    return [.read(.conflicts)]
  }

  mutating func show(_ found: [ConflictsPage.Conflict]) {
    conflicts = found
    guard case .conflicts(var page) = dialog else { return }
    page.show(found)
    if job == nil { page.isDeciding = false }
    dialog = .conflicts(page)
  }

  mutating func openConflicts() -> [BrowserEffect] {
    hasAskedConflicts = true
    var page = ConflictsPage()
    page.isDeciding = job != nil
    dialog = .conflicts(page)
    return [.read(.conflicts)]
  }

  mutating func pressInConflicts(_ key: Key, _ page: ConflictsPage) -> [BrowserEffect] {
    var page = page
    switch key {
    case _ where key.isCancel, .character("q"), .character("!"):
      dialog = nil
      return []
    case .character("m"): return decide(page, taking: .mine)
    case .character("t"): return decide(page, taking: .theirs)
    default: _ = page.cursor.move(key, count: page.conflicts.count, page: BrowserLayout(self).conflictRows)
    }
    dialog = .conflicts(page)
    return []
  }

  /// Decides the selected conflict. Until the list is read after that, keys decide nothing: the user has not seen the next one yet.
  private mutating func decide(_ page: ConflictsPage, taking side: ConflictsPage.Side) -> [BrowserEffect] {
    guard let conflict = page.selected else { return [] }
    if page.isDeciding, job == nil {
      refuse("Mixtape reads the conflicts again; wait for the list")
      return []
    }
    let effects = start(.decide(conflict, taking: side))
    if !effects.isEmpty {
      var page = page
      page.isDeciding = true
      dialog = .conflicts(page)
    }
    return effects
  }
}
