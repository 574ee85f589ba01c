import Foundation
internal import Synchronization
public import SystemPackage

/// A server on 127.0.0.1 that passes each connection to a closure. It ends with the last reference.
public final class ConnectionServer: Sendable {
  /// The port, chosen by the system.
  public let port: UInt16
  private let socket: ListeningSocket
  private let connections: Connections

  /// The open connections, which the server shares with the threads that serve them.
  private final class Connections: Sendable {
    private let state = Mutex<(isStopped: Bool, open: Set<Int32>)>((false, []))

    /// Notes an open connection. Returns whether the server goes on.
    func open(_ connection: Int32) -> Bool {
      state.withLock { state in
        if !state.isStopped { state.open.insert(connection) }
        return !state.isStopped
      }
    }

    /// Closes a connection.
    func close(_ connection: Int32) {
      state.withLock { state in
        state.open.remove(connection)
        _ = systemClose(connection)
      }
    }

    /// Ends all connections.
    func stop() {
      state.withLock { state in
        state.isStopped = true
        for connection in state.open { shutdown(connection, shutdownBoth) }
      }
    }
  }

  /// Starts a server. It accepts connections from now on.
  ///
  /// - Parameter serve: Called with the descriptor of each connection, on a thread of the connection. The connection is
  ///   closed afterwards.
  public init(_ serve: @escaping @Sendable (Int32) -> Void) throws(Errno) {
    let socket = try ListeningSocket()
    let connections = Connections()
    self.socket = socket
    self.connections = connections
    port = socket.port
    let descriptor = socket.descriptor
    Thread.detachNewThread {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0, connections.open(connection) else { return }
        // A program that is started meanwhile must not keep the connection open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        Thread.detachNewThread {
          defer { connections.close(connection) }
          serve(connection)
        }
      }
    }
  }

  deinit {
    connections.stop()
    socket.close()
  }
}

/// A socket that accepts connections on 127.0.0.1.
struct ListeningSocket {
  let descriptor: Int32
  let port: UInt16

  init() throws(Errno) {
    descriptor = systemSocket()
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    var address = loopbackAddress(port: 0)
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

/// Connects to a port on 127.0.0.1, and returns the descriptor.
func connectToLoopback(port: UInt16) throws(Errno) -> Int32 {
  let descriptor = systemSocket()
  guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  var address = loopbackAddress(port: port)
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
      connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }
  guard result == 0 else {
    let error = Errno(rawValue: errno)
    _ = systemClose(descriptor)
    throw error
  }
  return descriptor
}

private func loopbackAddress(port: UInt16) -> sockaddr_in {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
  return address
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

/// Sends all bytes, without a signal if the other side is gone. Returns whether the connection is still open.
func sendAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) -> Bool {
  var rest = Array(bytes)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Receives bytes; `nil` at the end.
func receiveBytes(from descriptor: Int32) -> [UInt8]? {
  var bytes = [UInt8](repeating: 0, count: 65_536)
  let count = recv(descriptor, &bytes, bytes.count, 0)
  return count > 0 ? Array(bytes.prefix(count)) : nil
}

/// `send(2)` without a signal if the other side is gone, under a name that does not clash with those of types.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
