import MixtapeModel
import MixtapePlayer

/// The screen of a player, as a pure function of its state and its page.
package struct PlayerView {
  let player: PlayerSnapshot
  let page: PlayerPage

  package init(_ player: PlayerSnapshot, _ page: PlayerPage) {
    self.player = player
    self.page = page
  }

  var width: Int { Self.width(columns: page.columns) }

  /// Returns the width of the text on a page with some columns.
  static func width(columns: Int) -> Int { max(1, columns - 2 * margin(columns: columns)) }

  /// The margin on both sides; 0 on a narrow terminal.
  private static func margin(columns: Int) -> Int { columns < 24 ? 0 : 1 }

  /// The page as a screen.
  package var grid: ScreenGrid {
    var grid = ScreenGrid(columns: page.columns, rows: page.rows)
    draw(in: &grid, below: 0)
    return grid
  }

  func draw(in grid: inout ScreenGrid, below top: Int) {
    for (row, line) in lines.lines(rows: page.rows).enumerated() {
      grid.put(line.cut(to: width), row: top + row, column: Self.margin(columns: page.columns))
    }
  }

  private var lines: ScreenPage {
    switch page.mode {
    case .playing: playingPage
    case .queue: queuePage
    case .rating: page.home == .queue ? queuePage : playingPage
    case .search(let purpose): searchPage(for: purpose)
    case .chapters: chaptersPage
    case .details(let details): textPage(Array(details.visible(height: textHeight)))
    case .help(let scroll): textPage(["\("Keys", .bold)", ""] + scroll.visible(helpLines, height: textHeight))
    }
  }

  // MARK: Parts of all pages

  /// Returns the first line of a page: its title, and a number at the end.
  func heading(_ left: StyledText, _ right: StyledText) -> StyledText {
    left.aligned(with: right, width: width, gap: 2)
  }

  /// The number of episodes, marked if the queue is full.
  var fill: StyledText {
    player.isFull ? "\(player.fill, .boldYellow) \("Full", .boldYellow)" : "\(player.fill, .bold)"
  }

  /// The message of the last action, or the error of the player.
  var banner: StyledText? {
    if let message = page.message {
      return message.isRefusal ? StyledText("! \(message.text)", .boldYellow) : StyledText(message.text, .green)
    }
    guard case .error(let failure) = player.state, let reason = player.failure else { return nil }
    // The player view shows the title of the failed episode itself.
    return StyledText("! \(page.mode == .playing ? "" : "\(failure.episode.title): ")\(reason)", .boldRed)
  }

  /// Appends the banner, which takes as many rows as it needs on a screen that is high enough.
  func appendBanner(to lines: inout ScreenPage, rank: Int) {
    guard let banner else { return }
    lines.append(page.rows < 10 ? [banner] : Array(banner.wrapped(to: width).prefix(6)), rank: rank)
  }

  func keyLine(_ entries: [KeyHint], hasHelp: Bool = false) -> StyledText {
    KeyHint.line(entries, width: width, hasHelp: hasHelp)
  }

  /// An episode or a chapter of a list: a sign, the title, the podcast or the artist, and the playing time.
  struct Row {
    let sign: StyledText
    let title: StyledText
    var origin: StyledText = ""
    let time: StyledText
  }

  func row(_ sign: StyledText, _ episode: Episode) -> Row {
    Row(
      sign: sign, title: "\(episode.title)", origin: "\(episode.origin)",
      time: StyledText(episode.duration.map { playingTime($0) } ?? "", .faint))
  }

  /// Returns rows of episodes or chapters in aligned columns.
  func table(_ rows: [Row]) -> [StyledText] {
    var table = TextTable(rightAligned: [0, 3], freeText: [1, 2], dispensable: [2, 3])
    // On a narrow terminal, the title takes the space of the podcast.
    for row in rows { table.append(row.sign, row.title, width < 56 ? "" : row.origin, row.time) }
    return table.lines(within: width)
  }
}

