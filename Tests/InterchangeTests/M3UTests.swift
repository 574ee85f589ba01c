import Interchange
import MixtapeModel
import Testing

@Suite struct M3UTests {
  @Test(arguments: ["a.mp3\n\0\n", "\(String(repeating: "x", count: 1_100_000))\n"])
  func `binary data and overlong lines are refused`(_ text: String) throws {
    let reading = try #require(InterchangeFormats.named("m3u")).read(Array(text.utf8))
    #expect(reading.document == nil)
    #expect(reading.diagnostics.map(\.severity) == [.error])
  }

  @Test func `zeros at the end are ignored`() throws {
    #expect(try playlist("a.mp3\n\0\0\0", as: "m3u").entries.map(\.locations) == [["a.mp3"]])
  }

  @Test func `extended entries have artist, title and playing time`() throws {
    let list = try playlist(
      "#EXTM3U\n#PLAYLIST:Evening\n#EXTINF:123,Nina Simone - Feeling Good\nmusic/good.mp3\n#EXTINF:-1,News\nhttp://a.b/c\n",
      as: "m3u8")
    #expect(list.name == "Evening")
    #expect(list.entries.map(\.artist) == ["Nina Simone", nil])
    #expect(list.entries.map(\.title) == ["Feeling Good", "News"])
    #expect(list.entries.map(\.duration) == [123, nil])
    #expect(list.entries.flatMap(\.locations) == ["music/good.mp3", "http://a.b/c"])
    #expect(list.entries.map(\.line) == [4, 6])
  }

