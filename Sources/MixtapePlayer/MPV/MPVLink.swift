internal import Dispatch
internal import FileSystem
internal import SystemPackage

/// A connection to an mpv that runs, and the process. It has to be ended with ``end()``.
struct MPVLink {
  /// Tells it from those before it.
  let number: Int
  private let socket: ConnectedSocket
  private let process: MPVProcess?
  private let source: any DispatchSourceRead

  /// Takes a connection over, and listens.
  ///
  /// - Parameters:
  ///   - process: What is at the other end, if it is to be ended with the connection.
  ///   - hear: Called on `queue` when something has come, or the other end is closed.
  init(
    number: Int, _ socket: ConnectedSocket, _ process: MPVProcess?, on queue: DispatchQueue,
    hear: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.socket = socket
    self.process = process
    source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor.rawValue, queue: queue)
    source.setEventHandler(handler: hear)
    source.setCancelHandler { Self.release(socket, process) }
    source.activate()
  }

  /// What has come: nothing if mpv is gone, `nil` if nothing has.
  func receive() throws(Errno) -> [UInt8]? { try socket.receive() }

  /// Sends bytes without waiting.
  func send(_ bytes: [UInt8]) throws(Errno) { try socket.send(bytes) }

  /// What mpv has said otherwise than over the connection.
  func firstWords() -> String? { process?.firstWords() }

  /// Ends mpv, which has nothing to save, and the connection.
  func end() {
    process?.end()
    source.cancel()
  }

  /// Once nothing is heard any more, the descriptor can be given back, and the process, which has been ended, its number.
  private static func release(_ socket: ConnectedSocket, _ process: MPVProcess?) {
    socket.close()
    do {
      try process?.release()
    } catch {
      // There is nothing left to give back.
    }
  }
}
