import TerminalUI

extension BrowserView {
  /// Returns the lines of a history: the changes, and the detail of the selected one.
  func historyLines(_ walk: HistoryWalk, width: Int) -> [StyledText] {
    let rows = walk.cursor.visible(count: walk.changes.count, height: layout.historyRows)
    var lines: [StyledText] = rows.map { row in
      let change = walk.changes[row]
      let isSelected = row == walk.cursor.row
      let line: StyledText = "\(isSelected ? "›" : " ")\(change.label, .faint)  \(change.subject)"
      return selected(line.cut(to: width), isSelected, width: width)
    }
    if lines.isEmpty { lines = [StyledText(walk.isLoaded ? "  No changes" : "  Reading…", .faint)] }
    lines += Array(repeating: "", count: max(0, layout.historyRows - lines.count))
    let name = walk.detail == .difference ? "Changes" : "The playlist after this change"
    let detail: [StyledText] = walk.isCurrent || walk.selected == nil ? walk.lines : []
    let shown = detail.dropFirst(walk.firstLine).prefix(layout.historyDetailRows).map { " \($0)" as StyledText }
    return ["\(" History of \(walk.playlist)", .bold)"] + lines + ["\(" \(name)", .bold)"] + shown
  }
}