  @Test(
    arguments: [
      (#"-1 tvg-logo="http://x/l.png" group-title="News, and more",A, B"#, nil, "A, B"),
      ("200,A – B", "A", "B"),
      (" 12.5 , Title ", nil, "Title"),
      ("300", nil, nil),
      ("0,A - B - C", "A", "B - C"),
      ("-1,- x", nil, "- x"),
      ("Title only", nil, "Title only"),
      ("-1,Session (Friday 20:00 - 22:00)", nil, "Session (Friday 20:00 - 22:00)"),
      ("-1,Ann (x - y) - Rain [a - b]", "Ann (x - y)", "Rain [a - b]"), ("-1,Ann :( - Rain", "Ann :(", "Rain"),
      (#"-1 a="open,Title"#, nil, "Title"),
      (#"-1 a = "b, c" d="e",Title, too"#, nil, "Title, too"),
    ] as [(String, String?, String?)])
  func `the directive EXTINF`(_ value: String, _ artist: String?, _ title: String?) throws {
    let entry = try #require(try playlist("#EXTINF:\(value)\nx.mp3", as: "m3u").entries.first)
    #expect(entry.artist == artist)
    #expect(entry.title == title)
  }

  @Test(arguments: [
    ("01 - Prologue.mp3", "01 - Prologue.mp3", nil, "Prologue"),
    ("01 - Prologue", "x/01 - Prologue.mp3", nil, "Prologue"),
    ("Ann - Rain.mp3", "Ann%20-%20Rain.mp3", "Ann", "Rain.mp3"), ("Ann - Rain.mp3", "Ann - Rain.mp3", "Ann", "Rain"),
    ("01 - Prologue", "other.mp3", "01", "Prologue"),
  ])
  func `a file name as the title`(_ text: String, _ path: String, _ artist: String?, _ title: String) throws {
    let entry = try #require(try playlist("#EXTINF:0,\(text)\n\(path)\n", as: "m3u8").entries.first)
    #expect(entry.artist == artist)
    #expect(entry.title == title)
  }

  @Test func `attributes contain picture, genre and album`() throws {
    let list = try playlist(
      #"#EXTINF:9 tvg-logo="l.png" group-title="Jazz" album="Blue",So What"# + "\na.mp3", as: "m3u")
    #expect(list.entries.first?.image == "l.png")
    #expect(list.entries.first?.genre == "Jazz")
    #expect(list.entries.first?.album == "Blue")
  }

  @Test func `an album at the top applies to all entries`() throws {
    let list = try playlist(
      "#EXTM3U\n#EXTALB:Blue\n#EXTART:Miles\n#EXTINF:1,Miles - So What\na\n#EXTINF:2,Guest - Other\nb\n", as: "m3u")
    #expect(list.entries.map(\.album) == ["Blue", "Blue"])
    #expect(list.entries.map(\.artist) == ["Miles", "Guest"])
  }

  @Test func `an album before an entry applies to that entry`() throws {
    let list = try playlist("#EXTALB:One\n#EXTINF:1,A\na\n#EXTALB:Two\n#EXTINF:1,B\nb\n#EXTINF:1,C\nc\n", as: "m3u")
    #expect(list.entries.map(\.album) == ["One", "Two", nil])
  }

  @Test(arguments: [
    ("83", 83.0), ("1:23", 83), ("1:00:01.5", 3601.5), ("83.", 83), ("+1:23", 83), ("90:75", 5475), ("-1", nil),
    ("-1:23", nil), ("1:x", nil), ("1:-2", nil), ("1:2:3:4", nil),
  ])
  func `playing times`(_ text: String, _ seconds: Double?) throws {
    let entry = try #require(try playlist("#EXTINF:\(text),T\na", as: "m3u").entries.first)
    #expect(entry.duration == seconds)
    #expect(entry.title == "T")
  }

  @Test func `the word of a picture is before its path`() throws {
    let list = try playlist("#EXTM3U\n#EXTIMG: front cover\ncover.jpg\na.mp3\n", as: "m3u")
    #expect(list.lostParts == ["image"])
    #expect(list.entries.map(\.locations) == [["a.mp3"]])
  }

  @Test(arguments: [
    "#EXTIMG:front cover\n#EXTINF:12,A - One\none.mp3\n#EXTINF:12,A - Two\ntwo.mp3\n",
    "#EXTINF:12,A - One\n#EXTIMG:front cover\none.mp3\n#EXTINF:12,A - Two\ntwo.mp3\n#EXTIMG:back\n",
  ])
  func `the word of a picture does not swallow an entry`(_ text: String) throws {
    let reading = try read("#EXTM3U\n\(text)", as: "m3u8")
    let list = try #require(reading.document?.playlists.first)
    #expect(list.entries.map(\.title) == ["One", "Two"])
    #expect(list.entries.map(\.locations) == [["one.mp3"], ["two.mp3"]])
    #expect(list.lostParts.isEmpty && list.entries.allSatisfy { $0.image == nil })
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.losses.map(\.name) == [text.hasSuffix("back\n") ? "#EXTIMG in 2 lines" : "#EXTIMG in 1 line"])
  }

  @Test func `a picture between the values and the path of an entry`() throws {
    let list = try playlist("#EXTINF:1,A\n#EXTIMG:cover\nhttp://x/c.PNG?s=1\na.mp3\nb.jpg\n", as: "m3u")
    #expect(list.entries.map(\.locations) == [["a.mp3"], ["b.jpg"]])
    #expect(list.entries.map(\.image) == ["http://x/c.PNG?s=1", nil])
  }

  @Test func `entries keep their artist and album, and the others are losses`() throws {
    let reading = try read(
      """
      #EXTINF:5 album="Blue",Track Artist - T
      #EXTART:Album Artist
      #EXTALB:Other
      a.mp3
      #EXTINF:5,B
      #EXTART:Bo
      b.mp3
      """, as: "m3u8")
    #expect(reading.document?.playlists.first?.entries.map(\.artist) == ["Track Artist", "Bo"])
    #expect(reading.document?.playlists.first?.entries.map(\.album) == ["Blue", nil])
    #expect(reading.losses.map(\.name) == ["#EXTALB in 1 line", "#EXTART in 1 line"])
    let top = try read("#EXTART:Various\n#EXTINF:5,Ann - T\na.mp3\n#EXTINF:5,Bo - U\nb.mp3", as: "m3u8")
    #expect(top.losses.map(\.name) == ["#EXTART in 1 line"])
  }

  @Test(arguments: [
    "<html><body>404</body></html>", "\n  <!DOCTYPE html>\n<p>Sign in</p>", "{\"error\": \"not found\"}\n", "[1, 2]",
  ])
  func `pages and JSON are refused`(_ text: String) throws {
    for name in ["m3u", "m3u8"] {
      let reading = try read(text, as: name)
      #expect(reading.document == nil)
      #expect(reading.diagnostics.map(\.severity) == [.error])
    }
  }

  @Test func `names with brackets are paths`() throws {
    #expect(try playlist("[1] a.mp3\n{b}.mp3", as: "m3u").entries.map(\.locations) == [["[1] a.mp3"], ["{b}.mp3"]])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `line ends`(_ end: String) throws {
    let list = try playlist(["#EXTM3U", "", "  a b.mp3  ", "#x", "c.mp3"].joined(separator: end), as: "m3u")
    #expect(list.entries.flatMap(\.locations) == ["a b.mp3", "c.mp3"])
  }

  @Test func encodings() throws {
    let text = "#EXTINF:1,Björk - Jóga\nJóga.mp3\n"
    let latin: [UInt8] = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let utf16 = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let sources: [[UInt8]] = [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), latin, [0xFF, 0xFE] + utf16, utf16,
      [0xFE, 0xFF] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0 >> 8), UInt8(truncatingIfNeeded: $0)] },
    ]
    for source in sources {
      let reading = try #require(InterchangeFormats.named("m3u")).read(source)
      let entry = try #require(reading.document?.playlists.first?.entries.first)
      #expect(entry.display == "Björk - Jóga")
      #expect(entry.locations == ["Jóga.mp3"])
      #expect(reading.diagnostics.count == (source == latin ? 1 : 0))
    }
  }

  @Test(arguments: ["#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\na.ts", "#EXTM3U\n#EXT-X-STREAM-INF:B=1\nx.m3u8"])
  func `HLS is rejected`(_ text: String) throws {
    let reading = try read(text, as: "m3u8")
    #expect(reading.document == nil)
    #expect(reading.diagnostics.first?.severity == .error)
    #expect(reading.diagnostics.first?.line == 2)
  }

  @Test func `round trip`() throws {
    var list = InterchangePlaylist(name: "Two\nLines")
    var entry = InterchangeEntry(location: "#1.mp3")
    entry.title = "Hash"
    entry.artist = "Some - One"
    entry.album = "Blue"
    entry.duration = 61.4
    list.entries = [entry, InterchangeEntry(), InterchangeEntry(location: "/a b/ü.mp3")]
    for name in ["m3u", "m3u8"] {
      let format = try #require(InterchangeFormats.named(name))
      let bytes = format.write(InterchangeDocument(playlists: [list]))
      let again = try playlist(String(decoding: bytes, as: UTF8.self), as: name)
      #expect(again.name == "Two Lines")
      #expect(again.entries.flatMap(\.locations) == ["./#1.mp3", "/a b/ü.mp3"])
      #expect(again.entries.first?.duration == 61)
      #expect(again.entries.first?.album == "Blue")
      let losses = format.losses(of: InterchangeDocument(playlists: [list]))
      #expect(losses.map(\.name) == ["entry ?", "artist and title of 1 missing entry"])
    }
  }

  @Test func `unknown directives and attributes are losses`() throws {
    let reading = try read(
      """
      #EXTM3U url-tvg="x"
      #EXTENC:UTF-8
      #EXTVLCOPT:network-caching=1000
      #EXTINF:1 tvg-id="a" tvg-logo="i.png",A
      a.mp3
      #EXTVLCOPT:x
      #EXTINF:1 tvg-id="b",B
      # a comment
      b.mp3
      """, as: "m3u8")
    #expect(
      reading.losses.map(\.name) == [
        "#EXTVLCOPT in 2 lines", "attribute tvg-id in 2 lines", "attribute url-tvg in 1 line", "comments in 1 line",
      ])
  }

  @Test func `the mark of an exported copy is not a comment that is lost`() throws {
    let format = try #require(InterchangeFormats.named("m3u8"))
    let copy = ExportMark.added(to: format.write(InterchangeDocument(playlists: [InterchangePlaylist(name: "A")])))
    #expect(format.read(copy).losses.isEmpty)
  }

  @Test(arguments: [
    ("abc,T", ["\"abc\" in `#EXTINF` is ignored"], "T"), ("1:x,T", ["\"1:x\" in `#EXTINF` is ignored"], "T"),
    ("12 abc,T", ["\"abc\" in `#EXTINF` is ignored"], "T"), ("abc", [], "abc"), ("12,T", [], "T"), ("12", [], nil),
  ])
  func `text before the comma that is no playing time is a loss`(
    _ value: String, _ messages: [String], _ title: String?
  ) throws {
    let reading = try read("#EXTINF:\(value)\na.mp3", as: "m3u8")
    #expect(reading.diagnostics.filter(\.isLoss).map(\.message) == messages)
    #expect(reading.document?.playlists.first?.entries.first?.title == title)
  }

  @Test func `values before a lost address belong to no entry`() throws {
    let reading = try read(
      """
      #EXTM3U
      #EXTINF:1,First
      a.mp3
      #EXTINF:900 tvg-logo="i.png" group-title="Jazz" album="Blue" guid="g",Lost
      #EXTALB:Lost Album
      #EXTINF:-1,B
      b.mp3
      """, as: "m3u8")
    let entry = try #require(reading.document?.playlists.first?.entries.last)
    #expect(entry.title == "B" && entry.duration == nil && entry.image == nil && entry.genre == nil)
    #expect(entry.album == nil && entry.guid == nil)
    #expect(reading.diagnostics.map(\.message) == ["the `#EXTINF` before this one has no address"])
  }

  @Test(arguments: [
    (#"5 artist="Q",Foo - Bar"#, "Q", "Foo - Bar"), (#"5 artist="Foo",Foo - Bar"#, "Foo", "Bar"),
    (#"5 artist="A - B",A - B - C"#, "A - B", "C"), (#"5 artist="Q",Bar"#, "Q", "Bar"),
  ])
  func `the attribute of an artist keeps the whole title`(_ value: String, _ artist: String, _ title: String) throws {
    let entry = try #require(try playlist("#EXTINF:\(value)\na.mp3", as: "m3u8").entries.first)
    #expect(entry.artist == artist && entry.title == title)
  }

  @Test(arguments: [("windows-1251", true), ("UTF-8", false), ("ISO-8859-1", false)])
  func `an encoding that is not supported is a loss`(_ name: String, _ isLoss: Bool) throws {
    let bytes = Array("#EXTM3U\n#EXTENC: \(name)\n#EXTINF:1,".utf8) + [0xCC, 0xE8, 0xF0] + Array("\na.mp3\n".utf8)
    let reading = try #require(InterchangeFormats.named("m3u8")).read(bytes)
    #expect(reading.diagnostics.map(\.isLoss) == [isLoss])
  }

  @Test func `values of missing entries that the format does not have are losses`() throws {
    var entry = InterchangeEntry(location: "https://a/1.mp3")
    (entry.artist, entry.title, entry.album) = ("X - Y", "Z", "Blue")
    (entry.guid, entry.feed, entry.identifiers) = ("g", "https://f", ["urn:1"])
    var dash = InterchangeEntry(location: "https://a/2.mp3")
    dash.title = "Dash - in title"
    var only = InterchangeEntry(location: "https://a/3.mp3")
    only.artist = "Only"
    var known = entry
    known.episode = Episode.ID(rawValue: "night-sky/042")
    var list = InterchangePlaylist(name: "X")
    list.entries = [entry, dash, only, known]
    let common = [
      "guid of 1 missing entry", "feed of 1 missing entry", "identifier of 1 missing entry",
      "artist and title of 3 missing entries",
    ]
    for (name, losses) in [("m3u8", common), ("pls", ["album of 1 missing entry"] + common), ("xspf", [])] {
      let format = try #require(InterchangeFormats.named(name))
      #expect(format.losses(of: InterchangeDocument(playlists: [list])).map(\.name) == losses)
    }
  }

  @Test func `a second name and title are losses`() throws {
    let reading = try read(
      """
      #EXTM3U
      #PLAYLIST:One
      #PLAYLIST:Two
      #EXTINF:1 tvg-name="Other",A
      #EXTBYT:7
      a.mp3
      #EXTINF:1 tvg-name="B",B
      b.mp3
      """, as: "m3u8")
    #expect(reading.document?.playlists.map(\.name) == ["One"])
    #expect(
      reading.losses.map(\.name) == ["#EXTBYT in 1 line", "a second name in 1 line", "attribute tvg-name in 1 line"])
  }

  @Test func `many names of lost parts are counted together`() throws {
    let lines = (1...120).map { "#EXTX\($0):1" }.joined(separator: "\n")
    let losses = try read("#EXTM3U\n\(lines)\na.mp3", as: "m3u8").losses
    #expect(losses.count == 101 && losses.last?.name == "other parts in 20 lines")
  }
}
