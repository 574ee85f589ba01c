import MixtapeModel
import Testing

@Suite struct PrivateNetworkTests {
  @Test(arguments: [
    "localhost", "LOCALHOST", "a.localhost", "localhost.", "printer", "nas.local", "git.internal", "box.lan",
    "x.home.arpa", "127.0.0.1", "127.255.255.255", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.0.1",
    "169.254.169.254", "100.64.0.1", "0.0.0.0", "255.255.255.255", "224.0.0.1", "198.18.0.1", "192.0.0.1",
    "192.0.2.7", "192.88.99.1", "198.51.100.3", "203.0.113.0", "203.0.113.255",
    // Other forms of 127.0.0.1 and 169.254.169.254.
    "127.1", "2130706433", "0x7f.1", "0x7F000001", "0177.0.0.1", "0251.254.0xa9fe", "127.0.0.1.",
    "[::1]", "[::]", "[::5]", "[fe80::1%25eth0]", "[fd00::1]", "[fc00::1]", "[::ffff:127.0.0.1]",
    "[::ffff:192.168.0.1]", "[::FFFF:7f00:1]", "[::10.0.0.1]", "[64:ff9b::10.0.0.1]", "[64:ff9b:1::8.8.8.8]",
    "[2002:7f00:1::]", "[ff02::1]", "[fec0::1]", "[2001:db8::1]", "[2001::1]", "[2001:2::1]", "[100::1]", "[3fff::1]",
    "[5f00::1]", "[nonsense]", "[1:2]", "[::1::]", "",
  ])
  func `private hosts`(host: String) {
    #expect(PrivateNetwork.isNamed(by: host))
  }

  @Test(arguments: [
    "example.org", "localhost.example.org", "local.example", "home.example", "8.8.8.8", "172.15.0.1", "172.32.0.1",
    "100.63.0.1", "100.128.0.1", "11.0.0.1", "192.169.0.1", "192.0.3.1", "203.0.112.255", "203.0.114.0",
    "0x8.8.8.8", "8.526344", "[2606:4700::1111]", "[2606:4700:0:1:2:3:4:1111]", "[::ffff:8.8.8.8]",
    "[64:ff9b::8.8.8.8]",
    "[2002:808:808::]", "[2001:200::1]", "127.0.0.1.example.org", "1.2.3.4.5",
  ])
  func `public hosts`(host: String) {
    #expect(!PrivateNetwork.isNamed(by: host))
  }

  @Test func `addresses of other families count as private`() {
    #expect(PrivateNetwork.contains([]))
    #expect(!PrivateNetwork.contains([8, 8, 8, 8]))
  }

  private static let publicFeed = "https://example.org/feed.xml"

  @Test(arguments: [
    "http://127.0.0.1/a.mp3", "HTTPS://User:p@10.0.0.1:8080/", "http://example.org@169.254.169.254/latest",
    "http://[::1]:80/", "http://router.lan", "http://localhost?x", "http:///127.0.0.1/", "http:127.0.0.1",
    "http://127.0.0.1\\@example.org/", "http://%31%32%37.0.0.1/", "http://①27.0.0.1/", "http://localhost.#x",
  ])
  func `a public feed must not name an address in a private network`(address: String) {
    #expect(PrivateNetwork.refuses(address, namedBy: Self.publicFeed))
    for feed in [nil, "http://nas.local/feed", "http://192.168.1.2/feed", "file:///feed.xml"] {
      #expect(!PrivateNetwork.refuses(address, namedBy: feed), "\(feed ?? "")")
    }
  }

  @Test(arguments: [
    "https://cdn.example.org:8443/a@b/127.0.0.1", "http://8.8.8.8/", "file:///music/a.mp3", "a.mp3", "",
  ])
  func `other addresses are used`(address: String) {
    #expect(!PrivateNetwork.refuses(address, namedBy: Self.publicFeed))
  }
}
