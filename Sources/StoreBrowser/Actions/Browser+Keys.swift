import MixtapeModel
import MixtapePlayer

// The meaning of keys in the panes: that of ``PaneAction``.

extension Browser {
  /// Returns whether a move of episodes is saved before a key acts. The caller saves it, so that the key finds the saved playlist.
  package func savesMove(before key: Key) -> Bool { isMoving && !continuesMove(key) }

  private func continuesMove(_ key: Key) -> Bool {
    guard dialog == nil, page == nil, let action = PaneAction(key) else { return false }
    return action == .moveDown || action == .moveUp
  }

  mutating func press(_ key: Key) -> [BrowserEffect] {
    switch key {
    case .control("c"): return savingMove() + [.quit]
    case .control("z"): return savingMove() + [.suspend]
    case .control("l"): return [.redraw]
    default: break
    }
    let saved = continuesMove(key) ? [] : savingMove()
    if case .mouse(let event) = key { return saved + press(event) }
    message = nil
    if mustWait(for: key) {
      awaited = nil
      refuse("Still reading; press the key again")
      return saved
    }
    if let page, let player { return saved + press(key, on: page, player) }
    return saved + (dialog == nil ? PaneAction(key).map { perform($0, key) } ?? [] : pressInDialog(key))
  }

  mutating func perform(_ action: PaneAction, _ key: Key) -> [BrowserEffect] {
    switch action {
    case .quit: return [.quit]
    case .help: dialog = .help(TextScroll())
    case .switchPane: focus = focus == .sidebar ? .listing : .sidebar
    case .show(let tab): show(tab)
    case .filter where focus == .listing && listing.source == nil: refuse("There is no list to filter here")
    case .filter: dialog = .filter(focus, TextField(focus == .sidebar ? sidebar.filter : listing.filter))
    case .find: dialog = .find(TextField(search ?? ""))
    case .undo: return [.undo]
    case .redo: return [.redo]
    case .create: dialog = .form(Form(creatingIn: selectedFolder))
    case .createSmart: dialog = .rules(RuleEditor(creatingIn: selectedFolder))
    case .duplicate: duplicate()
    case .editHead: editHead()
    case .editRules: openRules()
    case .add: openPicker()
    case .assign: return openAssignment()
    case .history: return openHistory()
    case .storeHistory: return open(ChangesPage(nil))
    case .conflicts: return openConflicts()
    case .rate: return rate()
    case .togglePlayed: return togglePlayed()
    case .tags: editTags()
    case .updateFeeds: return updateFeeds()
    case .bringIn: dialog = .bringIn(BringIn())
    case .download: return startWithEpisodes(BrowserJob.download)
    case .forget: return startWithEpisodes(BrowserJob.forget)
    case .editFile: return edit()
    case .details: openDetails()
    case .play: return play()
    case .shufflePlay: return shufflePlay()
    case .enqueue(let place): return enqueue(place)
    case .player(let action): return control(action)
    case .endPlayer: return endPlayer()
    case .chapters: openChapters()
    case .moveCursor, .open, .left, .right, .back, .mark, .markAll, .remove, .moveDown, .moveUp:
      return focus == .sidebar ? performInSidebar(action, key) : performInListing(action, key)
    }
    return []
  }

  private mutating func performInSidebar(_ action: PaneAction, _ key: Key) -> [BrowserEffect] {
    switch action {
    case .moveCursor:
      _ = sidebar.cursor.move(key, count: sidebar.rows.count, page: BrowserLayout(self).sidebarHeight)
      search = nil
    case .open, .right:
      if sidebar.selected?.isGroup == true {
        sidebar.toggleSelected()
      } else if sidebar.selected != nil {
        search = nil
        focus = .listing
      }
    case .left: if sidebar.selected?.isGroup == true { sidebar.toggleSelected() }
    case .back: clearSidebar()
    case .mark: markInSidebar()
    case .remove: askForDeletion()
    default: break
    }
    return []
  }

