import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// `episode download` and `episode forget`, with a server of the test.
@Suite(.timeLimit(.generous)) struct DownloadCommandTests {
  private let fixture: CommandFixture
  private let server: WebServer
  private let requested = Recorder<String>()

  init() throws {
    let server = try WebServer { [requested] request in
      requested.record(request.target)
      switch request.target {
      case "/missing.mp3": return .status(404)
      case "/json.mp3": return .text("{}", [("Content-Type", "audio/mpeg")])
      case "/packed.mp3":
        return .status(200, [("Content-Encoding", "gzip")], body: [0x1F, 0x8B, 8] + [UInt8](repeating: 0, count: 100))
      case "/slow.mp3":
        let header = WebReply.header(200, [("Content-Length", "900000"), ("ETag", "\"s\"")])
        return WebReply([.send(header + [UInt8](repeating: 1, count: 500_000)), .wait])
      default: return .status(200, [("Content-Type", "audio/mpeg")], body: [UInt8](repeating: 7, count: 40_000))
      }
    }
    self.server = server
    let episodes = ["auroras", "comets", "missing", "slow"].map { name in
      "[[episodes]]\nid = \"\(name)\"\ntitle = \"The \(name)\"\nurl = \"\(server.address("/\(name).mp3"))\"\n"
    }
    fixture = try CommandFixture(with: [
      "library/night-sky.toml": "title = \"Night Sky\"\n\n" + episodes.joined(separator: "\n"),
      "library/music.toml":
        "kind = \"album\"\ntitle = \"Music\"\n\n[[episodes]]\nid = \"one\"\nurl = \"file:///nowhere/one.mp3\"\n",
    ])
    fixture.putProgramInPath()
  }

  private var directory: String { fixture.sandbox.root.appending("home/Podcasts").string }

  private func set(_ settings: String) throws {
    try fixture.sandbox.write("format = 1\n[downloads]\n\(settings)\n", to: "mixtape.toml")
    _ = try fixture.sandbox.git("commit", "-qam", "Settings")
    _ = fixture.mixtape(["trust"])
  }

  // gonic 639, AntennaPod 1627
  @Test func `contents that are no sounds are named as what they are`() throws {
    try set("directory = \"~/Podcasts\"")
    let episodes = ["json", "packed"].map {
      "[[episodes]]\nid = \"\($0)\"\ntitle = \"T\"\nurl = \"\(server.address("/\($0).mp3"))\"\n"
    }
    try fixture.sandbox.write("title = \"Night Sky\"\n\n\(episodes.joined())", to: "library/night-sky.toml")
    try fixture.expect(
      """
      $ mixtape episode download night-sky/json night-sky/packed
      ! warning: night-sky/json is not downloaded: the server sent JSON instead of the episode
      ! hint: open the address in a browser: the answer may say why
      ! warning: night-sky/packed is not downloaded: the server sent the episode compressed (gzip), which Mixtape did not ask for
      ! hint: open the address in a browser, which decompresses the file
      [69]
      """)
  }

  @Test func `addresses in a private network are refused if the feed is public`() throws {
    try set("directory = \"~/Podcasts\"")
    let episodes = try fixture.text(of: "library/night-sky.toml")
    try fixture.sandbox.write("feed = \"https://example.org/feed.xml\"\n" + episodes, to: "library/night-sky.toml")
    try fixture.expect(
      """
      $ mixtape episode download night-sky/auroras
      ! warning: night-sky/auroras is not downloaded: its address is refused: it is in a private network, but the feed of the podcast is public
      ! hint: a podcast without `feed` may have such addresses
      [69]
      """)
    #expect(requested.values.isEmpty)
    try fixture.sandbox.write("feed = \"http://nas.local/feed.xml\"\n" + episodes, to: "library/night-sky.toml")
    #expect(fixture.mixtape(["episode", "download", "night-sky/auroras"]).status == .done)
    #expect(requested.values == ["/auroras.mp3"])
  }

  @Test func `episodes are downloaded, found and removed`() throws {
    try set("directory = \"~/Podcasts\"")
    try fixture.expect(
      #"""
      $ mixtape episode download night-sky/auroras night-sky/comets music/one --dry-run
      Would download 2 episodes (size unknown) to ROOT/home/Podcasts.
        night-sky/auroras
        night-sky/comets
      ! Skipped: 1 episode without an address of http or https.
      ! Nothing was changed.
      $ mixtape episode download night-sky/auroras "The comets" music/one
      Downloaded 2 episodes (80 KB).
      ! Skipped: 1 episode without an address of http or https.
      $ mixtape episode download --where 'title in ("The auroras", "The comets")'
      ! Nothing to download: already downloaded.
      [1]
      $ mixtape episode download -
      < music/one
      ! Nothing to download: no episode has an address of http or https.
      [1]
      $ mixtape search
      music/one          one
      night-sky/auroras  The auroras  downloaded
      night-sky/comets   The comets   downloaded
      night-sky/missing  The missing
      night-sky/slow     The slow
      $ mixtape search --downloaded
      night-sky/auroras  The auroras  downloaded
      night-sky/comets   The comets   downloaded
      $ mixtape search --downloaded --count
      2
      $ mixtape search --downloaded --sort -title -n 1
      night-sky/comets  The comets  downloaded
      $ mixtape search --downloaded --count -n 1
      1
      $ mixtape search --downloaded --limit 1
      ! error: --downloaded cannot be used with --limit; use -n for the first downloaded episodes
      ! Usage: mixtape search [<options>] [<text> ...]
      !   See 'mixtape search --help' for more information.
      [64]
      $ ls -A ../home/Podcasts ../home/Podcasts/night-sky
      ../home/Podcasts:
      night-sky

      ../home/Podcasts/night-sky:
      .auroras.mp3.download
      .comets.mp3.download
      auroras.mp3
      comets.mp3
      $ mixtape episode forget night-sky/auroras --dry-run
      Would remove 1 download (40 KB).
        night-sky/auroras
      ! Nothing was changed.
      $ mixtape episode forget --where 'title = "The auroras"'
      Removed 1 download (40 KB).
      $ mixtape episode forget night-sky/auroras night-sky/nobody
      ! Nothing to remove: not downloaded.
      [1]
      $ mixtape episode forget
      ! error: name the episodes, or give a rule with --where
      ! hint: `mixtape episode forget --help` explains the arguments
      [64]
      $ mixtape episode forget --all --json
      {
        "operation": "forget",
        "dryRun": false,
        "directory": "ROOT/home/Podcasts",
        "downloads": [
          {
            "episode": "night-sky/comets",
            "path": "ROOT/home/Podcasts/night-sky/comets.mp3",
            "bytes": 40000
          }
        ]
      }
      $ ls -A ../home/Podcasts
      $ git status --short
      $ git log --format=%s
      Settings
      Create the store
      """#)
    #expect(requested.values.sorted() == ["/auroras.mp3", "/comets.mp3"])
  }

  @Test func `details and JSON have the path of a download`() throws {
    try set("directory = \"~/Podcasts\"")
    #expect(
      fixture.mixtape(["show", "night-sky/auroras", "--json"]).output.contains(#""downloaded": null"#))
    let outcome = fixture.mixtape(["episode", "download", "night-sky/auroras", "music/one", "--json"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    let path = "\(directory)/night-sky/auroras.mp3"
    #expect(outcome.output.contains(#""path": "\#(path)""#) && outcome.output.contains(#""bytes": 40000"#))
    #expect(outcome.output.contains("\"refused\": [\n    \"music/one\"\n  ]"))
    let details = fixture.mixtape(["show", "night-sky/auroras"]).output
    #expect(details.contains("downloaded  \(path) (40 KB)"), "\(details)")
    for command in [["search"], ["show", "night-sky/auroras"]] {
      #expect(fixture.mixtape(command + ["--json"]).output.contains(#""downloaded": "\#(path)""#))
    }
  }

  @Test func `without settings, each store has a directory in the data of the user`() throws {
    let outcome = fixture.mixtape(["episode", "download", "night-sky/auroras"])
    #expect(outcome.status == .done, "\(outcome.errors)")
    let found = try fixture.shell("cd ../home/.local/share/mixtape-downloads && ls -d *")
    #expect(found.hasPrefix("store-") && found.count == "store-12345678\n".count)
    let elsewhere = fixture.mixtape(
      ["episode", "download", "night-sky/auroras"], settings: ["XDG_DATA_HOME": fixture.sandbox.root.string])
    #expect(elsewhere.status == .done)
    #expect(try fixture.shell("ls ../mixtape-downloads/*/night-sky") == "auroras.mp3\n")
    let nowhere = fixture.mixtape(["episode", "download", "night-sky/auroras"], settings: ["HOME": ""])
    #expect(nowhere.status == .notFound && nowhere.errors.contains("$HOME is not set"))
  }

  @Test func `failures are reported, and the others are downloaded`() throws {
    let outcome = fixture.mixtape(["episode", "download", "night-sky/missing", "night-sky/auroras"])
    #expect(outcome.status == .unavailable)
    #expect(outcome.output == "Downloaded 1 episode (40 KB).\n")
    #expect(
      outcome.errors == "warning: night-sky/missing is not downloaded: the server has no such episode (404)\n")
    let json = fixture.mixtape(["episode", "download", "night-sky/missing", "--json"])
    #expect(json.output.contains(#""code": "http-status""#))
    let unknown = fixture.mixtape(["episode", "download", "night-sky/aurora"])
    #expect(unknown.status == .notFound && unknown.errors.contains("night-sky/auroras"))
  }

  @Test func `the limit is named, with the ways to make room`() throws {
    try set("limit = \"50 KB\"")
    let outcome = fixture.mixtape(["episode", "download", "night-sky/auroras", "night-sky/comets"])
    #expect(outcome.status == .unavailable)
    #expect(outcome.output == "Downloaded 1 episode (40 KB).\n")
    #expect(outcome.errors.contains("is not downloaded: the downloads would exceed the limit of 50 KB\n"))
    #expect(outcome.errors.contains("`mixtape episode forget --where 'playCount > 0'` removes"))
    #expect(fixture.mixtape(["episode", "forget", "--all"]).output == "Removed 1 download (40 KB).\n")
    try set("limit = \"50 KB\" # small\nlimits = 1")
    let mistaken = fixture.mixtape(["check"])
    #expect(mistaken.output.contains("unknown key `limits`"), "\(mistaken.output)")
  }

  @Test func `Ctrl-C ends a download at once and keeps its part`() throws {
    try set("directory = \"~/Podcasts\"")
    let terminal = try PseudoTerminal(columns: 80, rows: 10)
    try fixture.start(["episode", "download", "night-sky/slow"], in: terminal)
    terminal.wait(for: "1/1  night-sky/slow  500 KB of 900 KB")
    terminal.type("\u{3}")
    #expect(terminal.waitForEnd() == 130)
    let part = FileManager.default.contents(atPath: "\(directory)/night-sky/.slow.mp3.part")
    #expect(part?.count == 500_000)
    #expect(fixture.mixtape(["show", "night-sky/slow"]).output.contains("downloaded  in part (500 KB)"))
    #expect(fixture.mixtape(["episode", "forget", "night-sky/slow"]).output == "Removed 1 download (500 KB).\n")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpv"), "needs mpv (apt-get install mpv)"))
  func `the player plays the file instead of the address`() throws {
    // A third of a second of silence.
    let format: [UInt8] = [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x40, 0x1F, 0, 0, 1, 0, 8, 0]
    let header = Array("RIFF".utf8) + [0x84, 0x09, 0, 0] + Array("WAVEfmt ".utf8) + format
    let sound = header + Array("data".utf8) + [0x60, 0x09, 0, 0] + Array(repeating: 0x80, count: 2400)
    let count = Recorder<Int>()
    let server = try WebServer { _ in
      count.record(1)
      return .status(200, body: sound)
    }
    try fixture.sandbox.write(
      "title = \"Tones\"\n\n[[episodes]]\nid = \"a\"\nurl = \"\(server.address("/a.wav"))\"\n", to: "library/tones.toml"
    )
    try fixture.sandbox.write("episodes = [\"tones/a\"]\ncontinuous = false\n", to: "playlists/tones.toml")
    #expect(fixture.mixtape(["episode", "download", "tones/a"]).output == "Downloaded 1 episode (2.4 KB).\n")
    let line = "mixtape play tones --service mpv --mpv-option=--ao=null < /dev/null 2> /dev/null | tail -1"
    #expect(try fixture.shell(line).hasSuffix("ended; recorded 1 episode as played\n"))
    #expect(count.values.count == 1)
    #expect(fixture.mixtape(["episode", "forget", "--all"]).status == .done)
    #expect(try fixture.shell(line).hasSuffix("ended; recorded 1 episode as played\n"))
    #expect(count.values.count > 1)
    // Exported lists keep the address.
    #expect(fixture.mixtape(["export", "tones", "--to", "m3u8"]).output.contains(server.address("/a.wav")))
  }

  @Test(arguments: [
    (1, "1 byte"), (999, "999 bytes"), (1_000, "1 KB"), (1_250, "1.3 KB"), (9_949, "9.9 KB"), (9_960, "10 KB"),
    (999_499, "999 KB"), (999_600, "1 MB"), (120_400_000, "120 MB"), (20_000_000_000, "20 GB"),
    (1_500_000_000_000, "1500 GB"), (0, "0 bytes"),
  ])
  func `sizes for people`(bytes: Int, text: String) { #expect(byteCount(bytes) == text) }
}
