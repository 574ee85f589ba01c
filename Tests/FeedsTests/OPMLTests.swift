import Feeds
import Foundation
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
    #expect(document.leaves.map(\.path) == [["Science", "Sky"], []])
    #expect(document.leaves.map(\.outline.feed) == ["https://example.org/n.xml", "https://example.org/t"])
    let first = try #require(document.leaves.first?.outline)
    #expect(first.text == "Night")
    #expect(first.title == "Night Sky")
    #expect(first.categories == ["A/B", "c"])
    #expect(document.leaves.last?.outline.text == "T")
  }

  @Test func `exports of Overcast`() throws {
    let document = try document(
      """
      <opml version="1.0"><head><title>Overcast Podcast Subscriptions</title></head><body>
      <outline text="playlists"><outline type="podcast-playlist" title="All" smart="1"/></outline>
      <outline text="feeds"><outline type="rss" overcastId="1" text="A" title="A" xmlUrl="https://a/f" subscribed="0">
        <outline type="podcast-episode" title="E" url="https://o/1" enclosureUrl="https://a/1.mp3" played="1"
          pubDate="2020-01-02T03:04:05+01:00" userUpdatedDate="2020-02-03T04:05:06Z"/>
        <outline type="podcast-episode" title="F" enclosureUrl="https://a/2.mp3" progress="12"/>
        <outline type="podcast-episode" title="without a file"/></outline></outline>
      </body></opml>
      """)
    #expect(document.leaves.map(\.outline.feed) == [nil, "https://a/f"])
    #expect(document.leaves.map(\.path) == [["playlists"], []])
    #expect(document.leaves.last?.outline.subscribed == false)
    #expect(document.leaves.last?.outline.children == [])
    #expect(document.leaves.last?.outline.unidentifiedEpisodes == ["without a file"])
    #expect(document.unreadAttributes == ["overcastId": 1, "url": 1])
    #expect(document.invalidAttributes == [:])
    let time = { (seconds: Double) in Date(timeIntervalSince1970: seconds) }
    #expect(
      document.leaves.last?.outline.episodes == [
        OPMLEpisode(
          title: "E", enclosure: "https://a/1.mp3", published: time(1_577_930_645), isPlayed: true,
          lastUsed: time(1_580_702_706)),
        OPMLEpisode(title: "F", enclosure: "https://a/2.mp3", position: 12),
      ])
  }

  @Test func `a round trip`() throws {
    let document = OPMLDocument(
      title: "A & \"B\"",
      outlines: [
        OPMLOutline(
          text: "F<1>",
          children: [
            OPMLOutline(
              text: "x", title: "y", type: "rss", feed: "https://a/?b&c", link: "https://a/", description: "x",
              categories: ["p", "q"])
          ]),
        OPMLOutline(
          text: "z", type: "rss", feed: "https://z/", subscribed: false,
          created: Date(timeIntervalSince1970: 1_577_930_645)),
      ])
    let read = try OPMLDocument.parse(document.bytes)
    #expect(read.document == document)
    #expect(read.diagnostics.isEmpty)
  }

  @Test(
    "A round trip keeps titles that look like HTML",
    arguments: ["The <b> tag", "a &lt;i&gt; b", "AT&T &amp; more", "1 < 2 & 3", "a <b </i <x>"])
  func titlesLikeHTML(_ title: String) throws {
    var written = OPMLDocument()
    written.outlines = [OPMLOutline(text: title, type: "rss", feed: "https://example.org/a")]
    #expect(try OPMLDocument.parse(written.bytes).document.outlines == written.outlines)
  }

  @Test func `outlines in unknown elements, and after tags without an end`() throws {
    let document = try document(
      """
      <opml><head><title>Mine<ownerName>Ann</ownerName></head><body><outline text="1" xmlUrl="https://1/f">
      <outline text="A <b> show" xmlUrl="https://2/f"/><foo><outline text="3" xmlUrl="https://3/f"/></foo><br>
      <outline text="4" xmlUrl="https://4/f"/></body></opml>
      """)
    #expect(document.title?.hasPrefix("Mine") == true)
    #expect(document.leaves.map(\.outline.feed) == ["https://1/f", "https://2/f", "https://3/f", "https://4/f"])
    #expect(document.leaves.map(\.outline.text) == ["1", "A show", "3", "4"])
  }

  @Test func `comments, categories and addresses without a scheme`() throws {
    let text = """
      <opml><body><outline text="1" isComment="true"><outline text="2" xmlUrl="https://2/f"/></outline>
      <outline text="3" xmlUrl="example.org/f" category=" / , a / , b// /c , / / d // e 3 "/>
      <outline text="4" xmlUrl="itpc://example.org/f"/><outline text="5" type="rss" xmlUrl="feed.xml"/></body></opml>
      """
    let (document, diagnostics) = try OPMLDocument.parse(Array(text.utf8))
    #expect(document.leaves.map(\.outline.feed) == ["https://example.org/f", "https://example.org/f", nil])
    #expect(document.leaves.first?.outline.categories == ["a", "b/c", "d/e 3"])
    #expect(
      diagnostics.map(\.message) == [
        "\"example.org/f\" and similar addresses are read as https: addresses",
        "\"feed.xml\" is not the address of a feed",
      ])
  }

  @Test(arguments: [
    "<outline text='B' xmlUrl='https://b/longna", "<outline text='B' xmlUrl='https://b/f'",
    "<outline xmlUrl='https://b/f'>", "<outline text='B' xmlUrl='https://b/f' category='x",
  ])
  func `an outline in which the list is cut off is left out`(_ end: String) throws {
    let start = "<opml><body><outline text='F'><outline text='A' xmlUrl='https://a/f'/>"
    let cut = try document(start + end)
    #expect(cut.isCutOff)
    #expect(cut.leaves.map(\.outline.feed) == ["https://a/f"])
    #expect(cut.leaves.map(\.path) == [["F"]])
    // The tags around it are complete.
    let feed = "<opml><body><outline text='A' xmlUrl='https://a/f'>"
    let episode = "<outline type='podcast-episode' enclosureUrl='https://a/1.mp3'"
    let episodes = try document("\(feed)\(episode)/>\(episode) played='1").leaves.map(\.outline.episodes.count)
    #expect(episodes == [1])
  }

  @Test func `a link is a feed if its address ends like one`() throws {
    let document = try document(
      """
      <opml><body><outline type="link" text="A" url="https://a/b.RSS?x=1"/><outline type="link" text="B" url="https://a/b"/>
      <outline type="link" text="C" url="https://a/c.atom"/><outline type="link" text="D" url="https://a/d.opml"/>
      </body></opml>
      """)
    #expect(document.leaves.map(\.outline.feed) == ["https://a/b.RSS?x=1", nil, "https://a/c.atom", nil])
  }

  @Test func `other documents and faults`() throws {
    #expect(throws: FeedError.otherXML("rss")) { try document("<rss/>") }
    #expect(throws: FeedError.empty) { try document("") }
    let read = try OPMLDocument.parse(Array("<opml><body><outline type='rss' text='x'/><outline text='y & z'".utf8))
    #expect(read.document.outlines.map(\.text).first == "x")
    #expect(read.diagnostics.count >= 2)
  }
}
