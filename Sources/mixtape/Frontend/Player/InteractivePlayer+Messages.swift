import MixtapeModel

// Messages that have the same effect in several loops.

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
  func followOnScreen() -> PlayerPanel.Message? {
    do throws(MixtapeError) {
      _ = try follow()
      return nil
    } catch {
      let reason = ErrorPresenter.problem(for: error as any Error).message
      return PlayerPanel.Message(text: "The queue does not follow the playlist: \(reason)", isRefusal: true)
    }
  }
}
