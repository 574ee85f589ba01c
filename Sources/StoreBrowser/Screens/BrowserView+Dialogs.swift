import MixtapeModel

extension BrowserView {
  /// Returns the lines of a dialog that takes the place of the panes; `nil` if both panes are shown.
  func dialogLines(width: Int) -> [StyledText]? {
    switch browser.dialog {
    case .help(let scroll):
      ["\(" Keys", .bold)"] + scroll.visible(layout.helpLines, height: layout.listHeight(besides: 1))
    case .form(let form): formLines(form, width: width)
    case .rules(let editor): ruleLines(editor, width: width)
    case .picker(let picker): pickerLines(picker, width: width)
    case .assignment(let assignment): assignmentLines(assignment, width: width)
    case .history(let page): historyLines(page, width: width)
    case .details(let page): page.visible(height: layout.body.rows).map { " \($0)" }
    case .conflicts(let page): conflictLines(page, width: width)
    case .bringIn(let line): bringInLines(line, width: width)
    case .question(let question): question.history.map { historyLines($0, width: width) }
    case .rating, .filter, .find, nil: nil
    }
  }

  private func formLines(_ form: Form, width: Int) -> [StyledText] {
    let title: StyledText =
      switch form.purpose {
      case .create: "\(" New playlist", .bold)"
      case .update(let playlist): "\(" Change \(playlist.id)", .bold)"
      case .duplicate(let id): "\(" Copy \(id)", .bold)"
      case .tags(let id): "\(" Tags of \(id)", .bold) \("separated by commas", .faint)"
      }
    let lines = form.fields.enumerated().map { place, field -> StyledText in
      let label = StyledText(field.key.rawValue, .faint).padded(to: 12)
      let isSelected = place == form.place
      let room = max(1, width - 14)
      if field.choices.isEmpty {
        let value = isSelected ? field.text.line("", width: room) : StyledText(field.text.text.inOneLine)
        return "\(isSelected ? "›" : " ")\(label) \(value)"
      }
      let value: StyledText = isSelected ? "\("‹ \(field.text.text) ›", .bold)" : StyledText(field.text.text)
      return "\(isSelected ? "›" : " ")\(label) \(value)"
    }
    let room = max(1, layout.body.rows - 1)
    // On a low screen, the form scrolls to the selected field.
    let first = max(0, min(form.place - room / 2, lines.count - room))
    let spare = room > lines.count
    return (layout.body.rows > 1 ? [title] : []) + (spare ? [""] : []) + lines[first...].prefix(room)
  }

  private func bringInLines(_ line: BringIn, width: Int) -> [StyledText] {
    let title: StyledText = "\(" Bring in", .bold)"
    let field: StyledText = " \(line.field.line("› ", width: width - 2))"
    let way: StyledText =
      switch line.way {
      case _ where !line.isCurrent: "\("Looking…", .faint)"
      case .command(let way)?: "\(way.sentence)  \((["mixtape"] + way.arguments).joined(separator: " "), .faint)"
      case .refusal(let reason)?: "\(reason, .boldYellow)"
      case nil:
        "\("The address of a feed, a directory of music, or the file of a list: OPML, M3U, XSPF, iTunes …", .faint)"
      }
    return [title, field] + way.wrapped(to: max(1, width - 2)).map { "  \($0)" }
  }

  private func pickerLines(_ picker: Picker, width: Int) -> [StyledText] {
    let marks: StyledText = picker.marks.isEmpty ? "" : "\(" \(picker.marks.count) marked", .yellow)"
    let title: StyledText = "\(" Add to \(picker.playlist)", .bold)\(marks)"
    let field: StyledText = " \(picker.field.line("› ", width: width - 2))"
    let rows = picker.cursor.visible(count: picker.found.count, height: layout.listHeight(besides: 2))
    let texts = Self.lines(of: picker.found[rows], width: width - 4)
    let lines = zip(rows, texts).map { row, text -> StyledText in
      let found = picker.found[row]
      let isSelected = row == picker.cursor.row
      let mark: StyledText = picker.marks.contains(found.id) ? "\("*", .yellow)" : " "
      let held: StyledText = picker.held.contains(found.id) ? "\("✓", .green) " : "  "
      return selected(
        ("\(isSelected ? "›" : " ")\(mark)\(held)\(text)" as StyledText).cut(to: width), isSelected, width: width)
    }
    guard lines.isEmpty else { return [title, field] + lines }
    let remark =
      picker.field.text.isBlank
      ? "  Type words of titles, artists or podcasts. ✓ marks episodes of the playlist."
      : picker.isCurrent ? "  Nothing found" : "  Searching…"
    return [title, field, StyledText(remark, .faint)]
  }
}

