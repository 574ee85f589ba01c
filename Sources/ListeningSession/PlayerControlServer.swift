internal import Dispatch
internal import FileSystem
internal import Synchronization
internal import SystemPackage

/// Receives requests to a player, one at a time. It ends with ``end()``, or with its last reference.
public final class PlayerControlServer: Sendable {
  private let listener: ListeningSocket
  private let queue = DispatchQueue(label: "mixtape.control")
  private let hasEnded = Mutex(false)

  /// Starts to receive requests.
  ///
  /// - Parameter answer: Returns the reply to a request. Called on another thread.
  init(on listener: ListeningSocket, answer: @escaping @Sendable (String) -> String) {
    self.listener = listener
    queue.async { Self.serve(listener, answer) }
  }

  deinit { end() }

  /// Receives requests until the socket is ended.
  private static func serve(_ listener: ListeningSocket, _ answer: (String) -> String) {
    while true {
      do throws(Errno) {
        let connection = try listener.accept()
        guard let request = PlayerRequest(from: connection) else {
          connection.close()
          continue
        }
        request.reply(answer(request.line))
      } catch {
        return
      }
    }
  }

  /// Stops receiving requests.
  public func end() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard isFirst else { return }
    listener.end()
    // After the last request: until then, the descriptor is in use.
    queue.async { [listener] in listener.close() }
  }
}
