import Interchange
import MixtapeModel
import Testing

@Suite struct MatcherTests {
  private let matcher: LibraryMatcher

  init() throws { matcher = LibraryMatcher(try Library.podcasts()) }

  private func match(
    _ location: String? = nil, title: String? = nil, artist: String? = nil, album: String? = nil,
    duration: Double? = nil,
    guid: String? = nil, feed: String? = nil, feedGuid: String? = nil
  ) -> String {
    var entry = InterchangeEntry()
    entry.locations = [location].compactMap(\.self)
    (entry.title, entry.artist, entry.album, entry.duration) = (title, artist, album, duration)
    (entry.guid, entry.feed, entry.feedGuid) = (guid, feed, feedGuid)
    return switch matcher.match(entry) {
    case .episode(let id, let evidence): "\(id) \(evidence.rawValue)"
    case .unsure(let ids): "? " + ids.map(\.rawValue).joined(separator: " ")
    case .missing: "-"
    }
  }

  @Test func paths() {
    #expect(match("/music/David Bowie/Heroes/03 Heroes.flac") == "heroes/heroes path")
    #expect(match("file:///music/./David%20Bowie/x/../Heroes/03%20Heroes.flac") == "heroes/heroes path")
    #expect(match("file://localhost/music/David%20Bowie/Heroes/03%20Heroes.flac") == "heroes/heroes path")
    #expect(match("Heroes/03 Heroes.flac") == "heroes/heroes path-end")
    #expect(match("Stage/03%20Heroes.flac") == "live/heroes path-end")
    #expect(match(#"D:\Musik\David Bowie\Heroes\03 heroes.FLAC"#) == "heroes/heroes path-end")
    #expect(match("02 Jóga.flac") == "homogenic/joga path-end")
    #expect(match("03 Heroes.flac") == "? heroes/heroes live/heroes")
    #expect(match("/elsewhere/02 Jóga.flac") == "? homogenic/joga")
    #expect(match("/elsewhere/02 Jóga.flac", duration: 304) == "homogenic/joga path-end")
    #expect(match("Homogenic/02 Jóga.flac", duration: 99) == "? homogenic/joga")
    #expect(match("/music/none.flac") == "-")
  }

  @Test func addresses() {
    #expect(match("https://media.example.org/night-sky/42.mp3?token=1") == "night-sky/42 address")
    #expect(match("http://MEDIA.example.org:80/night-sky/42.mp3#t=3") == "night-sky/42 address")
    #expect(match("https://media.example.org/night-sky/42.mp3?token=other") == "night-sky/42 address")
    #expect(match("https://media.example.org/night-sky/44.mp3") == "-")
  }

  @Test func `the query of an address may name the episode`() throws {
    let podcast = try Library.album(withAddress: "https://play.example/get.php?id=1", title: "One")
    let matcher = LibraryMatcher([podcast])
    func match(_ location: String, title: String? = nil) -> EntryMatch {
      var entry = InterchangeEntry(location: location)
      entry.title = title
      return matcher.match(entry)
    }
    let id = podcast.episodes[0].id
    #expect(match("https://play.example/get.php?id=1") == .episode(id, .address))
    #expect(match("https://play.example/get.php?id=2") == .unsure([id]))
    #expect(match("https://play.example/get.php?id=2&x", title: "One") == .episode(id, .address))
    let file = LibraryMatcher([try Library.album(withAddress: "https://play.example/1.mp3?token=a", title: "One")])
    #expect(file.match(InterchangeEntry(location: "https://play.example/1.mp3?token=b")) == .episode(id, .address))
  }

  /// Exported playlists do not contain the password of a feed.
  @Test func `the feed of a podcast with a password is recognized`() throws {
    let id = try Podcast.ID(validating: "pod")
    let episodes = [Episode(id: try Episode.ID(validating: "pod/a"), guid: "a")]
    let podcast = Podcast(id: id, title: "Pod", feed: "https://ann:secret@example.org/f.xml", episodes: episodes)
    let other = Podcast(
      id: try Podcast.ID(validating: "other"), title: "Other", feed: "https://example.org/g.xml",
      episodes: [Episode(id: try Episode.ID(validating: "other/a"), guid: "a")])
    var entry = InterchangeEntry()
    (entry.guid, entry.feed) = ("a", "https://example.org/f.xml")
    #expect(LibraryMatcher([podcast, other]).match(entry).episode == episodes[0].id)
  }

  @Test func guids() {
    #expect(match(guid: "43") == "night-sky/43 guid")
    #expect(match(guid: "42") == "? daily-byte/42 night-sky/42" || match(guid: "42") == "? night-sky/42 daily-byte/42")
    #expect(match(guid: "42", feed: "http://example.org/byte.xml/") == "daily-byte/42 guid")
    #expect(match(guid: "43", feed: "https://elsewhere.example/feed") == "? night-sky/43")
    // The example of https://podcastindex.org: the UUID of the address without its scheme.
    #expect(match(guid: "42", feed: "http://ann:secret@example.org/byte.xml") == "daily-byte/42 guid")
    #expect(match(guid: "42", feedGuid: "no such") != "daily-byte/42 guid")
  }

  @Test func tags() {
    #expect(match(title: "joga", artist: "BJORK") == "homogenic/joga tags")
    #expect(match(title: "Jóga (feat. Someone)", artist: "Björk", duration: 306) == "homogenic/joga tags")
    #expect(match(title: "Jóga", artist: "Björk", duration: 300) == "? homogenic/joga")
    #expect(match(title: "Heroes", artist: "David Bowie") == "? heroes/heroes live/heroes")
    #expect(match(title: "Heroes", artist: "David Bowie", duration: 377) == "live/heroes tags")
    #expect(match(title: "Heroes", artist: "David Bowie", album: "Stage") == "live/heroes tags")
    #expect(match(title: "Auroras", artist: "Night Sky Radio") == "night-sky/42 tags")
    #expect(match(title: "Auroras") == "? night-sky/42")
    #expect(match(title: "Jóga", duration: 305) == "homogenic/joga tags")
    #expect(match(title: "Jóga", artist: "Cover Band") == "-")
  }

  @Test func `an id in the library takes precedence`() throws {
    var entry = InterchangeEntry(location: "/music/David Bowie/Heroes/03 Heroes.flac")
    entry.episode = Episode.ID(rawValue: "live/heroes")
    #expect(matcher.match(entry).episode?.rawValue == "live/heroes")
    entry.title = "heroes"
    #expect(matcher.match(entry).episode?.rawValue == "live/heroes")
    // Another program has put another episode here.
    entry.title = "Another Title"
    #expect(matcher.match(entry) == .episode(try #require(Episode.ID(rawValue: "heroes/heroes")), .path))
    entry.episode = Episode.ID(rawValue: "gone/x")
    #expect(matcher.match(entry).episode?.rawValue == "heroes/heroes")
  }

  @Test func `an entry without values is missing`() {
    #expect(match() == "-")
    #expect(match("") == "-")
    #expect(match("/") == "-")
  }
}
