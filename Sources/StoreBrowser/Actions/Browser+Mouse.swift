import MixtapeModel
import TerminalUI

extension Browser {
  /// Handles an event of the mouse: a click selects, the wheel scrolls.
  mutating func press(_ event: MouseEvent) -> [BrowserEffect] {
    let layout = BrowserLayout(self)
    guard dialog == nil else {
      pressDialog(event, layout)
      return []
    }
    if event.kind == .press, event.row == layout.header?.row {
      if let kind = Shelf.Kind.tab(at: event.column) { show(kind) }
    } else if let region = layout.shelf, region.contains(column: event.column, row: event.row) {
      pressShelf(event, region)
    } else if let region = layout.listing, region.contains(column: event.column, row: event.row) {
      pressListing(event, region)
    }
    return []
  }

  private mutating func pressShelf(_ event: MouseEvent, _ region: BrowserLayout.Region) {
    if let rows = event.scrolledRows {
      return shelf.cursor.scroll(by: rows, count: shelf.rows.count, height: region.rows)
    }
    focus = .shelf
    let row = shelf.cursor.first + event.row - region.row
    guard shelf.rows.indices.contains(row) else { return }
    search = nil
    let wasSelected = shelf.cursor.row == row
    shelf.cursor.select(row)
    // The second click opens or closes a folder.
    if wasSelected, shelf.selected?.isGroup == true { shelf.toggleSelected() }
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
    case .help(var cursor):
      guard let rows = event.scrolledRows else { return dialog = nil }
      cursor.scroll(by: rows, count: layout.helpLines.count, height: layout.listHeight(besides: 1))
      dialog = .help(cursor)
    case .details(var page):
      guard let rows = event.scrolledRows else { return dialog = nil }
      page.scroll(by: rows, height: layout.body.rows)
      dialog = .details(page)
    case .chapters(var cursor):
      let count = player?.chapters.count ?? 0
      cursor.handle(event, top: top + 1, count: count, height: layout.listHeight(besides: 1))
      dialog = .chapters(cursor)
    case .history(var walk):
      if let rows = event.scrolledRows {
        walk.scroll(by: rows, height: layout.historyDetailRows)
      } else if (1...layout.historyRows).contains(event.row - top) {
        walk.cursor.select(min(walk.cursor.first + event.row - top - 1, max(0, walk.changes.count - 1)))
      }
      dialog = .history(walk)
    case .rules(var editor) where editor.typing == nil:
      editor.cursor.handle(
        event, top: top + layout.ruleHead(of: editor), count: editor.count, height: layout.ruleRows(of: editor))
      dialog = .rules(editor)
    case .rules, .form, .question, .filter, .find, nil: break
    }
  }
}
