import Feeds
import Foundation

/// The speed of reading feeds, beside feedparser for Python, which reads the same values, and xmllint, which only reads XML.
enum FeedParsingTable {
  static func run() throws {
    let feed = FeedGenerator.feed(items: 2_000)
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("mixtape-bench-\(UUID().uuidString).xml")
    try Data(feed).write(to: path)
    defer { unlink(path.path) }
    let ours = try Measurement { consume(try Feed(parsing: feed).podcast.episodes.count) }
    var table = ReportTable(
      "Reading a feed of \(feed.count / 1_000_000) MB with 2,000 items", columns: ["program", "ms", "ratio"])
    table.add("Mixtape", ours.milliseconds.brief, "1")
    let environment = ["PATH=\(ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin")"]
    if Peer.xmllint.isInstalled {
      let program = Program(path: "xmllint", environment: environment)
      let theirs = try Measurement { try program.run(["--stream", "--noout", "--huge", path.path]) }
      table.add("xmllint --stream (want > 0.67)", theirs.milliseconds.brief, (theirs.best / ours.best).brief)
    }
    if let theirs = try feedparser(path.path, environment) {
      table.add("feedparser (want > 20)", theirs.milliseconds.brief, (theirs.best / ours.best).brief)
    }
    table.print()
  }

  /// Measures feedparser without the start of Python; `nil` if feedparser is missing.
  private static func feedparser(_ path: String, _ environment: [String]) throws -> Measurement? {
    let python = Program(path: "python3", environment: environment)
    do {
      try python.run(["-c", "import feedparser"])
    } catch is Program.Failure {
      return nil
    }
    let start = try Measurement { try python.run(["-c", "import feedparser"]) }
    let whole = try Measurement {
      try python.run(["-c", "import sys, feedparser; feedparser.parse(open(sys.argv[1], 'rb').read())", path])
    }
    return Measurement(best: whole.best - start.best)
  }
}

/// Feeds as podcasts have them: descriptions in HTML, and the elements of iTunes and Podcasting 2.0.
enum FeedGenerator {
  private static let words = [
    "the", "night", "sky", "radio", "harbour", "water", "stories", "from", "people", "slow", "winter", "café", "music",
    "“talk”", "with", "Straße", "and", "about",
  ]

  static func feed(items: Int) -> [UInt8] {
    var state: UInt64 = 7
    func number() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
    func text(_ count: Int) -> String {
      (0..<count).map { _ in words[Int(number() % UInt64(words.count))] }.joined(separator: " ")
    }
    var feed = """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>Night Sky</title>

      """
    for index in 0..<items {
      feed += """
        <item><title>\(index): \(text(6)) &amp; more</title><link>https://example.org/\(index)</link>
          <guid isPermaLink="false">\(String(number(), radix: 16))-\(index)</guid>
          <pubDate>Thu, \(10 + index % 18) Mar 20\(10 + index % 16) 10:\(10 + index % 50):00 +0000</pubDate>
          <description><![CDATA[<p>\(text(80))</p>]]></description>
          <content:encoded><![CDATA[<p>\(text(120))</p>]]></content:encoded>
          <itunes:summary>\(text(50)) &lt;b&gt;bold&lt;/b&gt;</itunes:summary>
          <itunes:duration>0:\(10 + index % 50):30</itunes:duration><itunes:episode>\(index)</itunes:episode>
          <itunes:author>Ann</itunes:author><itunes:image href="https://example.org/\(index).jpg"/>
          <podcast:transcript url="https://example.org/\(index).vtt" type="text/vtt"/>
          <enclosure url="https://example.org/\(index).mp3?t=1" length="\(index + 1_000_000)" type="audio/mpeg"/></item>

        """
    }
    return Array((feed + "</channel></rss>\n").utf8)
  }
}
