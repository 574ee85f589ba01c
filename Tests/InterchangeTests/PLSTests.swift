import Testing

@testable import Interchange

@Suite struct PLSTests {
  @Test func `keys in any case and order, with gaps`() throws {
    let list = try playlist(
      "[Playlist]\r\nnumberofentries=2\r\nTITLE7=A - B\r\nfile7=b.mp3\r\nFile2=a.mp3\r\nLength2=61\r\nLength7=-1\r\nversion=2",
      as: "pls")
    #expect(list.entries.flatMap(\.locations) == ["a.mp3", "b.mp3"])
    #expect(list.entries.map(\.duration) == [61, nil])
    #expect(list.entries.map(\.artist) == [nil, "A"])
  }

  @Test func `faults are reported with their lines, and the rest is read`() throws {
    let reading = try read(
      "[playlist]\nFile1=a=b.mp3\nnonsense\nFile1=c.mp3\nTitle9=T\nNumberOfEntries=5\nFile99999999999999999999=x\n",
      as: "pls")
    #expect(reading.document?.playlists.first?.entries.flatMap(\.locations) == ["c.mp3"])
    #expect(reading.diagnostics.map(\.line) == [3, 4, 0, 0])
    #expect(reading.diagnostics.map(\.isLoss) == [true, true, true, false])
    #expect(reading.losses.map(\.name) == ["key file in 1 line"])
  }

  @Test func `quotes around values are removed`() throws {
    let list = try playlist(
      """
      [playlist]
      Title1="A - B"
      File1="file:///tmp/a.mp3"
      Length1="12"
      File2='b "c".mp3'
      Title2="C'
      File3=c.mp3
      Title3="Heroes"
      """, as: "pls")
    #expect(list.entries.flatMap(\.locations) == ["file:///tmp/a.mp3", "b \"c\".mp3", "c.mp3"])
    #expect(list.entries.map(\.artist) == ["A", nil, nil])
    // The title of a song can have quotes.
    #expect(list.entries.map(\.title) == ["B", "\"C'", "\"Heroes\""])
    #expect(list.entries.map(\.duration) == [12, nil, nil])
  }

  @Test func `unknown keys are losses`() throws {
    let reading = try read("[playlist]\nFile1=a.mp3\nGenre1=Jazz\nFile2=b.mp3\ngenre2=Jazz\nVersion=2\n", as: "pls")
    #expect(reading.losses.map(\.name) == ["key genre in 2 lines"])
  }

  @Test func `comments, other sections and unreadable playing times are losses`() throws {
    let reading = try read("; mine\n[playlist]\nFile1=a.mp3\nLength1=abc\n# too\n[window]\nx=1\n", as: "pls")
    #expect(reading.losses.map(\.name) == ["comments in 2 lines", "other sections in 1 line"])
    #expect(reading.diagnostics.map(\.message) == ["`Length1` is not a number"])
    #expect(reading.diagnostics.map(\.isLoss) == [true])
  }

  @Test(arguments: ["0x1F", "1e2", "nan", "inf", ".", "1.2.3", "--1", ""])
  func `playing times are plain numbers`(_ length: String) throws {
    let reading = try read("[playlist]\nFile1=a.mp3\nLength1=\(length)\n", as: "pls")
    #expect(reading.document?.playlists.first?.entries.map(\.duration) == [nil])
    #expect(reading.diagnostics.map(\.message) == (length.isEmpty ? [] : ["`Length1` is not a number"]))
  }

  @Test func `plain numbers`() {
    #expect(["61", "+5", "-1", "12.5", ".5", "5.", "007"].map { Double(plain: $0) } == [61, 5, -1, 12.5, 0.5, 5, 7])
  }

