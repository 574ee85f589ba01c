import MixtapeModel
import MixtapePlayer
import TerminalUI

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

  private func mark(of item: PlayerSnapshot.QueueItem) -> StyledText {
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

  /// The lines of the help.
  var helpLines: [StyledText] { KeyHint.help(PlayerKeys.explained(page, player.state), width: width) }

  /// The number of visible lines of the help or the details.
  var textHeight: Int {
    if case .help = page.mode { max(1, page.rows - 3) } else { max(1, page.rows - 1) }
  }
}
