import MixtapeModel
import MixtapePlayer

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
    case .details: PlayerKeys.text
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

extension BrowserView {
  // MARK: Tree

  /// Returns the visible rows of the tree.
  func sidebarLines(_ region: BrowserLayout.Region) -> [StyledText] {
    let sidebar = browser.sidebar
    guard !sidebar.rows.isEmpty else {
      return StyledText(emptySidebar(sidebar), .faint).wrapped(to: max(1, region.columns - 2)).map { " \($0)" }
    }
    return sidebar.cursor.visible(count: sidebar.rows.count, height: region.rows).map { index in
      let row = sidebar.rows[index]
      let isSelected = index == sidebar.cursor.row
      let line = "\(sign(isSelected, in: .sidebar))\(sidebarText(row, width: region.columns - 1))" as StyledText
      return selected(line, isSelected && browser.focus == .sidebar, width: region.columns)
    }
  }

  private func emptySidebar(_ sidebar: Sidebar) -> String {
    if !sidebar.isLoaded { return "Reading…" }
    if !sidebar.filter.isEmpty { return "Nothing found" }
    switch browser.kind {
    case .playlists: return "No playlists: n creates one, N one with rules, and I imports those of other programs"
    case .library:
      return "The library is empty: I adds a podcast, music or a list (`podcast add`, `scan`, `import`)"
    case .tags: return "No tags: T on a podcast of the library (2) adds some"
    }
  }

  private func sidebarText(_ row: SidebarRow, width: Int) -> StyledText {
    var isMarked = false
    if case .playlist(let id) = row.item { isMarked = browser.sidebar.marks.contains(id) }
    // A deep tree keeps room for names.
    let depth = String(repeating: "  ", count: min(row.depth, max(0, width / 4)))
    let sign: StyledText =
      row.isGroup ? "\(row.isOpen ? "▾ " : "▸ ", .faint)" : playingSign.flatMap { plays(row) ? "\($0) " : nil } ?? "  "
    let picked = row.isSmart && row.count == 0 ? "" : row.count.map { "\($0)" } ?? ""
    let smart = row.isSmart ? "\(picked.isEmpty ? "" : "+")rules" : ""
    let count = StyledText("\(picked)\(smart)", .faint)
    let style: StyledText.Style? = row.isGroup ? .bold : nil
    let remark = row.remark.map { " (\($0))" } ?? ""
    let name: StyledText = "\(StyledText(row.name.isEmpty ? "?" : row.name, style))\(remark, .faint)"
    let mark = isMarked ? "*" : browser.sidebar.isFaulty(row.item) ? "!" : " "
    return ("\(mark, .yellow)\(depth)\(sign)\(name)" as StyledText).aligned(with: count, width: width)
  }

  private func plays(_ row: SidebarRow) -> Bool {
    if case .playlist(let id) = row.item { id == browser.player?.playlistID } else { false }
  }

  // MARK: List

  /// Returns the title and the summary of the list.
  func headLines(width: Int) -> [StyledText] {
    let listing = browser.listing
    if listing.source == nil { return [groupTitle] }
    if listing.isLoading { return ["\(" Reading…", .faint)"] }
    let filter: StyledText = listing.filter.isEmpty ? "" : "\(" /\(listing.filter)", .cyan)"
    let warning = listing.warning.map { "\(" ! \($0)", .boldYellow)" as StyledText }
    return ["\(" \(listing.title)", .bold)\(filter)", warning ?? StyledText(" \(listing.summary)", .faint)].map {
      $0.cut(to: width)
    }
  }

  private var groupTitle: StyledText {
    guard let row = browser.sidebar.selected else { return "" }
    let noun = browser.kind == .playlists ? "playlist" : "podcast"
    return "\(" \(row.name)", .bold) \(counted(row.count ?? 0, noun), .faint)"
  }

  /// Returns the visible rows of the list.
  func listingLines(_ region: BrowserLayout.Region) -> [StyledText] {
    let listing = browser.listing
    if let failure = listing.failure { return [StyledText(" ! \(failure)", .boldYellow)] }
    guard listing.count > 0 else { return [StyledText(emptyListing(listing), .faint)] }
    let rows = listing.cursor.visible(count: listing.count, height: region.rows)
    let texts = entries(in: rows).lines(within: max(1, region.columns - 2))
    return zip(rows, texts).map { row, text in
      let isSelected = row == listing.cursor.row
      let isMarked = listing.marks.contains(listing.offset(ofRow: row))
      let mark: StyledText = "\(isMarked ? "*" : " ", .yellow)"
      let line = ("\(sign(isSelected, in: .listing))\(mark)\(text)" as StyledText).cut(to: region.columns)
      return selected(line, isSelected && browser.focus == .listing, width: region.columns)
    }
  }

