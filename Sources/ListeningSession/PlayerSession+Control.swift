public import MixtapeModel
internal import MixtapeStore

extension PlayerSession {
  /// Lets other programs of the user send requests to this session.
  ///
  /// - Parameters:
  ///   - answer: Returns the reply to a request. Called on other threads, also several at a time.
  ///   - followRequest: The request of a program that follows the player: its connection stays open.
  ///   - follow: Receives such a program, which is to receive the state of the player and all changes as lines.
  /// - Returns: The server, which must be ended before the session.
  /// - Throws: ``MixtapeError/Code/fileAccess`` if nothing can be written in the store.
  public func receiveRequests(
    _ answer: @escaping @Sendable (String) -> String, followRequest: String? = nil,
    follow: @escaping @Sendable (PlayerFollower) -> Void = { _ in }
  ) throws(MixtapeError) -> PlayerControlServer {
    PlayerControlServer(
      on: try store.listen(for: owner), answer: answer, followRequest: followRequest, follow: follow)
  }
}
