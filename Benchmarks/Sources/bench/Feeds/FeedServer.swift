import Foundation

/// A server on 127.0.0.1 that has one feed at all addresses. Conditional requests get 304: nothing is new.
struct FeedServer {
  let port: UInt16

  enum Failure: Error { case noSocket }

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, length) == 0 && listen(listener, 1_024) == 0
          && getsockname(listener, pointer, &length) == 0
      }
    }
    guard isListening else { throw Failure.noSocket }
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { Self.serve(connection) }
      }
    }
  }

  private static let unchanged = Array("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n".utf8)
  private static let changed: [UInt8] = {
    let feed = FeedGenerator.feed(items: 20)
    return Array("HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: \(feed.count)\r\n\r\n".utf8) + feed
  }()

  /// Answers each request of a connection. Requests come one at a time, and each fits into a read.
  private static func serve(_ connection: Int32) {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    while case let count = recv(connection, &bytes, bytes.count, 0), count > 0 {
      let isConditional = String(decoding: bytes.prefix(count), as: UTF8.self).lowercased().contains("if-none-match")
      let answer = isConditional ? unchanged : changed
      guard send(connection, answer, answer.count, Int32(MSG_NOSIGNAL)) == answer.count else { break }
    }
    close(connection)
  }
}
