import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// `copy`, for people who carry lists with their files to a car or a player: Clementine 5822, DeaDBeeF 1782.
@Suite(.timeLimit(.generous)) struct CopyCommandTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture(with: [
      "library/pieces.toml": """
      kind = "album"
      title = "Pieces"
      [[episodes]]
      id = "1"
      url = "HOME/Music/Ann/1: Lent?.flac"
      [[episodes]]
      id = "2"
      url = "HOME/Music/Ann/2.flac"

      """,
      "library/night-sky.toml": """
      title = "Night Sky"
      [[episodes]]
      id = "auroras"
      url = "https://example.org/a/auroras.mp3"
      [[episodes]]
      id = "comets"
      url = "https://example.org/a/comets.mp3"

      """,
      "playlists/drive.toml": """
      name = "Drive"
      episodes = ["pieces/1", "night-sky/auroras", "pieces/2", "night-sky/comets"]

      """,
    ])
    let home = fixture.sandbox.root.appending("home").string
    let library = try fixture.text(of: "library/pieces.toml").replacing("HOME", with: home)
    try fixture.sandbox.write(library, to: "library/pieces.toml")
    for name in ["1: Lent?", "2"] {
      try fixture.sandbox.write([UInt8](repeating: 7, count: 40_000), to: "../home/Music/Ann/\(name).flac")
    }
    _ = try fixture.shell("mkdir -p ../stick")
    try set("directory = \"../stick\"\nfrom = \"~/Music\"")
  }

  private func set(_ settings: String) throws {
    try fixture.sandbox.write("format = 1\n[export.car]\ncopy = true\n\(settings)\n", to: "mixtape.toml")
    _ = try fixture.sandbox.git("commit", "-qam", "Settings")
    _ = fixture.mixtape(["trust"])
  }

  /// Puts a file in the place of a download.
  private func download(_ episode: String) throws {
    try set("directory = \"../stick\"\nfrom = \"~/Music\"\n[downloads]\ndirectory = \"downloads\"")
    try fixture.sandbox.write([UInt8](repeating: 8, count: 50_000), to: "downloads/night-sky/\(episode).mp3")
    try fixture.sandbox.write("", to: "downloads/night-sky/.\(episode).mp3.download")
  }

  @Test func `lists, music files and downloads go to a stick`() throws {
    try download("auroras")
    try fixture.expect(
      #"""
      $ mixtape copy car --dry-run
      Would copy 3 files (130 KB) to ROOT/stick.
        Ann/1_ Lent_.flac
        Ann/2.flac
        night-sky/auroras.mp3
      ! warning: 1 episode has no sound file on this machine: night-sky/comets
      ! hint: `mixtape episode download ID` downloads an episode of a podcast, and `mixtape scan` finds music files that were moved
      ! Nothing was changed.
      $ ls -A ../stick
      $ mixtape copy
      Copied 3 files (130 KB) to ROOT/stick.
      Wrote 1 playlist to ROOT/stick.
      ! warning: 1 episode has no sound file on this machine: night-sky/comets
      ! hint: `mixtape episode download ID` downloads an episode of a podcast, and `mixtape scan` finds music files that were moved
      $ cat ../stick/drive.m3u8
      #EXTM3U
      # Kept up to date by Mixtape. Changes here are overwritten.
      #PLAYLIST:Drive
      #EXTINF:-1,1
      #EXTALB:Pieces
      Ann/1_ Lent_.flac
      #EXTINF:-1,auroras
      #EXTALB:Night Sky
      night-sky/auroras.mp3
      #EXTINF:-1,2
      #EXTALB:Pieces
      Ann/2.flac
      $ mixtape export drive --place car
      #EXTM3U
      #PLAYLIST:Drive
      #EXTINF:-1,1
      #EXTALB:Pieces
      Ann/1_ Lent_.flac
      #EXTINF:-1,auroras
      #EXTALB:Night Sky
      night-sky/auroras.mp3
      #EXTINF:-1,2
      #EXTALB:Pieces
      Ann/2.flac
      ! note: drive: cannot keep entry night-sky/comets: the place gets no file of it
      $ mixtape remove drive pieces/2 night-sky/comets
      Removed 2 episodes from drive.
      $ mixtape copy --json
      {
        "operation": "copy",
        "dryRun": false,
        "places": [
          {
            "place": "car",
            "directory": "ROOT/stick",
            "playlists": 1,
            "writtenPlaylists": 1,
            "copied": [],
            "removed": [
              {
                "path": "Ann/2.flac",
                "bytes": 40000
              }
            ],
            "present": 2,
            "withoutFile": [],
            "failed": []
          }
        ]
      }
      $ mixtape copy
      ! Nothing to copy to ROOT/stick.
      ! Already there: 2 files.
      [1]
      """#)
  }

  @Test func `places that are not there, or do not exist`() throws {
    try fixture.expect(
      #"""
      $ rm -r ../stick
      $ mixtape copy car
      ! error: the directory "ROOT/stick" does not exist
      ! hint: mount its device, or create the directory
      [66]
      $ mixtape copy bus
      ! error: mixtape.toml has no place "bus" with `copy = true`
      ! hint: the place is car
      [64]
      $ printf 'format = 1\n' > mixtape.toml
      $ mixtape copy
      ! error: no place in mixtape.toml has `copy = true`
      ! hint: a place is a table such as [export.car]
      [64]
      """#)
  }

  @Test func `one of several devices is not there`() throws {
    try fixture.sandbox.write(
      """
      format = 1
      [export.car]
      directory = "../stick"
      copy = true
      from = "~/Music"
      playlists = []
      [export.phone]
      directory = "phone"
      copy = true

      """, to: "mixtape.toml")
    try fixture.expect(
      #"""
      $ mixtape copy
      ! warning: the directory "STORE/phone" does not exist
      ! hint: mount its device, or create the directory
      ! Nothing to copy to ROOT/stick.
      [66]
      """#)
  }

  @Test func `messages about lists name their place`() throws {
    try set("directory = \"../stick\"\nfrom = \"~/Music\"\nplaylists = [\"drive\", \"gone\"]")
    _ = try fixture.shell("echo mine > ../stick/drive.m3u8")
    let outcome = fixture.mixtape(["copy"])
    #expect(outcome.errors.contains("`[export.car]` in mixtape.toml names the playlist \"gone\", which does not exist"))
    #expect(outcome.errors.contains("drive.m3u8 is not copied: "))
    #expect(outcome.errors.contains("drive.m3u8\" is not from Mixtape, and is not replaced"))
  }

  private static let hasNamespaces = {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "unshare -rm mount -t tmpfs none /mnt 2>/dev/null"]
    do { try process.run() } catch { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(.enabled(if: hasNamespaces, "this system has no mounts without privileges"))
  func `a full stick keeps whole files, and says what is missing`() throws {
    fixture.putProgramInPath()
    let output = try fixture.shell(
      """
      unshare -rm sh -c '
        mount -t tmpfs -o size=72k none ../stick && mixtape copy; echo "[$?]"
        cd ../stick && ls -A . Ann && grep flac drive.m3u8'
      """)
    #expect(output.contains("Copied 1 file (40 KB)"), "\(output)")
    #expect(output.contains("warning: 1 file not copied: "), "\(output)")
    let files = ".mixtape-copies\nAnn\ndrive.m3u8\n\nAnn:\n1_ Lent_.flac\n"
    #expect(output.contains("[74]\n.:\n\(files)Ann/1_ Lent_.flac\n"), "\(output)")
  }

  @Test func `Ctrl-C leaves whole files`() throws {
    let big = "../home/Music/Ann/2.flac"
    _ = try fixture.shell("truncate -s 1G \(big)")
    let terminal = try PseudoTerminal(columns: 80, rows: 10)
    fixture.putProgramInPath()
    try fixture.start(["copy"], in: terminal)
    terminal.wait(for: "2/2  2.flac")
    terminal.type("\u{3}")
    #expect(terminal.waitForEnd() == 130)
    let files = ".mixtape-copies\nAnn\ndrive.m3u8\n\nAnn:\n1_ Lent_.flac\n"
    #expect(try fixture.shell("cd ../stick && ls -A . Ann") == ".:\n\(files)")
    #expect(try fixture.shell("grep -v '#' ../stick/drive.m3u8") == "Ann/1_ Lent_.flac\n")
  }
}
