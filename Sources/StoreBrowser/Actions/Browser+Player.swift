import MixtapeModel
import TerminalUI

// The player at the foot of the screen.

extension Browser {
  /// Shows a state of the player.
  mutating func show(_ bar: PlayerBar?) {
    player = bar
    if bar == nil, case .chapters = dialog { dialog = nil }
  }

  /// Plays the selected episode, or in the tree the selected playlist.
  mutating func play() -> [BrowserEffect] {
    guard let source = listing.source else {
      refuse("Select a playlist or an episode first")
      return []
    }
    let isPlaylist = if case .playlist = source { true } else { false }
    let episode = focus == .listing || !isPlaylist ? listing.selected.map { listing.entries[$0].id } : nil
    guard episode != nil || isPlaylist else {
      refuse("There is nothing to play here")
      return []
    }
    return [.play(BrowserEffect.Play(source: source, episode: episode, isShuffled: false))]
  }

  /// Plays the playlist of the list, or what plays, shuffled.
  mutating func shufflePlay() -> [BrowserEffect] {
    guard let source = listing.source, case .playlist = source else {
      guard player == nil else { return command(.shuffle) }
      refuse("Select a playlist first")
      return []
    }
    return [.play(BrowserEffect.Play(source: source, episode: nil, isShuffled: true))]
  }

  mutating func command(_ command: BrowserEffect.PlayerCommand) -> [BrowserEffect] {
    guard player == nil else { return [.player(command)] }
    refuse("Nothing is playing here; p plays, and `mixtape player` controls other players")
    return []
  }

  // MARK: Chapters

  /// Opens the list of chapters at the one that plays.
  mutating func openChapters() {
    guard let player else { return refuse("Nothing is playing here; p plays") }
    guard !player.chapters.isEmpty else { return refuse("No chapters are known") }
    var cursor = ListCursor()
    cursor.select(player.chapter ?? 0)
    dialog = .chapters(cursor)
  }

  mutating func pressInChapters(_ key: Key, _ cursor: ListCursor) -> [BrowserEffect] {
    var cursor = cursor
    let count = player?.chapters.count ?? 0
    switch key {
    case _ where key.isCancel, .character("l"), .character("q"):
      dialog = nil
      return []
    case .enter:
      dialog = nil
      return cursor.row < count ? command(.chapter(cursor.row)) : []
    default: _ = cursor.move(key, count: count, page: BrowserLayout(self).listHeight(besides: 1))
    }
    dialog = .chapters(cursor)
    return []
  }
}
