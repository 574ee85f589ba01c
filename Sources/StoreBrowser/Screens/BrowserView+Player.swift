import MixtapeModel
import MixtapePlayer
import TerminalUI

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