extension PlayerView {
  /// The page of the player: the current episode, its position, the next episodes and the recently played ones.
  var playingPage: ScreenPage {
    var lines = ScreenPage()
    lines.append(heading("\(player.title, .bold)", fill), rank: 3)
    lines.append(StyledText(order, .faint), rank: 8)
    lines.append("", rank: 9)
    lines.append(title, rank: 1)
    if let episode = player.shownEpisode {
      lines.append("  \(episode.collection)\(stateRemark)", rank: 5)
      if let chapter = player.chapter { lines.append(line(of: chapter), rank: 6) }
      lines.append(progress, rank: 2)
    }
    lines.append(ScreenPage.List(heading: "\("Up next", .bold)", items: comingLines))
    lines.append(ScreenPage.List(heading: "\("Recently played", .bold)", items: heardLines))
    if player.upNext.isEmpty, player.heardBefore.isEmpty { lines.append(ScreenPage.List(heading: nil, items: [""])) }
    appendBanner(to: &lines, rank: 4)
    lines.append(keyLine(PlayerKeys.playing(player.state, in: page.place), hasHelp: true), rank: 7)
    return lines
  }

  /// The settings of the user, the shuffle, the round, and whether there is no sound.
  private var order: String {
    // Settings of the user come first, because a narrow terminal cuts the line.
    var parts = player.settings + [player.shuffle == .off ? "in order" : "shuffled: \(player.shuffle.rawValue)"]
    if player.round > 0 { parts.append("round \(player.round)") }
    if player.isSimulated { parts.append("no sound") }
    return parts.joined(separator: " · ")
  }

  private var title: StyledText {
    switch player.state {
    case .empty: "The queue is empty. \("a", .cyan) adds episodes from the library."
    case .stopped: player.shownEpisode.map { title(of: $0, .bold) } ?? "■ Stopped. \("space", .cyan) plays."
    case .loading(let episode), .paused(let episode): title(of: episode, .bold)
    case .playing(let episode): title(of: episode, .boldGreen)
    case .error(let failure): title(of: failure.episode, .boldRed)
    }
  }

  /// Returns the state, the title and, if there is room, the artist or author.
  private func title(of episode: Episode, _ style: StyledText.Style) -> StyledText {
    let title: StyledText = "\(player.state.sign) \(episode.title, style)"
    guard let artist = episode.artist, artist != episode.collection, title.width + 3 + Self.leastArtist <= width else {
      return title
    }
    return "\(title)\(" · \(artist)", .faint)"
  }

  /// The least number of columns for the name of an artist.
  private static let leastArtist = 6

  private var stateRemark: StyledText {
    switch player.state {
    case .empty, .playing: StyledText()
    case .stopped: " · stopped · \("space", .cyan) plays"
    case .loading, .paused, .error: " · \(player.state.name)"
    }
  }

  private func line(of chapter: CurrentChapter) -> StyledText {
    "  \(chapter.place, .faint) \(chapter.chapter.title)"
  }

  /// The progress bar, with the position and the length.
  private var progress: StyledText {
    let (position, times) = (player.position / .seconds(1), StyledText(player.times))
    guard let duration = player.duration.map({ $0 / .seconds(1) }), duration > 0 else { return "  \(times)" }
    let room = width - 2 - times.width - 2
    guard room >= 8 else { return "  \(times)" }
    let done = Int(Double(room) * min(1, max(0, position / duration)))
    let bar: StyledText =
      "\(String(repeating: "━", count: done), .cyan)\(String(repeating: "─", count: room - done), .faint)"
    return "  \(bar)  \(times)"
  }

  private var comingLines: [StyledText] {
    table(player.upNext.map(\.episode).enumerated().map { row("\($0 + 1, .faint)", $1) })
  }

  /// The episodes heard before. A skipped one has no check mark.
  private var heardLines: [StyledText] {
    table(
      player.heardBefore.prefix(20).map { entry in
        row(player.finished.contains(entry.id) ? "\("✓", .faint)" : "\("–", .faint)", entry.episode)
      })
  }
}

extension PlaybackState {
  /// The sign before the current episode.
  var sign: StyledText {
    switch self {
    case .empty, .stopped: "\("■", .bold)"
    case .loading: "\("…", .bold)"
    case .playing: "\("▶", .boldGreen)"
    case .paused: "\("‖", .bold)"
    case .error: "\("!", .boldRed)"
    }
  }
}

