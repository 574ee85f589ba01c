import MixtapeModel

/// The places of the parts of the screen. A small screen has only the more important ones.
package struct BrowserLayout: Equatable, Sendable {
  /// A part of the screen.
  package struct Region: Equatable, Sendable {
    package let row: Int
    package let column: Int
    package let rows: Int
    package let columns: Int

    /// Returns whether the region contains a cell.
    func contains(column: Int, row: Int) -> Bool {
      (self.column..<self.column + columns).contains(column) && (self.row..<self.row + rows).contains(row)
    }
  }

  /// The least width of a screen with two panes.
  static let leastSplit = 72
  /// The maximum number of rows of a message; the rest is cut.
  private static let mostMessageRows = 6
  /// The rows of the panes that a long message leaves.
  private static let leastBody = 3

  /// The row of the tabs and the title.
  package let header: Region?
  /// The left pane; `nil` while a narrow screen shows the other one.
  package let sidebar: Region?
  /// The head of the right pane: title and summary.
  package let listingHead: Region?
  /// The list in the right pane.
  package let listing: Region?
  /// The place of a dialog: both panes.
  package let body: Region
  /// The place of the page of the player: all rows below the tabs, but for that of the work beside the browser.
  package let page: Region
  package let player: Region?
  /// The progress of the work beside the browser.
  package let job: Region?
  package let message: Region?
  package let keys: Region?

  /// Divides the screen of a browser.
  package init(_ browser: Browser) {
    let (columns, rows) = (max(0, browser.columns), max(0, browser.rows))
    var (top, left) = (0, rows)
    /// Takes a row for a part if enough rows are left.
    func takes(_ least: Int) -> Bool {
      guard left >= least else { return false }
      left -= 1
      return true
    }
    let hasMessage = takes(3)
    let hasJob = browser.job != nil && takes(3)
    let hasPlayer = browser.player != nil && browser.page == nil && takes(3)
    let hasHeader = takes(4)
    let hasKeys = takes(5)
    // A long message takes rows of the panes, until the next key removes it.
    let wanted = hasMessage ? browser.remarkLines(width: columns).count : 0
    let messageRows = max(1, min(wanted, Self.mostMessageRows, 1 + left - Self.leastBody))
    if hasMessage { left -= messageRows - 1 }
    func row(_ row: Int) -> Region { Region(row: row, column: 0, rows: 1, columns: columns) }
    header = hasHeader ? row(0) : nil
    if hasHeader { top = 1 }
    body = Region(row: top, column: 0, rows: left, columns: columns)
    page = Region(row: top, column: 0, rows: rows - top - (hasJob ? 1 : 0), columns: columns)
    player = hasPlayer ? row(top + left) : nil
    let jobRow = browser.page == nil ? top + left + (hasPlayer ? 1 : 0) : rows - 1
    job = hasJob ? row(jobRow) : nil
    let messageRow = top + left + (hasPlayer ? 1 : 0) + (hasJob ? 1 : 0)
    message = hasMessage ? Region(row: messageRow, column: 0, rows: messageRows, columns: columns) : nil
    keys = hasKeys ? row(rows - 1) : nil

    let isSplit = columns >= Self.leastSplit
    let sidebarWidth = isSplit ? min(48, columns * 2 / 5) : columns
    let showsSidebar = isSplit || browser.focus == .sidebar
    let showsListing = isSplit || browser.focus == .listing
    sidebar = showsSidebar ? Region(row: top, column: 0, rows: left, columns: sidebarWidth) : nil
    let column = isSplit ? sidebarWidth + 1 : 0
    let headRows = left >= 7 ? 2 : left >= 3 ? 1 : 0
    let width = columns - column
    listingHead = showsListing && headRows > 0 ? Region(row: top, column: column, rows: headRows, columns: width) : nil
    listing =
      showsListing ? Region(row: top + headRows, column: column, rows: left - headRows, columns: width) : nil
  }

  /// Whether both panes are shown.
  package var isSplit: Bool { sidebar != nil && listing != nil }

  /// The number of rows of the tree, at least 1.
  var sidebarHeight: Int { max(1, (sidebar ?? body).rows) }

  /// The number of rows of the list, at least 1.
  var listingHeight: Int { max(1, listing?.rows ?? body.rows) }

  /// The rows of the help.
  package var helpLines: [StyledText] {
    KeyHint.help(BrowserKeys.help, width: body.columns - 1).map { " \($0)" }
  }

  /// Returns the number of rows of a list in a dialog with some other rows, at least 1.
  package func listHeight(besides others: Int) -> Int { max(1, body.rows - others) }
}

// MARK: - Dialogs

extension BrowserLayout {
  /// The number of rows above the list of an assignment.
  static let assignmentHead = 2

  var historyRows: Int { max(1, (body.rows - 2) * 2 / 5) }

  var historyDetailRows: Int { max(1, body.rows - 2 - historyRows) }

  /// The number of rows of the values in conflict. Below them are both versions of the selected one.
  var conflictRows: Int { max(1, body.rows - 2 - ConflictsPage.Side.allCases.count * 2) }

