import Feeds
import Foundation
import MixtapeModel
import Testing

/// Feeds with missing end tags, elements in the wrong place, or values in unusual elements.
struct FeedRepairTests {
  private static let items =
    "<item><title>One</title><enclosure url='1.mp3'/></item><item><title>Two</title><enclosure url='2.mp3'/></item>"

  private func rss(_ content: String, attributes: String = "") throws -> Feed {
    let text = """
      <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" \(attributes)>
      <channel>\(content)</channel></rss>
      """
    return try Feed(parsing: Array(text.utf8), address: "https://example.org/feed.xml")
  }

  private func episode(_ elements: String) throws -> Episode {
    try #require(try rss("<title>T</title><item>\(elements)<enclosure url='1.mp3'/></item>").podcast.episodes.first)
  }

  @Test(arguments: [
    "<itunes:category text='Arts'>", "<itunes:category text='Arts'><itunes:category text='Design'/>",
    "<atom:link rel='self' href='x'>", "<image>", "<image><url>u</url></imag>", "<language>", "<language>en",
    "<description>Text", "<unknown><b>", "<itunes:owner><itunes:name>Ann</itunes:name>", "<author>", "<link>",
    "<itunes:category text='Arts <b>'/>", "<x:y xmlns:x='urn:x'>", "<category>", "<items>",
  ])
  func `an element without an end in the head does not swallow the items`(element: String) throws {
    let feed = try rss("<title>Sky</title>\(element)\n<itunes:author>Bo</itunes:author>\(Self.items)")
    #expect(feed.podcast.episodes.map(\.title) == ["One", "Two"])
    #expect(feed.podcast.title == "Sky")
    #expect(feed.podcast.author == "Bo")
    #expect(!feed.isCutOff)
    #expect(!feed.diagnostics.isEmpty)
    #expect(feed.diagnostics.allSatisfy { $0.severity == .warning })
  }

  @Test func `values of elements without an end`() throws {
    let feed = try rss("<title>Sky<link>https://sky.org/</link><image><url>u.png</url></imag>\(Self.items)")
    #expect(feed.podcast.title == "Sky")
    #expect(feed.link == "https://sky.org/")
    #expect(feed.podcast.artwork == "https://example.org/u.png")
    #expect(feed.podcast.episodes.count == 2)
    let categories = try rss("<itunes:category text='Arts'><itunes:category text='News'/>\(Self.items)").podcast
    #expect(categories.categories == ["Arts", "News"])
  }

  @Test func `several open elements`() throws {
    let feed = try rss(
      "<title>T</title><a><b><item><c><d><title>Zero</title><enclosure url='0.mp3'/></item>\(Self.items)</channel>"
        + "<channel><link>https://sky.org/</link>")
    #expect(feed.podcast.episodes.map(\.title) == ["Zero", "One", "Two"])
    #expect(feed.link == "https://sky.org/")
  }

  @Test func `a quote in an address does not end the item`() throws {
    let feed = try rss("<item><title>T</title><enclosure url='a.mp3?x=<y>'/></item>\(Self.items)")
    #expect(feed.podcast.episodes.map(\.url).first == "https://example.org/a.mp3?x=<y>")
    #expect(feed.podcast.episodes.count == 3)
  }

  @Test func `values in other elements are not those of the item`() throws {
    let episode = try episode(
      """
      <foo><guid>BAD</guid><pubDate>Thu, 01 Jan 2004 19:48:21 GMT</pubDate></foo>
      <image><url>i.png</url><title>Pic</title><description>A cat</description></image>
      <title>T</title><guid>2</guid><description>About this</description><pubDate>Fri, 07 Oct 2016 09:00:00 GMT</pubDate>
      """)
    #expect(episode.guid == "2")
    #expect(episode.title == "T")
    #expect(episode.text(.description) == "About this")
    #expect(episode.published?.timeIntervalSince1970 == 1_475_830_800)
  }

  @Test func `items in another element are read`() throws {
    let feed = try rss("<items>\(Self.items)</items>")
    #expect(feed.podcast.episodes.count == 2)
  }