extension PlayerView {
  var queuePage: ScreenPage {
    let queue = player.queue
    var lines = ScreenPage()
    let name: StyledText = player.playlist.map { " · \($0)" } ?? ""
    lines.append(heading("\("Queue", .bold)\(name)", fill), rank: 1)
    lines.append("", rank: 4)
    let rows = queue.map { row(mark(of: $0), $0.episode) }
    append(rows, whenEmpty: "The queue is empty. \("a", .cyan) adds episodes from the library.", to: &lines)
    appendBanner(to: &lines, rank: 2)
    lines.append(keyLine(PlayerKeys.queue(player.state, in: page.place), hasHelp: true), rank: 3)
    return lines
  }

  private func mark(of item: PlayerSnapshot.QueueRow) -> StyledText {
    switch item.turn {
    case .current: player.state.sign
    case .coming(let place): "\(place, .faint)"
    case .past: player.finished.contains(item.entry.id) ? "\("✓", .faint)" : "\("–", .faint)"
    }
  }

  func searchPage(for purpose: PlayerPage.Purpose) -> ScreenPage {
    var lines = ScreenPage()
    let title = purpose == .add ? "Fill the queue" : "Search and play"
    lines.append(heading("\(title, .bold)", fill), rank: 2)
    lines.append(page.field.line("› ", width: width), rank: 1)
    lines.append("", rank: 5)
    let held = Set(player.entries.map(\.episode.id))
    let rows = page.found.map { episode in
      let mark: StyledText = held.contains(episode.id) ? "\("✓", .green)" : " "
      return row(mark, episode)
    }
    let remark: StyledText =
      page.field.text.isBlank
      ? "Type words of titles, artists or podcasts. ✓ marks episodes in the queue." : "Nothing found."
    append(rows, whenEmpty: remark, to: &lines)
    appendBanner(to: &lines, rank: 3)
    let isHeld = page.place(in: page.found.count).map { held.contains(page.found[$0].id) } ?? false
    lines.append(keyLine(PlayerKeys.search(purpose, isHeld: isHeld)), rank: 4)
    return lines
  }

  var chaptersPage: ScreenPage {
    var lines = ScreenPage()
    let title: StyledText = player.shownEpisode.map { " · \($0.title)" } ?? ""
    lines.append(heading("\("Chapters", .bold)\(title)", "\(player.chapters.chapters.count, .bold)"), rank: 1)
    lines.append("", rank: 4)
    let rows = player.chapters.chapters.enumerated().map { index, chapter in
      let isCurrent = player.chapter?.number == index + 1
      let mark = isCurrent ? player.state.sign : "\(index + 1, .faint)"
      return Row(sign: mark, title: "\(chapter.title)", time: "\(chapter.start.playingTime, .faint)")
    }
    append(rows, whenEmpty: "No chapters are known.", to: &lines)
    appendBanner(to: &lines, rank: 2)
    lines.append(keyLine(PlayerKeys.chapterList), rank: 3)
    return lines
  }

  /// Appends a list of episodes or chapters with the cursor.
  private func append(_ rows: [Row], whenEmpty remark: StyledText, to screen: inout ScreenPage) {
    guard let cursor = page.place(in: rows.count) else {
      return screen.append(ScreenPage.List(heading: nil, items: [remark]))
    }
    let marked = rows.enumerated().map { index, row in
      // The sign shows the cursor on terminals without colors.
      Row(
        sign: row.sign, title: "\(index == cursor ? "›" : " ") \(row.title)", origin: row.origin, time: row.time)
    }
    var lines = table(marked)
    lines[cursor] = lines[cursor].entirely(.reversed)
    screen.append(ScreenPage.List(heading: nil, items: lines, cursor: cursor))
  }

  // MARK: Texts

  /// Returns the page of a text, of which some lines are visible.
  func textPage(_ lines: [StyledText]) -> ScreenPage {
    var page = ScreenPage()
    page.append(ScreenPage.List(heading: nil, items: lines))
    page.append(keyLine(PlayerKeys.text), rank: 1)
    return page
  }

  var helpLines: [StyledText] { KeyHint.help(PlayerKeys.explained(page, player.state), width: width) }

  /// The number of visible lines of the help or the details.
  var textHeight: Int {
    if case .help = page.mode { max(1, page.rows - 3) } else { max(1, page.rows - 1) }
  }
}
