import Companions
import Foundation
import TestSupport
import Testing

/// Conversion of HTTP responses.
@Suite struct ResponseTests {
  private let trial = FetchTrial()

  @Test func `a feed is fetched with its validators`() throws {
    let server = try WebServer { _ in
      .text("<rss/>", [("ETag", "\"a1\""), ("Last-Modified", "Sun, 01 Mar 2026 07:00:00 GMT")])
    }
    let response = try trial.fetch(server.address("/feed"))
    #expect(response.text == "<rss/>")
    #expect(response.validators == FeedValidators(entityTag: "\"a1\"", lastModified: "Sun, 01 Mar 2026 07:00:00 GMT"))
    #expect(response.finalAddress == server.address("/feed"))
    #expect(response.permanentAddress == nil)
    let request = try #require(server.requests.first)
    #expect(request.method == "GET" && request.target == "/feed")
    #expect(request.headers["user-agent"] == "Mixtape/test")
    #expect(request.headers["accept-encoding"]?.contains("gzip") == true)
    #expect(request.headers["if-none-match"] == nil)
  }

  @Test(
    arguments: [
      ("text/xml; charset=koi8-r", "koi8-r"), ("text/xml;x=1; Charset = \"KOI8-R\"", "KOI8-R"), ("text/xml", nil),
      ("text/xml; charset=", nil), ("text/xml; charset=\(String(repeating: "x", count: 50))", nil),
    ] as [(String, String?)])
  func `the encoding of a feed by its server`(type: String, encoding: String?) throws {
    let server = try WebServer { _ in .text("<rss/>", [("Content-Type", type)]) }
    #expect(try trial.fetch(server.address("/")).encoding == encoding)
  }

  @Test func `an unchanged feed is not downloaded again`() throws {
    let server = try WebServer { request in
      request.headers["if-none-match"] == "\"a1\"" && request.headers["if-modified-since"] == "yesterday"
        ? .status(304) : .text("new")
    }
    let known = FeedValidators(entityTag: "\"a1\"", lastModified: "yesterday")
    #expect(try trial.fetch(server.address("/"), known).outcome == .notModified)
    #expect(try trial.fetch(server.address("/"), FeedValidators(entityTag: "\"a2\"")).text == "new")
  }

  @Test func `304 without a condition is an error`() throws {
    let server = try WebServer { _ in .status(304) }
    #expect(try trial.failure(server.address("/")) == FetchError(.httpStatus, status: 304))
  }

  @Test(arguments: [401, 403, 404, 410, 418, 500, 503]) func `error statuses`(status: Int) throws {
    let server = try WebServer { _ in .status(status, body: Array("<html>".utf8)) }
    #expect(try trial.failure(server.address("/")) == FetchError(.httpStatus, status: status))
  }

  @Test func `Retry-After is reported`() throws {
    let server = try WebServer { request in
      .status(request.target == "/busy" ? 429 : 503, [("Retry-After", request.target == "/busy" ? "120" : "soon")])
    }
    let busy = FetchError(.httpStatus, status: 429, retryAfter: .seconds(120))
    #expect(try trial.failure(server.address("/busy")) == busy)
    #expect(try trial.failure(server.address("/down")) == FetchError(.httpStatus, status: 503))
  }

  @Test func `endless error pages are not read`() throws {
    let server = try WebServer { _ in
      let megabyte = [UInt8](repeating: 0x20, count: 1 << 20)
      return WebReply([.send(WebReply.header(404, []) + megabyte), .wait])
    }
    #expect(try trial.failure(server.address("/")) == FetchError(.httpStatus, status: 404))
  }

  @Test func `error pages can exceed the size limit`() throws {
    let server = try WebServer { _ in .status(500, [], body: [UInt8](repeating: 0x20, count: 2_000)) }
    #expect(try trial.failure(server.address("/"), limits: FetchLimits(bytes: 1_000)).status == 500)
  }

  @Test func `a response without content is an error`() throws {
    let server = try WebServer { _ in .status(204) }
    #expect(try trial.failure(server.address("/")) == FetchError(.invalidResponse, status: 204))
  }

  @Test func `gzip and brotli are decompressed`() throws {
    let sandbox = try Sandbox()
    let packed = try sandbox.shell("printf hello | gzip | od -An -v -tx1 | tr -d ' \\n'")
    let gzip = stride(from: 0, to: packed.count, by: 2).compactMap { offset in
      UInt8(packed.dropFirst(offset).prefix(2), radix: 16)
    }
    let brotli: [UInt8] = [0x0B, 0x02, 0x80] + Array("hello".utf8) + [0x03]
    let server = try WebServer { request in
      let name = String(request.target.dropFirst())
      return .status(200, [("Content-Encoding", name)], body: name == "gzip" ? gzip : brotli)
    }
    #expect(try trial.fetch(server.address("/gzip")).text == "hello")
    let offered = try #require(server.requests.first?.headers["accept-encoding"])
    // libcurl can be built without brotli.
    if offered.contains("br") { #expect(try trial.fetch(server.address("/br")).text == "hello") }
    #expect(try trial.failure(server.address("/unknown")).code == .invalidResponse)
  }

  @Test func `user name and password are sent`() throws {
    let server = try WebServer { request in
      request.headers["authorization"] == "Basic YSBiOmM6ZA==" ? .text("secret") : .status(401)
    }
    let response = try trial.fetch("http://a%20b:c%3Ad@127.0.0.1:\(server.port)/")
    #expect(response.text == "secret")
    #expect(response.finalAddress == "http://a%20b:c%3Ad@127.0.0.1:\(server.port)/")
    #expect(try trial.failure(server.address("/")).status == 401)
  }

  @Test func `invalid validators are dropped`() throws {
    let server = try WebServer { _ in
      .text("x", [("ETag", "\"ä\""), ("Last-Modified", String(repeating: "x", count: 100))])
    }
    #expect(try trial.fetch(server.address("/")).validators == FeedValidators.none)
    #expect(FeedValidators(entityTag: "a\r\nX: y") == .none)
  }
}