  @Test(arguments: [
    "", "xmlns='http://www.w3.org/2005/Atom/'", "xmlns='http://www.w3.org/2005/Atom#'", "xmlns='urn:unknown'",
    "xmlns='http://purl.org/atom/ns'", "xmlns='http://purl.org/echo/'",
  ])
  func `Atom with a wrong namespace`(namespace: String) throws {
    let text = """
      <feed \(namespace)><title>T</title><link rel="self" href="https://s.org/feed"/><link href="https://s.org/"/>
      <entry><title>One</title><id>1</id><link rel="enclosure" href="https://s.org/1.mp3"/></entry></feed>
      """
    let feed = try Feed(parsing: Array(text.utf8))
    #expect(feed.link == "https://s.org/")
    #expect(feed.podcast.episodes.map(\.url) == ["https://s.org/1.mp3"])
  }

  @Test func `Base64 in Atom`() throws {
    let text = """
      <feed version="0.3" xmlns="http://purl.org/atom/ns#"><title mode="base64">RXhhbXBsZQ==</title>
      <entry><title type="application/xhtml+xml">The &lt;blink> tag</title>
        <content type="application/octet-stream">TGlnaHRzICZhbXA7
        IG1vcmU=</content><link rel="enclosure" href="https://s.org/1.mp3"/></entry>
      <entry><title mode="base64">not Base64</title><content type="image/png">iVBORw0KGgo=</content>
        <link rel="enclosure" href="https://s.org/2.mp3"/></entry></feed>
      """
    let podcast = try Feed(parsing: Array(text.utf8)).podcast
    #expect(podcast.title == "Example")
    #expect(podcast.episodes.map(\.title) == ["The <blink> tag", "not Base64"])
    #expect(podcast.episodes.map { $0.text(.description) } == ["Lights & more", nil])
  }

