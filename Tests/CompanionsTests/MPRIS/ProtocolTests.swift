import Testing

@testable import Companions

/// The lines of a player, the texts in them, and the paths of objects.
@Suite struct ProtocolTests {
  private typealias Sample = MediaPlayerSample

  @Test func `an update is read as it was written`() throws {
    let update = PlayerUpdate(
      player: Sample.report, tracks: [Sample.auroras, Sample.comets], playlists: [Sample.focus])
    let line = try #require(update.line)
    #expect(!line.contains("\n"))
    #expect(PlayerUpdate(line: line.utf8) == update)
    #expect(try PlayerUpdate(line: #require(PlayerUpdate().line).utf8)?.isEmpty == true)
  }

  @Test(arguments: ["", "done", "{}", #"{"event":"status"}"#, #"{"event":"player","player":{}}"#, "\u{0}", "[]"])
  func `other lines are not updates`(_ line: String) {
    #expect(PlayerUpdate(line: line.utf8) == nil)
  }

  @Test func `numbers that are not finite have no line`() {
    #expect(PlayerUpdate(player: Sample.report { $0.position = .nan }).line == nil)
  }

  @Test func `a full queue of hostile texts fits in a line`() throws {
    let text = String(repeating: "\"\\ü\u{7}", count: 100_000)
    let track = PlayerReport.Track(
      id: "a/b", title: text, artist: text, album: text, url: text, cover: text, duration: 1)
    let list = PlayerReport.Playlist(id: String(repeating: "x", count: 100), name: text)
    let update = PlayerUpdate(
      player: Sample.report { $0.track = track }, tracks: Array(repeating: track, count: 120),
      playlists: Array(repeating: list, count: PlayerUpdate.mostPlaylists))
    let line = try #require(update.line)
    #expect(line.utf8.count < PlayerUpdate.longestLine)
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

  @Test func `players and programs without covers understand each other`() throws {
    let old = #"{"event":"player","tracks":[{"id":"a/b","title":"A","duration":5}]}"#
    #expect(PlayerUpdate(line: old.utf8)?.tracks == [PlayerReport.Track(id: "a/b", title: "A", duration: 5)])
    let line = try #require(PlayerUpdate(tracks: [PlayerReport.Track(id: "a/b", title: "A")]).line)
    #expect(!line.contains("cover"))
  }

  @Test(arguments: [
    ("night-sky/auroras", "night_2dsky_2fauroras"), ("a_b/c", "a_5fb_2fc"), ("ü", "_c3_bc"), ("", "_"),
    ("/../\n\u{0}", "_2f_2e_2e_2f_0a_00"),
  ])
  func `paths consist of letters, digits and underscores`(_ id: String, _ part: String) {
    #expect(DBusPath.track(id).text == "/mixtape/episode/\(part)")
    #expect(part.utf8.allSatisfy { byte in "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains(byte) })
  }

  @Test func `changes contain only the parts that differ`() {
    let state = PlayerUpdate(player: Sample.report, tracks: [Sample.auroras], playlists: [])
    #expect(state.changes(since: state, after: .zero).isEmpty)
    var later = state
    later.player?.position = 15
    #expect(later.changes(since: state, after: .seconds(5)).isEmpty)
    #expect(later.changes(since: state, after: .seconds(1)) == PlayerUpdate(player: later.player))
    later = PlayerUpdate(player: Sample.report, tracks: [], playlists: [Sample.focus])
    #expect(later.changes(since: state, after: .zero) == PlayerUpdate(tracks: [], playlists: [Sample.focus]))
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
