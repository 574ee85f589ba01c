import Interchange
import MixtapeModel
import Testing

@Suite struct MissingEntryTests {
  private func entry(_ title: String?, _ artist: String?, _ location: String) -> MissingEntry {
    var entry = InterchangeEntry(location: location)
    (entry.title, entry.artist) = (title, artist)
    return MissingEntry(entry)
  }

  @Test func `round trip of a comment`() throws {
    var entry = InterchangeEntry(location: "/a \"b\"\\c\u{85}\n.mp3")
    entry.title = "Tïtle = \"x\""
    entry.artist = "A"
    entry.album = "B"
    entry.duration = 61.25
    entry.guid = "g"
    entry.identifiers = ["https://musicbrainz.org/recording/1", "urn:isrc:2 \"x\""]
    entry.feed = "https://f"
    entry.feedGuid = "fg"
    entry.episode = Episode.ID(rawValue: "a/b")
    let missing = MissingEntry(entry)
    let comment = try #require(missing.comment)
    #expect(!comment.contains("\n"))
    #expect(MissingEntry(comment: comment) == missing)
    #expect(MissingEntry(comment: "  \(comment)  ") == missing)
    #expect(MissingEntry(InterchangeEntry()).comment == nil)
  }

  @Test(arguments: [
    ("missing: title=\"X\" from Anna's tape", "from Anna's tape"),
    ("missing: title=\"X\" (side A) artist=\"Y\" mood=calm !", "(side A) mood=calm !"),
    ("missing: ask Anna title=\"X\"", "ask Anna"), ("missing: title=\"X\" artist=Y", nil), ("my comment", nil),
  ])
  func `text of the user in a comment`(_ comment: String, _ text: String?) {
    #expect(MissingEntry.ownText(in: comment) == text)
    if comment.hasPrefix("missing:") { #expect(MissingEntry(comment: comment)?.entry.title == "X") }
  }

  @Test func `an entry that another program edited does not show the same values`() throws {
    let missing = try #require(
      MissingEntry(comment: #"missing: title=" X\u0007" artist="Y" duration=61.0004 location="/m/a.mp3" guid="g""#))
    var shown = missing.entry
    (shown.title, shown.duration, shown.guid) = ("X", 61, nil)
    #expect(missing.isShown(by: shown))
    shown.locations = ["../m/a.mp3"]
    #expect(missing.isShown(by: shown))
    for edit in [
      { $0.title = "Z" }, { $0.artist = nil }, { $0.album = "B" }, { $0.duration = 62 }, { $0.duration = nil },
      { $0.locations = ["/n/a.mp3"] }, { $0.locations = [] }, { $0.identifiers = ["urn:1"] },
      { $0.locations = ["https://m/a.mp3"] },
    ] as [(inout InterchangeEntry) -> Void] {
      var edited = shown
      edit(&edited)
      #expect(!missing.isShown(by: edited), "\(edited)")
    }
  }

  /// Each text of a comment is escaped, so that the comment is one line of valid TOML without control characters.
  @Test(arguments: [
    "\u{0}", "\n", "\r\n", "\t", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "\u{2029}", "\\\"", " # x",
  ])
  func `a comment has no control characters`(_ text: String) throws {
    var entry = InterchangeEntry(location: "a\(text)b")
    (entry.title, entry.artist, entry.album) = ("a\(text)b", text, "\(text)\(text)")
    (entry.guid, entry.feed, entry.feedGuid) = (text, text, text)
    let comment = try #require(MissingEntry(entry).comment)
    #expect(
      comment.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && !"\u{2028}\u{2029}".unicodeScalars.contains($0)
      })
    #expect(MissingEntry(comment: comment) == MissingEntry(entry))
  }

