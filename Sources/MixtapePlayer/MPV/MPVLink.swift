internal import Dispatch
internal import FileSystem
internal import SystemPackage

/// A connection to a running mpv, and its process. The owner must call ``end()``.
struct MPVLink {
  /// The number of the connection, which tells it from earlier ones.
  let number: Int
  private let socket: ConnectedSocket
  private let process: MPVProcess?
  private let source: any DispatchSourceRead

  /// Takes ownership of a connection, and listens.
  ///
  /// - Parameters:
  ///   - process: The process at the other end, if it ends with the connection.
  ///   - onReadable: Called on `queue` when there is something to read, or the other end is closed.
  init(
    number: Int, _ socket: ConnectedSocket, _ process: MPVProcess?, on queue: DispatchQueue,
    onReadable: @escaping @Sendable () -> Void
  ) {
    self.number = number
    self.socket = socket
    self.process = process
    source = DispatchSource.makeReadSource(fileDescriptor: socket.descriptor.rawValue, queue: queue)
    source.setEventHandler(handler: onReadable)
    source.setCancelHandler { Self.release(socket, process) }
    source.activate()
  }

  /// Returns the received bytes: `nil` if there are none, an empty array if mpv has closed the connection.
  func receive() throws(Errno) -> [UInt8]? { try socket.receive() }

  /// Sends bytes without waiting.
  func send(_ bytes: [UInt8]) throws(Errno) { try socket.send(bytes) }

  /// Returns the first line that mpv has written to its standard output or error, if there is one.
  func firstOutputLine() -> String? { process?.firstOutputLine() }

  /// Ends mpv, which has nothing to save, and closes the connection.
  func end() {
    process?.end()
    source.cancel()
  }

  /// Closes the descriptor and waits for the process, which has ended. Runs when no more events can arrive.
  private static func release(_ socket: ConnectedSocket, _ process: MPVProcess?) {
    socket.close()
    do {
      try process?.release()
    } catch {
      // The process is already gone.
    }
  }
}
