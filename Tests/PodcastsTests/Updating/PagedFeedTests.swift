import Companions
import Feeds
import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import Podcasts

@Suite("The pages of feeds")
struct PagedFeedTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private func page(_ name: String, _ guids: [String], next: String?, end: String = "</channel></rss>") throws {
    let link = next.map { "<atom:link rel='next' href='\($0)'/>" } ?? ""
    let items = guids.map {
      "<item><title>\($0)</title><guid>\($0)</guid><enclosure url='https://x/\($0).mp3'/></item>"
    }
    let text = "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel><title>T</title>\(link)\(items.joined())\(end)"
    try text.write(toFile: sandbox.root.appending(name).string, atomically: true, encoding: .utf8)
  }

  /// Reads pages in files, which need no program.
  private func read(_ first: String, wanted: Int = .max) throws -> PagedFeed {
    let path = sandbox.root.appending(first).string
    let feed = try Feed(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))), address: "file://\(path)")
    var feeds = [PagedFeed(feed, at: ["file://\(path)"], wanted: wanted)]
    try FeedFetcher(program: "/missing", environment: [:], userAgent: "test").readPages(of: &feeds)
    return feeds[0]
  }

  private func titles(_ feed: PagedFeed) -> [String] { feed.feed.podcast.episodes.map(\.title) }

  @Test func allPagesAreRead() throws {
    try page("1", ["a", "b"], next: "2")
    try page("2", ["b", "c"], next: "3")
    try page("3", ["d"], next: nil)
    let feed = try read("1")
    #expect(titles(feed) == ["a", "b", "c", "d"] && feed.unread == nil)
    #expect(feed.pageCount == 2 && feed.laterCount == 2 && feed.isPaged)
    let newest = try read("1", wanted: 3)
    #expect(titles(newest) == ["a", "b", "c"] && newest.unread == nil && newest.pageCount == 1)
    #expect(try !read("3").isPaged)
  }

  @Test func aPageThatCannotBeReadEndsTheFeed() throws {
    try page("1", ["a"], next: "2")
    var unread = try #require(try read("1").unread)
    guard case .notFetched(let error) = unread.reason else { throw unread }
    #expect(error.code == .unreadableFile && unread.number == 2 && unread.address.hasSuffix("/2"))
    try "hello".write(toFile: sandbox.root.appending("2").string, atomically: true, encoding: .utf8)
    unread = try #require(try read("1").unread)
    guard case .notAFeed(.notXML) = unread.reason else { throw unread }
    try page("2", ["b", "c"], next: "3", end: "<item>")
    let feed = try read("1")
    guard case .cutOff? = feed.unread?.reason else { throw try #require(feed.unread) }
    #expect(titles(feed) == ["a", "b", "c"])
  }

  @Test func loopsEnd() throws {
    try page("1", ["a"], next: "2")
    try page("2", ["b"], next: "1")
    let feed = try read("1")
    guard case .loop? = feed.unread?.reason else { throw try #require(feed.unread) }
    #expect(titles(feed) == ["a", "b"] && feed.pageCount == 1)
  }

  @Test func theNumberOfPagesIsLimited() throws {
    for number in 1...PagedFeed.mostPages + 3 { try page("\(number)", ["e\(number)"], next: "\(number + 1)") }
    let feed = try read("1")
    guard case .tooManyPages? = feed.unread?.reason else { throw try #require(feed.unread) }
    #expect(feed.pageCount == PagedFeed.mostPages && feed.unread?.number == PagedFeed.mostPages + 2)
  }

  @Test func sizeAndTimeAreLimited() throws {
    try page("1", ["a"], next: "2")
    let path = sandbox.root.appending("1").string
    let first = try Feed(parsing: Array(Data(contentsOf: URL(fileURLWithPath: path))), address: "file://\(path)")
    var slow = PagedFeed(first, at: [])
    #expect(slow.nextRequest(within: .milliseconds(10)) == nil)
    guard case .tooSlow? = slow.unread?.reason else { throw try #require(slow.unread) }
    var large = PagedFeed(first, at: [])
    let next = large.nextRequest(within: .seconds(20))
    let request = try #require(next)
    #expect(request.limits.total == .seconds(20) && request.limits.bytes == PagedFeed.greatestSize)
    large.take(FeedResponse(index: 0, request: request, outcome: .failed(FetchError(.tooLarge))))
    guard case .tooLarge? = large.unread?.reason else { throw try #require(large.unread) }
  }
}
