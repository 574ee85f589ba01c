import MixtapeModel
import Testing
import XMLReading

@testable import Feeds

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct FeedTests {
  private func feed(_ text: String, address: String? = "https://example.org/feed.xml") throws -> Feed {
    try Feed(parsing: Array(text.utf8), address: address)
  }

  private func rss(_ items: String, head: String = "") throws -> Feed {
    try feed(
      """
      <?xml version="1.0"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Night Sky</title>\(head)\(items)</channel></rss>
      """)
  }

  @Test func `RSS with iTunes elements`() throws {
    let feed = try rss(
      """
      <item><title>Auroras &amp;amp; more</title><guid isPermaLink="false">g-42</guid>
        <pubDate>Thu, 12 Mar 2026 10:20:30 GMT</pubDate><itunes:duration>1:02:03</itunes:duration>
        <itunes:episode>42</itunes:episode><itunes:season>3</itunes:season><itunes:author>Guest</itunes:author>
        <enclosure url="https://cdn.example.org/42.mp3?t=1" type="audio/mpeg" length="1234"/></item>
      <item><title>News only</title></item>
      """,
      head: """
        <link>https://example.org/</link><itunes:author>Ann</itunes:author><itunes:image href="cover.jpg"/>
        <itunes:category text="Science"><itunes:category text="Astronomy"/></itunes:category>
        <itunes:category text="Arts &amp; More"/><category>ignored</category>
        <itunes:new-feed-url>https://example.org/new.xml</itunes:new-feed-url>
        <podcast:guid>abc</podcast:guid><podcast:medium>podcast</podcast:medium>
        """)
    let podcast = feed.podcast
    #expect(podcast.id.rawValue == "night-sky")
    #expect(podcast.title == "Night Sky")
    #expect(podcast.author == "Ann")
    #expect(podcast.artwork == "https://example.org/cover.jpg")
    #expect(podcast.categories == ["Science", "Astronomy", "Arts & More"])
    #expect(podcast.feed == "https://example.org/feed.xml")
    #expect(podcast.subscribed)
    #expect(feed.newAddress == "https://example.org/new.xml")
    #expect(feed.guid == "abc")
    #expect(feed.medium == "podcast")
    #expect(feed.itemsWithoutSound == 1)
    #expect(feed.diagnostics.isEmpty)
    let episode = try #require(podcast.episodes.first)
    #expect(episode.id.rawValue == "night-sky/042-auroras-more")
    #expect(episode.title == "Auroras & more")
    #expect(episode.guid == "g-42")
    #expect(episode.url == "https://cdn.example.org/42.mp3?t=1")
    #expect(episode.published?.timeIntervalSince1970 == 1_773_310_830)
    #expect(episode.duration == 3723)
    #expect(episode.fields[.trackNumber] == .integer(42))
    #expect(episode.fields[.discNumber] == .integer(3))
    #expect(episode.fields[.year] == .integer(2026))
    #expect(episode.fields[.fileSize] == .integer(1234))
    #expect(episode.fields[.fileFormat] == .text("mp3"))
    #expect(episode.fields[.artist] == .text("Guest"))
  }

  @Test func `Atom`() throws {
    let feed = try feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://example.org/a/"><title type="html">&lt;b>A&lt;/b></title>
      <author><name>Ann</name><email>a@example.org</email></author><logo>l.png</logo>
      <entry><id>urn:1</id><title type="text">x &lt;b></title><updated>2026-03-12T10:20:30Z</updated>
      <link rel="alternate" href="x.html"/><link rel="enclosure" href="x.ogg" type="audio/ogg" length="7"/></entry></feed>
      """)
    #expect(feed.format == .atom)
    #expect(feed.podcast.title == "A")
    #expect(feed.podcast.author == "Ann")
    #expect(feed.podcast.artwork == "https://example.org/a/l.png")
    let episode = try #require(feed.podcast.episodes.first)
    #expect(episode.guid == "urn:1")
    #expect(episode.title == "x <b>")
    #expect(episode.url == "https://example.org/a/x.ogg")
    #expect(episode.published?.timeIntervalSince1970 == 1_773_310_830)
  }

  @Test func `RSS 1.0`() throws {
    let feed = try feed(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:enc="http://purl.oclc.org/net/rss_2.0/enc#">
      <channel rdf:about="https://example.org/"><title>R</title><dc:creator>Ann</dc:creator></channel>
      <item rdf:about="https://example.org/1"><title>One</title><dc:date>2026-03-12</dc:date>
        <enclosure url="https://example.org/1.mp3"/></item></rdf:RDF>
      """)
    #expect(feed.format == .rdf)
    #expect(feed.podcast.author == "Ann")
    #expect(feed.podcast.episodes.map(\.guid) == ["https://example.org/1"])
  }

  @Test(
    arguments: [
      (#"<enclosure url="a.pdf" type="application/pdf"/><enclosure url="b.mp3" type="audio/mpeg"/>"#, "b.mp3"),
      (#"<enclosure url="a.mp4" type="video/mp4"/><enclosure url="b.mp3" type="audio/mpeg"/>"#, "b.mp3"),
      (#"<enclosure url="a.mp4" type="video/mp4"/>"#, "a.mp4"), (#"<enclosure url="a.mp3"/>"#, "a.mp3"),
      (#"<enclosure url="a.mp3" type=""/>"#, "a.mp3"), (#"<enclosure url="play?id=1"/>"#, "play?id=1"),
      (#"<enclosure url="a.mp3" type="application/octet-stream"/>"#, "a.mp3"),
      (#"<media:content url="a.mp3" type="audio/mpeg" duration="60"/>"#, "a.mp3"),
      (#"<media:content url="a" medium="audio"/>"#, "a"), (#"<media:content url="a.jpg" medium="image"/>"#, nil),
      (
        #"<media:group><media:content url="a.mp3"/><media:content url="b.mp3" isDefault="true"/></media:group>"#,
        "b.mp3"
      ),
      (#"<enclosure url="a.jpg" type="image/jpeg"/>"#, nil), (#"<enclosure url="" type="audio/mpeg"/>"#, nil),
      (#"<enclosure url="file:///etc/passwd.mp3" type="audio/mpeg"/>"#, nil),
      (#"<enclosure url="a.mp3?x=1&y=2" type="audio/mpeg"/>"#, "a.mp3?x=1&y=2"),
      (
        #"<podcast:alternateEnclosure type="audio/opus" length="5"><podcast:source uri="a.opus"/></podcast:alternateEnclosure>"#,
        "a.opus"
      ),
      (
        #"<enclosure type="audio/x-m4a" url="a.m4a"/><podcast:alternateEnclosure type="audio/opus"><podcast:source uri="b.opus"/></podcast:alternateEnclosure>"#,
        "a.m4a"
      ),
    ] as [(String, String?)])
  func `the enclosure of an item`(elements: String, url: String?) throws {
    let feed = try rss("<item><title>T</title>\(elements)</item>")
    #expect(feed.podcast.episodes.map(\.url) == (url.map { ["https://example.org/\($0)"] } ?? []))
  }

  @Test func `valid parts around faults are read`() throws {
    let feed = try rss(
      """
      <item><title>One</title><enclosure url="1.mp3"/><pubDate>never</pubDate></item>
      <item><title>Two & three<enclosure url="2.mp3"/></item>
      <item><title>Four</b></title><enclosure url="4.mp3"/></item>
      <item><title>Five</title><enclosure url="5.mp3"/>
      <item><title>Six</title><enclosure url="6.mp3"/></item>
      """)
    #expect(
      feed.podcast.episodes.compactMap(\.url).map { $0.dropFirst(20) } == ["1.mp3", "2.mp3", "4.mp3", "5.mp3", "6.mp3"])
    #expect(feed.diagnostics.first?.message == "\"never\" is not a date")
    #expect(feed.diagnostics.first?.position.line == 4)
  }

  @Test func `repeated items, and guids that are not unique`() throws {
    let feed = try rss(
      """
      <item><title>A</title><guid>g</guid><enclosure url="1.mp3"/></item>
      <item><title>A</title><guid>g</guid><enclosure url="1.mp3"/></item>
      <item><title>B</title><guid>g</guid><enclosure url="2.mp3"/></item>
      """)
    #expect(feed.podcast.episodes.map(\.guid) == ["g", nil])
    #expect(feed.diagnostics.count == 2)
  }

  @Test func `a missing title is replaced by other values`() throws {
    let feed = try rss(
      """
      <item><description>&lt;p>First &lt;b>words&lt;/b>&lt;/p></description><enclosure url="1.mp3"/></item>
      <item><itunes:title>Two</itunes:title><enclosure url="2.mp3"/></item>
      <item><enclosure url="3.mp3"/></item>
      """)
    #expect(feed.podcast.episodes.map(\.title) == ["First words", "Two", "3-mp3"])
  }

  @Test(arguments: [
    ("", FeedError.empty), (" \n", .empty), ("<!DOCTYPE html><html></html>", .webPage), ("<HTML><p>", .webPage),
    ("{\"version\": \"https://jsonfeed.org/version/1\"}", .json), ("\u{1F}\u{8B}", .notXML),
    ("#EXTM3U\n", .playlist("M3U")),
    ("<opml><body/></opml>", .opml), ("<svg/>", .otherXML("svg")), ("hello", .notXML),
  ])
  func `other documents are recognized`(text: String, error: FeedError) {
    #expect(throws: error) { try feed(text) }
  }

  @Test func `compressed documents are recognized`() {
    #expect(throws: FeedError.compressed("gzip")) { try Feed(parsing: [0x1F, 0x8B, 8, 0]) }
  }

  @Test func `Podcasting 2 playlists`() throws {
    let feed = try rss(
      "",
      head:
        #"<podcast:medium>musicL</podcast:medium><podcast:remoteItem feedGuid="f" itemGuid="i" feedUrl="https://x/f"/>"#
    )
    #expect(feed.medium == "musicL")
    #expect(feed.remoteItems == [RemoteItem(feedGUID: "f", feedURL: "https://x/f", itemGUID: "i", title: nil)])
  }

  @Test func `truncated feeds are read`() {
    let text = Array(
      """
      <rss xmlns:itunes="x"><channel><title>T</title><image><url>u</url></image><itunes:category text="a"/>
      <item><title><![CDATA[x]]></title><enclosure url="https://a/1.mp3"/></item></channel></rss>
      """.utf8)
    for length in 10..<text.count { #expect(throws: Never.self) { try Feed(parsing: Array(text[..<length])) } }
  }
}
