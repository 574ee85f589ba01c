import Companions
import Foundation
import TestSupport
import Testing

/// Servers that are slow, send wrong headers, or close connections.
@Suite struct BrokenServerTests {
  private let trial = FetchTrial()

  @Test func `a server that does not respond`() throws {
    let server = try WebServer { _ in WebReply([.wait]) }
    let error = try trial.failure(server.address("/"), limits: FetchLimits(total: .milliseconds(100)))
    #expect(error.code == .timedOut)
  }

  @Test func `a server that sends one byte at a time`() throws {
    let server = try WebServer { _ in
      WebReply([
        .send(WebReply.header(200, [("Content-Length", "100000")])),
        .trickle([UInt8](repeating: 0x20, count: 100_000), milliseconds: 50),
      ])
    }
    let error = try trial.failure(server.address("/"), limits: FetchLimits(stalling: .seconds(1), total: .seconds(60)))
    #expect(error.code == .timedOut)
  }

  @Test func `the time limit includes redirects`() throws {
    let server = try WebServer { request in
      let count = Int(request.target.dropFirst()) ?? 0
      return WebReply([
        .trickle(WebReply.header(302, [("Location", "/\(count + 1)"), ("Content-Length", "0")]), milliseconds: 2)
      ])
    }
    let error = try trial.failure(server.address("/0"), limits: FetchLimits(total: .milliseconds(300)))
    #expect(error.code == .timedOut)
    #expect((2...10).contains(server.requests.count))
  }

  @Test func `a connection that closes during the body`() throws {
    let server = try WebServer { _ in
      WebReply([.send(WebReply.header(200, [("Content-Length", "1000")]) + Array("<rss>".utf8)), .close])
    }
    #expect(try trial.failure(server.address("/")).code == .cutOff)
  }

  @Test func `a server that closes the connection immediately`() throws {
    let server = try WebServer { _ in WebReply([.close]) }
    #expect(try trial.failure(server.address("/")).code == .cutOff)
  }

  @Test func `content beyond the declared length is ignored`() throws {
    let server = try WebServer { _ in
      WebReply([.send(WebReply.header(200, [("Content-Length", "5")]) + Array("<rss/> and more".utf8)), .close])
    }
    #expect(try trial.fetch(server.address("/")).text == "<rss/")
  }

  @Test func `a declared length above the limit fails immediately`() throws {
    let server = try WebServer { _ in
      WebReply([.send(WebReply.header(200, [("Content-Length", "99999999999")])), .wait])
    }
    #expect(try trial.failure(server.address("/")).code == .tooLarge)
  }

  @Test func `content of unknown length stops at the limit`() throws {
    let server = try WebServer { _ in
      WebReply([.send(WebReply.header(200, []) + [UInt8](repeating: 0x20, count: 1_001)), .wait])
    }
    #expect(try trial.failure(server.address("/"), limits: FetchLimits(bytes: 1_000)).code == .tooLarge)
  }

  @Test func `content of exactly the limit is accepted`() throws {
    let server = try WebServer { _ in .status(200, body: [UInt8](repeating: 0x20, count: 1_000)) }
    #expect(try trial.fetch(server.address("/"), limits: FetchLimits(bytes: 1_000)).text?.count == 1_000)
  }

  @Test func `a gzip bomb stops at 64 MiB`() throws {
    let sandbox = try Sandbox()
    #expect(try sandbox.shell("head -c 68000000 /dev/zero | gzip > bomb") == "")
    let bomb = try sandbox.read("bomb")
    let server = try WebServer { _ in .status(200, [("Content-Encoding", "gzip")], body: bomb) }
    #expect(try trial.failure(server.address("/")).code == .tooLarge)
  }

  @Test func `damaged gzip`() throws {
    let damaged: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xFF, 0xFF, 0xFF]
    let server = try WebServer { _ in .status(200, [("Content-Encoding", "gzip")], body: damaged) }
    #expect(try trial.failure(server.address("/")).code == .invalidResponse)
    #expect(server.requests.count == 2)
  }

  @Test(arguments: ["gzip", "utf-8"]) func `plain text with a wrong compression`(name: String) throws {
    let server = try WebServer { _ in .status(200, [("Content-Encoding", name)], body: Array("<rss/>".utf8)) }
    #expect(try trial.fetch(server.address("/")).text == "<rss/>")
    #expect(server.requests.last?.headers["accept-encoding"] == "identity")
  }

  @Test func `endless headers`() throws {
    let line = "X-Long: \(String(repeating: "x", count: 8_000))\r\n"
    let server = try WebServer { _ in
      WebReply([.send(Array("HTTP/1.1 200 OK\r\n\(String(repeating: line, count: 20))".utf8)), .wait])
    }
    #expect(try trial.failure(server.address("/")).code == .invalidResponse)
    let single = try WebServer { _ in
      WebReply([.send(Array("HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 400_000))".utf8)), .wait])
    }
    #expect(
      try trial.failure(single.address("/")) == FetchError(.invalidResponse, text: "the header is too long"))
  }

  @Test(arguments: ["hello", "HTTP/9.9 abc\r\n\r\n", "\0\0\0\0\n\n"])
  func `responses that are not HTTP`(text: String) throws {
    let server = try WebServer { _ in WebReply([.send(Array(text.utf8)), .close]) }
    let code = try trial.failure(server.address("/")).code
    #expect([.invalidResponse, .cutOff].contains(code), "\(code)")
  }

  @Test func `closed port, unknown host`() throws {
    let port = try WebServer { _ in .status(200) }.port
    #expect(try trial.failure("http://127.0.0.1:\(port)/").code == .noConnection)
    #expect(try trial.failure("http://\(unresolvable)/").code == .unknownHost)
  }

  /// A host name that is too long to resolve, so that no network is needed.
  private let unresolvable = "\(String(repeating: "x", count: 70)).example.org"

  @Test func `server errors are printable`() {
    #expect(FetchError(.other, text: "a\u{1B}[31m\nb\u{202E}").text == "a\u{FFFD}[31m\u{FFFD}b\u{FFFD}")
    #expect(FetchError(.other, text: String(repeating: "x", count: 10_000)).text.count == 500)
  }
}
