import Foundation
import SystemPackage
import TestSupport
import Testing

/// Chapters in `mixtape play`, from the sound and from addresses in the library.
@Suite(.timeLimit(.generous)) struct PlayChaptersTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  /// The line in which a shell starts a player that prints JSON, and defines a function that waits for an event.
  private static let start = """
    mkfifo ../lines ../input; mixtape play morning $options --json < ../input > ../lines 2> ../errors & player=$!
    exec 3> ../input 4< ../lines
    event() { while read -r line <&4; do case $line in *'"event":"'$1'"'*) echo "$line"; return;; esac; done; }
    """

  /// Runs commands of a shell while an episode plays, and returns their output without times.
  private func whilePlaying(
    _ values: String, _ commands: String, options: String = "--service simulator --speed 0", head: String = ""
  ) throws -> String {
    try fixture.sandbox.write(
      "title = \"Tours\"\n\(head)\n[[episodes]]\nid = \"tour\"\n\(values)\n", to: "library/tours.toml")
    try fixture.sandbox.write("episodes = [\"tours/tour\"]\ncontinuous = false\n", to: "playlists/morning.toml")
    let text = try fixture.shell(
      "options='\(options)'\n\(Self.start)\n\(commands)\nexec 3>&-; cat <&4 > /dev/null; wait $player; cat ../errors")
    return text.replacing(/"time":"[^"]*",/, with: "")
  }

  private static let json = """
    {"version": "1.2.0", "chapters": [
      {"startTime": 60, "title": "The Sun"}, {"startTime": 0, "title": "Intro"}, {"startTime": 70, "toc": false}]}
    """

  @Test func `chapters from the web arrive while the episode plays`() throws {
    let server = try WebServer { _ in .text(Self.json) }
    let text = try whilePlaying(
      "duration = 100\nchapters = \"\(server.address("/tour.json"))\"",
      """
      event chapter; echo chapter next >&3; event chapter; event status; echo chapter next >&3; event refused
      mixtape player chapter previous; mixtape player chapter 2> /dev/null; echo $?; mixtape player chapters --json; mixtape player status
      echo stop >&3; event stopped; echo play >&3; event chapter; echo pause >&3; event paused
      """)
    #expect(
      text == """
        {"event":"chapter","episode":"tours/tour","number":1,"count":2,"title":"Intro","start":0.0}
        {"event":"chapter","episode":"tours/tour","number":2,"count":2,"title":"The Sun","start":60.0}
        {"event":"status","state":"playing","episode":"tours/tour","title":"tour","artist":null,"album":"Tours","artwork":null,"duration":100.0,"position":60.0,"chapter":{"number":2,"count":2,"title":"The Sun","start":60.0},"round":1,"speed":1.0,"volume":100,"sleep":null,"playlist":"Morning","playlistId":"morning","shuffle":"off","count":1,"capacity":120}
        {"event":"refused","message":"This is the last chapter"}
        playing  tour (tours/tour) at 0:00 / 1:40, chapter 1/2 Intro, round 1, 1 in the queue
        64
        {"event":"chapters","episode":"tours/tour","chapter":1,"chapters":[{"title":"Intro","start":0.0},{"title":"The Sun","start":60.0}]}
        playing  tour (tours/tour) at 0:00 / 1:40, chapter 1/2 Intro, round 1, 1 in the queue
        {"event":"stopped"}
        {"event":"chapter","episode":"tours/tour","number":1,"count":2,"title":"Intro","start":0.0}
        {"event":"paused","episode":"tours/tour","title":"tour","artist":null,"album":"Tours","artwork":null,"duration":100.0}

        """)
    #expect(server.requests.map(\.target) == ["/tour.json"])
  }

  @Test func `chapters in a private network are not loaded for a public feed`() throws {
    let server = try WebServer { _ in .text(Self.json) }
    let text = try whilePlaying(
      "chapters = \"\(server.address("/tour.json"))\"\nduration = 100",
      "event playing; echo chapters >&3; event chapters; echo chapters >&3; event chapters",
      head: "feed = \"https://example.org/feed.xml\"\n")
    #expect(
      text.hasSuffix(#"{"event":"chapters","episode":"tours/tour","chapter":null,"chapters":[]}"# + "\n"), "\(text)")
    #expect(server.requests.isEmpty)
  }

  @Test func `chapters from a file are read, also if the library names it later`() throws {
    try fixture.sandbox.write(Self.json, to: "../tour.json")
    let file = fixture.sandbox.root.appending("tour.json")
    let text = try whilePlaying(
      "duration = 100",
      """
      event playing; echo chapters >&3; event chapters
      echo 'chapters = "file://\(file)"' >> library/tours.toml; event chapter
      """)
    #expect(
      text == """
        {"event":"playing","episode":"tours/tour","title":"tour","artist":null,"album":"Tours","artwork":null,"duration":100.0}
        {"event":"chapters","episode":"tours/tour","chapter":null,"chapters":[]}
        {"event":"chapter","episode":"tours/tour","number":1,"count":2,"title":"Intro","start":0.0}

        """)
  }

  @Test func `a file that is missing, invalid or too large is ignored`() throws {
    let server = try WebServer { request in
      switch request.target {
      case "/missing": .status(404)
      case "/large": .text(Self.json + String(repeating: " ", count: 2 << 20))
      default: .text("<html>")
      }
    }
    for address in [
      server.address("/missing"), server.address("/large"), server.address("/page"), "file:///none", "ftp://x/y",
    ] {
      let text = try whilePlaying(
        "duration = 100\nchapters = \"\(address)\"",
        "event playing; echo chapter next >&3; event refused; rm ../lines ../input; exec 3>&-; wait $player")
      #expect(
        text == """
          {"event":"playing","episode":"tours/tour","title":"tour","artist":null,"album":"Tours","artwork":null,"duration":100.0}
          {"event":"refused","message":"No chapters are known"}

          """)
    }
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "needs mpv (apt-get install mpv)"))
  func `the length of the sound is recorded with the first play, if the library has none`() throws {
    let file = fixture.sandbox.root.appending("tour.mp3")
    try fixture.sandbox.write(.silence(withChapters: [(0, "Intro")]), to: "../tour.mp3")
    let play = "event playing; echo seek 7.5 >&3; event stopped; rm ../lines ../input"
    let options = "--service mpv --mpv-option=--ao=null"
    _ = try whilePlaying("url = \"file://\(file)\"", play, options: options)
    let library = { try fixture.text(of: "library/tours.toml") }
    let length = try #require(try library().firstMatch(of: /\nduration = ([0-9]+)\n/)?.1)
    #expect(["8", "7"].contains(length))
    #expect(try fixture.sandbox.git("log", "-1", "--format=%s") == "Record plays of 1 episode")
    // A value that stands is kept.
    _ = try whilePlaying("url = \"file://\(file)\"\nduration = 9", play, options: options)
    #expect(try library().contains("\nduration = 9\n"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "needs mpv (apt-get install mpv)"))
  func `chapters of the sound are shown, and commands go to them`() throws {
    let file = fixture.sandbox.root.appending("tour.mp3")
    try fixture.sandbox.write(
      .silence(withChapters: [(0, "Intro"), (3_000, "Märchen"), (6_000, "End")]), to: "../tour.mp3")
    let text = try whilePlaying(
      "url = \"file://\(file)\"",
      """
      event chapter; echo pause >&3; event paused; echo chapter 3 >&3; event status
      mixtape player chapter next; mixtape player chapter previous; mixtape player chapters; mixtape player chapter 9
      echo play >&3; event chapter
      """, options: "--service mpv --mpv-option=--ao=null")
    // The library has no duration.
    let rounded = text.replacing(/"duration":(7\.9|8)\d*/, with: #""duration":8"#)
      .replacing(/"position":6\.\d+/, with: #""position":6.0"#).replacing(/at 0:0[234] \/ 0:0[78]/, with: "at …")
    #expect(
      rounded == #"""
        {"event":"chapter","episode":"tours/tour","number":1,"count":3,"title":"Intro","start":0.0}
        {"event":"paused","episode":"tours/tour","title":"tour","artist":null,"album":"Tours","artwork":null,"duration":8}
        {"event":"status","state":"paused","episode":"tours/tour","title":"tour","artist":null,"album":"Tours","artwork":null,"duration":8,"position":6.0,"chapter":{"number":3,"count":3,"title":"End","start":6.0},"round":1,"speed":1.0,"volume":100,"sleep":null,"playlist":"Morning","playlistId":"morning","shuffle":"off","count":1,"capacity":120}
        refused: This is the last chapter
        paused  tour (tours/tour) at …, chapter 2/3 Märchen, round 1, 1 in the queue
        3 chapters
          1  0:00  Intro
        ▶ 2  0:03  Märchen
          3  0:06  End
        refused: There is no chapter 9; the episode has 3 chapters
        {"event":"chapter","episode":"tours/tour","number":2,"count":3,"title":"Märchen","start":3.0}

        """#)
  }
}
