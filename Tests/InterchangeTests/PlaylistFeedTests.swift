import Feeds
import Foundation
import Interchange
import MixtapeModel
import Testing

/// Playlists as feeds of podcasts.
@Suite struct PlaylistFeedTests {
  private static let format = InterchangeFormats.named("feed")

  /// Returns an item of the podcast `sky`.
  private static func item(
    _ name: String, url: String?, published: String? = nil, _ more: Episode.Fields = [:]
  ) throws -> PlaylistExporter.Item {
    let id = try #require(Episode.ID(rawValue: "sky/\(name)"))
    var fields = more
    fields[.title] = .text("The \(name) & <more>")
    fields[.album] = .text("Night Sky")
    let date = try published.map { try Date($0, strategy: .iso8601) }
    return PlaylistExporter.Item(id: id, episode: Episode(id: id, url: url, published: date, fields: fields))
  }

  private static func list(
    _ items: [PlaylistExporter.Item], paths: ExportedPaths = .absolute
  ) throws -> InterchangeDocument {
    let format = try #require(Self.format)
    let playlist = Playlist(blank: try Playlist.ID(validating: "calm"))
    return InterchangeDocument(
      playlists: [PlaylistExporter(podcasts: [:], paths: paths).playlist(playlist, items, as: format)])
  }

