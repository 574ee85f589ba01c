import Companions
import TestSupport
import Testing

/// Redirects, and the resulting addresses.
@Suite struct RedirectTests {
  private let trial = FetchTrial()

  @Test(arguments: [(301, true), (308, true), (302, false), (303, false), (307, false)])
  func `only permanent redirects replace the address`(status: Int, isPermanent: Bool) throws {
    let server = try WebServer { $0.target == "/new" ? .text("feed") : .redirect(status, to: "/new") }
    let response = try trial.fetch(server.address("/old"))
    #expect(response.text == "feed")
    #expect(response.finalAddress == server.address("/new"))
    #expect(response.permanentAddress == (isPermanent ? server.address("/new") : nil))
  }

  @Test func `the permanent address is that before the first temporary redirect`() throws {
    let server = try WebServer { request in
      switch request.target {
      case "/1": .redirect(301, to: "/2")
      case "/2": .redirect(308, to: "3?x=1#part")
      case "/3?x=1": .redirect(302, to: "/4")
      case "/4": .redirect(301, to: "/5")
      default: .text("feed")
      }
    }
    let response = try trial.fetch(server.address("/1"))
    #expect(response.finalAddress == server.address("/5"))
    #expect(response.permanentAddress == server.address("/3?x=1"))
  }

  @Test func `an unchanged feed behind a permanent redirect`() throws {
    let server = try WebServer { $0.target == "/new" ? .status(304) : .redirect(301, to: "/new") }
    let response = try trial.fetch(server.address("/old"), FeedValidators(entityTag: "\"a\""))
    #expect(response.outcome == .notModified)
    #expect(response.permanentAddress == server.address("/new"))
  }

  @Test func `a redirect to an error does not replace the address`() throws {
    let server = try WebServer { $0.target == "/new" ? .status(404) : .redirect(301, to: "/new") }
    let response = try trial.fetch(server.address("/old"))
    #expect(response.error == FetchError(.httpStatus, status: 404))
    #expect(response.permanentAddress == nil)
  }

  @Test func `redirect loops are detected`() throws {
    let server = try WebServer { .redirect(301, to: $0.target == "/a" ? "/b" : "/a") }
    #expect(try trial.failure(server.address("/a")).code == .tooManyRedirects)
    #expect(server.requests.count == 2)
  }

  @Test func `at most ten redirects are followed`() throws {
    let server = try WebServer { request in
      let left = Int(request.target.dropFirst()) ?? 0
      return left == 0 ? .text("feed") : .redirect(302, to: "/\(left - 1)")
    }
    #expect(try trial.fetch(server.address("/10")).text == "feed")
    #expect(try trial.failure(server.address("/11")).code == .tooManyRedirects)
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "gopher://x/", "http://", "javascript:0", "http://例え/"])
  func `redirects to other schemes are rejected`(location: String) throws {
    let server = try WebServer { _ in .redirect(301, to: location) }
    #expect(try trial.failure(server.address("/")).code == .invalidRedirect)
  }

  @Test func `a redirect without Location is an error`() throws {
    let server = try WebServer { _ in .status(302) }
    #expect(try trial.failure(server.address("/")) == FetchError(.httpStatus, status: 302))
  }

  @Test func `credentials are only sent to their origin`() throws {
    let other = try WebServer { _ in .text("feed") }
    let elsewhere = other.address("/feed")
    let server = try WebServer { request in
      switch request.target {
      case "/away": .redirect(301, to: elsewhere)
      case "/near": .redirect(301, to: "/here")
      default: .text("feed")
      }
    }
    let start = "http://user:secret@127.0.0.1:\(server.port)"
    let away = try trial.fetch("\(start)/away")
    #expect(away.permanentAddress == elsewhere)
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
    let near = try trial.fetch("\(start)/near")
    #expect(near.permanentAddress == "\(start)/here")
    #expect(server.requests.last?.headers["authorization"] == "Basic dXNlcjpzZWNyZXQ=")
  }

  @Test func `credentials in redirects are ignored`() throws {
    let other = try WebServer { _ in .text("feed") }
    let port = other.port
    let server = try WebServer { _ in .redirect(301, to: "http://user:secret@127.0.0.1:\(port)/") }
    #expect(try trial.fetch(server.address("/")).permanentAddress == other.address("/"))
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
  }
}
