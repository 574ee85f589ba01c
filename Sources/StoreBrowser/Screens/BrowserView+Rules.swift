import MixtapeModel
import TerminalUI

extension BrowserView {
  /// Returns the lines of the rules of a playlist: the rules, the other criteria, and the episodes that they find.
  func ruleLines(_ editor: RuleEditor, width: Int) -> [StyledText] {
    let rows = editor.cursor.visible(count: editor.rows.count, height: layout.ruleRows(of: editor))
    let lines = rows.flatMap { place -> [StyledText] in
      let row = editor.rows[place]
      let isSelected = place == editor.cursor.row
      let head = "\(isSelected ? "›" : " ")\(label(of: row, editor), .faint)" as StyledText
      if let typing = editor.typing, typing.row == row { return typedLines(typing, editor, head, width: width) }
      let text = editor.text(of: row)
      let line: StyledText = "\(head)\(text)\(text.isEmpty ? "none" : "", .faint)"
      return [selected(line.cut(to: width), isSelected, width: width)]
    }
    let empty: [StyledText] =
      editor.draft.rules.isEmpty && editor.typing == nil ? ["\("  No rules; a adds one", .faint)"] : []
    return [ruleTitle(editor)] + lines + empty + previewLines(editor, width: width)
  }

  private func ruleTitle(_ editor: RuleEditor) -> StyledText {
    let match = StyledText(Self.wording(of: editor.draft.match), .faint)
    switch editor.target {
    case .playlist(let id): return "\(" Rules of \(id)", .bold) \(match)"
    case .new(let folder):
      return "\(" New smart playlist\(folder == .top ? "" : " in \(folder)")", .bold) \(match)"
    }
  }

  /// Returns the number of a rule, or the name of another row.
  private func label(of row: RuleEditor.Row, _ editor: RuleEditor) -> String {
    if case .rule(let index) = row { return "\((index ?? editor.draft.rules.count) + 1)  " }
    return row.label + String(repeating: " ", count: max(1, 8 - row.label.count))
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
      return [count] + warnings + valueLines(matches.values, width: width)
        + Self.lines(of: matches.first, width: width - 3).map { "   \($0)" }
    case .fault(let fault) where !isLate:
      let texts = [StyledText(fault.message, .boldYellow)] + fault.hints.map { StyledText($0, .faint) }
      return valueLines(fault.values, width: width) + texts.flatMap { $0.wrapped(to: width - 1) }.map { " \($0)" }
    case .fault, nil: return ["\(" Counting…", .faint)"]
    }
  }

  /// Returns the values of the library that the typed text can become.
  private func valueLines(_ values: [String], width: Int) -> [StyledText] {
    guard !values.isEmpty else { return [] }
    return [("\(" tab:", .cyan) \(values.joined(separator: " · "), .faint)" as StyledText).cut(to: width)]
  }
}
