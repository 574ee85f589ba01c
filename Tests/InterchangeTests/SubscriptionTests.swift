import Feeds
import Foundation
import Interchange
import MixtapeModel
import Testing

@Suite struct SubscriptionTests {
  private static let now = Date(timeIntervalSince1970: 1_770_000_000)

  func imported(
    _ text: String, library: [Podcast] = [], folder: Folder = .top
  ) throws -> ImportedSubscriptions {
    var importer = SubscriptionImporter(library: library, folder: folder, now: Self.now)
    return importer.subscriptions(of: try OPMLDocument.parse(Array(text.utf8)).document)
  }

  @Test func `the missing end of a list is a loss`() throws {
    let result = try imported("<opml version='2.0'><body><outline text='a' xmlUrl='https://a.example/a'/>")
    #expect(result.podcasts.count == 1)
    #expect(result.losses.map(\.name) == ["the end of the list"])
  }

  @Test func `a folder that gets another name is a loss, once`() throws {
    let feeds = [("Deep/er", "a"), ("Deep/er", "b"), ("..", "c"), (" Café ", "d")].map { folder, name in
      "<outline text='\(folder)'><outline text='\(name)' xmlUrl='https://a.example/\(name)'/></outline>"
    }
    let result = try imported("<opml version='2.0'><body>\(feeds.joined())</body></opml>")
    #expect(result.podcasts.map(\.folder.path) == ["Deep-er", "Deep-er", "", "Café"])
    #expect(result.losses.map(\.name) == ["folder Deep/er", "folder .."])
    #expect(result.losses.first?.reason == "folders cannot have this name; it becomes Deep-er")
  }

  @Test(arguments: [
    "file:///a/b.xml", "file:///a/x/../b.xml", "file:///a/./b.xml", "file:/a/b.xml", "file://localhost/a/b.xml",
    "FILE:///a/b%2Exml",
  ])
  func `a file is one feed however it is written`(_ address: String) {
    #expect(FeedIdentity(of: address) == FeedIdentity(of: "file:///a/b.xml"))
    #expect(FeedIdentity(of: address) != FeedIdentity(of: "file:///b.xml"))
  }

  @Test func `dots in the path of an address name no other feed`() {
    #expect(FeedIdentity(of: "https://a.example/x/../f?q=/../") == FeedIdentity(of: "http://A.example/f?q=/../"))
    #expect(FeedIdentity(of: "https://a.example/.feed") != FeedIdentity(of: "https://a.example/feed"))
  }

  func lines(_ result: ImportedSubscriptions) -> [String] {
    result.podcasts.map { "\($0.folder)|\($0.title)|\($0.feed ?? "")|\($0.tags.joined(separator: ","))" }
  }

  @Test func `a file is recognized by content, then by name`() {
    #expect(SubscriptionFormat.recognizes(Array("<opml>".utf8), name: "a.xml"))
    #expect(SubscriptionFormat.recognizes(Array("text".utf8), name: "a.OPML"))
    #expect(!SubscriptionFormat.recognizes(Array("#EXTM3U\n".utf8), name: "a.opml"))
    #expect(!SubscriptionFormat.recognizes(Array("text".utf8), name: "a.txt"))
    #expect(!SubscriptionFormat.recognizes(Array("<rss/>".utf8), name: nil))
  }

  @Test func `an ampersand without an escape`() throws {
    let result = try imported("<opml><body><outline text='Q & A' xmlUrl='https://a/f?b=1&c=2'/></body></opml>")
    #expect(lines(result) == ["|Q & A|https://a/f?b=1&c=2|"])
  }

  @Test func `each feed becomes one podcast`() throws {
    let result = try imported(
      """
      <opml><body><outline text="A" xmlUrl="https://example.org/f/"/>
      <outline text="Folder"><outline text="Again" xmlUrl="http://EXAMPLE.org/f"/></outline>
      <outline text="A" xmlUrl="https://example.org/g"/></body></opml>
      """)
    #expect(lines(result) == ["|A|https://example.org/f/|", "|A|https://example.org/g|"])
    #expect(result.losses.map(\.name) == ["A"])
    #expect(result.losses.first?.reason == "its feed is listed twice; its place in Folder is ignored")
  }

  @Test(arguments: [
    ("", "host.example", "host-example"), ("text='日本'", "日本", "日本"),
    ("title='https://me:secret@host.example/f'", "https://host.example/f", "https-host-example-f"),
  ])
  func `no title or id contains a password`(attributes: String, title: String, id: String) throws {
    let address = "https://me:secret@host.example/f"
    let other = "<outline text='x' xmlUrl='ftp://me:secret@host.example'/>"
    let result = try imported("<opml><body><outline \(attributes) xmlUrl='\(address)'/>\(other)</body></opml>")
    // The server wants the password, as in a feed that `mixtape podcast add` adds.
    #expect(result.podcasts.map(\.feed) == [address])
    #expect(result.podcasts.map(\.title) == [title] && result.podcasts.map(\.id.rawValue) == [id])
    #expect(result.losses.map(\.reason) == ["Mixtape does not fetch ftp://host.example"])
  }

