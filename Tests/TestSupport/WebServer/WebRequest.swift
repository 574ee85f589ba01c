/// A request that a ``WebServer`` has received.
public struct WebRequest: Hashable, Sendable {
  /// The method, such as `GET`.
  public let method: String
  /// The path; for a proxy, the address, or the host and port of `CONNECT`.
  public let target: String
  /// The headers, with names in lower case.
  public let headers: [String: String]
  /// The body.
  public internal(set) var body: [UInt8] = []

  /// Reads the header of a request; `nil` if it is not a request.
  init?(_ header: String) {
    var lines = header.split(separator: "\r\n", omittingEmptySubsequences: true)
    guard !lines.isEmpty else { return nil }
    let words = lines.removeFirst().split(separator: " ")
    guard words.count == 3 else { return nil }
    method = String(words[0])
    target = String(words[1])
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    self.headers = headers
  }
}

/// An answer of a ``WebServer``: what it does with a connection, step by step.
public struct WebReply: Sendable {
  /// A step of an answer.
  public enum Step: Sendable {
    /// Sends bytes.
    case send([UInt8])
    /// Sends bytes one at a time, with this time in milliseconds between them.
    case trickle([UInt8], milliseconds: Int32)
    /// Does nothing until the other side closes the connection.
    case wait
    /// Closes the connection.
    case close
  }

  /// The steps. Without ``Step/close`` at the end, another request may follow.
  public let steps: [Step]

  /// Makes an answer.
  public init(_ steps: [Step]) { self.steps = steps }

  /// An answer with a body and its length.
  public static func status(
    _ status: Int, _ headers: [(String, String)] = [], body: some Collection<UInt8> = [UInt8]()
  ) -> WebReply {
    WebReply([.send(header(status, headers + [("Content-Length", "\(body.count)")]) + Array(body))])
  }

  /// An answer with text.
  public static func text(_ text: String, _ headers: [(String, String)] = []) -> WebReply {
    .status(200, headers, body: Array(text.utf8))
  }

  /// A redirect.
  public static func redirect(_ status: Int, to location: String) -> WebReply {
    .status(status, [("Location", location)])
  }

  /// Returns the lines of a header.
  public static func header(_ status: Int, _ headers: [(String, String)]) -> [UInt8] {
    // A status of 304 has no body, whatever its header says.
    let lines = headers.filter { status != 304 || $0.0 != "Content-Length" }.map { "\($0.0): \($0.1)\r\n" }.joined()
    return Array("HTTP/1.1 \(status) Status\r\n\(lines)\r\n".utf8)
  }
}
