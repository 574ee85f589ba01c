import Foundation
import MixtapeModel
import TestSupport
import Testing
@testable import Feeds

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
    #expect(podcast.guid == "abc" && feed.guid == "abc")
    #expect(feed.medium == "podcast")
    #expect(feed.itemsWithoutSound == 1)
    #expect(feed.diagnostics.map(\.skippedItem) == [SkippedItem(title: "News only", guid: nil)])
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
    #expect(episode.artwork == nil)
  }

  @Test func `descriptions and covers of episodes`() throws {
    let enclosure = "<enclosure url=\"https://example.org/1.mp3\"/>"
    let long = String(repeating: "auroræ ", count: 300)
    let feed = try rss(
      """
      <item><title>One</title><itunes:summary>short</itunes:summary><content:encoded>all</content:encoded>
        <description>&lt;p&gt;Lights &amp;amp;
          more&lt;/p&gt;</description><description>later</description>
        <itunes:image href="/one.jpg"/>\(enclosure)</item>
      <item><title>Two</title><itunes:summary>\(long)</itunes:summary><itunes:image href="https://example.org/cover.jpg"/>
        <enclosure url="https://example.org/2.mp3"/></item>
      <item><description>Only this</description><itunes:image href="file:///etc/passwd"/>
        <enclosure url="https://example.org/3.mp3"/></item>
      """,
      head:
        "<itunes:image href=\"cover.jpg\"/><itunes:summary>B</itunes:summary><description>All &lt;b&gt;A</description>")
    #expect(feed.podcast.description == "All A")
    let episodes = feed.podcast.episodes
    #expect(episodes.map { $0.text(.description)?.prefix(16) } == ["Lights & more", "auroræ auroræ au", "Only this"])
    #expect(episodes.map(\.artwork) == ["https://example.org/one.jpg", nil, nil])
    #expect(episodes.map(\.title) == ["One", "Two", "Only this"])
    let cut = try #require(episodes[1].text(.description))
    #expect(cut.utf8.count <= 1_000 && cut.utf8.count > 980 && cut.hasSuffix("auroræ…"))
  }

  @Test func `addresses of chapters`() throws {
    func item(_ number: Int, _ elements: String) -> String {
      "<item><title>\(number)</title>\(elements)<enclosure url=\"https://example.org/\(number).mp3\"/></item>"
    }
    let feed = try rss(
      item(1, "<podcast:chapters url=\"/one.json\" type=\"application/json+chapters\"/>")
        + item(2, "<podcast:chapters url=\"https://example.org/2.json\">text</podcast:chapters>")
        + item(3, "<podcast:chapters url=\"a.json\"/><podcast:chapters url=\"b.json\"/>")
        + item(4, "<podcast:chapters url=\"file:///etc/passwd\" type=\"application/json\"/>")
        + item(5, "<podcast:chapters url=\"five.srt\" type=\"text/srt\"/><podcast:chapters url=\"\"/>"))
    #expect(
      feed.podcast.episodes.map(\.chapters) == [
        "https://example.org/one.json", "https://example.org/2.json", "https://example.org/a.json", nil, nil,
      ])
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
        <enclosure url="https://example.org/1.mp3"/></item>
      <item><title>Two</title><enc:enclosure rdf:resource="https://example.org/2" enc:type="audio/mpeg" enc:length="65"/></item>
      </rdf:RDF>
      """)
    #expect(feed.format == .rdf)
    #expect(feed.podcast.author == "Ann")
    #expect(feed.podcast.episodes.map(\.guid) == ["https://example.org/1", nil])
    #expect(feed.podcast.episodes.last?.url == "https://example.org/2")
    #expect(feed.podcast.episodes.last?.fields[.fileSize] == .integer(65))
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
      (#"<media:content url="a.mp3" expression="sample"/><media:content url="b.mp3" expression="full"/>"#, "b.mp3"),
      (#"<media:content url="a.mp3" expression="Sample" isDefault="true"/><media:content url="b.mp3"/>"#, "b.mp3"),
      (#"<media:content url="a.mp3" expression="sample"/><media:content url="b.mp4" type="video/mp4"/>"#, "b.mp4"),
      (#"<media:content url="a.mp3" expression="sample"/>"#, "a.mp3"),
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
      (
        #"<media:content url="b.mp3" type="audio/mpeg"/><enclosure url="a.mp3" type="audio/mpeg"/>"#, "a.mp3"
      ),
      (
        #"<enclosure type="audio/mpeg" url="a.mp3"/><podcast:alternateEnclosure default="true" type="audio/opus"><podcast:source uri="b.opus"/></podcast:alternateEnclosure>"#,
        "a.mp3"
      ),
      (#"<ENCLOSURE URL="a.mp3" TYPE="audio/mpeg"/>"#, "a.mp3"), (#"<enclosure url=a.mp3 type=audio/mpeg/>"#, "a.mp3"),
      (#"<enclosure url="get.php?f=a.mp3" type="text/html"/>"#, "get.php?f=a.mp3"),
      (#"<enclosure url="get.php?f=a.mp3.html" type="text/html"/>"#, nil),
      (#"<enclosure url="a<b.mp3"/>"#, "a<b.mp3"), (#"<enclosure url="a" type="application/mp4"/>"#, "a"),
      (#"<enclosure url="a.mp4" type="application/mp4"/><enclosure url="b" type="application/opus"/>"#, "b"),
      (#"<enclosure url="a" type="x-audio/mp3"/>"#, "a"), (#"<enclosure url="a" type="audo/mpeg"/>"#, "a"),
      (#"<enclosure url="a" type="application/force-download"/>"#, "a"),
      (#"<enclosure url="a" type="application/atom+xml"/>"#, nil),
      (#"<enclosure url="a" type="application/json"/>"#, nil),
      (#"<enclosure url="a" type="application/x-flac"/>"#, "a"), (#"<media:content url="a"/>"#, nil),
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

  @Test func `an item that occurs twice is one episode`() throws {
    let feed = try rss(
      """
      <item><title>A</title><enclosure url="1.mp3?a"/></item><item><title>A</title><enclosure url="1.mp3?a"/></item>
      <item><title>A</title><enclosure url="1.mp3?b"/></item>
      <item><title>B</title><guid>g</guid><enclosure url="2.mp3?token=1"/></item>
      <item><title>B</title><guid>g</guid><enclosure url="2.mp3?token=2"/></item>
      <item><title>C</title><guid>g</guid><enclosure url="2.mp3?token=3"/></item>
      """)
    #expect(
      feed.podcast.episodes.compactMap(\.url).map { $0.dropFirst(20) } == [
        "1.mp3?a", "1.mp3?b", "2.mp3?token=1", "2.mp3?token=3",
      ])
    // The title tells that the third item with the guid is another one.
    #expect(feed.podcast.episodes.map(\.guid) == [nil, nil, "g", nil])
    #expect(feed.diagnostics.last?.message == "the guid \"g\" is not unique" && feed.diagnostics.count == 3)
  }

  @Test func `items that share an address are different episodes if their titles differ`() throws {
    let feed = try rss(
      """
      <item><title>Tuesday</title><enclosure url="latest.mp3"/></item>
      <item><title>Monday</title><enclosure url="latest.mp3"/></item>
      <item><title>Monday</title><enclosure url="latest.mp3"/></item><item><enclosure url="latest.mp3"/></item>
      """)
    #expect(feed.podcast.episodes.map(\.title) == ["Tuesday", "Monday"])
    #expect(feed.diagnostics.compactMap(\.skippedItem).map(\.title) == ["Monday", nil])
  }

  @Test(arguments: [
    #"<link rel="http://www.iana.org/assignments/relation/enclosure" href="a.mp3"/>"#,
    #"<content type="audio/mpeg" src="a.mp3"/>"#,
    #"<content type="audio/mpeg" src="b.mp3"/><link rel="enclosure" href="a.mp3"/>"#,
  ])
  func `the enclosure of an entry`(elements: String) throws {
    let feed = try feed(
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title><entry><id>1</id>\(elements)</entry></feed>")
    #expect(feed.podcast.episodes.map(\.url) == ["https://example.org/a.mp3"])
  }

  @Test(
    arguments: [
      ("", "<title>T</title>", "T", "t"), ("file:///tmp/night-sky.xml", "", "night-sky", "night-sky"),
      ("file:///tmp/night%20sky.xml", "", "night sky", "night-sky"),
      ("file:///tmp/sky.rss.xml", "<title>🌌</title>", "🌌", "sky-rss"),
      ("https://example.org/x.xml", "", "example.org", "example-org"),
      ("https://me:secret@example.org:8080/x.xml", "", "example.org:8080", "example-org-8080"),
      ("https://me:secret@example.org/x.xml", "<title>🌌</title>", "🌌", "example-org"),
    ])
  func `the title and the id`(address: String, head: String, title: String, id: String) throws {
    let item = "<item><title>1</title><enclosure url='https://a.org/1.mp3'/></item>"
    let feed = try feed("<rss><channel>\(head)\(item)</channel></rss>", address: address.isEmpty ? nil : address)
    #expect(feed.podcast.title == title)
    #expect(feed.podcast.id.rawValue == id)
  }

  @Test func `relative enclosures of a saved feed are beside its web page`() throws {
    let items = "<item><title>1</title><enclosure url='/1.mp3'/></item>"
    let head = "<title>T</title><link>https://example.org/x/</link>"
    for address in ["file:///tmp/feed.xml", nil] {
      let feed = try feed("<rss><channel>\(head)\(items)</channel></rss>", address: address)
      #expect(feed.podcast.episodes.map(\.url) == ["https://example.org/1.mp3"])
    }
  }

  @Test func `numbers with fractions`() throws {
    let feed = try rss(
      """
      <item><title>A</title><podcast:episode>204.5</podcast:episode><itunes:season>1e300</itunes:season>
      <enclosure url="1.mp3" length="12345.0"/></item>
      <item><title>B</title><enclosure url="2.mp3" length="12,345,678"/></item>
      """)
    #expect(feed.podcast.episodes.map { $0.fields[.trackNumber] } == [.integer(204), nil])
    #expect(feed.podcast.episodes.map { $0.fields[.fileSize] } == [.integer(12_345), .integer(12_345_678)])
    #expect(
      feed.diagnostics.map(\.message) == [
        "the number \"204.5\" is read as 204", "\"1e300\" is not a number of an episode or a season",
      ])
  }

  @Test func `an episode without title is named after its file without the extension`() throws {
    let feed = try rss("<item><title>!!!</title><enclosure url='https://a.org/a-1.mp3?x=1'/></item>")
    #expect(feed.podcast.episodes.map(\.id.name) == ["a-1"])
  }

  @Test func `a missing title is replaced by other values`() throws {
    let feed = try rss(
      """
      <item><description>&lt;p>First &lt;b>words&lt;/b>&lt;/p></description><enclosure url="1.mp3"/></item>
      <item><itunes:title>Two</itunes:title><enclosure url="2.mp3"/></item>
      <item><enclosure url="3.mp3"/></item>
      """)
    #expect(feed.podcast.episodes.map(\.title) == ["First words", "Two", "3"])
  }

  @Test(arguments: [
    ("", FeedError.empty), (" \n", .empty), ("<!DOCTYPE html><html></html>", .webPage), ("<HTML><p>", .webPage),
    ("{\"version\": \"https://jsonfeed.org/version/1\"}", .json), ("\u{1F}\u{8B}", .notXML),
    ("#EXTM3U\n", .playlist("M3U")),
    ("<opml><body/></opml>", .opml), ("[section]\nkey = 1\n", .notXML), ("[{\"url\": \"x\"}]", .json),
    (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://usefulinc.com/ns/doap#'>"
        + "<Project><name>Thing</name></Project></rdf:RDF>", .otherXML("rdf:RDF")
    ),
    ("<svg/>", .otherXML("svg")), ("hello", .notXML),
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
    #expect(feed.isList && feed.remoteItemCount == 1)
  }

  @Test func `truncated feeds are read`() throws {
    let text = Array(
      """
      <rss xmlns:itunes="x"><channel><title>T</title><image><url>u</url></image><itunes:category text="a"/>
      <item><title><![CDATA[x]]></title><enclosure url="https://a/1.mp3"/></item></channel></rss>
      """.utf8)
    let title = try #require(text.firstRange(of: Array("T</title>".utf8))?.lowerBound)
    // Without a title, there is no podcast. A text counts from the next byte on.
    for length in 10...(title + 1) { #expect(throws: FeedError.cutOff) { try Feed(parsing: Array(text[..<length])) } }
    for length in title + 2..<text.count - 6 {
      #expect(throws: Never.self) {
        let feed = try Feed(parsing: Array(text[..<length]))
        #expect(feed.isCutOff)
        #expect(feed.diagnostics.contains { $0.severity == .error })
      }
    }
  }

  @Test func `an item that the feed ends in is left out`() throws {
    let feed = try feed(
      """
      <rss><channel><title>T</title><item><title>1</title><enclosure url="https://a.org/1.mp3"/></item>
      <item><title>2</title><enclosure url="https://a.org
      """)
    #expect(feed.podcast.episodes.map(\.url) == ["https://a.org/1.mp3"])
    #expect(feed.diagnostics.map(\.message).contains("the item \"2\" is skipped: the feed is cut off inside it"))
  }

  @Test func `elements of an Atom source are not those of the entry`() throws {
    let feed = try feed(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="urn:x"><title>P</title><entry>
      <source><id>urn:s</id><title>S</title><updated>2020-01-01T00:00:00Z</updated><link rel="enclosure" href="s.mp3"/></source>
      <x:y><id>urn:x</id><published>2020-01-01T00:00:00Z</published></x:y>
      <title>T</title><id>urn:t</id><updated>2026-03-12T10:20:30Z</updated><link rel="enclosure" href="t.mp3"/></entry></feed>
      """)
    let episode = try #require(feed.podcast.episodes.first)
    #expect(episode.guid == "urn:t")
    #expect(episode.title == "T")
    #expect(episode.url == "https://example.org/t.mp3")
    #expect(episode.published?.timeIntervalSince1970 == 1_773_310_830)
  }

  @Test func `the first of repeated elements counts`() throws {
    let feed = try rss(
      """
      <item><title>A</title><title>B</title><guid>a</guid><guid>b</guid><pubDate>Thu, 12 Mar 2026 10:20:30 GMT</pubDate>
      <pubDate>Fri, 13 Mar 2026 10:20:30 GMT</pubDate><enclosure url="1.mp3"/></item>
      """)
    let episode = try #require(feed.podcast.episodes.first)
    #expect(episode.title == "A")
    #expect(episode.guid == "a")
    #expect(episode.published?.timeIntervalSince1970 == 1_773_310_830)
    #expect(episode.url == "https://example.org/1.mp3")
  }
}
