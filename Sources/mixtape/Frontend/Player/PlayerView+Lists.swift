import MixtapeModel
import MixtapePlayer
import TerminalUI

extension PlayerView {
  var queuePage: ScreenPage {
    let queue = player.queue
    var page = ScreenPage()
    let name: StyledText = player.playlist.map { " · \($0)" } ?? ""
    page.append(heading("\("Queue", .bold)\(name)", fill), rank: 1)
    page.append("", rank: 4)
    let rows = queue.map { row(mark(of: $0), $0.episode) }
    append(rows, whenEmpty: "The queue is empty. \("a", .cyan) adds episodes from the library.", to: &page)
    appendBanner(to: &page, rank: 2)
    page.append(keyLine(PlayerKeys.queue(player.state), hasHelp: true), rank: 3)
    return page
  }

  private func mark(of item: PlayerSnapshot.QueueItem) -> StyledText {
    switch item.turn {
    case .current: player.state.sign
    case .coming(let place): "\(place, .faint)"
    case .past: player.finished.contains(item.entry.id) ? "\("✓", .faint)" : "\("–", .faint)"
    }
  }

  func searchPage(for purpose: PlayerPanel.Purpose) -> ScreenPage {
    var page = ScreenPage()
    let title = purpose == .add ? "Fill the queue" : "Search and play"
    page.append(heading("\(title, .bold)", fill), rank: 2)
    // The end of a long query is shown.
    page.append("› \(panel.query.end(columns: width - 3), .bold)▏", rank: 1)
    page.append("", rank: 5)
    let held = Set(player.entries.map(\.episode.id))
    let rows = panel.found.map { episode in
      let mark: StyledText = held.contains(episode.id) ? "\("✓", .green)" : " "
      return row(mark, episode)
    }
    let remark: StyledText =
      panel.query.isBlank
      ? "Type words of titles, artists or podcasts. ✓ marks episodes in the queue." : "Nothing found."
    append(rows, whenEmpty: remark, to: &page)
    appendBanner(to: &page, rank: 3)
    let isHeld = panel.place(in: panel.found.count).map { held.contains(panel.found[$0].id) } ?? false
    page.append(keyLine(PlayerKeys.search(purpose, isHeld: isHeld)), rank: 4)
    return page
  }

  var chaptersPage: ScreenPage {
    var page = ScreenPage()
    let title: StyledText = player.shownEpisode.map { " · \($0.title)" } ?? ""
    page.append(heading("\("Chapters", .bold)\(title)", "\(player.chapters.chapters.count, .bold)"), rank: 1)
    page.append("", rank: 4)
    let rows = player.chapters.chapters.enumerated().map { index, chapter in
      let isCurrent = player.chapter?.number == index + 1
      let mark = isCurrent ? player.state.sign : "\(index + 1, .faint)"
      return Row(sign: mark, title: "\(chapter.title)", time: "\(chapter.start.playingTime, .faint)")
    }
    append(rows, whenEmpty: "No chapters are known.", to: &page)
    appendBanner(to: &page, rank: 2)
    page.append(keyLine(PlayerKeys.chapterList), rank: 3)
    return page
  }

  /// Appends a list of episodes or chapters with the cursor.
  private func append(_ rows: [Row], whenEmpty remark: StyledText, to page: inout ScreenPage) {
    guard let cursor = panel.place(in: rows.count) else {
      return page.append(ScreenPage.List(heading: nil, items: [remark]))
    }
    let marked = rows.enumerated().map { index, row in
      // The sign shows the cursor on terminals without colors.
      Row(
        sign: row.sign, title: "\(index == cursor ? "›" : " ") \(row.title)", origin: row.origin, time: row.time)
    }
    var lines = table(marked)
    lines[cursor] = lines[cursor].entirely(.reversed)
    page.append(ScreenPage.List(heading: nil, items: lines, cursor: cursor))
  }

  var helpPage: ScreenPage {
    var page = ScreenPage()
    page.append("\("Keys", .bold)", rank: 2)
    page.append("", rank: 3)
    page.append(ScreenPage.List(heading: nil, items: helpLines, first: panel.cursor.row))
    page.append(keyLine(PlayerKeys.help), rank: 1)
    return page
  }

  /// Returns the page of all values of an episode.
  func detailsPage(of episode: Episode) -> ScreenPage {
    var page = ScreenPage()
    page.append(ScreenPage.List(heading: nil, items: lines(of: episode), first: panel.cursor.row))
    page.append(keyLine(PlayerKeys.help), rank: 1)
    return page
  }

  private var helpLines: [StyledText] {
    KeyHint.help(PlayerKeys.explained(in: panel.home, player.state), width: width)
  }

  private func lines(of episode: Episode) -> [StyledText] {
    EpisodeDetails(episode, nil, width: width).lines.flatMap { $0.width > width ? $0.wrapped(to: width) : [$0] }
  }

  /// The number of rows to which the help or the details can be scrolled.
  var textRows: Int {
    switch panel.mode {
    case .help: max(1, helpLines.count - (rows - 3) + 1)
    case .details(let episode): max(1, lines(of: episode).count - (rows - 1) + 1)
    case .playing, .queue, .search, .chapters: 1
    }
  }
}
