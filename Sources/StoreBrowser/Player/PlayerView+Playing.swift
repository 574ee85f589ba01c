import MixtapeModel
import MixtapePlayer
import TerminalUI

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