  @Test func `values that a comment cannot contain are losses`() throws {
    var entry = InterchangeEntry()
    entry.locations = ["https://a/1.mp3", "https://b/1.mp3"]
    entry.title = String(repeating: "é", count: MissingEntry.maximumLength / 2 + 1)
    (entry.genre, entry.image, entry.identifiers, entry.trackNumber, entry.info) = (
      "g", "i", [entry.title ?? ""], 1, "x"
    )
    var known = entry
    known.episode = Episode.ID(rawValue: "a/b")
    var list = InterchangePlaylist(name: "L")
    list.entries = [entry, known]
    var importer = PlaylistImporter(library: [])
    let playlists = importer.playlists(
      of: InterchangeDocument(playlists: [list]), from: PlaylistImporter.Origin(name: nil, directory: nil))
    let playlist = try #require(playlists.first)
    #expect(playlist.comments[0] == "missing: location=\"https://a/1.mp3\"")
    let parts = ["genre", "track number", "picture", "info", "second address", "identifier", "title"]
    #expect(playlist.losses.map(\.name) == parts.map { "\($0) of 1 missing entry" })
  }

  @Test func `many entries with one title`() throws {
    var names = MissingEntryNames()
    var last: Episode.ID?
    for number in 1...20_000 { last = names.placeholder(of: entry("Track", "Unknown", "\(number)"))?.id }
    #expect(last?.rawValue == "unresolved/unknown-track-20000")
  }

  @Test func `an id from before is kept if it is free`() throws {
    var names = MissingEntryNames()
    let id = try #require(Episode.ID(rawValue: "unresolved/mine"))
    #expect(names.placeholder(of: entry("A", nil, "a"), preferred: id)?.id == id)
    #expect(names.placeholder(of: entry("B", nil, "b"), preferred: id)?.id.rawValue == "unresolved/b")
  }

  @Test(arguments: [
    "", "missing", "missing: title=\"open", "missing: title=\"\\u12\"", "other: x", "missing: title=\"a\\",
  ])
  func `other comments are ignored`(_ text: String) {
    #expect(MissingEntry(comment: text).map(\.entry.title) ?? nil == nil)
  }

  @Test func `names are readable and unique`() throws {
    var names = MissingEntryNames()
    let ids = [
      entry("Hobo's Lullaby", "Woody Guthrie", "a"), entry("Hobo's Lullaby", "Woody Guthrie", "b"),
      entry("Hobo's Lullaby", "Woody Guthrie", "a"), entry(nil, nil, "/x/My Song.mp3"), entry("Jóga", "Björk", "c"),
      entry(nil, nil, "file_name%20x.mp3"), entry(nil, nil, "https://example.org/J%C3%B3ga.mp3?x=1"),
      entry(nil, nil, "07. Finale"), entry(nil, nil, ".mp3"),
      entry("🙂", nil, "d"), entry(nil, "Ann", "/x/01 Rain.mp3"), entry(nil, "Ann", "/x/Ann - Rain.mp3"),
    ].map { names.placeholder(of: $0)?.id.rawValue }
    #expect(
      ids == [
        "unresolved/woody-guthrie-hobos-lullaby", "unresolved/woody-guthrie-hobos-lullaby-2",
        "unresolved/woody-guthrie-hobos-lullaby", "unresolved/my-song", "unresolved/björk-jóga",
        "unresolved/file-name-x", "unresolved/jóga", "unresolved/07-finale", "unresolved/mp3", "unresolved/entry",
        "unresolved/ann-01-rain", "unresolved/ann-rain",
      ])
  }

  @Test func `names do not collide with other playlists and podcasts`() throws {
    let existing = try #require(Episode.ID(rawValue: "unresolved/a"))
    var names = MissingEntryNames(existing: [existing: entry("A", nil, "x")])
    #expect(names.placeholder(of: entry("A", nil, "x"))?.id == existing)
    #expect(names.placeholder(of: entry("A", nil, "y"))?.id.rawValue == "unresolved/a-2")
    let podcast = try Podcast.ID(validating: "unresolved")
    var others = MissingEntryNames(podcasts: [podcast])
    let other = others.placeholder(of: entry("A", nil, "x"))?.id
    let id = try #require(other)
    #expect(id.rawValue == "unresolved-2/a")
    #expect(MissingEntry.isPlaceholder(id))
  }

  @Test func `long names are truncated`() throws {
    var names = MissingEntryNames()
    let long = String(repeating: "a", count: 500)
    let ids = ["1", "2"].map { names.placeholder(of: entry(long, nil, $0))?.id }
    let (first, second) = (try #require(ids[0]), try #require(ids[1]))
    #expect(first.name.utf8.count == 100 && second.name.utf8.count == 100 && first != second)
  }
}