  @Test func `repeated values are losses, and empty ones are not`() throws {
    let reading = try read(
      """
      [playlist]
      X-GNOME-Title=One
      X-GNOME-Title=Two
      File1=a.mp3
      Title1=A
      Title1=B
      Length1=
      Length1=5
      Length1=6
      Title2=
      """, as: "pls")
    #expect(
      reading.diagnostics.map(\.message) == [
        "`X-GNOME-Title` is repeated; the last value is used", "`Title1` is repeated; the last value is used",
        "`Length1` is repeated; the last value is used",
      ])
    #expect(reading.diagnostics.allSatisfy(\.isLoss) && reading.losses.isEmpty)
  }

  @Test(arguments: [
    "<html><body>404</body></html>", "not a list at all", "[Reference]\nRef1=http://a/b\n", "#EXTM3U\na.mp3\n", "",
    "{\"error\": 1}",
  ])
  func `other files are refused`(_ text: String) throws {
    let reading = try read(text, as: "pls")
    #expect(reading.document == nil)
    #expect(reading.diagnostics.contains { $0.severity == .error })
  }

  @Test func `a list without a header is read`() throws {
    #expect(try playlist("File1=a.mp3\n", as: "pls").entries.map(\.locations) == [["a.mp3"]])
  }

  @Test(arguments: ["pls", "m3u8"])
  func `paths with line breaks are losses`(_ name: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.entries = [InterchangeEntry(location: "/m/a\n/etc/b.mp3"), InterchangeEntry(location: "/m/c.mp3")]
    let format = try #require(InterchangeFormats.named(name))
    let document = InterchangeDocument(playlists: [list])
    #expect(format.losses(of: document).map(\.name) == ["entry b.mp3"])
    #expect(format.read(format.write(document)).document?.playlists[0].entries.map(\.locations) == [["/m/c.mp3"]])
  }

  @Test func `a path in quotes keeps them`() throws {
    let format = try #require(InterchangeFormats.named("pls"))
    var list = InterchangePlaylist(name: "X")
    list.entries = [InterchangeEntry(location: format.locationStyle.text(of: Location("'Heroes'")))]
    let again = format.read(format.write(InterchangeDocument(playlists: [list]))).document?.playlists[0]
    #expect(again?.entries.map(\.locations) == [["./'Heroes'"]])
    #expect(again?.entries.map(\.title) == [nil])
  }

  /// An import would take it for a title that contradicts that of the library.
  @Test(arguments: ["pls", "m3u8", "m3u"])
  func `the name of a file is not written as a title`(_ name: String) throws {
    var list = InterchangePlaylist(name: "X")
    list.entries = [
      InterchangeEntry(location: "Pluto Heights/zx-song.mp3"), InterchangeEntry(location: "Pluto Heights/b.mp3"),
    ]
    list.entries[0].duration = 200
    list.entries[1].artist = "Ann"
    let format = try #require(InterchangeFormats.named(name))
    let document = InterchangeDocument(playlists: [list])
    let text = String(decoding: format.write(document), as: UTF8.self)
    #expect(text.contains(name == "pls" ? "mp3\nLength1=200\n" : "#EXTINF:200,\n"))
    let again = try playlist(text, as: name)
    #expect(again.entries.map(\.title) == [nil, nil])
    #expect(again.entries.map(\.duration) == [200, nil])
    #expect(format.losses(of: document).map(\.name) == ["artist and title of 1 missing entry"])
  }

  @Test func `round trip`() throws {
    var list = InterchangePlaylist(name: "Radio")
    list.entries = [InterchangeEntry(location: "http://a/b?c=d"), InterchangeEntry()]
    list.entries[0].title = "Title"
    list.entries[0].artist = "Artist"
    list.entries[0].duration = 12
    let bytes = try #require(InterchangeFormats.named("pls")).write(InterchangeDocument(playlists: [list]))
    let again = try playlist(String(decoding: bytes, as: UTF8.self), as: "pls")
    #expect(again.name == "Radio")
    #expect(InterchangeDocument(playlists: [again]).withoutLines.playlists[0].entries == [list.entries[0]])
  }
}
