import Foundation

/// A connection of a ``WebServer``.
struct WebConnection {
  private let descriptor: Int32
  private let received: Recorder<WebRequest>

  init(_ descriptor: Int32, _ received: Recorder<WebRequest>) {
    self.descriptor = descriptor
    self.received = received
  }

  /// Answers requests until one side closes the connection.
  func serve(_ greeting: [UInt8], _ answer: (WebRequest) -> WebReply) {
    guard sendAll(greeting, to: descriptor) else { return }
    var pending: [UInt8] = []
    while let header = line(ending: "\r\n\r\n", &pending), var request = WebRequest(header) {
      guard let body = body(of: request, &pending) else { return }
      request.body = body
      received.record(request)
      for step in answer(request).steps {
        guard perform(step) else { return }
      }
    }
  }

  /// Reads the body of a request; `nil` if the connection ends before.
  private func body(of request: WebRequest, _ pending: inout [UInt8]) -> [UInt8]? {
    if request.headers["transfer-encoding"] == "chunked" { return chunks(&pending) }
    return bytes(request.headers["content-length"].flatMap { Int($0) } ?? 0, &pending)
  }

  private func chunks(_ pending: inout [UInt8]) -> [UInt8]? {
    var body: [UInt8] = []
    while let size = line(ending: "\r\n", &pending).flatMap({ Int($0, radix: 16) }) {
      guard let chunk = bytes(size, &pending), line(ending: "\r\n", &pending) != nil else { return nil }
      if size == 0 { return body }
      body += chunk
    }
    return nil
  }

  /// Reads a number of bytes; `nil` if the connection ends before.
  private func bytes(_ count: Int, _ pending: inout [UInt8]) -> [UInt8]? {
    while pending.count < count {
      guard let part = receiveBytes(from: descriptor) else { return nil }
      pending += part
    }
    defer { pending.removeFirst(count) }
    return Array(pending[..<count])
  }

  /// Reads a text up to a line end, which is removed; `nil` if the connection ends before.
  private func line(ending end: String, _ pending: inout [UInt8]) -> String? {
    while true {
      if let range = pending.firstRange(of: Array(end.utf8)) {
        defer { pending.removeSubrange(..<range.upperBound) }
        return String(decoding: pending[..<range.lowerBound], as: UTF8.self)
      }
      guard let part = receiveBytes(from: descriptor) else { return nil }
      pending += part
    }
  }

  /// Performs a step. Returns whether the connection is still open.
  private func perform(_ step: WebReply.Step) -> Bool {
    switch step {
    case .send(let bytes): return sendAll(bytes, to: descriptor)
    case .trickle(let bytes, let milliseconds):
      for byte in bytes {
        guard sendAll([byte], to: descriptor) else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // The client sends nothing more, so only the end of the connection can arrive.
        guard poll(&entry, 1, milliseconds) == 0 else { return false }
      }
      return true
    case .wait:
      while receiveBytes(from: descriptor) != nil {}
      return false
    case .close: return false
    }
  }
}
