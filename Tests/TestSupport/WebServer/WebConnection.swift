import Foundation

/// A connection of a ``WebServer``.
struct WebConnection {
  private let descriptor: Int32
  private let state: WebServer.State

  init(_ descriptor: Int32, _ state: WebServer.State) {
    self.descriptor = descriptor
    self.state = state
  }

  /// Answers requests until one side closes the connection.
  func serve(_ greeting: [UInt8], _ answer: (WebRequest) -> WebReply) {
    defer { state.close(descriptor) }
    guard send(greeting) else { return }
    var pending: [UInt8] = []
    while let header = nextHeader(&pending), let request = WebRequest(header) {
      state.record(request)
      for step in answer(request).steps {
        guard perform(step) else { return }
      }
    }
  }

  /// Reads up to an empty line. Requests have no body.
  private func nextHeader(_ pending: inout [UInt8]) -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = pending.firstRange(of: end) {
        defer { pending.removeSubrange(..<range.upperBound) }
        return String(decoding: pending[..<range.lowerBound], as: UTF8.self)
      }
      guard let part = receive() else { return nil }
      pending += part
    }
  }

  /// Receives bytes; `nil` at the end.
  private func receive() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? Array(bytes.prefix(count)) : nil
  }

  /// Performs a step. Returns whether the connection is still open.
  private func perform(_ step: WebReply.Step) -> Bool {
    switch step {
    case .send(let bytes): return send(bytes)
    case .trickle(let bytes, let milliseconds):
      for byte in bytes {
        guard send([byte]) else { return false }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // What arrives here is the end of the connection.
        guard poll(&entry, 1, milliseconds) == 0 else { return false }
      }
      return true
    case .wait:
      while receive() != nil {}
      return false
    case .close: return false
    }
  }

  private func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}

/// `send(2)` without a signal if the other side is gone, under a name that does not clash with the connection's own.
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(descriptor, bytes, count, 0)
  #else
    send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
