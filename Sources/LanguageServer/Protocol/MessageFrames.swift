/// Messages in a stream of bytes: each has a header with its length, as the Language Server Protocol defines it.
struct MessageFrames {
  /// An error after which the start of the next message is unknown.
  struct Failure: Error, Hashable {
    let message: String
  }

  /// The maximum size of a message in bytes. Files of a store have at most 16 MiB, which escapes can make larger.
  static let maximumLength = 64 * 1024 * 1024
  /// The maximum size of a header in bytes.
  static let maximumHeaderLength = 4096

  private var buffer: [UInt8] = []
  /// The number of bytes of the buffer that were searched for the end of a header, or that belong to returned messages.
  private var start = 0

  /// Adds bytes of the stream.
  mutating func append(_ bytes: some Sequence<UInt8>) {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// Returns the content of the next message; `nil` until all of it has arrived.
  mutating func next() throws(Failure) -> [UInt8]? {
    guard let end = headerEnd() else {
      if buffer.count - start > Self.maximumHeaderLength { throw Failure(message: "the header has no end") }
      return nil
    }
    let length = try Self.contentLength(in: buffer[start..<end])
    guard buffer.count - end >= length else { return nil }
    start = end + length
    return Array(buffer[end..<end + length])
  }

  /// Returns the message with its header.
  static func framed(_ content: String) -> [UInt8] {
    Array("Content-Length: \(content.utf8.count)\r\n\r\n".utf8) + content.utf8
  }

  /// Returns the offset after the blank line that ends the header.
  private func headerEnd() -> Int? {
    let limit = min(buffer.count, start + Self.maximumHeaderLength)
    var offset = start
    while offset + 4 <= limit {
      if buffer[offset..<offset + 4].elementsEqual([0x0D, 0x0A, 0x0D, 0x0A]) { return offset + 4 }
      offset += 1
    }
    return nil
  }

  private static func contentLength(in header: ArraySlice<UInt8>) throws(Failure) -> Int {
    for line in String(decoding: header, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
      guard let length = Int(parts[1].filter { $0 != " " }), length >= 0 else {
        throw Failure(message: "invalid Content-Length")
      }
      guard length <= maximumLength else { throw Failure(message: "the message is longer than \(maximumLength) bytes") }
      return length
    }
    throw Failure(message: "the header has no Content-Length")
  }
}