  private static func feed(_ document: InterchangeDocument) throws -> Feed {
    try Feed(parsing: try #require(Self.format).write(document))
  }

  /// A list whose order is not that of the dates, with an episode twice.
  private static func sample() throws -> InterchangeDocument {
    let first = try item(
      "auroras", url: "https://example.org/a.m4a", published: "2026-03-01T06:00:00Z",
      [
        .duration: .seconds(61.5), .fileSize: .integer(1234), .artist: .text("Ann"),
        .description: .text("1 < 2\nNext & then <b>last</b>"),
      ])
    let second = try item("comets", url: "https://example.org/b.mp3?c=1&d=2", published: "2025-01-01T00:00:00Z")
    let third = try item("dust", url: "https://example.org/d.mp3", published: "2026-04-01T12:00:00Z")
    let fourth = try item("eclipse", url: "https://example.org/e")
    return try list([first, second, third, first, fourth])
  }

  @Test func `the feed is a serial, whose numbers and dates are in the order of the list`() throws {
    let bytes = try #require(Self.format).write(try Self.sample())
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(
      text.hasPrefix(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
          <channel>
            <title>Calm</title>
            <link>mixtape:calm</link>
            <description></description>
            <itunes:type>serial</itunes:type>
            <itunes:block>Yes</itunes:block>
            <item>
              <title>The auroras &amp; &lt;more&gt;</title>
              <guid isPermaLink="false">mixtape:calm:sky/auroras</guid>
              <pubDate>1 Mar 2026 06:00:00 GMT</pubDate>
              <itunes:episode>1</itunes:episode>
              <itunes:duration>62</itunes:duration>
              <itunes:author>Ann</itunes:author>
              <description>&lt;p&gt;Night Sky, 2026-03-01&lt;/p&gt;
        &lt;p&gt;1 &amp;lt; 2&lt;/p&gt;
        &lt;p&gt;Next &amp;amp; then &amp;lt;b&gt;last&amp;lt;/b&gt;&lt;/p&gt;</description>
              <enclosure url="https://example.org/a.m4a" length="1234" type="audio/mp4"/>
            </item>

        """))
  }

  @Test func `the own reader reads it back`() throws {
    let episodes = try Self.feed(try Self.sample()).podcast.episodes
    #expect(
      episodes.map(\.guid) == [
        "mixtape:calm:sky/auroras", "mixtape:calm:sky/comets", "mixtape:calm:sky/dust", "mixtape:calm:sky/auroras:2",
        "mixtape:calm:sky/eclipse",
      ])
    #expect(episodes.map(\.title).first == "The auroras & <more>")
    #expect(
      episodes.compactMap(\.url) == [
        "https://example.org/a.m4a", "https://example.org/b.mp3?c=1&d=2", "https://example.org/d.mp3",
        "https://example.org/a.m4a", "https://example.org/e",
      ])
    #expect(
      episodes.compactMap(\.published).map { $0.formatted(.iso8601) } == [
        "2026-03-01T06:00:00Z", "2026-03-01T06:00:01Z", "2026-04-01T12:00:00Z", "2026-04-01T12:00:01Z",
        "2026-04-01T12:00:02Z",
      ])
    #expect(episodes.map { $0.fields[.trackNumber] } == (1...5).map { .integer($0) })
    #expect(episodes[0].duration == 62)
    #expect(episodes[0].fields[.fileSize] == .integer(1234) && episodes[0].fields[.fileFormat] == .text("m4a"))
  }

  @Test func `a new entry at the end changes no other item, and is the newest`() throws {
    let items = try ["a", "b"].map { try Self.item($0, url: "https://example.org/\($0).mp3") }
    let old = try Self.item("old", url: "https://example.org/old.mp3", published: "1998-01-01T00:00:00Z")
    let before = try Self.feed(try Self.list(items)).podcast.episodes
    let after = try Self.feed(try Self.list(items + [old])).podcast.episodes
    #expect(Array(after.prefix(2)) == before)
    #expect(after.compactMap(\.published).map { $0.formatted(.iso8601) }.last == "2000-01-01T00:00:02Z")
    let alone = try Self.feed(try Self.list([old])).podcast.episodes
    #expect(alone.compactMap(\.published).map { $0.formatted(.iso8601) } == ["1998-01-01T00:00:00Z"])
  }

  @Test func `entries without a web address are losses, and files with a base are not`() throws {
    let items = [
      try Self.item("none", url: nil), try Self.item("file", url: "file:///music/A%20b/c%23.flac"),
      try Self.item("outside", url: "file:///home/x.mp3"), try Self.item("other", url: "spotify:track:1"),
    ]
    let reason = "it is a file on this disk: `base`, or --base with --relative-to, gives it a web address"
    func losses(_ paths: ExportedPaths) throws -> [String] {
      try #require(Self.format).losses(of: try Self.list(items, paths: paths)).map { "\($0.name): \($0.reason)" }
    }
    let rest = ["entry sky/outside: \(reason)", "entry sky/other: it has no web address"]
    let first = "entry sky/none: it has no address, and a podcast feed needs one"
    #expect(try losses(.absolute) == [first, "entry sky/file: \(reason)"] + rest)
    let moved = ExportedPaths.moved(from: "/music", to: "https://example.org/m")
    #expect(try losses(moved) == [first] + rest)
    let episodes = try Self.feed(try Self.list(items, paths: moved)).podcast.episodes
    #expect(episodes.compactMap(\.url) == ["https://example.org/m/A%20b/c%23.flac"])
    #expect(try Self.feed(try Self.list(items)).podcast.episodes.isEmpty)
  }

  @Test func `user names and passwords are never written`() throws {
    let item = try Self.item(
      "a", url: "https://ann:secret@example.org/a.mp3", [.artwork: .text("https://ann:secret@example.org/a.png")])
    let document = try Self.list([item])
    let format = try #require(Self.format)
    let text = String(decoding: format.write(document), as: UTF8.self)
    #expect(!text.contains("secret") && !text.contains("ann:"))
    #expect(text.contains("url=\"https://example.org/a.mp3\"") && text.contains("href=\"https://example.org/a.png\""))
    #expect(
      format.losses(of: document).map { "\($0.name): \($0.reason)" } == [
        "user names and passwords of 1 entry: everybody who gets the feed could read them"
      ])
  }

  @Test func `a feed is not imported`() throws {
    let bytes = try #require(Self.format).write(try Self.sample())
    for name in ["calm.xml", "calm", "calm.rss"] {
      let format = try #require(InterchangeFormats.format(of: bytes, name: name))
      #expect(format.read(bytes).isOfPodcast, "\(name)")
    }
  }

  /// Runs a program in Python with an input, and returns its output; `nil` if it fails.
  private static func python(_ program: String, input: [UInt8] = []) throws -> String? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-X", "utf8", "-c", program]
    let (source, output) = (Pipe(), Pipe())
    process.standardInput = source
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try source.fileHandleForWriting.write(contentsOf: input)
    try source.fileHandleForWriting.close()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func has(_ module: String) throws -> Bool { try python("import \(module)") != nil }

  /// Returns the lines that a program in Python prints about the sample, which it reads from its input.
  private static func lines(_ program: String) throws -> [String] {
    let output = try python("import sys\n\(program)", input: try #require(format).write(try sample()))
    return try #require(output).split(separator: "\n").map(String.init)
  }

  /// The values that both readers of Python find: number of the second, guid, address, size, type.
  private static let expected = [
    "serial", "1772344800 mixtape:calm:sky/auroras https://example.org/a.m4a 1234 audio/mp4",
    "1772344801 mixtape:calm:sky/comets https://example.org/b.mp3?c=1&d=2 0 audio/mpeg",
    "1775044800 mixtape:calm:sky/dust https://example.org/d.mp3 0 audio/mpeg",
    "1775044801 mixtape:calm:sky/auroras:2 https://example.org/a.m4a 1234 audio/mp4",
    "1775044802 mixtape:calm:sky/eclipse https://example.org/e 0 audio/mpeg",
  ]

  @Test(.enabled(if: try has("feedparser"), "feedparser is not installed (apt-get install python3-feedparser)"))
  func `feedparser reads it`() throws {
    let lines = try Self.lines(
      """
      import calendar, feedparser
      feed = feedparser.parse(sys.stdin.buffer)
      print(feed.feed.itunes_type + str(feed.bozo or ""))
      for entry in feed.entries:
          sound = entry.enclosures[0]
          print(calendar.timegm(entry.published_parsed), entry.id, sound.href, sound.length, sound.type)
      print(feed.entries[0].title, feed.entries[0].itunes_duration, feed.entries[0].itunes_episode)
      """)
    #expect(lines == Self.expected + ["The auroras & <more> 62 1"])
  }

  @Test(
    .enabled(if: try has("podcastparser"), "podcastparser is not installed (apt-get install python3-podcastparser)"))
  func `podcastparser, the reader of gPodder, reads it`() throws {
    let lines = try Self.lines(
      """
      import podcastparser
      feed = podcastparser.parse("https://example.org/calm.xml", sys.stdin.buffer)
      print(feed["type"])
      episodes = sorted(feed["episodes"], key=lambda episode: episode["number"])
      for episode in episodes:
          sound = episode["enclosures"][0]
          print(episode["published"], episode["guid"], sound["url"], max(sound["file_size"], 0), sound["mime_type"])
      print(episodes[0]["title"], episodes[0]["total_time"], episodes[0]["description"])
      """)
    #expect(
      lines == Self.expected + ["The auroras & <more> 62 Night Sky, 2026-03-01", "1 < 2", "Next & then <b>last</b>"])
  }
}
