import Foundation
internal import Synchronization
public import SystemPackage

/// A server for HTTP on 127.0.0.1 that answers as a test tells it, well or badly. It ends when the test lets go of it.
public final class WebServer: Sendable {
  /// The port, chosen by the system.
  public let port: UInt16
  private let socket: ListeningSocket
  private let state: State

  /// The state that connections share with the server.
  final class State: Sendable {
    private let requests = Mutex<[WebRequest]>([])
    private let connections = Mutex<(isStopped: Bool, open: Set<Int32>)>((false, []))

    var received: [WebRequest] { requests.withLock { $0 } }

    func record(_ request: WebRequest) { requests.withLock { $0.append(request) } }

    /// Notes an open connection. Returns whether the server goes on.
    func open(_ connection: Int32) -> Bool {
      connections.withLock { state in
        if !state.isStopped { state.open.insert(connection) }
        return !state.isStopped
      }
    }

    /// Closes a connection.
    func close(_ connection: Int32) {
      connections.withLock { state in
        state.open.remove(connection)
        _ = systemClose(connection)
      }
    }

    /// Ends all connections.
    func stop() {
      connections.withLock { state in
        state.isStopped = true
        for connection in state.open { shutdown(connection, shutdownBoth) }
      }
    }
  }

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - greeting: Sent at the beginning of each connection, unlike HTTP.
  ///   - answer: Called for each request on the thread of its connection, and may block.
  public init(greeting: [UInt8] = [], _ answer: @escaping @Sendable (WebRequest) -> WebReply) throws(Errno) {
    let socket = try ListeningSocket()
    let state = State()
    self.socket = socket
    self.state = state
    port = socket.port
    let descriptor = socket.descriptor
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, state.open(connection) else { return }
        Thread.detachNewThread { WebConnection(connection, state).serve(greeting, answer) }
      }
    }
  }

  deinit {
    state.stop()
    socket.close()
  }

  /// The requests so far.
  public var requests: [WebRequest] { state.received }

  /// Returns the address of a path.
  public func address(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }
}

/// A socket that accepts connections on 127.0.0.1.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  init() throws(Errno) {
    descriptor = systemSocket()
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let file = descriptor
    let result = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(file, pointer, length) == 0 && listen(file, 1_024) == 0 && getsockname(file, pointer, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard result else {
      let error = Errno(rawValue: errno)
      _ = systemClose(descriptor)
      throw error
    }
  }

  /// Wakes who waits for a connection, and closes the socket.
  func close() {
    shutdown(descriptor, shutdownBoth)
    _ = systemClose(descriptor)
  }
}

#if canImport(Darwin)
  let shutdownBoth = SHUT_RDWR
  private func systemSocket() -> Int32 { socket(AF_INET, SOCK_STREAM, 0) }
#else
  let shutdownBoth = Int32(SHUT_RDWR)
  private func systemSocket() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
  }
#endif

/// `close(2)` under a name that does not clash with those of types.
func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
