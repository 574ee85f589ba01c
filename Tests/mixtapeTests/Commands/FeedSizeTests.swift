import Foundation
import PlaylistFiles
import TestSupport
import Testing

@testable import mixtape

/// Podcasts whose files would become larger than Mixtape reads.
struct FeedSizeTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture(with: [:]) }

  /// Adds a podcast of the feed `NAME.xml` with one episode.
  private func add(_ title: String) throws {
    let feed = CommandFixture.feed([("\(title) 1", "One", 3)], title: title)
    let added = fixture.mixtape(["podcast", "add", try fixture.writeFeed(feed, to: "\(title).xml")])
    #expect(added.status == .done, "\(added.errors)")
  }

  /// Makes a library file so large that no episode fits, by a comment.
  private func fill(_ path: String) throws {
    let text = try fixture.text(of: path)
    let room = FileLimits.maximumSize - text.utf8.count - 3
    try fixture.sandbox.write("#\(String(repeating: "x", count: room))\n\(text)", to: path)
  }

  @Test func `standard input has the limit of feeds`() {
    let outcome = fixture.mixtape(["feed", "check", "-"], input: [String(repeating: "x", count: 64 << 20)])
    #expect(outcome.status == .invalid)
    #expect(outcome.errors == "error: standard input: the feed is larger than 64 MiB\n")
  }

  @Test(arguments: [["feed", "update"], ["feed", "update", "--dry-run"]])
  func `a podcast that would become too large does not stop the others`(_ command: [String]) throws {
    for title in ["Big", "Other"] {
      try add(title)
      let more = CommandFixture.feed([("\(title) 2", "Two", 4), ("\(title) 1", "One", 3)], title: title)
      try fixture.writeFeed(more, to: "\(title).xml")
    }
    try fill("library/big.toml")
    let outcome = fixture.mixtape(command)
    #expect(outcome.status == .unavailable)
    #expect(outcome.output.contains("other: 1 new episode"), "\(outcome.output)\(outcome.errors)")
    #expect(
      outcome.errors.contains("warning: big is not updated: library/big.toml would have 167"), "\(outcome.errors)")
    #expect(outcome.errors.contains(" bytes; the maximum is 16777216\nhint: `mixtape episode move --where "))
    #expect(try !String(decoding: fixture.sandbox.read("library/big.toml"), as: UTF8.self).contains("Two"))
  }

  @Test func `a feed that is too large can be added in part`() throws {
    let query = String(repeating: "x", count: 8_000)
    let items = (0..<2_100).map { number in
      "<item><title>\(number)</title><enclosure url='https://x/\(number).mp3?\(query)'/></item>"
    }
    let address = try fixture.writeFeed(
      "<rss><channel><title>Big</title>\(items.joined())</channel></rss>", to: "big.xml")
    let outcome = fixture.mixtape(["podcast", "add", address])
    #expect(outcome.status == .invalid)
    #expect(
      outcome.errors.hasSuffix(
        "bytes; the maximum is 16777216\nhint: `--latest N` adds only the newest of 2100 episodes\n"),
      "\(outcome.errors)")
    #expect(fixture.mixtape(["podcast", "add", address, "--latest", "10"]).output == "Added big: 10 episodes.\n")
  }
}