  private mutating func performInListing(_ action: PaneAction, _ key: Key) -> [BrowserEffect] {
    switch action {
    case .moveCursor: _ = listing.cursor.move(key, count: listing.count, page: BrowserLayout(self).listingHeight)
    case .left: focus = .sidebar
    case .back: return clearListing()
    case .mark: markInListing()
    case .markAll: markAll()
    case .remove: return remove()
    case .moveDown: moveChosen(by: 1)
    case .moveUp: moveChosen(by: -1)
    case .open: return play()
    default: break
    }
    return []
  }

  private mutating func show(_ tab: BrowserTab) {
    if tab == .player { return openPage() }
    page = nil
    if let tree = tab.tree { show(tree) } else { (detached, focus) = (.new, .listing) }
  }

  /// Shows another tree.
  mutating func show(_ kind: Sidebar.Kind) {
    self.kind = kind
    (focus, search) = (.sidebar, nil)
  }

  /// Removes the filter, or else the marks of the tree.
  private mutating func clearSidebar() {
    if !sidebar.filter.isEmpty { sidebar.filter(by: "") } else { sidebar.marks = [] }
  }

  /// Removes the marks, or else the filter, or else the result of a search; or goes to the tree.
  private mutating func clearListing() -> [BrowserEffect] {
    if !listing.marks.isEmpty {
      listing.marks = []
    } else if !listing.filter.isEmpty {
      listing.filter(by: "", nil)
    } else if detached != nil {
      (detached, focus) = (nil, .sidebar)
    } else {
      focus = .sidebar
    }
    return []
  }

  /// The folder of the selected row, for a new playlist.
  private var selectedFolder: Folder {
    guard kind == .playlists else { return .top }
    if case .folder(let folder) = sidebar.selected?.item { return folder }
    return sidebar.selected.flatMap { sidebar.folder(of: $0.item) } ?? .top
  }

  // MARK: Marks

  private mutating func markInSidebar() {
    guard case .playlist(let id) = sidebar.selected?.item else {
      return refuse("Only playlists can be marked here")
    }
    if sidebar.marks.remove(id) == nil { sidebar.marks.insert(id) }
    _ = sidebar.cursor.move(.down, count: sidebar.rows.count, page: 1)
  }

  private mutating func markInListing() {
    guard let offset = listing.selected else { return }
    if listing.marks.remove(offset) == nil { listing.marks.insert(offset) }
    _ = listing.cursor.move(.down, count: listing.count, page: 1)
  }

  /// Marks all shown entries, or none if all are marked.
  private mutating func markAll() {
    let shown = Set((0..<listing.count).map(listing.offset))
    listing.marks = listing.marks == shown ? [] : shown
  }

  mutating func refuse(_ reason: String) { show(Message(reason, isRefusal: true)) }
}

extension Browser {
  /// Returns whether a key acts on rows that are being read: on those of the tree, of the list, or of a search. The caller handles
  /// it after the answer, so that fast typing loses no key, and no key acts on other rows than the user expects. If the caller
  /// does not wait, the key is refused.
  package func mustWait(for key: Key) -> Bool {
    page.map { $0.mustWait(for: key) } ?? mustWaitInPanes(for: key)
  }

  private func mustWaitInPanes(for key: Key) -> Bool {
    switch dialog {
    case nil:
      switch PaneAction(key)?.rows(in: focus) {
      case .list: isReadingTree || listing.isLoading || listing.isFiltering
      case .tree: isReadingTree
      case nil: false
      }
    case .picker(let picker): !picker.isCurrent && (key == .enter || key == .tab || key.choosesRow)
    case .assignment(let assignment):
      !assignment.isLoaded && (key == .enter || key == .tab || key == .control("n") || key.choosesRow)
    case .history(let page): !page.isLoaded && (PaneAction(key) == .moveCursor || key == .character("R"))
    case .conflicts(let page): !page.isLoaded && !key.isCancel
    case .bringIn(let dialog): !dialog.isCurrent && key == .enter
    case .rules(let editor): key == .tab && editor.awaitsValues
    case .help, .form, .details, .question, .filter, .find, .rating: false
    }
  }