  @Test func `podcasts of the library are recognized by address and guid`() throws {
    let ids = try ["sky", "sea"].map(Podcast.ID.init(validating:))
    let library = [
      Podcast(id: ids[0], title: "Sky", feed: "https://example.org/sky", subscribed: true),
      // Its guid is the example of the specification of Podcasting 2.0.
      Podcast(id: ids[1], title: "Sea", feed: "https://mp3s.nashownotes.com/pc20rss.xml", subscribed: true),
    ]
    let result = try imported(
      """
      <opml><body><outline text="x" xmlUrl="http://example.org/sky/"/>
      <outline text="y" xmlUrl="https://new.example/f" podcast:guid="917393E3-1B1E-5CEF-ACE4-EDAA54E1F810"/>
      <outline text="z" xmlUrl="https://example.org/z"/></body></opml>
      """, library: library)
    #expect(result.present == ids)
    #expect(result.podcasts.map(\.title) == ["z"])
    // The titles of the list are not those of the library.
    #expect(result.losses.map { "\($0.playlist ?? ""): \($0.name)" } == ["sky: title", "sea: title"])
  }

  /// A feed can declare the guid of another feed's address.
  @Test func `podcasts of the library are recognized by the guids that their feeds declare`() throws {
    let ids = try ["claim", "sea", "file"].map(Podcast.ID.init(validating:))
    let library = [
      Podcast(id: ids[0], title: "Claim", feed: "https://a/f", guid: "917393e3-1b1e-5cef-ace4-edaa54e1f810"),
      Podcast(id: ids[1], title: "Sea", feed: "https://mp3s.nashownotes.com/pc20rss.xml", guid: "Declared"),
      Podcast(id: ids[2], title: "File", guid: "no-feed"),
    ]
    func found(_ guid: String) throws -> [Podcast.ID] {
      try imported(
        "<opml><body><outline text='x' xmlUrl='https://new.example/f' podcast:guid='\(guid)'/></body></opml>",
        library: library
      ).present
    }
    #expect(try found("DECLARED") == [ids[1]])
    #expect(try found("917393E3-1B1E-5CEF-ACE4-EDAA54E1F810") == [ids[1]])
    #expect(try found("no-feed") == [])
  }

  @Test func `values that a podcast of the library has stay, and those of the list are losses`() throws {
    let sky = Podcast(
      id: try Podcast.ID(validating: "sky"), folder: try Folder(validating: "casts/science"), title: "Sky",
      feed: "https://example.org/sky", tags: ["space"], subscribed: true)
    func losses(_ folder: String, _ attributes: String) throws -> [String] {
      let outline = "<outline text='Sky' xmlUrl='https://example.org/sky' \(attributes)/>"
      let list = folder.isEmpty ? outline : "<outline text='\(folder)'>\(outline)</outline>"
      let result = try imported("<opml><body>\(list)</body></opml>", library: [sky])
      #expect(result.present == [sky.id] && result.podcasts.isEmpty)
      return result.losses.map(\.name)
    }
    #expect(try losses("", "") == [])
    #expect(try losses("science", "category='space'") == [])
    #expect(try losses("talk", "category='space,night' subscribed='0'") == ["folder", "tags", "subscribed"])
  }

  @Test func `descriptions, pictures and the day of addition are imported`() throws {
    let result = try imported(
      """
      <opml><body><outline text="About &lt;b&gt;stars&lt;/b&gt;." title="Sky" xmlUrl="https://a/f"
      imageUrl="https://a/i.png" overcastAddedDate="2020-01-02T23:00:00-05:00"/>
      <outline text="Sea" description="Waves" xmlUrl="https://b/f"/></body></opml>
      """)
    #expect(result.podcasts.map(\.title) == ["Sky", "Sea"])
    #expect(result.podcasts.map(\.description) == ["About stars.", "Waves"])
    #expect(result.podcasts.map(\.artwork) == ["https://a/i.png", nil])
    #expect(result.podcasts[0].dateAdded == Date(timeIntervalSince1970: 1_578_009_600))
    #expect(result.losses == [])
  }

