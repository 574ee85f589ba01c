import Foundation
import TestSupport
import Testing

@testable import mixtape

/// Feeds of several pages, as users meet them.
@Suite(.timeLimit(.generous)) struct PagedFeedCommandTests {
  private let fixture: CommandFixture
  private let server: WebServer
  /// The pages that are gone.
  private let gone = Recorder<String>()
  /// The pages that end in an item.
  private let cut = Recorder<String>()

  init() throws {
    fixture = try CommandFixture(with: [:])
    fixture.putProgramInPath()
    let pages = [
      "/feed": Self.page([("d", "Fog", 20), ("c", "Rain", 15)], next: "/feed?page=2"),
      "/feed?page=2": Self.page([("c", "Rain", 15), ("b", "Snow", 10)], next: "/feed?page=3"),
      "/feed?page=3": Self.page([("a", "Hail", 5)], next: nil),
    ]
    server = try WebServer { [gone, cut] request in
      guard !gone.values.contains(request.target), let page = pages[request.target] else { return .status(404) }
      guard cut.values.contains(request.target), let end = page.firstRange(of: "</channel>") else { return .text(page) }
      return .text(page[..<end.lowerBound] + "<item>")
    }
  }

  private static func page(_ episodes: [(guid: String, title: String, day: Int)], next: String?) -> String {
    let link = next.map { "<atom:link xmlns:atom=\"http://www.w3.org/2005/Atom\" rel=\"next\" href=\"\($0)\"/>" } ?? ""
    return CommandFixture.feed(episodes, title: "Slow Water").replacing(
      "</title><", with: "</title>\(link)<", maxReplacements: 1)
  }

  private var titles: [String] {
    get throws {
      try fixture.text(of: "library/slow-water.toml").split(separator: "\n").filter { $0.hasPrefix("title") }
        .dropFirst()
        .map(String.init)
    }
  }

  @Test func `all pages are added, and later updates read the first one`() throws {
    #expect(fixture.mixtape(["podcast", "add", server.address("/feed")]).output == "Added slow-water: 4 episodes.\n")
    #expect(try titles == ["title = \"Fog\"", "title = \"Rain\"", "title = \"Snow\"", "title = \"Hail\""])
    let count = server.requests.count
    #expect(count == 3)
    #expect(fixture.mixtape(["feed", "update"]).errors == "Nothing new.\n")
    #expect(server.requests.count == count + 1)
    #expect(fixture.mixtape(["feed", "update", "--all"]).errors == "Nothing new.\n")
    #expect(server.requests.count == count + 4)
  }

  @Test func `--latest reads no more pages than it needs`() throws {
    let outcome = fixture.mixtape(["podcast", "add", server.address("/feed"), "--latest", "3"])
    #expect(outcome.output == "Added slow-water: 3 episodes.\n" && outcome.errors == "", "\(outcome.errors)")
    #expect(server.requests.map(\.target) == ["/feed", "/feed?page=2"])
  }

  @Test func `the first update of an imported podcast reads all pages`() throws {
    try fixture.sandbox.write(
      "<opml version='2.0'><body><outline text='Slow Water' type='rss' xmlUrl='\(server.address("/feed"))'/></body></opml>",
      to: "list.opml")
    #expect(fixture.mixtape(["import", "list.opml"]).status == .done)
    #expect(fixture.mixtape(["feed", "update"]).output.hasPrefix("Updated slow-water: 4 new episodes.\n"))
  }

  @Test func `a page that fails is named, and --all reads it later`() throws {
    gone.record("/feed?page=3")
    let added = fixture.mixtape(["podcast", "add", server.address("/feed")])
    #expect(added.status == .done && added.output == "Added slow-water: 3 episodes.\n")
    let warning =
      "is incomplete: page 3 was not read: \"\(server.address("/feed?page=3"))\": the server has no such feed (404)\n"
    #expect(
      added.errors
        == "warning: the feed \(warning)hint: `mixtape feed update --all slow-water` reads all pages again\n")
    let update = fixture.mixtape(["feed", "update", "--all"])
    #expect(update.errors.contains("warning: the feed of slow-water \(warning)"), "\(update.errors)")
    let check = fixture.mixtape(["feed", "check", server.address("/feed")])
    #expect(check.errors == "warning: the feed \(warning)" && check.status == .done, "\(check.errors)")
    #expect(check.output.contains("episodes       3\nmore pages     1, with 1 of the episodes\n"), "\(check.output)")
  }

  @Test func `the items of a page that is cut off are added`() throws {
    cut.record("/feed?page=3")
    let added = fixture.mixtape(["podcast", "add", server.address("/feed")])
    #expect(added.output == "Added slow-water: 4 episodes.\n")
    #expect(
      added.errors.hasPrefix("warning: the feed is incomplete: page 3 is cut off\nhint: `mixtape feed update --all"),
      "\(added.errors)")
  }

  @Test func `feed check counts the pages`() throws {
    let check = fixture.mixtape(["feed", "check", server.address("/feed")])
    #expect(check.output.contains("episodes       4\nmore pages     2, with 2 of the episodes\n"), "\(check.output)")
    let json = fixture.mixtape(["feed", "check", server.address("/feed"), "--json"]).output
    #expect(json.contains("\"pages\": {\n    \"more\": 2,\n    \"episodes\": 2,\n    \"unread\": null\n  }"), "\(json)")
  }

  @Test func `standard input is one page`() throws {
    let feed = Self.page([("d", "Fog", 20)], next: server.address("/feed?page=2"))
    let outcome = fixture.mixtape(["podcast", "add", "-"], input: [feed])
    #expect(outcome.output == "Added slow-water: 1 episode.\n")
    #expect(outcome.errors == "note: the feed has more pages, which are not read from standard input\n")
    #expect(server.requests.isEmpty)
  }
}
