import ListeningSession
import MixtapeModel
import MixtapePlayer
import StoreBrowser

// The parts that several loops share.

extension InteractivePlayer {
  /// Handles a message from another program or the network.
  ///
  /// - Returns: Whether the session should end.
  func take(_ message: PlayerMessage.External) -> Bool {
    switch message {
    case .request(let request): return reply(to: request)
    case .follower(let follower): add(follower)
    case .chapters(let chapters): take(chapters)
    }
    return false
  }

  /// Adjusts the queue to the store, for a player on a screen.
  ///
  /// - Returns: The message about a failure.
  func followOnScreen() -> ScreenMessage? {
    do throws(MixtapeError) {
      _ = try follow()
      return nil
    } catch {
      let reason = ErrorPresenter.problem(for: error as any Error).message
      return ScreenMessage("The queue does not follow the playlist: \(reason)", isRefusal: true)
    }
  }
}

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