  /// Returns the number of rows of the list of rules: at most half of the room.
  package func ruleRows(of editor: RuleEditor) -> Int { max(1, min(editor.rows.count, (body.rows - 1) / 2)) }
}

/// A tab in the first row of the screen, in the order of their keys.
package enum BrowserTab: Int, CaseIterable, Hashable, Sendable {
  case playlists, library, tags
  /// The new episodes.
  case new
  case player

  /// The key of the tab.
  package var key: String { String(rawValue + 1) }

  /// The name of the tab.
  package var name: String {
    switch self {
    case .playlists: "Playlists"
    case .library: "Library"
    case .tags: "Tags"
    case .new: "New"
    case .player: "Player"
    }
  }

  /// The tree of the tab; `nil` for a tab without one.
  package var tree: Sidebar.Kind? { Sidebar.Kind(rawValue: rawValue) }

  /// The number of columns, with a blank on both sides.
  fileprivate var width: Int { name.count + 4 }

  /// The columns of the tab, for example those of `1 Playlists`.
  package var columns: Range<Int> {
    let before = Self.allCases.prefix(rawValue).reduce(0) { $0 + $1.width }
    return before + 1..<before + width - 1
  }
}

extension Browser {
  /// The tab that is shown.
  package var tab: BrowserTab {
    if page != nil { return .player }
    return detached == .new ? .new : BrowserTab(rawValue: kind.rawValue) ?? .playlists
  }

  /// The first tabs, which have room in the first row. Those of the trees are always there.
  var shownTabs: [BrowserTab] {
    // Marks and the filter are more important on a narrow screen.
    let right = (markWords.isEmpty ? 0 : markWords.count + 1) + (sidebar.filter.isEmpty ? 0 : 12)
    var width = 0
    return Array(
      BrowserTab.allCases.prefix { tab in
        guard tab.tree != nil || width + tab.width + right < columns else { return false }
        width += tab.width
        return true
      })
  }

  func tab(at column: Int) -> BrowserTab? { shownTabs.first { $0.columns.contains(column) } }

  /// The number of marks for the first row, shortened on a narrow screen; empty without marks.
  var markWords: String {
    let (marks, hidden) = (sidebar.marks.count + listing.marks.count, listing.hiddenMarkCount)
    guard marks > 0 else { return "" }
    let isWide = BrowserTab.allCases.reduce(0) { $0 + $1.width } + 20 + (hidden > 0 ? 10 : 0) <= columns
    return isWide ? "\(marks) marked\(hidden > 0 ? ", \(hidden) hidden" : "")" : "*\(marks)"
  }
}

extension Browser {
  /// Returns the question, the refusal of a dialog or the result of the last action as lines of a width; none if there is nothing
  /// to tell, or while words are typed in its place.
  func remarkLines(width: Int) -> [StyledText] {
    switch dialog {
    case .filter, .find: return []
    case .question(let question): return (("\(question.text, .boldYellow) [y/N]") as StyledText).wrapped(to: width)
    case .form(let form): if let refusal = form.refusal { return Self.lines(refusing: refusal, width: width) }
    case .assignment(let assignment):
      if let refusal = assignment.refusal { return Self.lines(refusing: refusal, width: width) }
    case .rules(let editor): if let refusal = editor.refusal { return Self.lines(refusing: refusal, width: width) }
    case .rating(let episodes):
      let what = episodes.count == 1 ? listing.text(of: episodes[0])?.title ?? episodes[0].rawValue : nil
      let question = RatingAnswer.question(about: what ?? "\(episodes.count) episodes")
      return ("\(question.text, .boldYellow)\(question.removal)" as StyledText).wrapped(to: width)
    case .help, .picker, .history, .details, .conflicts, .bringIn, nil: break
    }
    guard let message else { return dialog == nil ? conflictLines + faultLines : [] }
    return message.isRefusal
      ? Self.lines(refusing: message.text, width: width) : Self.lines(of: message, width: width)
  }

  /// The number of values in conflict, in one line.
  private var conflictLines: [StyledText] {
    guard !conflicts.isEmpty else { return [] }
    return [
      StyledText(
        "! \(counted(conflicts.count, "open conflict")); ! shows \(conflicts.count == 1 ? "it" : "them")", .yellow)
    ]
  }

  /// The files of the tree with errors, in one line.
  private var faultLines: [StyledText] {
    guard let first = sidebar.faults.first else { return [] }
    let files = sidebar.faults.count == 1 ? "A file has errors" : "\(sidebar.faults.count) files have errors"
    return [StyledText("! \(files) (`mixtape check`): \(first.text)", .yellow)]
  }

  private static func lines(refusing reason: String, width: Int) -> [StyledText] {
    StyledText("! \(reason)", .boldYellow).wrapped(to: width)
  }

  /// Returns the result with its command, which gets lines of its own if it does not fit beside the result.
  private static func lines(of message: Message, width: Int) -> [StyledText] {
    let text = StyledText(message.text, .green)
    guard let command = message.command else { return text.wrapped(to: width) }
    let line: StyledText = "\(text)  \(command, .faint)"
    if line.width <= width { return [line] }
    return text.wrapped(to: width) + StyledText(command, .faint).wrapped(to: width)
  }
}
