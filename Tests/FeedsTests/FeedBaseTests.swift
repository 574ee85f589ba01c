import Feeds
import MixtapeModel
import Testing

/// Relative addresses in elements with an `xml:base` of their own.
struct FeedBaseTests {
  private static let base = "xml:base='http://c.example.org/d/'"

  private func rss(_ content: String) throws -> Feed {
    let text = """
      <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:podcast="https://podcastindex.org/namespace/1.0" xml:base="http://b.example.org/a/">
      <channel><title>T</title>\(content)</channel></rss>
      """
    return try Feed(parsing: Array(text.utf8), address: "https://example.org/feed.xml")
  }

  private func item(_ elements: String) throws -> Episode {
    try #require(try rss("<item><title>One</title>\(elements)</item>").podcast.episodes.first)
  }

  @Test(arguments: [
    ("<link \(base) rel='enclosure' href='1.mp3'/>", "http://c.example.org/d/1.mp3"),
    ("<content \(base) type='audio/mpeg' src='1.mp3'/>", "http://c.example.org/d/1.mp3"),
    ("<link xml:base='e/' rel='enclosure' href='1.mp3'/>", "http://b.example.org/a/e/1.mp3"),
    ("<content \(base)>Text</content><link rel='enclosure' href='1.mp3'/>", "http://b.example.org/a/1.mp3"),
  ])
  func `enclosures of Atom`(element: String, url: String) throws {
    let text = """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://b.example.org/a/"><title>T</title>
      <entry><title>One</title><id>1</id>\(element)</entry></feed>
      """
    #expect(try Feed(parsing: Array(text.utf8)).podcast.episodes.map(\.url) == [url])
  }

  @Test(arguments: [
    ("<enclosure \(base) url='1.mp3'/>", "http://c.example.org/d/1.mp3"),
    ("<media:content \(base) url='1.mp3' type='audio/mpeg'/>", "http://c.example.org/d/1.mp3"),
    ("<media:group \(base)><media:content url='1.mp3'/></media:group>", "http://c.example.org/d/1.mp3"),
    (
      "<podcast:alternateEnclosure \(base) type='audio/mpeg'><podcast:source uri='1.mp3'/></podcast:alternateEnclosure>",
      "http://c.example.org/d/1.mp3"
    ),
    (
      "<podcast:alternateEnclosure type='audio/mpeg'><podcast:source \(base) uri='1.mp3'/></podcast:alternateEnclosure>",
      "http://c.example.org/d/1.mp3"
    ),
    (
      "<media:group \(base)><media:thumbnail url='1.png'/></media:group><enclosure url='1.mp3'/>",
      "http://b.example.org/a/1.mp3"
    ),
  ])
  func `enclosures of RSS`(element: String, url: String) throws { #expect(try item(element).url == url) }

  @Test func `chapters and pictures of an item`() throws {
    let episode = try item(
      """
      <podcast:chapters \(Self.base) url="1.json"/><itunes:image \(Self.base) href="1.png"/><enclosure url="1.mp3"/>
      """)
    #expect(episode.chapters == "http://c.example.org/d/1.json")
    #expect(episode.artwork == "http://c.example.org/d/1.png")
    #expect(episode.url == "http://b.example.org/a/1.mp3")
    let thumbnail = try item("<media:thumbnail \(Self.base) url='1.png'/><enclosure url='1.mp3'/>")
    #expect(thumbnail.artwork == "http://c.example.org/d/1.png")
  }

  @Test(arguments: [
    ("<itunes:image \(base) href='1.png'/>", "http://c.example.org/d/1.png"),
    ("<image \(base)><url>1.png</url></image>", "http://c.example.org/d/1.png"),
    ("<image><url \(base)>1.png</url></image>", "http://c.example.org/d/1.png"),
    ("<image><title \(base)>Sky</title><url>1.png</url></image>", "http://b.example.org/a/1.png"),
    ("<logo \(base)>1.png</logo>", "http://c.example.org/d/1.png"),
    ("<link \(base)>web</link><itunes:image href='1.png'/>", "http://b.example.org/a/1.png"),
  ])
  func `pictures of the head`(element: String, artwork: String) throws {
    #expect(try rss(element).podcast.artwork == artwork)
  }

  @Test(
    arguments: [
      ("<itunes:image href='/a.png'/><link>https://w.org/x/</link>", "https://w.org/a.png"),
      ("<link>https://w.org/x/</link><image><url>a.png</url></image>", "https://w.org/x/a.png"),
      ("<itunes:image href='/a.png'/>", nil), ("<itunes:image href='data:image/png;base64,AA'/>", nil),
      (
        "<itunes:image href='data:image/png;base64,AA'/><image><url>https://w.org/b.png</url></image>",
        "https://w.org/b.png"
      ),
      ("<itunes:image href='a.png'/><image><url>https://w.org/b.png</url></image>", "https://w.org/b.png"),
      ("<itunes:image href='file:///a.png'/>", nil),
      ("<icon>https://w.org/i</icon><logo>https://w.org/l</logo>", "https://w.org/l"),
      ("<logo>https://w.org/l</logo><icon>https://w.org/i</icon>", "https://w.org/l"),
    ] as [(String, String?)])
  func `pictures of the head of a saved feed`(elements: String, artwork: String?) throws {
    let text = """
      <rss xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>T</title>\(elements)</channel></rss>
      """
    for address in ["file:///tmp/feed.xml", nil] {
      #expect(try Feed(parsing: Array(text.utf8), address: address).podcast.artwork == artwork)
    }
  }

  @Test func `links of the head`() throws {
    #expect(try rss("<link \(Self.base)>web</link>").link == "http://c.example.org/d/web")
    #expect(
      try rss("<itunes:new-feed-url \(Self.base)>f.xml</itunes:new-feed-url>").newAddress
        == "http://c.example.org/d/f.xml")
  }
}
