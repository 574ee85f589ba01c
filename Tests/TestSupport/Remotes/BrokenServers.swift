import Foundation
public import SystemPackage

/// Servers on 127.0.0.1 that do not answer as they should.
public enum BrokenServers {
  /// Returns a port on which nothing listens.
  public static func unusedPort() throws(Errno) -> UInt16 {
    let socket = try ListeningSocket()
    defer { socket.close() }
    return socket.port
  }

  /// Starts a server that accepts connections, reads and never answers.
  public static func silent() throws(Errno) -> ConnectionServer {
    try ConnectionServer { while receiveBytes(from: $0) != nil {} }
  }

  /// Starts a proxy of another port that cuts each connection after a number of bytes of one direction.
  public static func proxy(to port: UInt16, cuttingAfter limit: Int, of direction: Direction) throws(Errno)
    -> ConnectionServer
  {
    try ConnectionServer { client in
      let server: Int32
      do throws(Errno) {
        server = try connectToLoopback(port: port)
      } catch {
        // The client sees a connection that ends at once.
        return
      }
      defer { _ = systemClose(server) }
      relay(client, server, direction, limit)
    }
  }

  /// A direction of bytes through a proxy.
  public enum Direction: Sendable { case toClient, toServer }

  private static func relay(_ client: Int32, _ server: Int32, _ direction: Direction, _ limit: Int) {
    var rest = limit
    var entries = [client, server].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&entries, 2, -1) > 0 || errno == EINTR {
      for (index, target) in [server, client].enumerated() where entries[index].revents != 0 {
        guard var bytes = receiveBytes(from: entries[index].fd) else { return }
        if (index == 0) == (direction == .toServer) {
          bytes = Array(bytes.prefix(rest))
          rest -= bytes.count
        }
        guard sendAll(bytes, to: target), rest > 0 else { return }
      }
    }
  }
}