  /// Whether the rows of the tree are unknown, or a new playlist will be selected in it.
  private var isReadingTree: Bool { !sidebar.isLoaded || kind == .playlists && awaited != nil }
}

extension Key {
  /// Whether the key moves the cursor of a list beside a field for text.
  fileprivate var choosesRow: Bool { [.up, .down, .pageUp, .pageDown].contains(self) }
}

/// The action of a key in the panes. ``BrowserKeys`` describes the keys to users.
enum PaneAction: Equatable {
  case quit, help, switchPane, filter, find, undo, redo
  case create, editHead, editRules, add, assign, history, editFile, details
  case updateFeeds, bringIn, rate, togglePlayed, download, forget, tags, createSmart, duplicate, storeHistory, conflicts
  case play, shufflePlay, chapters, endPlayer
  /// Puts the episodes into the queue.
  case enqueue(PlayerAction.QueuePosition)
  case show(BrowserTab)
  case player(PlayerAction)
  case moveCursor, open, left, right, back, mark, markAll, remove, moveDown, moveUp

  /// Makes the action of a key; `nil` for a key without one.
  init?(_ key: Key) {
    switch key {
    case .character(let character):
      guard let action = Self.letters[character] ?? PlayerKeys.action(of: key).map(Self.player) else { return nil }
      self = action
    case .tab, .backTab: self = .switchPane
    case .control("r"): self = .redo
    case .control("b"), .control("f"), .up, .down, .pageUp, .pageDown, .home, .end: self = .moveCursor
    case .enter: self = .open
    case .left: self = .left
    case .right: self = .right
    case .escape: self = .back
    case .delete: self = .remove
    default: return nil
    }
  }

  private static let letters: [Character: PaneAction] = [
    "q": .quit, "?": .help,
    "1": .show(.playlists), "2": .show(.library), "3": .show(.tags), "4": .show(.new), "5": .show(.player),
    "/": .filter, "f": .find,
    "u": .undo, "n": .create, "r": .editHead, "c": .editRules, "a": .add, "A": .assign, "h": .history, "e": .editFile,
    "i": .details, "p": .play, "s": .shufflePlay, "o": .enqueue(.next), "O": .enqueue(.last), "l": .chapters,
    "X": .endPlayer, "j": .moveCursor, "k": .moveCursor, "g": .moveCursor, "G": .moveCursor, "m": .mark, "*": .markAll,
    "d": .remove, "J": .moveDown, "K": .moveUp,
    "U": .updateFeeds, "I": .bringIn, "R": .rate, "x": .togglePlayed, "w": .download, "W": .forget, "T": .tags,
    "N": .createSmart, "y": .duplicate, "H": .storeHistory, "!": .conflicts,
  ]

  /// The rows on which an action acts.
  enum Rows {
    case tree
    /// The rows of the list. They depend on the tree.
    case list
  }

  /// Returns the rows on which the action acts in a pane; `nil` if it acts on none.
  func rows(in pane: Browser.Pane) -> Rows? {
    switch self {
    case .quit, .help, .switchPane, .find, .undo, .redo, .show, .player, .chapters, .endPlayer, .back: nil
    case .bringIn, .storeHistory, .conflicts: nil
    case .updateFeeds: pane == .sidebar ? .tree : nil
    case .create, .createSmart, .filter, .tags: .tree
    case .rate, .togglePlayed, .download, .forget, .duplicate: .list
    case .editHead, .editRules, .add, .assign, .play, .shufflePlay, .enqueue: .list
    case .left, .right: pane == .sidebar ? .tree : nil
    case .history, .editFile, .details, .moveCursor, .open, .mark, .markAll, .remove, .moveDown, .moveUp:
      pane == .sidebar ? .tree : .list
    }
  }
}