  @Test func `attributes that are not read or invalid are losses`() throws {
    let result = try imported(
      """
      <opml><body><outline text="A" xmlUrl="https://a/f" language="en" section="Talk" isComment="false" created="soon">
      <outline type="podcast-episode" title="One" enclosureUrl="https://a/1.mp3" progress="-5" userDeleted="1"
        userRecommendedDate="2020-01-02T03:04:05Z" pubDate="?"/>
      <outline type="podcast-episode" title="Two" enclosureUrl="https://a/2.mp3" progress="0" userDeleted="0"/>
      <outline type="podcast-episode" title="Three" progress="5"/>
      <outline text="B" xmlUrl="https://b/f" language="de"/></outline></body></opml>
      """)
    #expect(result.podcasts.map(\.title) == ["A", "B"])
    #expect(
      result.losses.map { "\($0.name): \($0.reason)" } == [
        "attribute language of 2 outlines: podcast files have no key for it",
        "attribute section of 1 outline: podcast files have no key for it",
        "attribute userDeleted of 1 outline: podcast files have no key for it",
        "attribute userRecommendedDate of 1 outline: podcast files have no key for it",
        "attribute created of 1 outline: its value is invalid",
        "attribute progress of 1 outline: its value is invalid",
        "attribute pubDate of 1 outline: its value is invalid",
        "outlines in A: a feed is not a folder; they get its folder",
        "episode Three: it has no address of a file",
      ])
  }

  @Test func `what is lost is named`() throws {
    let result = try imported(
      """
      <opml><body><outline type="include" text="More" url="https://example.org/more.opml"/>
      <outline type="link" text="Page" url="https://example.org/"/><outline type="rss" text="Gone"/>
      <outline text="Old" xmlUrl="gopher://example.org/f"/><outline text="Note"/>
      <outline type="source" text="Planet" xmlUrl="https://example.org/planet.opml"/>
      <outline type="include" text="Others" xmlUrl="https://example.org/others.opml"/></body></opml>
      """)
    #expect(result.podcasts.isEmpty)
    #expect(
      result.losses.map { "\($0.name): \($0.reason)" } == [
        "More: lists that are included are not fetched",
        "Page: it has no address of a feed", "Gone: it has no address of a feed",
        "Old: Mixtape does not fetch gopher://example.org/f", "Note: it has no address of a feed",
        "Planet: lists that are included are not fetched", "Others: lists that are included are not fetched",
      ])
  }

  @Test func `episodes of Overcast keep their plays`() throws {
    let result = try imported(
      """
      <opml><body><outline text="A" xmlUrl="https://a/f" subscribed="0">
      <outline type="podcast-episode" title="One" enclosureUrl="https://a/1.mp3" played="1"
        pubDate="2020-01-02T03:04:05Z" userUpdatedDate="2020-02-03T04:05:06Z"/>
      <outline type="podcast-episode" title="Two" enclosureUrl="https://a/2.mp3" progress="77"/>
      </outline></body></opml>
      """)
    let podcast = try #require(result.podcasts.first)
    #expect(!podcast.subscribed)
    #expect(podcast.episodes.map(\.id.name) == ["one", "two"])
    #expect(podcast.episodes.map(\.url) == ["https://a/1.mp3", "https://a/2.mp3"])
    #expect(podcast.episodes.map { $0.fields[.playCount] } == [.integer(1), nil])
    #expect(podcast.episodes[0].fields[.lastPlayedAt] == .date(Date(timeIntervalSince1970: 1_580_702_706)))
    #expect(podcast.episodes.map(\.position) == [nil, 77])
    #expect(result.losses.isEmpty)
  }

  /// The plays go to the episodes of the library. What it has stays.
  @Test func `episodes of a podcast of the library get the plays of a list`() throws {
    let id = try Podcast.ID(validating: "a")
    func episode(_ name: String, _ fields: Episode.Fields = [:]) throws -> Episode {
      Episode(
        id: try Episode.ID(validating: "a/\(name)"), guid: name, url: "https://a/\(name).mp3?token=x", fields: fields)
    }
    let day = Date(timeIntervalSince1970: 1_580_702_706)
    let library = Podcast(
      id: id, title: "A", feed: "https://a/f", subscribed: true,
      episodes: try [
        episode("new"), episode("begun"), episode("played", [.playCount: .integer(3), .lastPlayedAt: .date(day)]),
        episode("other", [.position: .seconds(5)]), episode("same", [.position: .seconds(77)]),
      ])
    let outlines = [
      ("new", "played='1' userUpdatedDate='2020-02-03T04:05:06Z'"), ("begun", "progress='77'"),
      ("played", "played='1'"),
      ("other", "progress='99'"), ("same", "progress='77'"), ("gone", "played='1'"),
    ].map { "<outline type='podcast-episode' enclosureUrl='https://a/\($0).mp3' \($1)/>" }
    let list = "<opml><body><outline text='A' xmlUrl='https://a/f'>\(outlines.joined())</outline></body></opml>"
    let result = try imported(list, library: [library])
    #expect(result.present == [id] && result.podcasts.isEmpty)
    let played = try #require(result.played.first)
    #expect(played.episodes.map(\.id.name) == ["new", "begun"])
    #expect(played.episodes.map(\.playCount) == [1, nil])
    #expect(played.episodes.map(\.position) == [nil, 77])
    #expect(played.episodes.map(\.lastPlayedAt) == [day, nil])
    #expect(
      result.losses.map { "\($0.playlist ?? ""): \($0.name): \($0.reason)" } == [
        "a: 1 episode: the podcast in the library does not have it",
        "a: positions of 1 episode: the library has other ones, which stay",
      ])
  }

  @Test func `many and deep outlines`() throws {
    let depth = 10_000
    let text =
      "<opml><body>" + String(repeating: "<outline text='a'>", count: depth)
      + "<outline text='A' xmlUrl='https://a/f'/>"
      + String(repeating: "</outline>", count: depth) + "<outline text='B' xmlUrl='https://b/f'/></body></opml>"
    #expect(try imported(text).podcasts.map(\.title).contains("B"))
    let long = String(repeating: "n", count: 200)
    let nested =
      "<opml><body>" + String(repeating: "<outline text='\(long)'>", count: 50)
      + "<outline text='A' xmlUrl='https://a/f'/>"
    let result = try imported(nested)
    #expect(try #require(result.podcasts.first).folder.path.utf8.count <= 1024)
    #expect(result.losses.map(\.part) == [.element("the end of the list"), .folder])
  }
}

