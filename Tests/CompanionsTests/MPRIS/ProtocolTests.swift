import Testing

@testable import Companions

/// The lines of a player, the texts in them, and the paths of objects.
@Suite struct ProtocolTests {
  private typealias Sample = MediaPlayerSample

  @Test func `a report is read as it was written`() throws {
    let line = try #require(Sample.report.line)
    #expect(!line.contains("\n"))
    #expect(PlayerReport(line: line.utf8) == Sample.report)
  }

  @Test(arguments: ["", "done", "{}", #"{"event":"status"}"#, #"{"event":"player","player":{}}"#, "\u{0}", "[]"])
  func `other lines are not reports`(_ line: String) {
    #expect(PlayerReport(line: line.utf8) == nil)
  }

  @Test func `numbers that are not finite have no line`() {
    #expect(Sample.report { $0.position = .nan }.line == nil)
  }

  @Test func `hostile texts fit in a line`() throws {
    let text = String(repeating: "\"\\ü\u{7}", count: 100_000)
    let track = PlayerReport.Track(
      id: "a/b", title: text, artist: text, album: text, url: text, cover: text, duration: 1)
    let line = try #require(Sample.report { $0.track = track }.line)
    #expect(line.utf8.count < PlayerReport.longestLine)
    #expect(track.url == nil)
    #expect(track.title.utf8.count <= 512)
  }

  @Test func `control characters and noncharacters are replaced`() {
    #expect("a\u{0}b\u{1B}[31m\u{9F}\u{FFFF}ü😀".dbusText(atMost: 100) == "a�b�[31m��ü😀")
    #expect("üüü".dbusText(atMost: 5) == "üü")
    #expect(PlayerReport.Track(id: "a/b", title: "", url: "https://example.org/\u{0}").url == nil)
  }

  @Test(arguments: [
    ("https://example.org/a.jpg", true), ("HTTP://example.org/a", true), ("file:///music/a.png", true),
    ("file://server/a.png", false), ("/music/a.png", false), ("data:image/png;base64,AAAA", false), ("", false),
    ("javascript:alert(1)", false), ("https://example.org/\u{7}", false),
    ("https://example.org/" + String(repeating: "a", count: 2_048), false),
  ])
  func `only addresses of pictures that desktops can show are covers`(_ address: String, _ isCover: Bool) {
    #expect(PlayerReport.Track(id: "a/b", title: "", cover: address).cover == (isCover ? address : nil))
  }

  @Test(arguments: [
    ("night-sky/auroras", "night_2dsky_2fauroras"), ("a_b/c", "a_5fb_2fc"), ("ü", "_c3_bc"), ("", "_"),
    ("/../\n\u{0}", "_2f_2e_2e_2f_0a_00"),
  ])
  func `paths consist of letters, digits and underscores`(_ id: String, _ part: String) {
    #expect(DBusPath.track(id).text == "/mixtape/episode/\(part)")
    #expect(part.utf8.allSatisfy { byte in "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains(byte) })
  }

  @Test func `a position that was to be expected is no difference`() {
    var later = Sample.report
    #expect(!later.differs(from: Sample.report, after: .zero))
    later.position = 15
    #expect(!later.differs(from: Sample.report, after: .seconds(5)))
    #expect(later.differs(from: Sample.report, after: .seconds(1)))
    later.hasEpisodes = false
    #expect(later.differs(from: Sample.report, after: .seconds(5)))
  }

  @Test func `hostile numbers do not trap`() {
    for number in [Double.nan, -.infinity, .infinity, 1e300, -1] {
      let track = PlayerReport.Track(id: "a/b", title: "", duration: number)
      let player = Sample.player(Sample.report { ($0.track, $0.position, $0.pace) = (track, number, number) })
      #expect(player.property(".Player", "Position", at: .seconds(3)) != nil)
      #expect(player.property(".Player", "Metadata") != nil)
    }
  }
}
