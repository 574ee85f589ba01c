import Foundation
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A local web server with one answer for each path, as bytes. It ends with its last reference.
final class LocalServer: Sendable {
  /// The address of the server, without a slash at the end.
  let address: String
  private let socket: CInt
  private let asked: Requests

  private final class Requests: Sendable {
    let paths = Mutex<[String]>([])
  }

  /// The requested paths, in order.
  var paths: [String] { asked.paths.withLock { $0 } }

  /// Makes a server.
  ///
  /// - Parameter answers: The complete answers by path, with headers; other paths are not found.
  init(_ answers: [String: [UInt8]]) throws {
    #if canImport(Glibc)
      let type = CInt(SOCK_STREAM.rawValue)
    #else
      let type = SOCK_STREAM
    #endif
    let socket = systemSocket(type)
    self.socket = socket
    try #require(socket >= 0)
    var name = sockaddr_in()
    name.sin_family = sa_family_t(AF_INET)
    name.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &name) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, length) == 0 && listen(socket, 8) == 0 && getsockname(socket, address, &length) == 0
      } ? UInt16(bigEndian: pointer.pointee.sin_port) : 0
    }
    try #require(port != 0)
    address = "http://127.0.0.1:\(port)"
    let asked = Requests()
    self.asked = asked
    Thread.detachNewThread { Self.serve(socket, answers, asked) }
  }

  deinit { shutdown(socket, CInt(SHUT_RDWR)) }

  private static func serve(_ socket: CInt, _ answers: [String: [UInt8]], _ asked: Requests) {
    defer { close(socket) }
    while true {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { return }
      var head = [UInt8](repeating: 0, count: 8192)
      let count = max(0, recv(connection, &head, head.count, 0))
      let words = String(decoding: head.prefix(count), as: UTF8.self).split(separator: " ", maxSplits: 2)
      let path = words.count > 1 ? String(words[1]) : ""
      asked.paths.withLock { $0.append(path) }
      let answer = answers[path] ?? Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
      send(connection, answer, answer.count, CInt(MSG_NOSIGNAL))
      shutdown(connection, CInt(SHUT_RDWR))
      close(connection)
    }
  }

  /// Returns a complete answer with some sound, or one that sends fewer bytes than announced.
  static func answer(_ body: [UInt8], ofWhichSent sent: Int? = nil) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
      + body.prefix(sent ?? body.count)
  }

  /// Returns an answer that redirects to another address.
  static func redirection(to address: String) -> [UInt8] {
    Array("HTTP/1.1 302 Found\r\nLocation: \(address)\r\nContent-Length: 0\r\n\r\n".utf8)
  }
}

/// Calls `socket(2)`, under a name that differs from that of a property.
private func systemSocket(_ type: CInt) -> CInt { socket(AF_INET, type, 0) }
