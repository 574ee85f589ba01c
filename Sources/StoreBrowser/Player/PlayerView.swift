import MixtapeModel
import MixtapePlayer
package import TerminalUI

/// The screen of a player, as a pure function of its state and its page.
package struct PlayerView {
  let player: PlayerSnapshot
  let page: PlayerPage

  package init(_ player: PlayerSnapshot, _ page: PlayerPage) {
    self.player = player
    self.page = page
  }

  /// The width of the text.
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

  /// Draws the page below some rows of a screen.
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

  /// The number of episodes and the capacity, marked if the queue is full.
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

  /// Returns the row of an episode.
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
