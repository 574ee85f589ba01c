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
    #expect(match("Homogenic//02 Jóga.flac") == "homogenic/joga path-end")
    #expect(match("björk/é/02 Jóga.flac") == "? homogenic/joga")
    #expect(match("03 Heroes.flac") == "? heroes/heroes live/heroes")
    #expect(match("/elsewhere/02 Jóga.flac") == "? homogenic/joga")
    #expect(match("/elsewhere/02 Jóga.flac", duration: 304) == "homogenic/joga path-end")
    #expect(match("Homogenic/02 Jóga.flac", duration: 99) == "? homogenic/joga")
    #expect(match("/music/none.flac") == "-")
    #expect(match("local:track:David%20Bowie/Heroes/03%20Heroes.flac") == "heroes/heroes path-end")
    #expect(match("tidal:track:1") == "-")
  }

  /// Makes a library of tracks with generic names: `path|title|artist|seconds`.
  private func library(_ tracks: String...) throws -> LibraryMatcher {
    let podcast = try Podcast.ID(validating: "p")
    let episodes = try tracks.enumerated().map { index, track in
      let parts = track.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      var fields: Episode.Fields = [:]
      for (field, text) in zip([TrackField.title, .artist], parts[1...2]) where !text.isEmpty {
        fields[field] = .text(text)
      }
      if let seconds = Double(parts[3]) { fields[.duration] = .seconds(seconds) }
      return Episode(
        id: try #require(Episode.ID(podcast: podcast, name: "\(index)")), url: "file://\(parts[0])", fields: fields)
    }
    return LibraryMatcher([Podcast(id: podcast, kind: .album, title: "P", episodes: episodes)])
  }

  /// Many albums have a `CD1/01.flac`.
  @Test(arguments: [
    "/home/me/Audiobooks/Dune/CD1/01.flac", "CD1/01.flac", "/x/Disc 1/01.FLAC", "/home/me/Music/CD1/01.flac",
  ])
  func `generic names are no evidence`(_ path: String) throws {
    let matcher = try library(
      "/music/Beethoven/Symphony/CD1/01.flac|Allegro|Beethoven|800", "/b/Disc%201/01.flac||||",
      "/c/Side%20A/Track%2003.mp3|||60")
    var entry = InterchangeEntry(location: path)
    #expect(matcher.match(entry) == .missing)
    // Another track has this playing time by chance.
    entry.duration = 801
    #expect(matcher.match(entry).episode == nil)
    entry.title = "Allegro"
    #expect(matcher.match(entry).episode?.name == "0")
    #expect(matcher.match(InterchangeEntry(location: "/y/side a/track 03.mp3")).episode == nil)
    #expect(matcher.match(InterchangeEntry(location: "Beethoven/Symphony/CD1/01.flac")).episode?.name == "0")
    #expect(matcher.match(InterchangeEntry(location: "/y/Symphony/CD1/01.flac")).episode == nil)
  }

  @Test(arguments: [
    ("01", true), ("Track 12", true), ("CD 2", true), ("cd2", true), ("Disque 1", true), ("Music", true), ("B3", true),
    ("Unknown Artist", true), ("Greatest Hits", true), ("…", true), ("1999", false), ("Heroes", false),
    ("01 Heroes", false), ("雨", false), ("Sideways", false),
  ])
  func `names that are generic`(_ name: String, _ isGeneric: Bool) throws {
    let matcher = try library("/m/\(name)/Heroes.mp3|||")
    let match = matcher.match(InterchangeEntry(location: "/other/\(name)/Heroes.mp3"))
    #expect((match.episode == nil) == isGeneric)
  }

  @Test func `another title contradicts also without an artist`() throws {
    let matcher = try library(
      "/m/Lodger/Moss.mp3|Black Star||", "/m/Lodger/Fern.mp3|||", "/m/Lodger/Third.mp3|Third|Ann|")
    func match(_ path: String, title: String?, artist: String? = nil) -> String? {
      var entry = InterchangeEntry(location: path)
      (entry.title, entry.artist) = (title, artist)
      return matcher.match(entry).episode?.name
    }
    #expect(match("/x/Lodger/Moss.mp3", title: "Wholly Different") == nil)
    #expect(match("/x/Lodger/Moss.mp3", title: "Wholly Different", artist: "Ann") == nil)
    #expect(match("/x/Lodger/Third.mp3", title: "Wholly Different") == nil)
    #expect(match("/x/Lodger/Third.mp3", title: "Wholly Different", artist: "Ann") == "2")
    #expect(match("/x/Lodger/Moss.mp3", title: "03 Black Star (2019 Remaster)") == "0")
    #expect(match("/x/Lodger/Moss.mp3", title: "Black Star", artist: "Ann") == "0")
    #expect(match("/x/Lodger/Fern.mp3", title: "Anything") == "1")
    #expect(match("/x/Lodger/Moss.mp3", title: nil) == "0")
  }

  /// Other programs write the name of the file in place of a missing title.
  @Test(arguments: [
    "zx-song.mp3", "zx-song", "zx song", "ZX_Song", "01 zx song", "1-02. Zx-Song.mp3", "Pluto Heights - zx song",
  ])
  func `the name of the file is no other title`(_ title: String) throws {
    let matcher = try library(
      "/m/Pluto%20Heights/zx-song.mp3|Different Title|Ann|200",
      "/m/Pluto%20Heights/01%20Pluto%20Heights%20-%20zx%20song.mp3|Third||")
    func match(_ path: String, _ title: String, _ duration: Double? = nil) -> EntryMatch {
      var entry = InterchangeEntry(location: path)
      (entry.title, entry.duration) = (title, duration)
      return matcher.match(entry)
    }
    let path =
      title.hasPrefix("Pluto") ? "Pluto Heights/01 Pluto Heights - zx song.mp3" : "Pluto Heights/zx-song.mp3"
    #expect(match(path, title).episode?.name == (title.hasPrefix("Pluto") ? "1" : "0"))
    #expect(match("/x/\(path)", title).episode != nil)
    #expect(match(path, "\(title) two").episode == nil)
    if !title.hasPrefix("Pluto") { #expect(match(path, title, 99).episode == nil) }
  }

  /// spotify-to-plex issue 104, jellyfin-plugin-spotify-import issue 27: conversions match nonsense.
  @Test func `candidates contradict neither artist nor title`() throws {
    let matcher = try library(
      "/m/Nina/Best/01.flac|Sinnerman|Nina Simone|5", "/m/Nina/Live/Rain.flac|Rain|Nina Simone|200")
    func match(_ path: String, _ artist: String, _ title: String, _ seconds: Double) -> EntryMatch {
      var entry = InterchangeEntry(location: path)
      (entry.artist, entry.title, entry.duration) = (artist, title, seconds)
      return matcher.match(entry)
    }
    #expect(match("/m/Miles/Kind/01.flac", "Miles Davis", "So What", 555) == .missing)
    #expect(match("/m/Miles/Live/Rain.flac", "Miles Davis", "So What", 555) == .missing)
    #expect(match("/x/Rain.flac", "Nina Simone", "Rain", 555) != .missing)
  }

  @Test(arguments: [
    ("Ann & Bob", "Duet", ["0"]), ("Bob, Ann", "Duet", ["0"]), ("Ann feat. Bob", "Duet", ["0"]), ("Bob", "Duet", ["0"]),
    ("Cy", "Duet", []), ("Ann", "Solo - Remastered 2011", ["1"]), ("Ann", "Solo (2011 Remaster)", ["1"]),
    ("Ann", "Solo [Mono Version]", ["1"]), ("Ann", "Solo (Live)", []), ("Ann", "Solo - Acoustic", []),
    ("Ann", "Moon", ["2"]), ("Ann", "Moon (Mono)", ["2"]),
  ])
  func `another edition, and one of several artists, make candidates`(
    _ artist: String, _ title: String, _ names: [String]
  ) throws {
    let matcher = try library(
      "/m/1.flac|Duet|Ann; Bob|60", "/m/2.flac|Solo|Ann|60", "/m/3.flac|Moon - Remastered|Ann|60")
    var entry = InterchangeEntry()
    (entry.artist, entry.title) = (artist, title)
    switch matcher.match(entry) {
    case .unsure(let ids): #expect(ids.map(\.name) == names)
    case .missing: #expect(names.isEmpty)
    case .episode: Issue.record("a candidate is never certain")
    }
  }

  @Test func `the same name with another extension is a candidate`() throws {
    let matcher = try library("/m/M/01%20-%20Duet.flac|Duet|Ann|60", "/m/M/01.flac|First|Ann|60")
    func match(_ path: String) -> EntryMatch { matcher.match(InterchangeEntry(location: path)) }
    #expect(match("/x/M/01 - Duet.mp3") == match("01 - duet.OGG"))
    #expect(match("/x/M/01 - Duet.mp3").episode == nil)
    #expect(match("/x/M/01 - Duet.mp3") != .missing)
    #expect(match("/x/M/01.mp3") == .missing)
  }

  /// Kodi writes addresses of shares: xbmc issue 19966.
  @Test(arguments: [
    "smb://nas/music/Loreena/Moss/01%20-%20Rain.flac", "nfs://nas/x/Loreena/Moss/01 - Rain.flac",
    "sftp://me@nas:22/Loreena/Moss/01%20-%20Rain.flac",
  ])
  func `paths on shares match by their end`(_ location: String) throws {
    let matcher = try library("/home/ann/Loreena/Moss/01%20-%20Rain.flac|Rain|Loreena|60")
    #expect(matcher.match(InterchangeEntry(location: location)).episode?.name == "0")
  }

  @Test func `an ampersand in a path is the word`() throws {
    let matcher = try library("/m/Bees%20and%20Trees/1.mp3|Fleas||60", "/m/Birds%20&%20Seeds/Hey%20&%20Ho.mp3|Duet||60")
    func match(_ path: String) -> String? { matcher.match(InterchangeEntry(location: path)).episode?.name }
    #expect(match(#"D:\Musik\Birds and Seeds\Hey And Ho.mp3"#) == "1")
    #expect(match("/x/Birds & Seeds/Hey and Ho.mp3") == "1")
    #expect(match("/x/m/Bees & Trees/1.mp3") == nil)
  }

  @Test func `numbers alone are a title`() throws {
    let matcher = try library("/m/Prince/1999.mp3|Another||")
    var entry = InterchangeEntry(location: "/x/Prince/1999.mp3")
    entry.title = "1999"
    #expect(matcher.match(entry).episode?.name == "0")
    entry.title = "2000"
    #expect(matcher.match(entry).episode == nil)
  }

  @Test func `a generic title needs more than the playing time`() throws {
    let matcher = try library("/m/a.mp3|Track 1|Ann|100", "/m/b.mp3|Real Title|Ann|100")
    func match(_ title: String, artist: String?, _ duration: Double?) -> String? {
      var entry = InterchangeEntry()
      (entry.title, entry.artist, entry.duration) = (title, artist, duration)
      return matcher.match(entry).episode?.name
    }
    #expect(match("Track 1", artist: nil, 100) == nil)
    #expect(match("Track 1", artist: "Ann", nil) == nil)
    #expect(match("Track 1", artist: "Ann", 100) == "0")
    #expect(match("Real Title", artist: nil, 100) == "1")
    #expect(match("Real Title", artist: "Ann", nil) == "1")
  }

  @Test func `an artist can contain a dash`() throws {
    let matcher = try library("/m/Radio/news.mp3|The News|BBC - Radio 4|100", "/m/b.mp3|Other|BBC|100")
    func match(_ title: String, at location: String) -> String? {
      var entry = InterchangeEntry(location: location)
      (entry.artist, entry.title, entry.duration) = ("BBC", title, 100)
      guard case .episode(let id, let evidence) = matcher.match(entry) else { return nil }
      return "\(id.name) \(evidence.rawValue)"
    }
    #expect(match("Radio 4 - The News", at: "/x/Radio/news.mp3") == "0 path-end")
    #expect(match("Radio 4 - The News", at: "/x.mp3") == "0 tags")
    #expect(match("Radio 4 - Weather", at: "/x/Radio/news.mp3") == nil)
    #expect(match("Radio 3 - The News", at: "/x.mp3") == nil)
    #expect(match("Radio 4 - Late - The News", at: "/x.mp3") == nil)
  }

  @Test func addresses() {
    #expect(match("https://media.example.org/night-sky/42.mp3?token=1") == "night-sky/42 address")
    #expect(match("http://MEDIA.example.org:80/night-sky/42.mp3#t=3") == "night-sky/42 address")
    #expect(match("https://media.example.org/night-sky/42.mp3?token=other") == "night-sky/42 address")
    #expect(match("https://media.example.org/night-sky/44.mp3") == "-")
  }

  /// Another server can have another file of the same name, so it is never certain.
  @Test func `ends of addresses make candidates`() throws {
    let matcher = LibraryMatcher([
      try Library.podcast(withAddresses: [
        ("https://example.org/night-sky/042-auroras.mp3?token=1", "Auroras", 1834),
        ("https://example.org/slow%20pieces/gymnop%C3%A9die-1.flac", "Gymnopédie No. 1: Lent et douloureux", 195),
        ("https://example.org/shows/42.mp3", "Forty-two", 60), ("https://example.org/a/CD1/01.mp3", "First", 60),
        ("https://play.example/get.php?id=1", "Get", 60),
      ])
    ])
    func match(_ location: String, title: String? = nil, _ duration: Double? = nil) -> [String]? {
      var entry = InterchangeEntry(location: location)
      (entry.title, entry.duration) = (title, duration)
      return switch matcher.match(entry) {
      case .unsure(let ids): ids.map(\.name)
      case .missing: []
      case .episode: nil
      }
    }
    #expect(match("Podcasts/night-sky/042-auroras.mp3") == ["0"])
    #expect(match(#"D:\Podcasts\Night-Sky\042-AURORAS.mp3"#) == ["0"])
    #expect(match("https://cdn.example.net/x/night-sky/042-auroras.mp3?y=z") == ["0"])
    // Advertisements change playing times, and some programs titles.
    #expect(match("Podcasts/night-sky/042-auroras.mp3", title: "Episode 42", 1901) == ["0"])
    #expect(match("/a/gymnopédie-1.flac", title: "Gymnopédie No. 1", 195) == ["1"])
    #expect(match("/a/gymnop%C3%A9die-1.flac") == ["1"])
    #expect(match("/a/gymnopédie-1.flac", title: "Gymnopédie No. 1", 300) == [])
    #expect(match("/a/gymnopédie-1.flac", title: "Something else") == [])
    #expect(match("/x/shows/42.mp3") == ["2"])
    #expect(match("/x/other/42.mp3") == [])
    #expect(match("/b/CD1/01.mp3") == [])
    #expect(match("https://other.example/get.php?id=1") == [])
  }

  @Test func `names that many addresses have make no candidates`() throws {
    let matcher = LibraryMatcher([
      try Library.podcast(
        withAddresses: (1...51).map { ("https://example.org/\($0)/default/stream.mp3", "Part \($0) of it", 60) })
    ])
    #expect(matcher.match(InterchangeEntry(location: "https://cdn.example.net/7/default/stream.mp3")) == .missing)
    #expect(matcher.match(InterchangeEntry(location: "/x/stream.mp3")) == .missing)
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

  @Test func `an address with another query and other values is a candidate`() throws {
    let podcast = try Library.album(withAddress: "https://cdn.example.org/download.mp3?ep=2", title: "Episode Two")
    let matcher = LibraryMatcher([podcast])
    let id = podcast.episodes[0].id
    func match(_ query: String, _ artist: String?, _ title: String?, _ duration: Double?) -> EntryMatch {
      var entry = InterchangeEntry(location: "https://cdn.example.org/download.mp3\(query)")
      (entry.artist, entry.title, entry.duration) = (artist, title, duration)
      return matcher.match(entry)
    }
    #expect(match("?ep=1", "Someone", "Quite Another Thing", 300) == .unsure([id]))
    #expect(match("?ep=2", "Someone", "Quite Another Thing", 300) == .episode(id, .address))
    #expect(match("?ep=2&token=x", nil, "Episode Two", 60) == .episode(id, .address))
    #expect(match("?token=x", nil, "Episode Two", 95) == .episode(id, .address))
    #expect(match("?token=x", nil, nil, nil) == .episode(id, .address))
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
