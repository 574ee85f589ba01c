import MixtapeModel
import MixtapePlayer
import StoreBrowser
import TerminalUI

/// The screen of a player, as a pure function of its state.
struct PlayerView {
  let player: PlayerSnapshot
  let panel: PlayerPanel
  let columns: Int
  let rows: Int

  /// The margin on both sides; 0 on a narrow terminal.
  private var margin: Int { columns < 24 ? 0 : 1 }

  /// The width of the text.
  var width: Int { max(1, columns - 2 * margin) }

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
    case .chapters: chaptersPage
    case .details(let episode): detailsPage(of: episode)
    case .help: helpPage
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
    if let message = panel.message {
      return message.isRefusal ? StyledText("! \(message.text)", .boldYellow) : StyledText(message.text, .green)
    }
    guard case .error(let failure) = player.state else { return nil }
    let wording = ErrorPresenter.wording(of: failure.reason)
    // The player view shows the title of the failed episode itself.
    return StyledText("! \(panel.mode == .playing ? "" : "\(failure.episode.title): ")\(wording)", .boldRed)
  }

  /// Appends the banner, which takes as many rows as it needs on a screen that is high enough.
  func appendBanner(to page: inout ScreenPage, rank: Int) {
    guard let banner else { return }
    page.append(rows < 10 ? [banner] : Array(banner.wrapped(to: width).prefix(6)), rank: rank)
  }

  func keyLine(_ entries: [PlayerKeys.Entry], hasHelp: Bool = false) -> StyledText {
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
      sign: sign, title: "\(episode.title)", origin: "\(EpisodeText.origin(episode.trackArtist, episode.collection))",
      time: StyledText(episode.duration.map { mixtape.playingTime($0) } ?? "", .faint))
  }

  /// Returns rows of episodes or chapters in aligned columns.
  func table(_ rows: [Row]) -> [StyledText] {
    var table = TextTable(rightAligned: [0, 3], freeText: [1, 2], dispensable: [2, 3])
    // On a narrow terminal, the title takes the space of the podcast.
    for row in rows { table.append(row.sign, row.title, width < 56 ? "" : row.origin, row.time) }
    return table.lines(within: width)
  }
}
