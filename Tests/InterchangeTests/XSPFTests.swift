import Interchange
import Testing

@Suite struct XSPFTests {
  @Test func `a playlist of another program`() throws {
    let list = try playlist(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <playlist xmlns="http://xspf.org/ns/0/" xmlns:vlc="http://www.videolan.org/vlc/playlist/ns/0/" version="1">
        <title>  Evening </title>
        <trackList>
          <track><location>file:///C:/Music/a%20b.mp3</location><duration>61000</duration><creator>A</creator>
            <extension application="http://www.videolan.org/vlc/playlist/0"><vlc:id>0</vlc:id></extension></track>
          <track xml:base="http://x/y/"><location>z.mp3</location><trackNum>x</trackNum></track>
        </trackList>
      </playlist>
      """, as: "xspf")
    #expect(list.name == "Evening")
    #expect(list.entries.map(\.duration) == [61, nil])
    #expect(list.entries.flatMap(\.locations) == ["file:///C:/Music/a%20b.mp3", "http://x/y/z.mp3"])
    #expect(list.entries.map(\.lostParts) == [["extension http://www.videolan.org/vlc/playlist/0"], []])
    #expect(list.entries.map(\.line) == [5, 7])
  }

  @Test(arguments: [
    ("<title>A</title><title>B</title>", "`title` is repeated; the last value is used"),
    ("<location>a</location><location>b</location>", "`location` is repeated; the last value is used"),
    (
      "<trackList><track><album>A</album><album>B</album></track></trackList>",
      "`album` is repeated; the last value is used"
    ),
    ("<trackList><track><trackNum>1.5</trackNum></track></trackList>", "`trackNum` is not a whole number"),
    ("<mood>calm</mood>", "unknown element `mood`"),
    ("<trackList>calm<track/>sea</trackList>", "unexpected text in `trackList`"),
    ("<trackList><track>a.mp3</track></trackList>", "unexpected text in `track`"),
    ("<trackList><track><duration>0x10</duration></track></trackList>", "`duration` is not a number"),
    ("<trackList><track><trackNum>1e2</trackNum></track></trackList>", "`trackNum` is not a whole number"),
  ])
  func `values that are not read are losses`(_ elements: String, _ message: String) throws {
    let tracks = elements.contains("<trackList>") ? "" : "<trackList/>"
    let reading = try read(
      "<playlist xmlns='http://xspf.org/ns/0/' version='1'>\(elements)\(tracks)</playlist>", as: "xspf")
    #expect(reading.diagnostics.map(\.message) == [message])
    #expect(reading.diagnostics.map(\.isLoss) == [true])
  }

  @Test(arguments: [
    ("<playlist version='1'><title>A</title></playlist>", "there is no `trackList`"),
    ("<playlist xmlns='urn:x' version='1'><trackList/></playlist>", "the namespace \"urn:x\" is not that of XSPF"),
    ("<playlist><trackList/></playlist>", "`playlist` has no attribute `version`"),
    ("<playlist version='2'><trackList/></playlist>", "the version \"2\" is not one of XSPF"),
    (
      "<playlist version='1'><trackList/><trackList/></playlist>",
      "`trackList` is repeated; the tracks of all are read"
    ),
  ])
  func `an unusual document has a warning`(_ document: String, _ message: String) throws {
    let reading = try read(document, as: "xspf")
    #expect(reading.document?.playlists.count == 1)
    #expect(reading.diagnostics.map(\.message) == [message])
    #expect(reading.diagnostics.map(\.isLoss) == [false])
  }

  @Test func `names of elements in upper case`() throws {
    let reading = try read(
      """
      <PLAYLIST VERSION="1"><TITLE>A</TITLE><TRACKLIST><TRACK><LOCATION>a.mp3</LOCATION><TRACKNUM>2</TRACKNUM></TRACK>
      </TRACKLIST></PLAYLIST>
      """, as: "xspf")
    let list = try #require(reading.document?.playlists.first)
    #expect(list.name == "A" && list.entries.map(\.locations) == [["a.mp3"]])
    #expect(list.entries.map(\.trackNumber) == [2])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("<track><title>Two</title><location>http://a.b/longna", 1, 3, 53),
      ("<track><title>Two</title><location>http://a.b/longna</loc", 1, 3, 58), ("<track><title>Two</title>", 1, 3, 26),
      ("<track/>", 2, 3, 9), ("</trackList><link rel='a'>http://a.b", 1, 3, 37),
    ])
  func `a document that is cut off is an error`(_ end: String, _ entries: Int, _ line: Int, _ column: Int) throws {
    let reading = try read(
      """
      <playlist version="1" xmlns="http://xspf.org/ns/0/"><trackList>
      <track><location>http://a.b/1.mp3</location></track>
      \(end)
      """, as: "xspf")
    #expect(reading.document?.playlists.first?.entries.count == entries)
    #expect(reading.document?.playlists.first?.lostParts == [])
    let error = try #require(reading.diagnostics.last)
    #expect(error.severity == .error && error.message == "the file is cut off")
    #expect(error.line == line && error.column == column)
  }

  @Test func `the error of a document that is cut off is reported after many others`() throws {
    let tracks = String(repeating: "<track><mood/></track>", count: 200)
    let reading = try read("<playlist version='1'><trackList>\(tracks)", as: "xspf")
    #expect(reading.diagnostics.count == InterchangeReading.maximumDiagnostics)
    #expect(reading.diagnostics.last?.message == "the file is cut off")
  }

  /// RFC 3986, section 5.2.
  @Test(arguments: [
    ("http://e.org", "x.mp3", "http://e.org/x.mp3"), ("http://e.org", "/music/a.mp3", "http://e.org/music/a.mp3"),
    ("http://h.org/a/b/", "../c.mp3", "http://h.org/a/c.mp3"), ("http://h.org/p?x=/y", "d.mp3", "http://h.org/d.mp3"),
    ("http://e.org", "//other.org/z.mp3", "http://other.org/z.mp3"), ("http://e.org/a/", "http://b/c", "http://b/c"),
    ("file:///music/list/", "../a%20b.mp3", "file:///music/a%20b.mp3"), ("music/", "a.mp3", "music/a.mp3"),
    ("music/", "/b/a.mp3", "/b/a.mp3"), ("http://e.org/a/", "C:\\Music\\a.mp3", "C:\\Music\\a.mp3"),
  ])
  func `addresses are resolved against the base`(_ base: String, _ reference: String, _ address: String) throws {
    let list = try playlist(
      """
      <playlist xmlns="http://xspf.org/ns/0/" version="1" xml:base="\(base)"><trackList><track>
      <location>\(reference)</location></track></trackList></playlist>
      """, as: "xspf")
    #expect(list.entries.flatMap(\.locations) == [address])
  }

  @Test func `text in markup is read`() throws {
    let list = try playlist(
      """
      <playlist xmlns="http://xspf.org/ns/0/" version="1"><title><b>Bold</b> title</title>
      <annotation><div xmlns="http://www.w3.org/1999/xhtml"><p>One <i>two</i></p><p>Three</p></div></annotation>
      <trackList/></playlist>
      """, as: "xspf")
    #expect(list.name == "Bold title")
    #expect(list.description?.split(separator: "\n") == ["One two", "Three"])
  }

  @Test func `a track may have several addresses`() throws {
    let reading = try read(
      """
      <playlist xmlns="http://xspf.org/ns/0/" version="1"><trackList><track><location>a</location><location>b</location>
      <identifier>urn:1</identifier><identifier>urn:2</identifier></track></trackList></playlist>
      """, as: "xspf")
    #expect(reading.document?.playlists[0].entries.map(\.locations) == [["a", "b"]])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(arguments: ["", "<html/>", "no xml", "<rss><channel/></rss>"])
  func `other documents are rejected`(_ text: String) throws {
    let reading = try read(text, as: "xspf")
    #expect(reading.document == nil)
    #expect(reading.diagnostics.contains { $0.severity == .error })
  }

  @Test func `the text of a large playlist file is complete`() throws {
    let text = String(repeating: "# comment\n", count: 500_000)
    let list = try playlist(
      """
      <playlist xmlns="http://xspf.org/ns/0/" version="1"><extension application="urn:mixtape:playlist:1">
      <file>\(text)</file></extension></playlist>
      """, as: "xspf")
    #expect(list.fileText == text)
  }
}