  @Test func `Base64 in titles and summaries of Atom`() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom"><title type="application/octet-stream">RXhhbXBsZQ==</title>
      <entry><title type="application/octet-stream">
        RXhhbXBsZSA8Yj5BdG9tPC9iPg==</title><summary type="application/octet-stream">TGlnaHRz</summary>
        <link rel="enclosure" href="https://s.org/1.mp3"/></entry></feed>
      """
    let podcast = try Feed(parsing: Array(text.utf8)).podcast
    #expect(podcast.title == "Example")
    #expect(podcast.episodes.map(\.title) == ["Example Atom"])
    #expect(podcast.episodes.map { $0.text(.description) } == ["Lights"])
  }

  @Test(arguments: [
    ("<pubDate></pubDate><dc:date>2016-10-07</dc:date>", 1_475_798_400.0, 0),
    ("<pubDate>soon</pubDate><dc:date>2016-10-07</dc:date>", 1_475_798_400, 1),
    ("<pubDate>0000-00-00</pubDate><updated>2016-10-07</updated>", 1_475_798_400, 1),
    ("<dc:date>2016-10-07</dc:date><pubDate>soon</pubDate>", 1_475_798_400, 1),
    ("<pubDate>soon</pubDate><pubDate>2016-10-07</pubDate>", 1_475_798_400, 1),
  ])
  func `a date after an invalid one`(elements: String, seconds: Double, faults: Int) throws {
    let feed = try rss("<title>T</title><item><title>A</title>\(elements)<enclosure url='1.mp3'/></item>")
    #expect(feed.podcast.episodes.first?.published?.timeIntervalSince1970 == seconds)
    #expect(feed.diagnostics.map(\.severity) == Array(repeating: .warning, count: faults))
  }

  /// The elements with dates in their order of preference, which does not depend on that in the document.
  @Test func `the best of several dates counts`() throws {
    let elements = ["pubDate", "published", "issued", "dc:date", "created", "updated"].enumerated().map { index, name in
      "<\(name)>2016-10-0\(index + 1)</\(name)>"
    }
    for (index, element) in elements.enumerated() {
      let feed = try rss(
        "<title>T</title><item><title>A</title>\(elements[index...].reversed().joined())<enclosure url='1.mp3'/></item>"
      )
      let seconds = 1_475_280_000 + Double(index) * 86_400
      #expect(feed.podcast.episodes.first?.published?.timeIntervalSince1970 == seconds, "\(element)")
    }
  }

  @Test func `the base of addresses can be stated by the outermost element`() throws {
    let feed = try rss(Self.items, attributes: "xml:base='https://cdn.example.org/shows/'")
    #expect(feed.podcast.episodes.first?.url == "https://cdn.example.org/shows/1.mp3")
  }

  @Test(
    arguments: [
      ("<webMaster>w@x.org (Web)</webMaster><managingEditor>Ed</managingEditor>", "Ed"),
      ("<webMaster>w@x.org (Web)</webMaster>", "Web"), ("<dc:author>Ann</dc:author>", "Ann"),
      ("<itunes:owner><itunes:name>Ann</itunes:name><itunes:email>a@x.org</itunes:email></itunes:owner>", "Ann"),
      ("<author><name>Ann</name><url>https://ann.org/</url></author>", "Ann"),
      ("<author><url>https://ann.org/</url></author>", nil),
      ("<author><name>Ann</name><name>Bo <b>B.</b></name></author>", "Ann"),
    ] as [(String, String?)])
  func authors(elements: String, author: String?) throws {
    let feed = try rss("<title>T</title>\(elements)\(Self.items)")
    #expect(feed.podcast.author == author)
    #expect(feed.podcast.episodes.count == 2)
  }

  @Test func `an author with two names loses no enclosure`() throws {
    #expect(try episode("<author><name>Ann</name><name>Bo <b>B.</b></name></author>").text(.artist) == "Ann")
  }

  @Test(
    arguments: [
      ("<podcast:guid> a\n\tb </podcast:guid>", "a b"),
      ("<podcast:guid/><podcast:guid>a</podcast:guid><podcast:guid>b</podcast:guid><podcast:guid/>", "a"),
      ("<podcast:guid> </podcast:guid>", nil), ("<guid>a</guid>", nil),
      ("<item><podcast:guid>a</podcast:guid></item>", nil),
    ] as [(String, String?)])
  func `guids of feeds`(elements: String, guid: String?) throws {
    #expect(try rss("<title>T</title>\(elements)\(Self.items)").podcast.guid == guid)
  }

  @Test func `the guid of a feed is limited, and not cut off`() throws {
    let long = String(repeating: "é", count: 100_000)
    let guid = try rss("<title>T</title><podcast:guid>\(long)</podcast:guid>\(Self.items)").podcast.guid
    #expect(try (1...2000).contains(#require(guid).utf8.count))
    let start = "<rss><channel><title>T</title><podcast:guid>917393"
    #expect(try Feed(parsing: Array(start.utf8)).podcast.guid == nil)
    #expect(try Feed(parsing: Array("\(start)</podcast:guid>".utf8)).podcast.guid == "917393")
  }

  /// In RSS, elements of Atom do not replace those of RSS, wherever they stand.
  @Test func `elements of Atom only stand in for those of RSS`() throws {
    let atom = """
      <atom:title>A</atom:title><atom:id>urn:a</atom:id><atom:summary>B</atom:summary>
      <atom:author><atom:name>Bo</atom:name></atom:author>
      """
    let own =
      "<title>T</title><guid>g</guid><description>D</description><managingEditor>Ann</managingEditor>"
    let podcast = try rss("\(atom)\(own)<item>\(atom)\(own)<enclosure url='1.mp3'/></item>").podcast
    #expect([podcast.title, podcast.description, podcast.author] == ["T", "D", "Ann"])
    let episode = try #require(podcast.episodes.first)
    #expect([episode.title, episode.guid, episode.text(.description)] == ["T", "g", "D"])
    let other = try rss("\(atom)<item>\(atom)<enclosure url='1.mp3'/></item>").podcast
    #expect([other.title, other.description, other.author] == ["A", "B", "Bo"])
    let entry = try #require(other.episodes.first)
    #expect([entry.title, entry.guid, entry.text(.description)] == ["A", "urn:a", "B"])
  }

  @Test func `Atom with a prefix`() throws {
    let text = """
      <atom:feed xmlns:atom="http://www.w3.org/2005/Atom"><atom:title>T</atom:title><atom:entry><atom:title>One</atom:title>
      <atom:id>1</atom:id><atom:link rel="enclosure" href="https://s.org/1.mp3"/></atom:entry></atom:feed>
      """
    let podcast = try Feed(parsing: Array(text.utf8)).podcast
    #expect(podcast.title == "T")
    #expect(podcast.episodes.map(\.title) == ["One"])
    #expect(podcast.episodes.map(\.guid) == ["1"])
  }

  @Test(arguments: [
    ("file_name%20x.mp3", "file-name-x"), ("J%C3%B3ga.mp3", "jóga"), ("J%F3ga.mp3", "j-f3ga"), ("100%25.mp3", "100"),
    ("5%.mp3", "5"),
  ])
  func `escapes in the name of a file are not part of an id`(file: String, name: String) throws {
    let feed = try rss("<title>T</title><item><enclosure url='https://a.org/\(file)'/></item>")
    #expect(feed.podcast.episodes.map(\.id.name) == [name])
  }

  @Test(arguments: [
    #"<enclosure url="a" type="audio/mpeg"/><media:content url="a" type="audio/ogg" duration="120" fileSize="99"/>"#,
    #"<media:content url="a" duration="120"/><enclosure url="a" length="99" type="audio/mpeg"/>"#,
    #"<enclosure url="a" length="99" type="audio/mpeg"/><media:content url="b.mp3" fileSize="7" duration="8"/>"#
      + #"<media:content url="a" fileSize="5" duration="120"/>"#,
  ])
  func `values of an enclosure that occurs twice`(elements: String) throws {
    let feed = try rss("<title>S</title><item><title>T</title>\(elements)</item>")
    let episode = try #require(feed.podcast.episodes.first)
    #expect(episode.url == "https://example.org/a")
    #expect(episode.duration == 120)
    #expect(episode.fields[.fileSize] == .integer(99))
    #expect(episode.fields[.fileFormat] == .text("mp3"))
  }

  /// Blocks of HTML separate words in XML as they do in escaped HTML.
  @Test func `words in elements of XHTML`() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom"><title type="xhtml">
      <div xmlns="http://www.w3.org/1999/xhtml">A<br/>B</div></title><entry><title>1</title><content type="xhtml">
      <div xmlns="http://www.w3.org/1999/xhtml"><p>One.</p><ul><li>a</li><li>b
      </li></ul>li<b>n</b>e<br/>next</div></content><link rel="enclosure" href="https://s.org/1.mp3"/></entry></feed>
      """
    let podcast = try Feed(parsing: Array(text.utf8)).podcast
    #expect(podcast.title == "A B")
    #expect(podcast.episodes.map { $0.text(.description) } == ["One. a b line next"])
    let episode = try episode(
      """
      <title>A<br/>B</title>
      <xhtml:body xmlns:xhtml="http://www.w3.org/1999/xhtml"><xhtml:p>Hello</xhtml:p><xhtml:p>W</xhtml:p></xhtml:body>
      """)
    #expect(episode.title == "A B")
    #expect(episode.text(.description) == "Hello W")
  }

  /// RFC 4287, section 3.1.1.
  @Test func `texts of Atom without a type are text alone`() throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <title>&lt;b> &amp;amp; c</title><itunes:summary>&lt;b>S&lt;/b></itunes:summary>
      <entry><title>Using the &lt;video&gt; tag &amp;amp; more</title><summary>a &lt;i> b</summary>
      <link rel="enclosure" href="https://s.org/1.mp3"/></entry>
      <entry><title type="html">&lt;b>Two&lt;/b></title><itunes:summary>&lt;b>S&lt;/b></itunes:summary>
      <link rel="enclosure" href="https://s.org/2.mp3"/></entry></feed>
      """
    let podcast = try Feed(parsing: Array(text.utf8)).podcast
    #expect([podcast.title, podcast.description] == ["<b> &amp; c", "S"])
    #expect(podcast.episodes.map(\.title) == ["Using the <video> tag &amp; more", "Two"])
    #expect(podcast.episodes.map { $0.text(.description) } == ["a <i> b", "S"])
  }

  @Test func `values of other vocabularies`() throws {
    let feed = try rss(
      """
      <dc:title>Sky</dc:title><itunes:link rel="image" href="cover.png"/>
      <item><dc:title>One</dc:title><media:thumbnail url="one.png"/><media:description>Lights</media:description>
        <enclosure url="1.mp3"/></item>
      <item><title>Two</title><body xmlns="http://www.w3.org/1999/xhtml"><p>Ice<script>x()</script></p></body>
        <dc:description>short</dc:description><enclosure url="2.mp3"/></item>
      """)
    #expect(feed.podcast.title == "Sky")
    #expect(feed.podcast.artwork == "https://example.org/cover.png")
    #expect(feed.podcast.episodes.map(\.title) == ["One", "Two"])
    #expect(feed.podcast.episodes.map(\.artwork) == ["https://example.org/one.png", nil])
    #expect(feed.podcast.episodes.map { $0.text(.description) } == ["Lights", "Ice"])
    #expect(feed.diagnostics.isEmpty)
  }
}
