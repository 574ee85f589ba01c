public import MixtapeModel
internal import MixtapeStore

extension PlayerSession {
  /// Lets other programs of the user send requests to this session.
  ///
  /// - Parameter answer: Returns the reply to a request. Called on another thread, one request at a time.
  /// - Returns: The server, which must be ended before the session.
  /// - Throws: ``MixtapeError/Code/fileAccess`` if nothing can be written in the store.
  public func receiveRequests(
    _ answer: @escaping @Sendable (String) -> String
  ) throws(MixtapeError) -> PlayerControlServer {
    PlayerControlServer(on: try store.listen(for: owner), answer: answer)
  }
}
