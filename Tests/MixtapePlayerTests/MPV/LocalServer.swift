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

/// A web server of this machine alone, with one answer for each path, as bytes. It ends when nobody holds it.
final class LocalServer: Sendable {
  /// Its address, without a slash at the end.
  let address: String
  private let socket: CInt
  private let asked: Requests

  private final class Requests: Sendable {
    let paths = Mutex<[String]>([])
  }

  /// The paths that were asked for, in order.
  var paths: [String] { asked.paths.withLock { $0 } }

  /// - Parameter answers: The whole answers by path, heads included; others are not found.
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

  /// A whole answer with some sound, or with less of it than it says.
  static func answer(_ body: [UInt8], ofWhichSent sent: Int? = nil) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nContent-Length: \(body.count)\r\n\r\n".utf8)
      + body.prefix(sent ?? body.count)
  }

  /// A whole answer that sends elsewhere.
  static func redirection(to address: String) -> [UInt8] {
    Array("HTTP/1.1 302 Found\r\nLocation: \(address)\r\nContent-Length: 0\r\n\r\n".utf8)
  }
}

/// `socket(2)` under a name that does not clash with a property's.
private func systemSocket(_ type: CInt) -> CInt { socket(AF_INET, type, 0) }
