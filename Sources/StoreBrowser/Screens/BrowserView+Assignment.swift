import TerminalUI

extension BrowserView {
  /// Returns the lines of an assignment: a row for each playlist, with the share of the episodes that it will have.
  func assignmentLines(_ assignment: Assignment, width: Int) -> [StyledText] {
    let count = assignment.episodes.count
    let noun = count == 1 ? "1 episode" : "\(count) episodes"
    let created = assignment.created.isEmpty ? "" : ", new: \(assignment.created.joined(separator: ", "))"
    let title: StyledText = "\(" Playlists of \(noun)", .bold)\(created, .green)"
    let field: StyledText = " \(assignment.field.line("› ", width: width - 2))"
    let height = layout.listHeight(besides: BrowserLayout.assignmentHead)
    let rows = assignment.cursor.visible(count: assignment.shown.count, height: height)
    let lines = rows.map { row -> StyledText in
      let playlist = assignment.playlists[assignment.shown[row]]
      let isSelected = row == assignment.cursor.row
      let style: StyledText.Style? = assignment.isChanged(playlist.id) ? .yellow : nil
      let box = StyledText(Self.box(assignment.share(of: playlist.id)), style)
      let line: StyledText = "\(isSelected ? "›" : " ")\(box) \(playlist.name) \(playlist.id, .faint)"
      return selected(line.cut(to: width), isSelected, width: width)
    }
    if !lines.isEmpty { return [title, field] + lines }
    return [title, field, StyledText(assignment.isLoaded ? "  No playlist has this name" : "  Reading…", .faint)]
  }

  private static func box(_ share: Assignment.Share) -> String {
    switch share {
    case .all: "[x]"
    case .some: "[~]"
    case .none: "[ ]"
    }
  }
}
