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
