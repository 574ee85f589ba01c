import Foundation
import TestSupport
import Testing

@testable import mixtape

/// Downloads of new episodes after updates of feeds.
@Suite(.timeLimit(.generous)) struct NewDownloadsTests {
  private let fixture: CommandFixture
  private let server: WebServer
  /// The numbers of the episodes that the feed has so far.
  private let published = Recorder<Int>()

  init() throws {
    fixture = try CommandFixture(with: [:])
    fixture.putProgramInPath()
    server = try WebServer { [published] request in
      guard request.target == "/feed" else {
        return .status(200, [("Content-Type", "audio/mpeg")], body: [UInt8](repeating: 7, count: 10_000))
      }
      // The addresses of the episodes are those of the server. Later episodes have the same date.
      let host = request.headers["host"] ?? ""
      let items = published.values.reversed().map { day in
        """
        <item><title>Part \(day)</title><guid>g\(day)</guid><pubDate>\(min(day, 10)) Mar 2026 10:00:00 GMT</pubDate>
        <enclosure url="http://\(host)/\(day).mp3" type="audio/mpeg"/></item>
        """
      }
      return .text("<rss><channel><title>Slow Water</title>\(items.joined())</channel></rss>")
    }
    published.record(2)
    #expect(fixture.mixtape(["podcast", "add", server.address("/feed")]).status == .done)
  }

  private func set(_ settings: String) throws {
    try fixture.sandbox.write(
      "format = 1\n[downloads]\ndirectory = \"~/Podcasts\"\n\(settings)\n", to: "mixtape.toml")
  }

  private var files: String { get throws { try fixture.shell("ls ../home/Podcasts/slow-water 2> /dev/null || true") } }

  @Test func `new episodes are downloaded, and finished ones removed`() throws {
    try set("new = true\nkeep = 2")
    for day in [5, 6] { published.record(day) }
    let first = fixture.mixtape(["feed", "update"])
    #expect(first.status == .done && first.output.hasSuffix("Downloaded 2 episodes (20 KB).\n"), "\(first)")
    // Those of the user stay, whatever happens.
    #expect(fixture.mixtape(["episode", "download", "slow-water/part-2"]).status == .done)
    published.record(7)
    let second = fixture.mixtape(["feed", "update"])
    #expect(
      second.output.hasSuffix(
        "Downloaded 1 episode (10 KB).\nRemoved 1 download (10 KB): 1 beyond `keep = 2`.\n"),
      "\(second)")
    #expect(try files == "part-2.mp3\npart-6.mp3\npart-7.mp3\n")
    #expect(fixture.mixtape(["episode", "played", "slow-water/part-7", "slow-water/part-2"]).status == .done)
    published.record(8)
    let json = fixture.mixtape(["feed", "update", "--json"])
    #expect(json.output.contains("\"removedDownloads\": [\n    {\n      \"episode\": \"slow-water/part-7\""), "\(json)")
    #expect(json.output.contains("\"reason\": \"played\"") && json.output.contains("\"operation\": \"download\""))
    #expect(try files == "part-2.mp3\npart-6.mp3\npart-8.mp3\n")
    #expect(fixture.mixtape(["feed", "update"]).errors == "Nothing new.\n")
  }

  @Test func `a rule chooses, and --no-download downloads nothing`() throws {
    try set("new = 'title contains \"6\"'")
    for day in [5, 6] { published.record(day) }
    #expect(!fixture.mixtape(["feed", "update", "--no-download"]).output.contains("Downloaded"))
    #expect(try files == "")
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.output == "Downloaded 1 episode (10 KB).\n" && update.status == .done, "\(update)")
    #expect(try files == "part-6.mp3\n")
    #expect(fixture.mixtape(["search", "--downloaded"]).output.contains("part-6"))
  }

  @Test(arguments: [[11, 12], [12, 11]]) func `equal dates do not download an episode again`(days: [Int]) throws {
    try set("new = true\nkeep = 1")
    for day in days {
      published.record(day)
      #expect(fixture.mixtape(["feed", "update"]).status == .done)
      let kept = try files
      #expect(kept.count { $0 == "\n" } == 1)
      let again = fixture.mixtape(["feed", "update"])
      #expect(again.output.isEmpty && again.errors == "Nothing new.\n", "\(again)")
      #expect(try files == kept)
    }
  }

  @Test func `an episode that cannot be downloaded is reported`() throws {
    try set("new = true\nkeep = 1\nlimit = \"5 KB\"")
    for day in [5, 6] { published.record(day) }
    let update = fixture.mixtape(["feed", "update"])
    #expect(update.status == .unavailable)
    #expect(update.errors.contains("warning: slow-water/part-6 is not downloaded:"), "\(update)")
    #expect(try fixture.text(of: "library/slow-water.toml").contains("part-5"))
  }
}