// The meaning of the mouse.

extension Browser {
  /// Handles an event of the mouse: a click selects, the wheel scrolls.
  mutating func press(_ event: MouseEvent) -> [BrowserEffect] {
    let layout = BrowserLayout(self)
    if event.kind == .press, event.row == layout.header?.row, dialog == nil {
      return tab(at: event.column).map { perform(.show($0), .mouse(event)) } ?? []
    }
    if let page {
      if let rows = event.scrolledRows, page.mode != .playing { scrollPage(by: rows) }
      return []
    }
    guard dialog == nil else {
      pressDialog(event, layout)
      return []
    }
    if let region = layout.sidebar, region.contains(column: event.column, row: event.row) {
      pressSidebar(event, region)
    } else if let region = layout.listing, region.contains(column: event.column, row: event.row) {
      pressListing(event, region)
    }
    return []
  }

  /// Scrolls the page of the player as the arrow keys do.
  private mutating func scrollPage(by rows: Int) {
    for _ in 0..<abs(rows) { if let player { _ = page?.press(rows < 0 ? .up : .down, player) } }
  }

  private mutating func pressSidebar(_ event: MouseEvent, _ region: BrowserLayout.Region) {
    if let rows = event.scrolledRows {
      return sidebar.cursor.scroll(by: rows, count: sidebar.rows.count, height: region.rows)
    }
    focus = .sidebar
    let row = sidebar.cursor.first + event.row - region.row
    guard sidebar.rows.indices.contains(row) else { return }
    search = nil
    let wasSelected = sidebar.cursor.row == row
    sidebar.cursor.select(row)
    // The second click opens or closes a folder.
    if wasSelected, sidebar.selected?.isGroup == true { sidebar.toggleSelected() }
  }

  private mutating func pressListing(_ event: MouseEvent, _ region: BrowserLayout.Region) {
    if event.kind == .press { focus = .listing }
    listing.cursor.handle(event, top: region.row, count: listing.count, height: region.rows)
  }

  private mutating func pressDialog(_ event: MouseEvent, _ layout: BrowserLayout) {
    let top = layout.body.row
    switch dialog {
    case .picker(var picker):
      picker.cursor.handle(event, top: top + 2, count: picker.found.count, height: layout.listHeight(besides: 2))
      dialog = .picker(picker)
    case .assignment(var assignment):
      let head = BrowserLayout.assignmentHead
      assignment.cursor.handle(
        event, top: top + head, count: assignment.shown.count, height: layout.listHeight(besides: head))
      dialog = .assignment(assignment)
    case .help(var scroll):
      guard let rows = event.scrolledRows else { return dialog = nil }
      scroll.scroll(by: rows, count: layout.helpLines.count, height: layout.listHeight(besides: 1))
      dialog = .help(scroll)
    case .details(var page):
      guard let rows = event.scrolledRows else { return close(page) }
      page.scroll(by: rows, height: layout.body.rows)
      dialog = .details(page)
    case .history(var page):
      if let rows = event.scrolledRows {
        page.scroll(by: rows, height: layout.historyDetailRows)
      } else if (1...layout.historyRows).contains(event.row - top) {
        page.cursor.select(min(page.cursor.first + event.row - top - 1, max(0, page.changes.count - 1)))
      }
      dialog = .history(page)
    case .rules(var editor) where editor.typing == nil:
      editor.cursor.handle(
        event, top: top + 1, count: editor.rows.count, height: layout.ruleRows(of: editor))
      dialog = .rules(editor)
    case .conflicts(var page):
      page.cursor.handle(event, top: top + 1, count: page.conflicts.count, height: layout.conflictRows)
      dialog = .conflicts(page)
    case .rules, .form, .bringIn, .rating, .question, .filter, .find, nil: break
    }
  }
}
