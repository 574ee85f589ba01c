import Interchange
import MixtapeModel
import Testing

@Suite struct FormatsTests {
  @Test(
    arguments: [
      ("#EXTM3U\n", nil, "m3u8"), ("a.mp3\n", "x.m3u", "m3u"), ("a.mp3\n", "x.M3U8", "m3u8"),
      ("[playlist]\n", nil, "pls"),
      ("<playlist xmlns=\"http://xspf.org/ns/0/\">", nil, "xspf"), ("{\"playlist\": {}}", nil, "jspf"),
      ("{\"playlist\": {\"track\": []}}", "x.json", "jspf"), ("{\"all\": []}", "x.nsp", "nsp"),
      ("<?xml?><!DOCTYPE plist><plist><dict><key>Tracks</key>", "Library.xml", "itunes"),
      ("[playlist]", "x.m3u", "pls"),
      ("<rss><channel><podcast:remoteItem/>", "list.xml", "podcast"), ("random text", "notes.txt", nil),
      ("a.mp3\n", nil, "m3u8"), ("\r\nhttp://example.org/a\r\n", "list", "m3u8"),
      ("root:x:0:0:root:/root:/bin/bash\n", "passwd", nil), ("127.0.0.1 localhost\n", "hosts", nil), ("", nil, nil),
      (#"{"all":[{"contains":{"album":"playlist"}},{"is":{"title":"track"}}],"limit":25}"#, "x.nsp", "nsp"),
      (#"/* "playlist": */ {"any": [{"is": {"track": 1}}]}"#, nil, "nsp"),
      (#"{"playlist": {"title": "all", "track": [{"all": "any"}]}}"#, nil, "jspf"),
      (#"[{"playlist": {"title": "A"#, nil, "jspf"), (#"{"playlists": [{"playlist": {}}]}"#, nil, "jspf"),
    ] as [(String, String?, String?)])
  func `formats are recognized`(_ text: String, _ name: String?, _ format: String?) {
    #expect(InterchangeFormats.format(of: Array(text.utf8), name: name)?.name == format)
  }

  @Test(arguments: ["podcast", "itunes"])
  func `the feed of a podcast is named as one`(_ name: String) throws {
    let reading = try read("<rss><channel><title>A</title><item><title>B</title></item></channel></rss>", as: name)
    #expect(reading.document == nil)
    #expect(reading.isOfPodcast)
    #expect(reading.diagnostics.map(\.message) == ["this is the feed of a podcast, not a list"])
  }

  @Test func `names and extensions are unique`() {
    let formats = InterchangeFormats.all
    #expect(Set(formats.map(\.name)).count == formats.count)
    for isPossible in [\Capabilities.canRead, \.canWrite] {
      let extensions = formats.filter { $0.capabilities[keyPath: isPossible] }.flatMap(\.fileExtensions)
      #expect(Set(extensions).count == extensions.count)
    }
  }

  @Test(arguments: InterchangeFormats.all.map(\.name))
  func `hostile files do not crash or hang`(_ name: String) throws {
    let format = try #require(InterchangeFormats.named(name))
    let sources = [
      "", "\0", "\u{FEFF}", String(repeating: "[", count: 10_000), String(repeating: "<a>", count: 10_000),
      String(repeating: "#EXTINF:", count: 10_000), String(repeating: "\n", count: 10_000),
      "{\"all\":" + String(repeating: "[{\"all\":", count: 5_000),
      "<plist><dict>" + String(repeating: "<key>Playlists</key><array>", count: 5_000),
    ]
    for source in sources { _ = format.read(Array(source.utf8)) }
    for source in [[0xFF], [0xFE, 0xFF, 0xD8], [0xFF, 0xFE, 0x00]] as [[UInt8]] { _ = format.read(source) }
  }
}
