import Feeds
import Testing

struct OPMLTests {
  private func document(_ text: String) throws -> OPMLDocument { try OPMLDocument.parse(Array(text.utf8)).document }

  @Test func `feeds in folders`() throws {
    let document = try document(
      """
      <opml version="2.0"><head><title>Mine &amp; yours</title></head><body>
      <outline text="Science"><outline text="Sky"><outline type="rss" text="Night" title="Night Sky"
        xmlUrl="https://example.org/n.xml" htmlUrl="https://example.org/" category="/A/B,c"/></outline></outline>
      <outline type="rss" title="T" xmlURL="feed://example.org/t"/></body></opml>
      """)
    #expect(document.title == "Mine & yours")
    #expect(document.feeds.map(\.path) == [["Science", "Sky"], []])
    #expect(document.feeds.map(\.address) == ["https://example.org/n.xml", "https://example.org/t"])
    let first = try #require(document.feeds.first?.outline)
    #expect(first.text == "Night")
    #expect(first.title == "Night Sky")
    #expect(first.categories == ["/A/B", "c"])
    #expect(document.feeds.last?.outline.text == "T")
  }

  @Test func `exports of Overcast`() throws {
    let document = try document(
      """
      <opml version="1.0"><head><title>Overcast Podcast Subscriptions</title></head><body>
      <outline text="playlists"><outline type="podcast-playlist" title="All" smart="1"/></outline>
      <outline text="feeds"><outline type="rss" overcastId="1" text="A" title="A" xmlUrl="https://a/f" subscribed="0">
        <outline type="podcast-episode" title="E" url="https://a/1" enclosureUrl="https://a/1.mp3"/></outline></outline>
      </body></opml>
      """)
    #expect(document.feeds.map(\.address) == ["https://a/f"])
    #expect(document.feeds.map(\.path) == [[]])
    #expect(document.feeds.first?.outline.subscribed == false)
  }

  @Test func `a round trip`() throws {
    let document = OPMLDocument(
      title: "A & \"B\"",
      outlines: [
        OPMLOutline(
          text: "F<1>",
          children: [
            OPMLOutline(
              text: "x", title: "y", type: "rss", feed: "https://a/?b&c", link: "https://a/", categories: ["p", "q"])
          ]),
        OPMLOutline(text: "z", type: "rss", feed: "https://z/", subscribed: false),
      ])
    let read = try OPMLDocument.parse(document.bytes)
    #expect(read.document == document)
    #expect(read.diagnostics.isEmpty)
  }

  @Test func `other documents and faults`() throws {
    #expect(throws: FeedError.otherXML("rss")) { try document("<rss/>") }
    #expect(throws: FeedError.empty) { try document("") }
    let read = try OPMLDocument.parse(Array("<opml><body><outline type='rss' text='x'/><outline text='y & z'".utf8))
    #expect(read.document.outlines.map(\.text).first == "x")
    #expect(read.diagnostics.count >= 2)
  }
}
