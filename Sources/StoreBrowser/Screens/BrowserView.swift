package import TerminalUI

/// The screen of the browser, as a pure function of its state. Only visible rows are formatted.
package struct BrowserView {
  let browser: Browser
  let layout: BrowserLayout

  package init(_ browser: Browser) {
    self.browser = browser
    layout = BrowserLayout(browser)
  }

  package var grid: ScreenGrid {
    var grid = ScreenGrid(columns: browser.columns, rows: browser.rows)
    if let region = layout.header { grid.put(header(width: region.columns), in: region) }
    if let player = browser.player, let page = browser.page {
      PlayerView(player, page).draw(in: &grid, below: layout.page.row)
      if let region = layout.job { grid.put(jobLine(width: region.columns), in: region) }
      return grid
    }
    if let page = dialogLines(width: layout.body.columns) {
      grid.put(page, in: layout.body)
    } else {
      if let region = layout.sidebar { grid.put(sidebarLines(region), in: region) }
      if let region = layout.listingHead { grid.put(headLines(width: region.columns), in: region) }
      if let region = layout.listing { grid.put(listingLines(region), in: region) }
      if layout.isSplit, let column = layout.listing?.column {
        for row in layout.body.row..<layout.body.row + layout.body.rows {
          grid.put("\("│", .faint)", row: row, column: column - 1)
        }
      }
    }
    if let region = layout.player { grid.put(playerLine(width: region.columns), in: region) }
    if let region = layout.job { grid.put(jobLine(width: region.columns), in: region) }
    if let region = layout.message { grid.put(messageLines(region), in: region) }
    if let region = layout.keys { grid.put(KeyHint.line(keys, width: region.columns, hasHelp: hasHelp), in: region) }
    return grid
  }

  /// Returns the tabs that have room, the number of marks, and the filter of the tree.
  private func header(width: Int) -> StyledText {
    let line = browser.shownTabs.reduce(into: StyledText()) { line, tab in
      line += " \(tab.key, .cyan) \(tab.name, tab == browser.tab ? .bold : .faint) "
    }
    var right: StyledText = browser.markWords.isEmpty ? "" : "\(browser.markWords, .yellow) "
    let filter = browser.sidebar.filter
    let room = width - line.width - right.width - 2
    if !filter.isEmpty, room >= 3 { right = "\(StyledText("/\(filter)", .cyan).cut(to: room)) \(right)" }
    guard line.width + right.width < width else { return line }
    return "\(line)\(StyledText.blanks(width - line.width - right.width))\(right)"
  }

  /// Returns the work beside the browser and its progress.
  private func jobLine(width: Int) -> StyledText {
    guard let job = browser.job else { return "" }
    let title = job.title.prefix(1).uppercased() + job.title.dropFirst()
    return ("\("…", .boldGreen) \(String(title), .bold) \(job.progress, .faint)" as StyledText).cut(to: width)
  }

  /// Returns the line that is typed, the question, or the result of the last action.
  private func messageLines(_ region: BrowserLayout.Region) -> [StyledText] {
    let width = region.columns
    let lines = browser.remarkLines(width: width)
    switch browser.dialog {
    case .question(let question) where lines.count > region.rows: return [line(of: question, width: width)]
    case .filter(_, let field): return [field.line("Filter: ", width: width)]
    case .find(let field): return [field.line("Find: ", width: width)]
    default: break
    }
    guard lines.count > region.rows, region.rows > 0 else { return lines }
    // The rest is cut at the end of the last row.
    let last = lines[(region.rows - 1)...].dropFirst().reduce(lines[region.rows - 1]) { "\($0)  \($1)" }
    return lines.prefix(region.rows - 1) + [last.cut(to: width)]
  }

  /// Returns a question with its choices. A long question loses its middle.
  private func line(of question: Question, width: Int) -> StyledText {
    let choices: StyledText = " [y/N]"
    return "\(question.text.visible.shortened(columns: width - choices.width), .boldYellow)\(choices)"
  }

  private var keys: [KeyHint] {
    switch browser.dialog {
    case .help: BrowserKeys.closing
    case .form: BrowserKeys.form
    case .picker: BrowserKeys.picker
    case .assignment: BrowserKeys.assignment
    case .history(let page):
      switch page.item {
      case .playlist: BrowserKeys.history
      case .podcast: BrowserKeys.podcastHistory
      case nil: BrowserKeys.storeHistory
      }
    case .conflicts: BrowserKeys.conflicts
    case .rating: BrowserKeys.rating
    case .details: BrowserKeys.details
    case .rules(let editor): editor.typing == nil ? BrowserKeys.rules : BrowserKeys.typedRule
    case .question: BrowserKeys.question
    case .filter, .find, .bringIn: BrowserKeys.input
    case nil: BrowserKeys.panes(of: browser)
    }
  }

  private var hasHelp: Bool { browser.dialog == nil }
}

extension ScreenGrid {
  /// Draws lines in a region, and cuts them at its edges.
  fileprivate mutating func put(_ lines: [StyledText], in region: BrowserLayout.Region) {
    for (row, line) in lines.prefix(region.rows).enumerated() {
      put(line.cut(to: region.columns), row: region.row + row, column: region.column)
    }
  }

  fileprivate mutating func put(_ line: StyledText, in region: BrowserLayout.Region) { put([line], in: region) }
}
