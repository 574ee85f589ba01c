import Feeds
import MixtapeModel
import Testing

/// Addresses in private networks. A feed of the web must not make Mixtape call them.
struct PrivateAddressTests {
  private static let text = """
    <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:podcast="https://podcastindex.org/namespace/1.0">
    <channel><title>T</title><itunes:image href="http://10.0.0.1/cover.png"/>
    <image><url>https://example.org/cover.png</url></image>
    <item><title>One</title><itunes:image href="http://192.168.1.1/1.png"/>
    <podcast:chapters type="application/json+chapters" url="http://127.0.0.1/1.json"/>
    <enclosure url="http://169.254.169.254/latest/1.mp3" type="audio/mpeg"/></item>
    <item><title>Two</title><enclosure xml:base="http://localhost/" url="2.mp3" type="audio/mpeg"/>
    <podcast:chapters type="application/json+chapters" url="http://127.0.0.1/1.json"/></item>
    <item><title>Three</title><enclosure url="http://8.8.8.8/3.mp3" type="audio/mpeg"/></item></channel></rss>
    """

  private func feed(from address: String?) throws -> Feed { try Feed(parsing: Array(Self.text.utf8), address: address) }

  @Test func `those of a public feed are named, and pictures and chapters are ignored`() throws {
    let feed = try feed(from: "https://example.org/feed.xml")
    let addresses = [
      "http://10.0.0.1/cover.png", "http://192.168.1.1/1.png", "http://127.0.0.1/1.json",
      "http://169.254.169.254/latest/1.mp3", "http://localhost/2.mp3",
    ]
    #expect(feed.privateAddresses == addresses)
    let rest = "is in a private network, but the feed is public;"
    #expect(
      feed.diagnostics.map(\.message)
        == addresses.prefix(3).map { "the address \"\($0)\" \(rest) it is ignored" }
        + addresses.suffix(2).map { "the address \"\($0)\" \(rest) the player and downloads refuse it" })
    #expect(feed.diagnostics.map(\.position.line) == [2, 4, 5, 6, 7])
    #expect(feed.podcast.artwork == "https://example.org/cover.png")
    #expect(feed.podcast.episodes.map(\.artwork) == [nil, nil, nil])
    #expect(feed.podcast.episodes.map(\.chapters) == [nil, nil, nil])
    #expect(feed.podcast.episodes.compactMap(\.url) == Array(addresses.suffix(2)) + ["http://8.8.8.8/3.mp3"])
  }

  @Test(arguments: ["http://nas.local/feed.xml", "http://10.0.0.7/feed.xml", "file:///feeds/feed.xml", nil])
  func `a feed of a private network may have them`(address: String?) throws {
    let feed = try feed(from: address)
    #expect(feed.privateAddresses.isEmpty)
    #expect(feed.diagnostics.isEmpty)
    #expect(feed.podcast.artwork == "http://10.0.0.1/cover.png")
    #expect(feed.podcast.episodes.first?.chapters == "http://127.0.0.1/1.json")
  }
}
