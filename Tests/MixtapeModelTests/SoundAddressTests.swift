import MixtapeModel
import TestSupport
import Testing

@Suite struct SoundAddressTests {
  @Test(arguments: [
    "/m/a b.mp3", "/m/100% #1?.flac", "/m/%41.mp3", "/m/夜 é e\u{301}.ogg", "/m/\"'\\<>|&;$().wav", "/m/a:b//c.wv",
  ])
  func `the address of a file leads back to it`(path: String) throws {
    let address = try SoundAddress(SoundAddress.address(ofFile: path))
    #expect(address.location.utf8.elementsEqual(path.utf8))
    #expect(address.isFile)
  }

  @Test(arguments: [
    ("https://example.org/042.mp3", "https://example.org/042.mp3"),
    ("HTTP://Example.org", "http://Example.org"),
    ("http://example.org:8080/a?b=c&d=%20#e", "http://example.org:8080/a?b=c&d=%20#e"),
    ("https://user:word@example.org/feed", "https://user:word@example.org/feed"),
    ("https://example.org/Über uns.mp3", "https://example.org/%C3%9Cber%20uns.mp3"),
    ("https://[::1]/a", "https://[::1]/a"),
    ("file:///music/a.flac", "/music/a.flac"),
    ("file:/music/a.flac", "/music/a.flac"),
    ("FILE://LocalHost/music/a.flac", "/music/a.flac"),
    ("file:///music/My Songs/Ö%20%23%3f%25.ogg", "/music/My Songs/Ö #?%.ogg"),
    ("file:///-option", "/-option"),
  ]) func `accepted addresses`(text: String, location: String) throws {
    #expect(try SoundAddress(text).location == location)
  }

  @Test(
    arguments: [
      ("", .empty),
      (" http://example.org/a", .unprintable), ("http://example.org/a ", .unprintable),
      ("http://example.org/a\nloadfile /etc/passwd", .unprintable), ("http://example.org/\u{0}", .unprintable),
      ("http://example.org/\u{2028}", .unprintable), ("\thttp://example.org", .unprintable),
      ("042.mp3", .notAnAddress), ("audio/042.mp3", .notAnAddress), ("/etc/passwd", .notAnAddress),
      ("-", .notAnAddress),
      ("--script=x", .notAnAddress), ("-http://example.org", .notAnAddress), ("../../a.mp3", .notAnAddress),
      ("~/a.mp3", .notAnAddress), ("://example.org", .notAnAddress), ("ä://example.org", .notAnAddress),
      ("edl://a.mp3", .scheme("edl")), ("memory://#EXTM3U", .scheme("memory")), ("av://lavfi:sine", .scheme("av")),
      ("lavf://http://example.org", .scheme("lavf")), ("ytdl://x", .scheme("ytdl")), ("fd://0", .scheme("fd")),
      ("ftp://example.org/a.mp3", .scheme("ftp")), ("data:audio/wav;base64,AA==", .scheme("data")),
      ("slice://1@file:///a", .scheme("slice")), ("C:\\Music\\a.mp3", .scheme("c")), ("httpx://a", .scheme("httpx")),
      ("http:example.org", .malformed), ("http:/example.org", .malformed), ("http://", .malformed),
      ("http:///a", .malformed), ("http://:80/a", .malformed), ("http://user@/a", .malformed),
      ("http://exa mple.org/", .malformed), ("http://exämple.org/", .malformed), ("http://a\\b/", .malformed),
      ("file:music/a.mp3", .malformed), ("file:", .malformed), ("file:///a?b", .malformed), ("file:///a#b", .malformed),
      ("file:///a%00b", .malformed), ("file:///a%0Ab", .malformed), ("file:///a%", .malformed),
      ("file:///a%4", .malformed), ("file:///a%zz", .malformed), ("file:///%ff%fe", .malformed),
      ("file://server/share/a.mp3", .remoteFile), ("file://music/a.mp3", .remoteFile),
    ] as [(String, SoundAddress.Refusal)]) func `refused addresses`(text: String, refusal: SoundAddress.Refusal)
  {
    #expect(throws: refusal) { try SoundAddress(text) }
    #expect(!refusal.description.isEmpty)
  }

  @Test func `a long address is refused`() {
    let address = "http://example.org/" + String(repeating: "a", count: SoundAddress.maximumLength)
    #expect(throws: SoundAddress.Refusal.tooLong) { try SoundAddress(address) }
  }
}
