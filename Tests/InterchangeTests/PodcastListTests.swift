import Interchange
import MixtapeModel
import Testing

@Suite struct PodcastListTests {
  private let list = """
    <rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
      <channel><title>Best of</title><description>What I heard</description><podcast:medium>podcastL</podcast:medium>
        <itunes:owner><itunes:name>Me</itunes:name></itunes:owner>
        <podcast:remoteItem feedGuid="917393e3-1b1e-5cef-ace4-edaa54e1f810" feedUrl="https://example.org/sky/feed.xml" itemGuid="42" title="Auroras"/>
        <podcast:remoteItem feedGuid="917393e3-1b1e-5cef-ace4-edaa54e1f810" medium="podcast"/>
        <podcast:person>Ann</podcast:person><item><title>One</title></item><item><title>Two</title></item>
        <image><url>i.png</url><title>I</title></image>
      </channel></rss>
    """

  @Test func `remote items are entries`() throws {
    let reading = try read(list, as: "podcast")
    let playlist = try #require(reading.document?.playlists.first)
    #expect(playlist.name == "Best of" && playlist.description == "What I heard")
    #expect(playlist.entries.map(\.guid) == ["42"])
    #expect(playlist.entries.map(\.title) == ["Auroras"])
    #expect(
      reading.losses.map(\.name) == [
        "remoteItem 917393e3-1b1e-5cef-ace4-edaa54e1f810", "element `image` in 1 place", "element `item` in 2 places",
        "element `itunes:owner` in 1 place", "element `podcast:person` in 1 place",
      ])
    #expect(LibraryMatcher(try Library.podcasts()).match(playlist.entries[0]).episode?.rawValue == "night-sky/42")
  }

  /// Returns a podcast with an episode `1` whose guid is `1`.
  private func podcast(_ name: String, feed: String? = nil, guid: String? = nil) throws -> Podcast {
    let id = try Podcast.ID(validating: name)
    let episode = Episode(id: try #require(Episode.ID(podcast: id, name: "1")), guid: "1")
    return Podcast(id: id, title: name, feed: feed, guid: guid, episodes: [episode])
  }

  private func match(_ library: [Podcast], feed: String? = nil, feedGuid: String) -> String? {
    var entry = InterchangeEntry()
    (entry.guid, entry.feed, entry.feedGuid) = ("1", feed, feedGuid)
    return LibraryMatcher(library).match(entry).episode?.rawValue
  }

  /// The guids of addresses are examples of the specification.
  @Test func `a feed is found by the guid that it declares, and by that of its address`() throws {
    let library = [
      try podcast("podnews", feed: "https://podnews.net/rss/", guid: "Declared-1"),
      try podcast("other", feed: "https://mp3s.nashownotes.com/pc20rss.xml"), try podcast("file", guid: "declared-3"),
    ]
    for guid in ["Declared-1", "declared-1", "9b024349-ccf0-5f69-a609-6b82873eab3c"] {
      #expect(match(library, feedGuid: guid) == "podnews/1")
      #expect(match(library, feed: "https://moved.example/f", feedGuid: guid) == "podnews/1")
    }
    #expect(match(library, feedGuid: "917393e3-1b1e-5cef-ace4-edaa54e1f810") == "other/1")
    #expect(match(library, feedGuid: "declared-3") == "file/1")
    #expect(match(library, feedGuid: "declared-4") == nil)
  }

  @Test func `of several feeds that declare one guid, that with the address counts`() throws {
    let library = [
      try podcast("copy", feed: "https://copy.example/f", guid: "g"),
      try podcast("own", feed: "https://own.example/f", guid: "g"),
      try podcast("old", feed: "https://old.example/f"),
    ]
    #expect(match(library, feedGuid: "g") == nil)
    #expect(match(library, feed: "http://own.example/f/", feedGuid: "g") == "own/1")
    #expect(match(library, feed: "https://old.example/f", feedGuid: "g") == "old/1")
    #expect(match(library, feed: "https://moved.example/f", feedGuid: "g") == nil)
  }

  @Test func `an export writes the declared guid, else that of the address`() throws {
    let library = [
      try podcast("declared", feed: "https://podnews.net/rss", guid: "Declared-1"),
      try podcast("derived", feed: "https://podnews.net/rss"),
      try podcast("empty", feed: "https://podnews.net/rss", guid: ""),
      try podcast("file", guid: "g<&>"), try podcast("none"),
    ]
    let format = try #require(InterchangeFormats.named("podcast"))
    let exporter = PlaylistExporter(podcasts: Dictionary(uniqueKeysWithValues: library.map { ($0.id, $0) }))
    let items = library.flatMap(\.episodes).map { PlaylistExporter.Item(id: $0.id, episode: $0) }
    let playlist = exporter.playlist(Playlist(blank: try Playlist.ID(validating: "p")), items, as: format)
    let document = InterchangeDocument(playlists: [playlist])
    let again = try #require(format.read(format.write(document)).document?.playlists.first)
    let derived = "9b024349-ccf0-5f69-a609-6b82873eab3c"
    #expect(again.entries.map(\.feedGuid) == ["Declared-1", derived, derived, "g<&>"])
    #expect(format.losses(of: document).map(\.name) == ["entry none/1"])
  }

  @Test func `remote items inside items are entries, and the description is text`() throws {
    let reading = try read(
      """
      <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>A</title>
      <description>&lt;p&gt;Heard &lt;b&gt;today&lt;/b&gt;&lt;/p&gt;</description><podcast:medium>musicL</podcast:medium>
      <item><title>T</title><podcast:remoteItem feedGuid="f" itemGuid="1"/></item>
      <item><podcast:remoteItem feedGuid="f" itemGuid="2"/></item><item><title>Own</title></item>
      <item><title>T</title><podcast:remoteItem itemGuid="3"/><podcast:remoteItem itemGuid="4" title="Four"/></item>
      </channel></rss>
      """, as: "podcast")
    let list = try #require(reading.document?.playlists.first)
    #expect(list.entries.map(\.guid) == ["1", "2", "3", "4"])
    #expect(list.entries.map(\.title) == ["T", nil, nil, "Four"])
    #expect(list.description == "Heard today")
    #expect(reading.losses.map(\.name) == ["medium musicL", "element `item` in 1 place"])
  }

  @Test(arguments: [
    ("<podcast:remoteItem feedGuid='f' itemGuid='2", ["1"]), ("<podcast:remoteItem feedGuid='f' itemGuid='2'", ["1"]),
    ("<podcast:remoteItem feedGuid='f' itemGuid='2'/>", ["1", "2"]),
    ("<item><podcast:remoteItem itemGuid='2'/>", ["1"]), ("<description>cut", ["1"]),
  ])
  func `a list that is cut off is an error`(_ end: String, _ guids: [String]) throws {
    let reading = try read(
      """
      <rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>A</title>
      <podcast:medium>podcastL</podcast:medium><podcast:remoteItem feedGuid="f" itemGuid="1"/>
      \(end)
      """, as: "podcast")
    #expect(reading.document?.playlists.first?.entries.map(\.guid) == guids)
    #expect(reading.document?.playlists.first?.description == nil)
    let error = try #require(reading.diagnostics.last)
    #expect(error.severity == .error && error.message == "the file is cut off")
    #expect(error.line == 3 && error.column == end.utf8.count + 1)
    #expect(reading.losses.isEmpty)
  }

  @Test func `other feeds are rejected`() throws {
    let reading = try read("<rss><channel><title>A</title><item><title>B</title></item></channel></rss>", as: "podcast")
    #expect(reading.document == nil)
  }

  @Test func `round trip`() throws {
    var playlist = InterchangePlaylist(name: "A & B")
    playlist.description = "1 < 2 &amp; <i>3</i>"
    var entry = InterchangeEntry()
    (entry.guid, entry.feed, entry.title) = ("g<1>", "https://example.org/feed", "T")
    playlist.entries = [entry, InterchangeEntry(location: "a")]
    let format = try #require(InterchangeFormats.named("podcast"))
    let document = InterchangeDocument(playlists: [playlist])
    let again = try #require(format.read(format.write(document)).document?.playlists.first)
    #expect(again.name == "A & B" && again.description == playlist.description)
    #expect(again.entries.map(\.guid) == ["g<1>"])
    #expect(again.entries.map(\.feed) == ["https://example.org/feed"])
    #expect(format.losses(of: document).map(\.kind) == ["entry"])
  }
}