  /// Returns the entries in some rows of the list, with their numbers.
  private func entries(in rows: Range<Int>) -> EpisodeTable {
    let listing = browser.listing
    let numberWidth = String(listing.entries.count).utf8.count
    let columns: [EpisodeColumn] =
      switch listing.source {
      case .podcast: EpisodeColumn.onScreenOfPodcast
      case .new: EpisodeColumn.onScreenOfNew
      case .playlist, .search, nil: EpisodeColumn.onScreen
      }
    var table = EpisodeTable(columns, leading: 1, .screen)
    // In a playlist, episodes found by its rules have a sign instead of a number that commands know.
    let hasSigns = listing.playlist?.isSmart == true
    let playing = browser.player?.state.currentEpisode?.id
    for row in rows {
      let offset = listing.offset(ofRow: row)
      let entry = listing.entries[offset]
      let isFound = entry.origin == .found && listing.playlist != nil
      let padding = StyledText.blanks(numberWidth - String(offset + 1).utf8.count)
      let number = "\(padding)\(offset + 1, .faint)\(isFound ? "~" : hasSigns ? " " : "", .faint)" as StyledText
      let text = listing.text(of: entry.id)
      let title: StyledText? =
        switch (text, entry.origin) {
        case (_?, _): nil
        case (nil, .missing): "\("missing", .yellow) \(entry.id, .faint)"
        case (nil, _): StyledText(entry.id.name, .faint)
        }
      let sign = entry.id == playing ? playingSign : nil
      let signed = sign.map { "\($0) \(title ?? StyledText(text?.title ?? ""))" as StyledText }
      table.append(entry.id, text, title: signed ?? title, after: [number])
    }
    return table
  }

  private func emptyListing(_ listing: Listing) -> String {
    if listing.isLoading || listing.source == nil { return "" }
    if !listing.filter.isEmpty || browser.search != nil { return "  Nothing found" }
    if listing.source == .new { return "  No new episodes; U fetches them (`feed update`)" }
    guard let playlist = listing.playlist else { return "  No episodes; U fetches those of a feed (`feed update`)" }
    return playlist.isSmart ? "  No episodes; c edits the rules" : "  No episodes; a adds some"
  }

  // MARK: Parts

  /// Returns the sign of the cursor, which is also visible without colors.
  func sign(_ isSelected: Bool, in pane: Browser.Pane) -> StyledText {
    guard isSelected else { return " " }
    return browser.focus == pane || browser.dialog != nil ? "›" : "·"
  }

  /// Returns the line of the cursor over the whole width, or another line unchanged.
  func selected(_ line: StyledText, _ isSelected: Bool, width: Int) -> StyledText {
    isSelected ? line.padded(to: width).entirely(.reversed) : line
  }
}

extension BrowserView {
  /// The least width of the title of what plays.
  private static let leastTitle = 24

  /// Returns the line with the state, the title, the chapter and the times.
  func playerLine(width: Int) -> StyledText {
    guard let player = browser.player else { return "" }
    let settings = player.settings.isEmpty ? "" : " \(player.settings.joined(separator: ", ")) ·"
    let position = player.shownEpisode == nil ? player.fill : player.times
    // A narrow terminal has room for the title only.
    let hasRoom = width - settings.displayWidth - position.displayWidth >= Self.leastTitle
    let times = StyledText("\(hasRoom ? settings : "") \(position)", .faint)
    let chapter: StyledText = player.chapter.map { "\(" · \($0.wording)", .faint)" } ?? ""
    let left = ("\(title(of: player))\(chapter)" as StyledText).cut(to: max(1, width - times.width))
    return "\(left)\(StyledText.blanks(width - left.width - times.width))\(times)"
  }

  private func title(of player: PlayerSnapshot) -> StyledText {
    if case .error(let failure) = player.state {
      return "\(player.state.sign) \("\(failure.episode.title): \(player.failure ?? "")", .bold)"
    }
    guard let episode = player.shownEpisode else {
      return "\(player.state.sign) \(player.entries.isEmpty ? "The queue is empty" : "Stopped", .bold)"
    }
    return "\(player.state.sign) \(episode.title, .bold) \(episode.origin, .faint)"
  }

  /// The sign before what plays, in lists and in the tree; `nil` while nothing plays.
  var playingSign: StyledText? {
    guard let player = browser.player, player.state.currentEpisode != nil else { return nil }
    return player.state.sign
  }
}
