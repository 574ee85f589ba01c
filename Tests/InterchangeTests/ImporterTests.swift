import Interchange
import MixtapeModel
import Testing

@Suite struct ImporterTests {
  private func importer(taken: Set<Playlist.ID> = [], folder: Folder = .top) throws -> PlaylistImporter {
    PlaylistImporter(library: try Library.podcasts(), taken: taken, folder: folder)
  }

  private let origin = PlaylistImporter.Origin(name: "My List", directory: "/music/David Bowie", folders: [])

  /// Imports the first playlist of a document.
  private func imported(_ document: InterchangeDocument) throws -> ImportedPlaylist {
    var importer = try importer()
    return try #require(importer.playlists(of: document, from: origin).first)
  }

  @Test func `relative paths start at the directory of the list`() throws {
    let document = try #require(try read("Heroes/03 Heroes.flac\nother.mp3\n", as: "m3u").document)
    let imported = try imported(document)
    #expect(imported.playlist.name == "My List" && imported.playlist.id.rawValue == "my-list")
    #expect(imported.playlist.episodes.map(\.rawValue) == ["heroes/heroes", "unresolved/other"])
    #expect(imported.comments == [1: #"missing: location="/music/David Bowie/other.mp3""#])
  }

  @Test func `lists and directories in a list are named, and streams are entries`() throws {
    let document = try #require(
      try read("other.m3u8\nsets/\nDisc.cue\nhttp://radio.example/live.pls\nsong.mp3\n", as: "m3u").document)
    let imported = try imported(document)
    #expect(
      imported.losses.map(\.reason) == [
        "it is another list, whose entries are not read; import it, too", "it is a directory, whose files are not read",
        "it is another list, whose entries are not read; import it, too",
      ])
    #expect(imported.entries.count == 5)
  }

  @Test(arguments: [(nil, .more), ("any", .fewer), ("none", .more)] as [(String?, LostRule.Effect)])
  func `an invalid rule is a lost rule`(_ match: String?, _ effect: LostRule.Effect) throws {
    var list = InterchangePlaylist(name: "X")
    list.keys = [.conditions: .list(["rating > 3", "mood =\u{7F} 1"])]
    if let match { list.keys[.match] = .text(match) }
    let imported = try imported(InterchangeDocument(playlists: [list]))
    #expect(imported.playlist[.conditions] == .list(["rating > 3"]))
    #expect(imported.losses.map(\.effect) == [effect])
    #expect(
      imported.lostRules.map(\.comment) == [
        "not imported: mood =  1 (without it, the playlist finds \(effect.rawValue) episodes)"
      ])
  }

  @Test func `the end of a long name is a loss`() throws {
    let long = InterchangePlaylist(name: String(repeating: "n", count: 600))
    let imported = try imported(InterchangeDocument(playlists: [long]))
    #expect(imported.playlist.name.utf8.count == 500)
    #expect(imported.losses.map(\.reason) == ["it has more than 500 bytes; the rest is left out"])
  }

  @Test(arguments: ["xspf", "jspf"])
  func `locations of XSPF are references, and stay the same in a round trip`(_ name: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.description = " text \n"
    let playlist = try Playlist(
      id: Playlist.ID(validating: "x"), name: "X", description: " text \n",
      episodes: ["unresolved/x-y", "unresolved/plain", "ghost/gone"].compactMap(Episode.ID.init(rawValue:)))
    let comment = #"missing: title="Y" location="a b%20.mp3""#
    let items = zip(playlist.episodes, [comment, nil, nil]).map {
      PlaylistExporter.Item(id: $0, episode: nil, comment: $1)
    }
    let format = try #require(InterchangeFormats.named(name))
    let exported = PlaylistExporter(podcasts: [:]).playlist(playlist, items, as: format)
    let document = try #require(format.read(format.write(InterchangeDocument(playlists: [exported]))).document)
    let imported = try imported(document)
    #expect(imported.playlist.episodes == playlist.episodes)
    #expect(imported.playlist.description == playlist.description)
    #expect(imported.comments == [0: comment])
  }

  /// XSPF and JSPF have only addresses; in the other formats, a file of that name would be a path.
  @Test(arguments: ["m3u8", "m3u", "pls", "xspf", "jspf"])
  func `addresses without slashes stay as they are`(_ name: String) throws {
    let addresses = ["local:track:Ann/X/01%20Song.mp3", "yt:https://youtu.be/abc", "tidal:track:1"]
    var list = InterchangePlaylist(name: "X")
    list.entries = addresses.map { InterchangeEntry(location: $0) }
    let format = try #require(InterchangeFormats.named(name))
    let document = try #require(format.read(format.write(InterchangeDocument(playlists: [list]))).document)
    let imported = try imported(document)
    #expect(imported.entries.flatMap(\.entry.locations) == addresses)
    let items = zip(imported.playlist.episodes, 0...).map {
      PlaylistExporter.Item(id: $0, episode: nil, comment: imported.comments[$1])
    }
    let exported = PlaylistExporter(podcasts: [:]).playlist(imported.playlist, items, as: format)
    #expect(exported.entries.flatMap(\.locations) == addresses)
  }

  /// Other programs show and edit the elements of the format, and keep the extension.
  @Test func `an edited element takes precedence over its exact text`() throws {
    var list = InterchangePlaylist(name: "New")
    list.description = "new"
    list.keys = [.name: .text("  Old  "), .description: .text(" old ")]
    var importer = try importer()
    let edited = importer.playlists(of: InterchangeDocument(playlists: [list]), from: origin)[0].playlist
    #expect(edited.name == "New" && edited.description == "new")
    (list.name, list.description) = ("Old", nil)
    list.keys[.description] = .text("  ")
    let same = importer.playlists(of: InterchangeDocument(playlists: [list]), from: origin)[0].playlist
    #expect(same.name == "  Old  " && same.description == "  ")
  }

  @Test func `edited values of an episode of the library are losses`() throws {
    var list = InterchangePlaylist(name: "L")
    var entry = InterchangeEntry()
    entry.episode = Episode.ID(rawValue: "heroes/heroes")
    (entry.title, entry.artist) = ("Mine", "DAVID BOWIE")
    list.entries = [entry, entry]
    let imported = try imported(InterchangeDocument(playlists: [list]))
    #expect(imported.playlist.episodes.map(\.rawValue) == ["heroes/heroes", "heroes/heroes"])
    #expect(imported.losses.map(\.name) == ["title of 2 entries"])
  }

  @Test func `repeated entries stay, and missing ones share an id`() throws {
    let document = try #require(try read("#EXTINF:1,A - B\nx\n#EXTINF:1,A - B\nx\n", as: "m3u").document)
    let imported = try imported(document)
    #expect(imported.playlist.episodes.map(\.rawValue) == ["unresolved/a-b", "unresolved/a-b"])
  }

  @Test func `taken ids get a number, also in rules`() throws {
    var first = InterchangePlaylist(name: "Focus")
    first.id = Playlist.ID(rawValue: "focus")
    var second = InterchangePlaylist(name: "Both")
    second.keys[.conditions] = .list(["in playlist \"focus\"", "not  (rating<3)", "nonsense"])
    var importer = try importer(taken: [Playlist.ID(validating: "focus")])
    let imported = importer.playlists(of: InterchangeDocument(playlists: [first, second, first]), from: origin)
    #expect(imported.map(\.playlist.id.rawValue) == ["focus-2", "both", "focus-3"])
    #expect(imported.map(\.existing?.rawValue) == ["focus", nil, "focus"])
    let rules = imported[1].playlist.criteria.conditions?.map(\.text)
    #expect(
      rules == ["in playlist \"focus-3\"", "not  (rating<3)"]
        || rules == ["in playlist \"focus-2\"", "not  (rating<3)"])
    #expect(imported[1].losses.map(\.name) == ["rule nonsense"])
  }

  @Test func `names and folders become valid`() throws {
    var list = InterchangePlaylist(name: "  Two\nlines \u{7}")
    list.folders = [".hidden", "a/b", "", "..", "e\u{301}", String(repeating: "x", count: 600)]
    var importer = try importer(folder: Folder(validating: "imported"))
    let imported = try #require(importer.playlists(of: InterchangeDocument(playlists: [list]), from: origin).first)
    #expect(imported.playlist.name == "Two lines")
    #expect(
      imported.playlist.folder.components == ["imported", "hidden", "a-b", "é", String(repeating: "x", count: 255)])
    let nameless = InterchangePlaylist(name: " \u{200B}")
    let none = PlaylistImporter.Origin(name: nil, directory: nil)
    #expect(
      importer.playlists(of: InterchangeDocument(playlists: [nameless]), from: none).first?.playlist.name == "Imported")
  }

  @Test(arguments: ["xspf", "jspf"])
  func `round trip of an exported playlist`(_ name: String) throws {
    let episodes = ["heroes/heroes", "gone/away", "unresolved/nina-good"].compactMap(Episode.ID.init(rawValue:))
    let playlist = try Playlist(
      id: Playlist.ID(validating: "best"), folder: Folder(validating: "A/B"), name: "The Best", description: "x\ny",
      episodes: episodes,
      criteria: SmartCriteria(conditions: [WrittenRule(validating: " rating>3 ")], limit: .items(5)),
      settings: PlaybackSettings(shuffle: .by(.grouped)))
    let library = try Library.podcasts()
    let heroes = try #require(library[0].episodes.last)
    let comment = #"missing: title="Good" artist="Nina" duration=61"#
    let items = [
      PlaylistExporter.Item(id: episodes[0], episode: heroes), PlaylistExporter.Item(id: episodes[1], episode: nil),
      PlaylistExporter.Item(id: episodes[2], episode: nil, comment: comment),
      PlaylistExporter.Item(id: library[2].episodes[0].id, episode: library[2].episodes[0], isFound: true),
    ]
    let format = try #require(InterchangeFormats.named(name))
    let exporter = PlaylistExporter(podcasts: [library[0].id: library[0]])
    let document = InterchangeDocument(playlists: [exporter.playlist(playlist, items, as: format)])
    #expect(format.losses(of: document).isEmpty)
    let read = try #require(format.read(format.write(document)).document)
    var importer = PlaylistImporter(library: library)
    let imported = try #require(importer.playlists(of: read, from: origin).first)
    #expect(imported.playlist == playlist)
    #expect(imported.comments[2] == comment)
    #expect(imported.losses.isEmpty)
  }

  /// XSPF has addresses, which contain no spaces. Escapes in them stay.
  @Test(arguments: [
    ("xspf", "https://ann:x@a.example/b%20c%20%C3%A9.mp3?d=%3C"), ("m3u8", "https://ann:x@a.example/b c%20é.mp3?d=<"),
  ])
  func `addresses are written in the form of the format`(_ name: String, _ location: String) throws {
    let id = try Episode.ID(validating: "a/b")
    let episode = Episode(
      id: id, url: "https://ann:x@a.example/b c%20é.mp3?d=<",
      fields: [.artwork: .text("https://ann:x@a.example/b c%20é.mp3?d=<")])
    let format = try #require(InterchangeFormats.named(name))
    let playlist = PlaylistExporter(podcasts: [:]).playlist(
      Playlist(blank: try Playlist.ID(validating: "p")), [PlaylistExporter.Item(id: id, episode: episode)], as: format)
    #expect(playlist.entries.flatMap(\.locations) == [location])
    #expect(playlist.entries.map(\.image) == [location])
    #expect(playlist.hasCredentials)
    // An import finds the episode by this address.
    let library = [Podcast(id: id.podcast, title: "A", episodes: [episode])]
    #expect(LibraryMatcher(library).match(InterchangeEntry(location: location)).episode == id)
  }

  @Test func `paths are written in the form of the format`() throws {
    let library = try Library.podcasts()
    let item = PlaylistExporter.Item(id: library[2].episodes[0].id, episode: library[2].episodes[0])
    func location(_ name: String, _ paths: ExportedPaths = .absolute) throws -> String? {
      let format = try #require(InterchangeFormats.named(name))
      let playlist = Playlist(blank: try Playlist.ID(validating: "a"))
      return PlaylistExporter(podcasts: [:], paths: paths).playlist(playlist, [item], as: format).entries[0]
        .locations[0]
    }
    #expect(try location("m3u8") == "/music/Björk/Homogenic/02 Jóga.flac")
    #expect(try location("m3u8", .relative(to: "/music/lists")) == "../Björk/Homogenic/02 Jóga.flac")
    #expect(try location("xspf") == "file:///music/Bj%C3%B6rk/Homogenic/02%20J%C3%B3ga.flac")
    #expect(try location("xspf", .relative(to: "/music")) == "Bj%C3%B6rk/Homogenic/02%20J%C3%B3ga.flac")
  }

  @Test(arguments: [
    ("/music", "/<microSD1>/Music", "/<microSD1>/Music/Björk/Homogenic/02 Jóga.flac"),
    ("/music/Björk/", "..", "../Homogenic/02 Jóga.flac"),
    ("/music", "E:\\Music", "E:/Music/Björk/Homogenic/02 Jóga.flac"),
    ("/mus", "/x", "/music/Björk/Homogenic/02 Jóga.flac"),
    ("/music", "https://example.org/m/", "https://example.org/m/Bj%C3%B6rk/Homogenic/02%20J%C3%B3ga.flac"),
  ])
  func `paths are written as they are on another device`(_ from: String, _ to: String, _ written: String) throws {
    let track = try Library.podcasts()[2].episodes[0]
    let format = try #require(InterchangeFormats.named("m3u8"))
    let exported = PlaylistExporter(podcasts: [:], paths: .moved(from: from, to: to)).playlist(
      Playlist(blank: try Playlist.ID(validating: "a")), [PlaylistExporter.Item(id: track.id, episode: track)],
      as: format)
    #expect(exported.entries[0].locations == [written])
  }

  /// Readers of lines drop white space at the start, and take `a:` for a scheme.
  @Test(arguments: [
    (" lead.mp3", "./ lead.mp3"), ("\u{A0}lead.mp3", "./\u{A0}lead.mp3"), ("a:b.mp3", "./a:b.mp3"),
    ("a b.mp3", "a b.mp3"),
  ])
  func `relative paths that would be misread begin with a dot`(_ name: String, _ written: String) throws {
    let id = try #require(Episode.ID(rawValue: "a/b"))
    let episode = Episode(id: id, url: SoundAddress.address(ofFile: "/music/\(name)"), fields: [.title: .text("T")])
    let exporter = PlaylistExporter(podcasts: [:], paths: .relative(to: "/music"))
    for format in try ["m3u8", "pls"].map({ try #require(InterchangeFormats.named($0)) }) {
      let exported = exporter.playlist(
        Playlist(blank: try Playlist.ID(validating: "a")), [PlaylistExporter.Item(id: id, episode: episode)], as: format
      )
      #expect(exported.entries.flatMap(\.locations) == [written])
      let reading = format.read(format.write(InterchangeDocument(playlists: [exported])))
      let location = try #require(reading.document?.playlists.first?.entries.first?.locations.first)
      #expect(Location(location).resolved(in: "/music") == "/music/\(name)")
    }
  }

  /// Readers of lines drop white space at the end.
  @Test(arguments: ["end.mp3 ", "end.mp3\u{A0}", "two\nlines.mp3"])
  func `a path that does not fit on a line is written as an address, or reported`(_ name: String) throws {
    let id = try #require(Episode.ID(rawValue: "a/b"))
    let episode = Episode(id: id, url: SoundAddress.address(ofFile: "/music/\(name)"), fields: [.title: .text("T")])
    let playlist = Playlist(blank: try Playlist.ID(validating: "a"))
    let items = [PlaylistExporter.Item(id: id, episode: episode)]
    for format in try ["m3u8", "m3u", "pls"].map({ try #require(InterchangeFormats.named($0)) }) {
      let absolute = PlaylistExporter(podcasts: [:]).playlist(playlist, items, as: format)
      #expect(format.losses(of: InterchangeDocument(playlists: [absolute])).isEmpty)
      let reading = format.read(format.write(InterchangeDocument(playlists: [absolute])))
      let location = try #require(reading.document?.playlists.first?.entries.first?.locations.first)
      #expect(Location(location).path == "/music/\(name)")
      let relative = PlaylistExporter(podcasts: [:], paths: .relative(to: "/music")).playlist(
        playlist, items, as: format)
      #expect(format.losses(of: InterchangeDocument(playlists: [relative])).map(\.name) == ["entry a/b"])
    }
  }
}
