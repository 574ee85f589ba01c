public import SystemPackage

/// A server for HTTP on 127.0.0.1 that answers as a test tells it, well or badly. It ends when the test lets go of it.
public final class WebServer: Sendable {
  private let server: ConnectionServer
  private let received: Recorder<WebRequest>

  /// Starts a server.
  ///
  /// - Parameters:
  ///   - greeting: Sent at the beginning of each connection, unlike HTTP.
  ///   - answer: Called for each request on the thread of its connection, and may block.
  public init(greeting: [UInt8] = [], _ answer: @escaping @Sendable (WebRequest) -> WebReply) throws(Errno) {
    let received = Recorder<WebRequest>()
    self.received = received
    server = try ConnectionServer { WebConnection($0, received).serve(greeting, answer) }
  }

  /// The port, chosen by the system.
  public var port: UInt16 { server.port }

  /// The requests so far.
  public var requests: [WebRequest] { received.values }

  /// Returns the address of a path.
  public func address(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }
}
