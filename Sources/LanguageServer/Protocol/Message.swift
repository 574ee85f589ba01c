internal import MixtapeModel

/// A request or a notification of the client.
struct Message {
  /// The id of a request; `nil` for a notification.
  let id: JSONNode?
  let method: String
  let parameters: JSONNode
}

/// A message of the client.
enum Incoming {
  case message(Message)
  /// The response to a request of the server; `null` for an error.
  case response(id: JSONNode, result: JSONNode)

  /// Reads the content of a message.
  ///
  /// - Throws: The error to send to the client.
  init(_ content: [UInt8]) throws(ResponseError) {
    let node: JSONNode
    do throws(JSONReader.Failure) {
      node = try JSONReader.read(content)
    } catch {
      throw ResponseError(.parseError, "\(error.message), at byte \(error.offset + 1)")
    }
    let id = node["id"]
    if let method = node["method"]?.string {
      self = .message(Message(id: id, method: method, parameters: node["params"] ?? .null))
    } else if let id, node["result"] != nil || node["error"] != nil {
      self = .response(id: id, result: node["result"] ?? .null)
    } else {
      throw ResponseError(.invalidRequest, "a message needs a method")
    }
  }
}

/// The error of a request, as JSON-RPC sends it.
struct ResponseError: Error, Hashable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
    case contentModified = -32801
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var json: JSONNode { .object([("code", code.rawValue.json), ("message", message.json)]) }
}

extension JSONNode {
  /// Returns a member that must be there.
  func required(_ key: String) throws(JSONMismatch) -> JSONNode {
    guard let member = self[key] else { throw JSONMismatch() }
    return member
  }
}

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
