import MixtapeModel
import TerminalUI

extension BrowserView {
  /// Returns the lines of the rules of a playlist: the rules, and the episodes that they find.
  func ruleLines(_ editor: RuleEditor, width: Int) -> [StyledText] {
    let title: StyledText = "\(" Rules of \(editor.playlist)", .bold) \(Self.wording(of: editor.draft.match), .faint)"
    let head = editor.facts.isEmpty ? [title] : [title, StyledText(" \(editor.facts)", .faint)]
    let rows = editor.cursor.visible(count: editor.count, height: layout.ruleRows(of: editor))
    let lines = rows.flatMap { row -> [StyledText] in
      let isSelected = row == editor.cursor.row
      let number = "\(isSelected ? "›" : " ")\(row + 1, .faint)  " as StyledText
      if let typing = editor.typing, typing.index ?? editor.draft.rules.count == row {
        return typedLines(typing, editor, number, width: width)
      }
      let line: StyledText = "\(number)\(editor.draft.rules[row])"
      return [selected(line.cut(to: width), isSelected, width: width)]
    }
    let empty: [StyledText] = editor.count == 0 ? ["\("  No rules; a adds one", .faint)"] : []
    return head + lines + empty + previewLines(editor, width: width)
  }

  private static func wording(of match: SmartCriteria.Match) -> String {
    switch match {
    case .all: "all must match"
    case .any: "any of them must match"
    case .none: "none of them may match"
    }
  }

  /// Returns the line of a rule that is being typed, and a mark below the place of its error.
  private func typedLines(
    _ typing: RuleEditor.Typing, _ editor: RuleEditor, _ number: StyledText, width: Int
  ) -> [StyledText] {
    let room = width - number.width
    let line = "\(number)\(typing.field.line("", width: room))" as StyledText
    guard editor.isCurrent, case .fault(let fault) = editor.preview, let range = fault.range else { return [line] }
    let bytes = typing.field.text.utf8
    /// Returns the column of a byte in the line, which may show only the end of the text.
    func column(_ offset: Int) -> Int {
      let before = String(decoding: bytes.prefix(offset), as: UTF8.self).displayWidth
      let typed = typing.field.before.displayWidth
      // The cursor takes a column.
      let cursor = before >= typed && !typing.field.after.isEmpty ? 1 : 0
      return before - max(0, typed - (room - 1)) + cursor
    }
    let start = max(0, min(column(range.lowerBound), room - 1))
    let end = max(start + 1, min(column(range.upperBound), room))
    let mark = "^" + String(repeating: "~", count: end - start - 1)
    return [line, "\(StyledText.blanks(number.width + start))\(mark, .boldRed)"]
  }

  /// Returns the number of episodes and the first of them, or the reason why there are none.
  private func previewLines(_ editor: RuleEditor, width: Int) -> [StyledText] {
    let isLate = !editor.isCurrent
    switch editor.preview {
    case .matches(let matches):
      let typed = matches.typedCount.map { "; this rule alone: \(counted($0, "episode"))" } ?? ""
      let warnings = matches.warnings.map { "\(" ! \($0)", .yellow)" as StyledText }
      let count: StyledText =
        "\(" \(counted(matches.count, "episode"))", .bold)\(typed, .faint)\(isLate ? " …" : "", .faint)"
      return [count] + warnings
        + Self.lines(of: matches.first, width: width - 3).map { "   \($0)" }
    case .fault(let fault) where !isLate:
      let texts = [StyledText(fault.message, .boldYellow)] + fault.hints.map { StyledText($0, .faint) }
      return texts.flatMap { $0.wrapped(to: width - 1) }.map { " \($0)" }
    case .fault, nil: return ["\(" Counting…", .faint)"]
    }
  }
}