// MARK: - Export

extension SubscriptionTests {
  private static func podcast(
    _ id: String, _ title: String, _ folder: String = "", feed: String?, tags: [String] = [], subscribed: Bool = true
  ) throws -> Podcast {
    Podcast(
      id: try Podcast.ID(validating: id), folder: try Folder(validating: folder), title: title, feed: feed, tags: tags,
      subscribed: subscribed, dateAdded: Date(timeIntervalSince1970: 1_583_971_200))
  }

  private static func library() throws -> [Podcast] {
    [
      try podcast("sky", "Sky", "talk/night", feed: "https://a/?b=1&c=2", tags: ["space", "a/b"]),
      try podcast("q-3-x", "Q & <3 \"x\"", feed: "https://q/f"), try podcast("b", "B", "feeds", feed: "https://b/f"),
      try podcast("other", "Other", "talk", feed: "https://o/f"),
    ]
  }

  @Test func `an import of an export is the same`() throws {
    let library = try Self.library()
    let exporter = SubscriptionExporter(library)
    #expect(exporter.losses.map(\.name) == [])
    let result = try imported(String(decoding: exporter.document.bytes, as: UTF8.self))
    // The day of the import is not part of the list.
    #expect(Set(result.podcasts.map { $0.withNewSince(nil) }) == Set(library))
    #expect(result.losses == [])
  }

  @Test func `what an export loses is named`() throws {
    let played = Episode(
      id: try Episode.ID(validating: "sky/one"), fields: [.rating: .integer(4), .title: .text("One")])
    let podcasts = try [
      Self.podcast("sky", "The Sky", feed: "https://a/f", tags: ["a,b", "/c/"]).withEpisodes([played]),
      Self.podcast("mine", "Mine", feed: nil), Self.podcast("gone", "Gone", feed: "https://g/f", subscribed: false),
    ]
    let exporter = SubscriptionExporter(podcasts)
    #expect(exporter.podcasts.map(\.id.rawValue) == ["sky"])
    #expect(
      exporter.losses.map { "\($0.playlist ?? ""): \($0.name)" } == [
        "sky: id", "sky: tag a,b", "sky: tag /c/", "sky: listening data of 1 episode", "mine: podcast",
        "gone: podcast",
      ])
  }

  @Test func `chosen podcasts keep whether they are subscribed`() throws {
    let gone = try Self.podcast("gone", "Gone", feed: "file:///feeds/gone.xml", subscribed: false)
    let album = Podcast(id: try Podcast.ID(validating: "weather"), kind: .album, title: "Weather")
    let exporter = SubscriptionExporter(of: [gone, album])
    #expect(exporter.losses.map { "\($0.playlist ?? ""): \($0.name)" } == ["weather: album"])
    #expect(exporter.podcastsInFiles == [gone.id])
    let result = try imported(String(decoding: exporter.document.bytes, as: UTF8.self))
    #expect(result.podcasts == [gone])
  }

  /// The table of `docs/interchange-formats.md` is made from ``SubscriptionKey``.
  @Test func `the page shows what lists of podcasts keep`() throws {
    let table =
      ["| key | import | export |", "|---|---|---|"]
      + SubscriptionKey.allCases.map { "| `\($0.rawValue)` | \($0.imported) | \($0.exported ?? "") |" }
    try GeneratedText.check("subscriptions", in: "docs/interchange-formats.md", equals: table.joined(separator: "\n"))
  }
}
