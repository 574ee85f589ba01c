import Companions
import TestSupport
import Testing

/// Private networks, proxies and concurrent requests.
@Suite struct NetworkTests {
  /// A trial that fetches all addresses through a proxy.
  private func trial(through proxy: WebServer) -> FetchTrial {
    FetchTrial(environment: ["http_proxy": proxy.address("")])
  }

  @Test func `public names in private networks are rejected`() throws {
    let server = try WebServer { _ in .text("secret") }
    var trial = FetchTrial()
    trial.fetcher.resolved = ["feeds.example.org:\(server.port):127.0.0.1"]
    let error = try trial.failure(server.address("/", host: "feeds.example.org"))
    #expect(error == FetchError(.privateNetwork, text: "feeds.example.org"))
    #expect(server.requests.isEmpty)
  }

  @Test func `named private hosts are allowed, also in redirects between them`() throws {
    let server = try WebServer { $0.target == "/feed" ? .text("feed") : .redirect(302, to: "/feed") }
    #expect(try FetchTrial().fetch(server.address("/", host: "localhost")).text == "feed")
    #expect(try FetchTrial().fetch(server.address("/", host: "feeds.localhost")).text == "feed")
  }

  @Test(arguments: [
    "http://127.0.0.1/", "http://127.1/", "http://2130706433/", "http://0x7f000001/", "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://192.168.1.1/", "http://169.254.169.254/latest/", "https://router.lan/", "http://localhost./",
    "http://printer/",
  ])
  func `redirects from public to private hosts are rejected`(location: String) throws {
    let proxy = try WebServer { _ in .redirect(302, to: location) }
    #expect(try trial(through: proxy).failure("http://feeds.example.org/").code == .privateNetwork)
    #expect(proxy.requests.map(\.target) == ["http://feeds.example.org/"])
  }

  @Test func `the proxy gets all requests except those in no_proxy`() throws {
    let server = try WebServer { _ in .text("direct") }
    let proxy = try WebServer { .text("by proxy: \($0.target)") }
    let environment = ["http_proxy": "127.0.0.1:\(proxy.port)", "no_proxy": "localhost, 10.0.0.0/8"]
    let trial = FetchTrial(environment: environment)
    #expect(try trial.fetch("http://example.org/feed").text == "by proxy: http://example.org/feed")
    #expect(try trial.fetch(server.address("/", host: "localhost")).text == "direct")
  }

  @Test func `a proxy that fails`() throws {
    let proxy = try WebServer { $0.method == "CONNECT" ? .status(403) : .status(407) }
    let environment = ["http_proxy": proxy.address(""), "https_proxy": proxy.address("")]
    #expect(try FetchTrial(environment: environment).failure("https://example.org/").code == .proxyFailed)
    #expect(try FetchTrial(environment: environment).failure("http://example.org/").status == 407)
    let gone = ["all_proxy": "http://127.0.0.1:\(try WebServer { _ in .status(200) }.port)"]
    #expect(try FetchTrial(environment: gone).failure("http://example.org/").code == .proxyFailed)
    #expect(
      try FetchTrial(environment: ["all_proxy": "http://\(String(repeating: "x", count: 70)).example.org"]).failure(
        "http://example.org/"
      ).code == .proxyFailed)
  }

  @Test(.timeLimit(.generous)) func `at most eight concurrent requests, and two per host`() throws {
    let crowd = Crowd(size: 8)
    let server = try WebServer { request in
      crowd.visit(request.headers["host"] ?? "")
      return .text("feed")
    }
    let requests = (0..<30).map { FeedRequest(server.address("/\($0)", host: "h\($0 % 5).localhost")) }
    let responses = try FetchTrial().fetch(requests)
    #expect(responses.count == 30 && responses.allSatisfy { $0.text == "feed" })
    #expect(crowd.greatest == 8)
    #expect(crowd.greatestOfHost == 2)
  }

  @Test func `many feeds in one run`() throws {
    let server = try WebServer { request in request.target.hasSuffix("7") ? .status(404) : .text(request.target) }
    let requests = (0..<500).map { FeedRequest(server.address("/\($0)", host: "h\($0 % 50).localhost")) }
    let responses = try FetchTrial().fetch(requests)
    #expect(responses.map(\.index) == Array(0..<500))
    #expect(responses.count { $0.error?.status == 404 } == 50)
    #expect(responses.allSatisfy { $0.error != nil || $0.text == "/\($0.index)" })
  }
}
