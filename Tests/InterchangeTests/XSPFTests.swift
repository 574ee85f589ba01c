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
    #expect(list.entries.first?.extensions.count == 1)
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
    ("<playlist xmlns='urn:x'><trackList/></playlist>", "the namespace \"urn:x\" is not that of XSPF"),
  ])
  func `an unusual document has a warning`(_ document: String, _ message: String) throws {
    let reading = try read(document, as: "xspf")
    #expect(reading.document?.playlists.count == 1)
    #expect(reading.diagnostics.map(\.message) == [message])
    #expect(reading.diagnostics.map(\.isLoss) == [false])
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
