import Interchange
import Testing

@Suite struct LocationTests {
  @Test(
    arguments: [
      ("https://a/b", nil), ("/a/b", "/a/b"), ("a/b", "a/b"), ("file:///a%20b", "/a b"), ("file:/a", "/a"),
      ("FILE://localhost/a", "/a"), ("file:///C:/a", "C:/a"), ("file://C:/a", "C:/a"),
      ("file://nas/share/a", "//nas/share/a"), (#"file:///m/a\b.mp3"#, #"/m/a\b.mp3"#), (#"file:///C:\a"#, "C:/a"),
      (#"C:\a\b"#, "C:/a/b"), ("C:/a", "C:/a"), (#"\\nas\a"#, "//nas/a"), (#"..\a"#, "../a"),
      ("Op. 1: Largo.mp3", "Op. 1: Largo.mp3"), ("Mission: Impossible.mp3", "Mission: Impossible.mp3"),
      ("C:a.mp3", "C:a.mp3"), ("End:", "End:"), ("local:track:Ann/01%20Song.mp3", nil), ("yt:https://x/a", nil),
      ("tidal:track:1", nil), ("Re:Generation.mp3", nil), ("./Re:Generation.mp3", "./Re:Generation.mp3"),
      (#"a/b\c"#, #"a/b\c"#), ("spotify:track:1", nil), ("mms://x", nil), ("100%.mp3", "100%.mp3"),
    ] as [(String, String?)])
  func `paths and addresses`(_ text: String, _ path: String?) {
    #expect(Location(text).path == path)
  }

  @Test func `relative paths`() {
    #expect(Location("../m/./a.mp3").resolved(in: "/home/me/lists") == "/home/me/m/a.mp3")
    #expect(Location("/a").resolved(in: "/b") == "/a")
    #expect(Location("http://a").resolved(in: "/b") == "http://a")
    #expect(Location("yt:https://x//a").resolved(in: "/b") == "yt:https://x//a")
    #expect(Location("Re:a.mp3").resolved(in: "/b") == "Re:a.mp3")
    #expect(Location("Re:a.mp3").resolved(in: "/b") { $0 == "/b/Re:a.mp3" } == "/b/Re:a.mp3")
    #expect(Location.relative("/home/me/Music/a.mp3", to: "/home/me/lists") == "../Music/a.mp3")
    #expect(Location.relative("/a", to: "/") == "a")
    #expect(Location.normalized("/../../a//b/.") == "/a/b")
    #expect(Location.normalized("../a/../../b") == "../../b")
  }
}
