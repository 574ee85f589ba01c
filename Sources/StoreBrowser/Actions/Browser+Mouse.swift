import MixtapeModel
import TerminalUI

extension Browser {
  /// The number of rows that a step of the wheel scrolls.
  private static let wheelStep = 3

  /// Handles an event of the mouse: a click selects, the wheel scrolls.
  mutating func press(_ event: MouseEvent) -> [BrowserEffect] {
    let layout = BrowserLayout(self)
    guard dialog == nil else {
      scrollDialog(event, layout)
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
    guard event.kind == .press else {
      return shelf.cursor.scroll(by: Self.step(event), count: shelf.rows.count, height: region.rows)
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
    guard event.kind == .press else {
      return listing.cursor.scroll(by: Self.step(event), count: listing.count, height: region.rows)
    }
    focus = .listing
    let row = listing.cursor.first + event.row - region.row
    if (0..<listing.count).contains(row) { listing.cursor.select(row) }
  }

  private mutating func scrollDialog(_ event: MouseEvent, _ layout: BrowserLayout) {
    switch dialog {
    case .picker(var picker):
      let row = picker.cursor.first + event.row - layout.body.row - 2
      if event.kind != .press {
        picker.cursor.scroll(by: Self.step(event), count: picker.found.count, height: layout.listHeight(besides: 2))
      } else if picker.found.indices.contains(row) {
        picker.cursor.select(row)
      }
      dialog = .picker(picker)
    case .assignment(var assignment):
      let row = assignment.cursor.first + event.row - layout.body.row - BrowserLayout.assignmentHead
      if event.kind != .press {
        let height = layout.listHeight(besides: BrowserLayout.assignmentHead)
        assignment.cursor.scroll(by: Self.step(event), count: assignment.shown.count, height: height)
      } else if assignment.shown.indices.contains(row) {
        assignment.cursor.select(row)
      }
      dialog = .assignment(assignment)
    case .help(var cursor):
      if event.kind == .press { return dialog = nil }
      cursor.scroll(by: Self.step(event), count: layout.helpLines.count, height: layout.listHeight(besides: 1))
      dialog = .help(cursor)
    case .details(var page):
      if event.kind == .press { return dialog = nil }
      page.scroll(by: Self.step(event), height: layout.body.rows)
      dialog = .details(page)
    case .chapters(var cursor):
      let count = player?.chapters.count ?? 0
      let row = cursor.first + event.row - layout.body.row - 1
      if event.kind != .press {
        cursor.scroll(by: Self.step(event), count: count, height: layout.listHeight(besides: 1))
      } else if (0..<count).contains(row) {
        cursor.select(row)
      }
      dialog = .chapters(cursor)
    case .history(var walk):
      if event.kind != .press {
        walk.scroll(by: Self.step(event), height: layout.historyDetailRows)
      } else if (1...layout.historyRows).contains(event.row - layout.body.row) {
        walk.cursor.select(min(walk.cursor.first + event.row - layout.body.row - 1, max(0, walk.changes.count - 1)))
      }
      dialog = .history(walk)
    case .rules(var editor):
      let row = editor.cursor.first + event.row - layout.body.row - layout.ruleHead(of: editor)
      if event.kind != .press {
        editor.cursor.scroll(by: Self.step(event), count: editor.count, height: layout.ruleRows(of: editor))
      } else if editor.draft.rules.indices.contains(row) {
        editor.cursor.select(row)
      }
      if editor.typing == nil { dialog = .rules(editor) }
    case .form, .question, .filter, .find, nil: break
    }
  }

  private static func step(_ event: MouseEvent) -> Int { event.kind == .wheelUp ? -wheelStep : wheelStep }
}
