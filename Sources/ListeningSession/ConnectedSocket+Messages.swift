internal import FileSystem
internal import SystemPackage

extension ConnectedSocket {
  /// Receives bytes until they are complete, or until the other end is closed.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes. Further bytes are not received.
  ///   - patience: The time to wait for each part.
  ///   - isComplete: Returns whether the bytes so far are all that is wanted.
  /// - Throws: `timedOut` if nothing comes in time.
  func receive(
    atMost limit: Int, within patience: Duration, until isComplete: ([UInt8]) -> Bool
  ) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, !isComplete(bytes) {
      guard let piece = try receive() else {
        guard try wait(toSend: false, atMost: patience) else { throw .timedOut }
        continue
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return Array(bytes.prefix(limit))
  }

  /// Sends all bytes. Drops what the other end sends meanwhile.
  ///
  /// - Throws: `timedOut` if the other end reads nothing in time; `brokenPipe` if it is closed.
  func send(_ bytes: [UInt8], within patience: Duration) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try sendSome(rest)
      rest = rest.dropFirst(count)
      guard count == 0 else { continue }
      guard try wait(toSend: true, atMost: patience) else { throw .timedOut }
      if let dropped = try receive(), dropped.isEmpty { throw .brokenPipe }
    }
  }
}
