import ListeningSession
import MixtapePlayer

extension InteractivePlayer {
  /// Pauses and saves, calls a function that stops the process, and plays on when that returns.
  func whileStopped(_ stop: () throws -> Void) rethrows {
    let wasPlaying = player.state.isPlayingSoon
    if wasPlaying { player.pause() }
    session.noteChange()
    session.saveIfDue()
    leaveSessionBus()
    try stop()
    returnToSessionBus()
    // Time has passed for the clock of the simulator, but not for the episode.
    catchUp()
    if wasPlaying { player.play() }
  }
}

extension PlaybackState {
  /// Whether the player plays, or will play after loading.
  fileprivate var isPlayingSoon: Bool {
    switch self {
    case .loading, .playing: true
    case .empty, .stopped, .paused, .error: false
    }
  }
}
