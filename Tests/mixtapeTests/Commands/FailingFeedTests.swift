import Foundation
import TestSupport
import Testing

@testable import mixtape

/// Feeds that are not read, and what the user can do.
struct FailingFeedTests {
  private let fixture: CommandFixture
  private let feed = CommandFixture.feed([("a", "Rain", 12)], title: "Slow Water")

  init() throws { fixture = try CommandFixture(with: [:]) }

  @Test(arguments: [404, 410])
  func `a feed that is gone can get another address`(status: Int) throws {
    let isGone = Recorder<Bool>()
    let server = try WebServer { [feed] _ in isGone.values.isEmpty ? .text(feed) : .status(status) }
    let address = server.address("/feed")
    #expect(fixture.mixtape(["podcast", "add", address]).status == .done)
    isGone.record(true)
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.status == .unavailable)
    #expect(
      update.errors.contains(
        "hint: `mixtape set slow-water --feed URL` sets a new address, and `mixtape set slow-water --unsubscribe` stops updates\n"
      ), "\(update.errors)")
    let check = fixture.mixtape(["feed", "check", address])
    #expect(check.status == .notFound)
    #expect(check.errors.contains("hint: look for its feed on the page of the podcast\n"), "\(check.errors)")
  }

  @Test func `a wait that is longer than the limit is not said to be that of the server`() throws {
    let server = try WebServer { _ in .status(503, [("Retry-After", "99999999")]) }
    let outcome = fixture.mixtape(["feed", "check", server.address("/feed")])
    #expect(
      outcome.errors.contains(
        "and asks to wait (Mixtape waits at most 30 days)\nhint: try again after that\n"), "\(outcome.errors)")
  }

  @Test func `the wait of a server is shown`() throws {
    let isBusy = Recorder<Bool>()
    let server = try WebServer { [feed] _ in
      isBusy.values.isEmpty ? .text(feed) : .status(429, [("Retry-After", "7200")])
    }
    #expect(fixture.mixtape(["podcast", "add", server.address("/feed")]).status == .done)
    isBusy.record(true)
    #expect(
      fixture.mixtape(["feed", "update"]).errors.contains(
        "the server received too many requests (429), and asks to wait 2 hours\nhint: try again after that\n"))
    #expect(
      fixture.mixtape(["feed", "update"]).errors.contains(
        "note: skipped 1 feed, because its server asked to wait: slow-water ("))
  }

  @Test func `without a subscribed podcast, a hint says how to get one`() throws {
    let outcome = fixture.mixtape(["feed", "update"])
    #expect(outcome.status == .nothingToDo)
    #expect(
      outcome.errors.hasPrefix(
        "No podcast of the library is subscribed.\nhint: `mixtape podcast add URL` adds a podcast\n"))
  }

  @Test func `an address without its scheme is recognized`() throws {
    let check = fixture.mixtape(["feed", "check", "example.org/feed"])
    #expect(check.status == .notFound)
    #expect(
      check.errors
        == "error: there is no file \"example.org/feed\"\nhint: the address of a feed is like https://example.org/feed\n"
    )
    let added = fixture.mixtape(["podcast", "add", "example.org/feed"])
    #expect(
      added.errors.hasSuffix(
        "hint: a feed has an address like https://example.org/feed; `mixtape undo` removes this podcast\n"))
    #expect(!fixture.mixtape(["podcast", "add", "Mr. Smith/Jones"]).errors.contains("https://"))
  }

  @Test func `a file that is not a feed does not become a podcast`() throws {
    let refused = fixture.mixtape(["podcast", "add", "mixtape.toml"])
    #expect(refused.status == .invalid)
    #expect(
      refused.errors.hasSuffix(
        """
        mixtape.toml": this is not a feed
        hint: a feed is an XML document: RSS or Atom
        hint: if "mixtape.toml" is the title of a new podcast, add `--kind podcast`\n
        """), "\(refused.errors)")
    #expect(fixture.mixtape(["podcast", "add", "mixtape.toml", "--kind", "podcast"]).status == .done)
    #expect(fixture.mixtape(["podcast", "add", "library"]).status == .done)
    try fixture.sandbox.write(feed, to: "feed")
    let added = fixture.mixtape(["podcast", "add", "feed"])
    #expect(added.status == .done, "\(added.errors)")
    #expect(added.output == "Added slow-water: 1 episode.\n")
  }

  @Test func `the encoding of the server is used`() throws {
    let feed =
      Array("<rss><channel><title>".utf8) + [0xF2, 0xC1, 0xC4, 0xC9, 0xCF] + Array("</title></channel></rss>".utf8)
    let server = try WebServer { _ in .status(200, [("Content-Type", "text/xml; charset=koi8-r")], body: feed) }
    #expect(fixture.mixtape(["podcast", "add", server.address("/feed")]).output.contains("радио"))
    #expect(fixture.mixtape(["show", "радио"]).output.contains("Радио"))
  }

  @Test func `an address for programs stands for https`() throws {
    let port = try WebServer { _ in .status(200) }.port
    let outcome = fixture.mixtape(["feed", "check", "feed://127.0.0.1:\(port)/feed"])
    #expect(outcome.status != .done)
    #expect(
      outcome.errors.hasSuffix(
        "hint: `feed:` means `https:`; if the server has only HTTP, write `http:` instead\n"),
      "\(outcome.errors)")
  }

  @Test func `arguments that are no addresses`() throws {
    let empty = fixture.mixtape(["feed", "check", ""])
    #expect(empty.status == .usage)
    #expect(empty.errors.hasPrefix("error: the address of the feed is empty\n"), "\(empty.errors)")
    let relative = fixture.mixtape(["feed", "check", "file:d/feed.xml"])
    #expect(relative.errors.contains("hint: a `file:` address is absolute"), "\(relative.errors)")
  }

  @Test func `a list of items of other feeds is no podcast`() throws {
    let list = """
      <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Mix</title>
      <podcast:medium>musicL</podcast:medium>
      <podcast:remoteItem feedGuid="a" itemGuid="b"/></channel></rss>
      """
    let outcome = fixture.mixtape(["podcast", "add", try fixture.writeFeed(list, to: "mix.xml")])
    #expect(outcome.status == .invalid)
    #expect(outcome.errors.contains(": this is a list of 1 item of other feeds, not a podcast\nhint: `mixtape import "))
    #expect(throws: (any Error).self) { try fixture.sandbox.read("library/mix.toml") }
  }

  @Test(arguments: [["delete", "broken"], ["set", "broken", "--title", "T"]])
  func `a library file with errors can be opened`(_ command: [String]) throws {
    try fixture.sandbox.write("title = \n", to: "library/broken.toml")
    let outcome = fixture.mixtape(command)
    #expect(outcome.status == .invalid)
    #expect(outcome.errors.contains("hint: `mixtape edit broken` opens it\n"), "\(outcome.errors)")
    // Git has no version of it.
    #expect(!fixture.mixtape(["restore", "broken"]).errors.contains("checkout"))
  }
}
