import Feeds
import MixtapeModel
import Testing

/// The links between the pages of a feed.
struct FeedPagesTests {
  private func feed(
    _ links: String, _ guids: [String] = [], from address: String? = "https://example.org/show/feed.xml"
  ) throws -> Feed {
    let items = guids.map {
      "<item><title>\($0.isEmpty ? "T" : $0)</title><guid>\($0)</guid><enclosure url='https://example.org/\($0).mp3'/></item>"
    }
    let text =
      "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>T</title>\(links)\(items.joined())</channel></rss>"
    return try Feed(parsing: Array(text.utf8), address: address)
  }

  @Test(arguments: [
    ("<atom:link rel='next' href='?page=2'/>", "https://example.org/show/feed.xml?page=2"),
    (
      "<atom:link rel='self' href='x'/><atom:link rel='next' href='https://pages.example/2'/>",
      "https://pages.example/2"
    ),
    ("<atom:link rel='prev-archive' href='archive/7.xml'/>", "https://example.org/show/archive/7.xml"),
    ("<atom:link rel='prev-archive' href='a'/><atom:link rel='next' href='b'/>", "https://example.org/show/b"),
    ("<atom:link rel='next' href='feed.xml'/>", nil), ("<atom:link rel='next' href='file:///etc/passwd'/>", nil),
    ("<atom:link rel='next' href='ftp://example.org/2'/>", nil), ("<atom:link rel='next-archive' href='8.xml'/>", nil),
    ("", nil),
  ])
  func `the next page`(links: String, address: String?) throws { #expect(try feed(links).nextPage == address) }

  @Test func `a public feed has no pages in private networks`() throws {
    let link = "<atom:link rel='next' href='http://10.0.0.1/2'/>"
    let feed = try feed(link)
    #expect(feed.nextPage == nil && feed.privateAddresses == ["http://10.0.0.1/2"])
    #expect(feed.diagnostics.map(\.severity) == [.error])
    #expect(try self.feed(link, from: "http://nas.local/feed.xml").nextPage == "http://10.0.0.1/2")
  }

  @Test func `only a feed in a file has pages in files`() throws {
    let link = "<atom:link rel='next' href='2.xml'/>"
    #expect(try feed(link, from: "file:///feeds/1.xml").nextPage == "file:///feeds/2.xml")
    #expect(try feed(link, from: nil).nextPage == nil)
  }

  @Test func `pages are appended, each episode once`() throws {
    var feed = try feed("<atom:link rel='next' href='2'/>", ["a", "b"])
    feed.append(try self.feed("<atom:link rel='next' href='3'/>", ["b", "c", ""]))
    #expect(feed.nextPage == "https://example.org/show/3")
    feed.append(try self.feed("", ["", "d"]))
    #expect(feed.podcast.episodes.map(\.guid) == ["a", "b", "c", nil, "d"] && feed.nextPage == nil)
    #expect(Set(feed.podcast.episodes.map(\.id)).count == 5)
    #expect(feed.diagnostics.isEmpty)
  }

  @Test func `items that are skipped on other pages are named with the page`() throws {
    var feed = try feed("<atom:link rel='next' href='2'/>", ["a"])
    feed.append(try self.feed("<item><title>News</title></item>", ["b"], from: "https://example.org/show/2"))
    #expect(feed.itemsWithoutSound == 1 && feed.diagnostics.map(\.skippedItem?.title) == ["News"])
    #expect(feed.diagnostics.map(\.page) == ["https://example.org/show/2"])
  }
}
