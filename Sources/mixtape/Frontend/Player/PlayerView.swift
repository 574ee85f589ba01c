import MixtapeModel
import MixtapePlayer
import TerminalUI

/// The screen of a player, as a function of what there is to show.
struct PlayerView {
  let player: PlayerSnapshot
  let panel: PlayerPanel
  let columns: Int
  let rows: Int

  /// The blanks at either side; none where there is little room.
  private var margin: Int { columns < 24 ? 0 : 1 }

  /// How wide the text may be.
  var width: Int { max(1, columns - 2 * margin) }

  /// The screen.
  var grid: ScreenGrid {
    var grid = ScreenGrid(columns: columns, rows: rows)
    for (row, line) in page.lines(rows: rows).enumerated() {
      grid.put(line.cut(to: width), row: row, column: margin)
    }
    return grid
  }

  private var page: ScreenPage {
    switch panel.mode {
    case .playing: playingPage
    case .queue: queuePage
    case .search(let purpose): searchPage(for: purpose)
    case .help: helpPage
    }
  }

  // MARK: Parts of all pages

  /// A line with something at either end.
  func spread(_ left: StyledText, _ right: StyledText) -> StyledText {
    let room = width - right.width - 2
    guard room >= 6 else { return left.cut(to: width) }
    let left = left.cut(to: room)
    return "\(left)\(StyledText.blanks(width - left.width - right.width))\(right)"
  }

  /// How many episodes the player holds, and whether that is all it can.
  var fill: StyledText {
    player.isFull ? "\(player.fill, .boldYellow) \("Full", .boldYellow)" : "\(player.fill, .bold)"
  }

  /// What was done last, or what is wrong.
  var banner: StyledText? {
    if let message = panel.message {
      return message.isRefusal ? StyledText("! \(message.text)", .boldYellow) : StyledText(message.text, .green)
    }
    guard case .error(let failure) = player.state else { return nil }
    let wording = ErrorPresenter.wording(of: failure.reason)
    // Its title stands above, where it is on the screen at all; a narrow one has room for one of both.
    return StyledText("! \(panel.mode == .playing ? "" : "\(failure.episode.title): ")\(wording)", .boldRed)
  }

  func keyLine(_ entries: [PlayerKeys.Entry], hasHelp: Bool = false) -> StyledText {
    PlayerKeys.line(entries, width: width, hasHelp: hasHelp)
  }

  /// Rows of episodes: a sign, title, podcast and playing time, cut to the width of the screen.
  func table(_ rows: [[StyledText]]) -> [StyledText] {
    var table = TextTable(rightAligned: [0, 3], freeText: [1, 2], dispensable: [2, 3])
    // Where there is not enough room for two, titles have all of it.
    table.rows = width < 56 ? rows.map { [$0[0], $0[1], "", $0[3]] } : rows
    return table.lines(within: width)
  }
}

extension StyledText {
  /// The playing time of an episode, where it is known.
  static func playingTime(of episode: Episode) -> StyledText {
    StyledText(episode.duration.map { mixtape.playingTime($0) } ?? "", .faint)
  }
}
