import MixtapeModel
import Testing
@testable import Feeds

/// Faults that lose nothing, or little, and that `feed check` shows.
struct FeedFaultTests {
  private static let enclosure = "<enclosure url='https://x.org/1.mp3'/>"

  /// Returns the diagnostics of a feed with one item.
  private func faults(_ item: String, head: String = "<title>Sky</title>") throws -> [String] {
    let text = "<rss version='2.0'><channel>\(head)\n<item>\(item)\(Self.enclosure)</item></channel></rss>"
    return try Feed(parsing: Array(text.utf8), address: "https://example.org/f").diagnostics.map {
      "\($0.severity.rawValue) \($0.position.line):\($0.position.column) \($0.message)"
    }
  }

  @Test func `missing titles`() throws {
    #expect(
      try faults("<description>Clouds</description>")
        == ["warning 2:1 the item has no title; the beginning of its description is used"])
    #expect(try faults("") == ["warning 2:1 the item has no title"])
    #expect(
      try faults("<title>1</title>", head: "") == ["warning 1:1 the feed has no title; \"example.org\" is used"])
  }

  @Test func `titles that are cut`() throws {
    let long = String(repeating: "x", count: 501)
    #expect(
      try faults("<title>\(long)</title>") == ["warning 2:7 the title is longer than 500 bytes, and is cut"])
    #expect(
      try faults("<title>1</title>", head: "<title>\(long)</title>")
        == ["warning 1:29 the title is longer than 500 bytes, and is cut"])
    #expect(try faults("<title>\(long.dropLast())</title>") == [])
  }

  @Test func `unusual durations`() throws {
    #expect(
      try faults("<title>1</title><duration>1:75</duration>", head: "<title>Sky</title>")
        == ["warning 2:23 the duration \"1:75\" is read as 0:02:15"])
    // A duration of zero says that it is not known.
    #expect(try faults("<title>1</title><duration>0</duration>") == [])
  }

  @Test func `a file without an address that a page plays`() throws {
    let text = """
      <rss xmlns:media="http://search.yahoo.com/mrss/"><channel><title>T</title><item><title>1</title>
      <media:content medium="video"><media:player url="https://example.org/1"/></media:content></item></channel></rss>
      """
    let feed = try Feed(parsing: Array(text.utf8))
    #expect(feed.itemsWithoutSound == 1)
    #expect(feed.diagnostics.map(\.message) == ["the item \"1\" is skipped: it has no enclosure"])
  }

  // gPodder 490, podfox 46: episodes are missing, and nothing says why.
  @Test(arguments: [
    ("<title>News</title>", "note: the item \"News\" is skipped: it has no enclosure"),
    ("<guid>g1</guid>", "note: the item with the guid \"g1\" is skipped: it has no enclosure"),
    ("<description>Clouds</description>", "note: the item \"Clouds\" is skipped: it has no enclosure"),
    ("", "note: the item is skipped: it has no enclosure"),
    (
      "<title>1</title><enclosure url='https://x.org/1.jpg' type='image/jpeg'/>",
      "note: the item \"1\" is skipped: \"https://x.org/1.jpg\" (image/jpeg) is neither sound nor video"
    ),
    (
      "<title>1</title><enclosure url='https://x.org/1.pdf'/>",
      "note: the item \"1\" is skipped: \"https://x.org/1.pdf\" is neither sound nor video"
    ),
    (
      "<title>1</title><media:content url='https://x.org/1'/>",
      "note: the item \"1\" is skipped: nothing says that \"https://x.org/1\" is sound or video"
    ),
    (
      "<title>1</title><enclosure url='ftp://x.org/1.mp3'/>",
      "error: the item \"1\" is skipped: addresses with \"ftp:\" are not played"
    ),
    ("<title>1</title><enclosure/>", "error: the item \"1\" is skipped: the enclosure has no address"),
  ])
  func `each item that is skipped is named, with the reason`(item: String, message: String) throws {
    let text =
      "<rss xmlns:media='http://search.yahoo.com/mrss/'><channel><title>T</title>\n<item>\(item)</item></channel></rss>"
    let feed = try Feed(parsing: Array(text.utf8), address: "https://example.org/f")
    #expect(feed.diagnostics.map { "\($0.severity.rawValue): \($0.message)" } == [message])
    #expect(feed.diagnostics.map(\.position.line) == [2] && feed.diagnostics[0].skippedItem != nil)
  }

  @Test(arguments: [
    ("<guid>g</guid>", "it occurs twice, with the guid \"g\""),
    ("", "it occurs twice, with the address https://x.org/1.mp3"),
  ])
  func `repeated items are named`(guid: String, reason: String) throws {
    let item = "<item><title>1</title>\(guid)\(Self.enclosure)</item>"
    let feed = try Feed(parsing: Array("<rss><channel><title>T</title>\(item)\(item)</channel></rss>".utf8))
    #expect(feed.diagnostics.map(\.message) == ["the item \"1\" is skipped: \(reason)"])
    #expect(feed.diagnostics.map(\.severity) == [.warning] && feed.podcast.episodes.count == 1)
  }

  @Test func `there is room for each item that is skipped`() throws {
    let items =
      (0..<1_500).map { "<item><title>\($0)</title><pubDate>x</pubDate></item>" } + ["<item>\(Self.enclosure)</item>"]
    let feed = try Feed(parsing: Array("<rss><channel><title>T</title>\(items.joined())</channel></rss>".utf8))
    #expect(feed.diagnostics.compactMap(\.skippedItem?.title) == (0..<1_500).map(String.init))
    #expect(feed.diagnostics.last?.message == "the item has no title")
  }

  @Test(arguments: [
    ("<rss version='0.92'><channel><title>T</title></channel></rss>", FeedFormat.rss092),
    ("<rss version=' 0.91 '><channel><title>T</title></channel></rss>", .rss091),
    ("<rss><channel><title>T</title></channel></rss>", .rss),
    (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://my.netscape.com/rdf/simple/0.9/'>"
        + "<channel><title>T</title></channel></rdf:RDF>", .rss090
    ),
    ("<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' xmlns='http://purl.org/rss/1.0/'/>", .rdf),
    ("<feed xmlns='http://purl.org/atom/ns#' version='0.3'><title>T</title></feed>", .atom03),
    ("<feed xmlns='http://www.w3.org/2005/Atom'><title>T</title></feed>", .atom),
  ])
  func versions(text: String, format: FeedFormat) throws {
    #expect(try Feed(parsing: Array(text.utf8)).format == format)
  }
}