extension BrowserView {
  /// Returns the rows of episodes that a search or rules have found.
  static func lines(of found: some Sequence<Picker.Found>, width: Int) -> [StyledText] {
    var table = EpisodeTable(EpisodeColumn.onScreen, .screen)
    for episode in found { table.append(episode.id, episode.text) }
    return table.lines(within: max(1, width))
  }
}

// MARK: - History

extension BrowserView {
  /// Returns the lines of a history: the changes, and the detail of the selected one.
  func historyLines(_ page: ChangesPage, width: Int) -> [StyledText] {
    let rows = page.cursor.visible(count: page.changes.count, height: layout.historyRows)
    var lines: [StyledText] = rows.map { row in
      let change = page.changes[row]
      let isSelected = row == page.cursor.row
      let line: StyledText =
        "\(isSelected ? "›" : " ")\(steps(of: page, change))\(change.label, .faint)  \(change.subject)"
      return selected(line.cut(to: width), isSelected, width: width)
    }
    if lines.isEmpty { lines = [StyledText(page.isLoaded ? "  No changes" : "  Reading…", .faint)] }
    lines += Array(repeating: "", count: max(0, layout.historyRows - lines.count))
    let name = page.detail == .difference ? "Changes" : "The playlist after this change"
    let detail: [StyledText] = page.isCurrent || page.selected == nil ? page.lines : []
    let shown = detail.dropFirst(page.firstLine).prefix(layout.historyDetailRows).map { " \($0)" as StyledText }
    return [historyTitle(page).cut(to: width)] + lines + ["\(" \(name)", .bold)"] + shown
  }

  private func historyTitle(_ page: ChangesPage) -> StyledText {
    if let item = page.item { return "\(" History of \(item.id)", .bold)" }
    guard page.isLoaded else { return "\(" History", .bold)" }
    let undo = page.contents.undo.map { "u undoes: \($0.subject)" } ?? "nothing to undo"
    let redo = page.contents.redo.map { "; ctrl-r redoes: \($0.subject)" } ?? ""
    return "\(" History", .bold)  \("\(undo)\(redo)", .yellow)"
  }

  /// Returns the mark of the change that the next undo or redo applies to; empty in the history of an item.
  private func steps(of page: ChangesPage, _ change: ChangesPage.Change) -> StyledText {
    guard page.item == nil else { return "" }
    if change.revision == page.contents.undo?.revision { return "\("u", .yellow) " }
    return change.revision == page.contents.redo?.revision ? "\("^", .yellow) " : "  "
  }
}

// MARK: - Conflicts

extension BrowserView {
  /// Returns the lines of the values in conflict: a row for each, and both versions of the selected one.
  func conflictLines(_ page: ConflictsPage, width: Int) -> [StyledText] {
    let title: StyledText = "\(" Open conflicts", .bold) \("values that both sides of a sync changed", .faint)"
    guard let chosen = page.selected else {
      return [title, StyledText(page.isLoaded ? "  No open conflicts" : "  Reading history…", .faint)]
    }
    let rows = page.cursor.visible(count: page.conflicts.count, height: layout.conflictRows)
    var lines = rows.map { row -> StyledText in
      let isSelected = row == page.cursor.row
      let conflict = page.conflicts[row]
      let line: StyledText = "\(isSelected ? "›" : " ")\(conflict.name, .bold): \(conflict.key)"
      return selected(line.cut(to: width), isSelected, width: width)
    }
    lines += Array(repeating: "", count: max(0, layout.conflictRows - lines.count))
    for version in chosen.versions {
      let state = version.isTaken ? "the present value" : ""
      lines.append(" \(version.side.rawValue, .bold)  \(version.origin, .faint)  \(state, .green)")
      lines.append(("   \(version.value)" as StyledText).cut(to: width))
    }
    return [title.cut(to: width)] + lines
  }
}

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

extension BrowserView {
  /// Returns the lines of an assignment: a row for each playlist, with the share of the episodes that it will have.
  func assignmentLines(_ assignment: Assignment, width: Int) -> [StyledText] {
    let episodes = counted(assignment.episodes.count, "episode")
    let created = assignment.created.isEmpty ? "" : ", new: \(assignment.created.map(\.name).joined(separator: ", "))"
    let title: StyledText = "\(" Playlists of \(episodes)", .bold)\(created, .green)"
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
