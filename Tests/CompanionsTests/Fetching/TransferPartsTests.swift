import Companions
import TestSupport
import Testing

@testable import mixtape_fetch

/// Decisions of the program, tested without a network.
@Suite struct TransferPartsTests {
  @Test(arguments: [
    ("http://example.org/", "http://p1"), ("https://example.org/", "http://p2"), ("http://sub.no.example/", nil),
    ("http://no.example./", nil), ("http://notno.example/", "http://p1"), ("http://10.1.2.3/", nil),
    ("http://11.1.2.3/", "http://p1"),
    ("http://[fd00::1]/", nil), ("http://[fe00::1]/", "http://p1"), ("http://192.0.2.7/", nil),
  ])
  func `the proxy of an address`(address: String, proxy: String?) throws {
    let settings = ProxySettings(environment: [
      "http_proxy": "http://p1", "HTTPS_PROXY": "http://p2",
      "NO_PROXY": ".no.example, 10.0.0.0/8,fd00::/8 192.0.2.7 10.0.0.0/99 /8",
    ])
    #expect(settings.proxy(for: try WebAddress(address)) == proxy)
  }

  @Test func `proxy variables`() throws {
    let address = try WebAddress("http://example.org/")
    #expect(ProxySettings(environment: [:]).proxy(for: address) == nil)
    #expect(ProxySettings(environment: ["HTTP_PROXY": "http://evil"]).proxy(for: address) == nil)
    #expect(
      ProxySettings(environment: ["ALL_PROXY": "socks5h://p", "http_proxy": ""]).proxy(for: address) == "socks5h://p")
    #expect(ProxySettings(environment: ["http_proxy": "p", "no_proxy": "*"]).proxy(for: address) == nil)
  }

  @Test func `addresses are parsed by libcurl`() throws {
    let address = try WebAddress("HTTP://us%20er:p%40ss@Example.ORG:80/a b?x#part")
    #expect(address.text == "http://Example.ORG:80/a%20b?x" || address.text == "http://example.org:80/a%20b?x")
    #expect(address.host == "example.org" && address.port == "80" && address.scheme == "http")
    #expect(address.credentials == WebAddress.Credentials(user: "us%20er", password: "p%40ss"))
    #expect(WebAddress.decoded("p%40ss") == "p@ss")
    #expect(address.text(with: address.credentials).hasPrefix("http://us%20er:p%40ss@"))
    #expect(throws: FetchError(.invalidAddress)) { try WebAddress("http://") }
    #expect(throws: FetchError(.unsupportedScheme)) { try WebAddress("ftp://example.org/") }
    #expect(try WebAddress("http://2130706433/").host == "127.0.0.1")
  }

  @Test func `redirect targets`() throws {
    let address = try WebAddress("https://user:secret@example.org/a/b?c")
    #expect(try address.target(of: "d").text == "https://example.org/a/d")
    #expect(try address.target(of: "//other.example/").host == "other.example")
    #expect(try address.target(of: "http://u:p@other.example/").credentials == nil)
    #expect(try address.target(of: "/x").hasSameOrigin(as: address))
    #expect(try !address.target(of: "http://example.org/x").hasSameOrigin(as: address))
    #expect(throws: FetchError.self) { try address.target(of: "/" + String(repeating: "x", count: 9_000)) }
  }

  @Test func `hosts take turns`() {
    var queue = HostQueue<Int>(limit: 2)
    for (item, host) in [(1, "a"), (2, "a"), (3, "a"), (4, "b"), (5, "a")] { queue.add(item, for: host) }
    var taken: [Int] = []
    while let item = queue.next() { taken.append(item) }
    #expect(taken == [1, 4, 2])
    #expect(!queue.canTake)
    queue.finish("b")
    #expect(queue.next() == nil)
    queue.finish("a")
    #expect(queue.next() == 3)
    queue.finish("a")
    queue.finish("a")
    #expect(queue.next() == 5)
    #expect(queue.next() == nil)
  }

  @Test func `headers are read line by line`() {
    var received = Received()
    func read(_ line: String) -> Bool { Array(line.utf8).withUnsafeBytes { received.readHeader($0) } }
    #expect(read("HTTP/1.1 103 Early\r\n") && read("ETag: \"old\"\r\n") && read("HTTP/1.1 200 OK\r\n"))
    #expect(
      read("LAST-modified:  Sun \r\n") && read("Location: /a\r\n") && read("Location: /b\r\n") && read("\r\n")
        && read(":\r\n"))
    #expect(received.entityTag == nil && received.lastModified == "Sun" && received.location == "/a")
  }
}
