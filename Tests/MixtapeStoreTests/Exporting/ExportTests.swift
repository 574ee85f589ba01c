import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Playlists that are kept written for other programs")
struct ExportTests {
  private static let files = [
    "library/byte.toml": """
    title = "Daily Byte"
    [[episodes]]
    id = "1"
    title = "First"
    url = "file:///music/byte/1.mp3"
    duration = 61
    [[episodes]]
    id = "2"
    title = "Second"
    url = "https://example.org/2.mp3"

    """,
    "playlists/a.toml": "name = \"A\"\nepisodes = [\"byte/1\", \"byte/gone\"]\n",
    "playlists/deep/smart.toml": "conditions = ['title = \"Second\"']\n",
  ]

  private static let mark = "# Kept up to date by Mixtape. Changes here are overwritten."

  private static func fixture(_ settings: String = "directory = \"out\"") throws -> StoreFixture {
    let plain = try StoreFixture(files)
    try plain.sandbox.write("format = 1\n[export]\n\(settings)\n", to: "mixtape.toml")
    // A commit by git exports nothing.
    try plain.sandbox.git("commit", "-q", "--all", "-m", "Settings")
    _ = try plain.store.trustSettings()
    return try StoreFixture(opening: plain.sandbox)
  }

  @Test("Each playlist is written after every change")
  func written() throws {
    let fixture = try Self.fixture()
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(
      try fixture.text("out/a.m3u8") == """
        #EXTM3U
        \(Self.mark)
        #PLAYLIST:B
        #EXTINF:61,First
        #EXTALB:Daily Byte
        /music/byte/1.mp3

        """)
    #expect(try fixture.text("out/smart.m3u8")?.contains("https://example.org/2.mp3\n") == true)
    #expect(fixture.told == [])
  }

  @Test("Files of playlists that are gone are removed, and edits by hand are followed")
  func removed() throws {
    let fixture = try Self.fixture()
    _ = try fixture.store.rename(.id("a"), to: "B")
    try fixture.sandbox.write("mine", to: "out/other.m3u8")
    try fixture.store.delete(.id("smart"))
    #expect(try fixture.text("out/smart.m3u8") == nil)
    #expect(try fixture.text("out/other.m3u8") == "mine")
    try fixture.sandbox.write("name = \"By Hand\"\n", to: "playlists/a.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.text("out/a.m3u8")?.contains("#PLAYLIST:By Hand\n") == true)
  }

  @Test("The files of a former directory are removed", arguments: ["[export]\ndirectory = \"new\"\n", ""])
  func moved(settings: String) throws {
    let fixture = try Self.fixture()
    _ = try fixture.store.rename(.id("a"), to: "B")
    try fixture.sandbox.write("mine", to: "out/other.m3u8")
    try fixture.sandbox.write("format = 1\n\(settings)", to: "mixtape.toml")
    let changed = try StoreFixture(opening: fixture.sandbox)
    try changed.store.captureHandEdits()
    _ = try changed.store.rename(.id("a"), to: "C")
    #expect(try changed.text("out/a.m3u8") == nil && changed.text("out/smart.m3u8") == nil)
    #expect(try changed.text("out/other.m3u8") == "mine")
    #expect(try (changed.text("new/a.m3u8") != nil) == !settings.isEmpty)
  }

  @Test("An undo of a change of the settings writes all files again")
  func undone() throws {
    let fixture = try Self.fixture()
    try fixture.sandbox.write("format = 1\n[export]\ndirectory = \"out\"\nformat = \"xspf\"\n", to: "mixtape.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.text("out/a.xspf") != nil && fixture.text("out/smart.xspf") != nil)
    // The settings of a store that is opened now are those before the undo.
    let later = try StoreFixture(opening: fixture.sandbox)
    try later.store.undo()
    #expect(try later.text("mixtape.toml")?.contains("xspf") == false)
    #expect(try later.text("out/a.m3u8") != nil && later.text("out/smart.m3u8") != nil)
    #expect(try later.text("out/a.xspf") == nil && later.text("out/smart.xspf") == nil)
    #expect(later.told == [])
  }

  @Test("The settings stay in use while somebody edits them")
  func edited() throws {
    let fixture = try Self.fixture()
    try fixture.sandbox.write("format = 1\n[export]\ndirectory = \n", to: "mixtape.toml")
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.text("out/a.m3u8")?.contains("#PLAYLIST:B\n") == true)
  }

  @Test("Chosen playlists, as XSPF, with relative paths")
  func chosen() throws {
    let fixture = try Self.fixture(
      """
      directory = "out"
      format = "xspf"
      playlists = ["a", "none"]
      relativeTo = "/music/lists"
      """)
    _ = try fixture.store.rename(.id("a"), to: "B")
    let text = try #require(try fixture.text("out/a.xspf"))
    #expect(text.contains("<location>../byte/1.mp3</location>"))
    #expect(text.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- Kept"))
    #expect(try fixture.text("out/smart.xspf") == nil)
    #expect(fixture.told == ["export: no playlist none"])
    // A change warns once, and a check each time.
    _ = try fixture.store.rename(.id("a"), to: "C")
    #expect(fixture.told == ["export: no playlist none"])
    #expect(
      try fixture.store.check().reports.first { $0.path == "mixtape.toml" }?.diagnostics.map(\.message) == [
        "there is no playlist `none`, so it is not exported"
      ])
    try fixture.sandbox.write("name = \"None\"\n", to: "playlists/none.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.text("out/none.xspf") != nil)
    try fixture.store.delete(.id("none"))
    #expect(fixture.told == ["export: no playlist none", "captured: Create none by hand", "export: no playlist none"])
  }

  @Test("A random selection lasts a day")
  func seedOfTheDay() throws {
    let plain = try Self.fixture()
    try plain.sandbox.write(
      "conditions = []\nsort = ['random']\nlimit = 1\nseed = 'day'\n", to: "playlists/deep/smart.toml")
    try plain.store.captureHandEdits()
    let days = try (0..<20).map { day in
      // The last second of a day, and its first one.
      let files = try [86_399.0, 0].map { second in
        let date = Date(timeIntervalSince1970: 1_772_323_200 + Double(day) * 86_400 + second)
        let fixture = try StoreFixture(opening: plain.sandbox, now: { date })
        try fixture.store.refreshExports()
        return try #require(try fixture.text("out/smart.m3u8"))
      }
      #expect(files[0] == files[1])
      return files[0]
    }
    #expect(Set(days).count == 2)
  }

  private static let places = """
    directory = "out"
    playlists = ["a"]

    [export.car]
    directory = "car"
    from = "/music"
    to = "/<microSD1>/Music"

    [export.phone]
    directory = "out"
    format = "feed"
    from = "/music"
    base = "https://example.org/music/"
    """

  @Test("Several places have their own formats and paths")
  func severalPlaces() throws {
    let fixture = try Self.fixture(Self.places)
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(fixture.told == [])
    #expect(try fixture.text("out/a.m3u8")?.contains("\n/music/byte/1.mp3\n") == true)
    #expect(try fixture.text("out/smart.m3u8") == nil)
    #expect(try fixture.text("car/a.m3u8")?.contains("\n/<microSD1>/Music/byte/1.mp3\n") == true)
    #expect(try fixture.text("car/smart.m3u8")?.contains("\nhttps://example.org/2.mp3\n") == true)
    let feed = try #require(try fixture.text("out/a.xml"))
    #expect(feed.contains("-->\n<rss ") && feed.contains("<title>B</title>"))
    #expect(feed.contains("<enclosure url=\"https://example.org/music/byte/1.mp3\""))
    #expect(try fixture.text("out/smart.xml")?.contains("<guid isPermaLink=\"false\">mixtape:smart:byte/2<") == true)
    // A place that is gone takes its own files along, also from a directory of two.
    try fixture.sandbox.write(
      "format = 1\n[export]\n\(Self.places.split(separator: "[export.phone]")[0])", to: "mixtape.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.text("out/a.xml") == nil && fixture.text("out/smart.xml") == nil)
    #expect(try fixture.text("out/a.m3u8") != nil && fixture.text("car/smart.m3u8") != nil)
    try fixture.store.delete(.id("smart"))
    #expect(try fixture.text("car/smart.m3u8") == nil)
  }

  @Test("Messages name the place")
  func namedPlace() throws {
    let fixture = try Self.fixture("[export.car]\ndirectory = \"car\"\nplaylists = [\"a\", \"gone\"]")
    try fixture.sandbox.write("mine", to: "car/a.m3u8")
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(fixture.told == ["export car: no playlist gone", "export car: occupied"])
  }

  @Test("A place that cannot be written keeps its files, and the others are written")
  func onePlaceFails() throws {
    let fixture = try Self.fixture(Self.places)
    _ = try fixture.store.rename(.id("a"), to: "B")
    _ = try fixture.sandbox.shell("mv car elsewhere && ln -s .git car")
    _ = try fixture.store.rename(.id("a"), to: "C")
    #expect(fixture.told == ["export car: inside a repository"])
    #expect(try fixture.text("out/a.m3u8")?.contains("#PLAYLIST:C\n") == true)
    _ = try fixture.sandbox.shell("rm car && mv elsewhere car")
    _ = try fixture.store.delete(.id("smart"))
    #expect(try fixture.text("car/smart.m3u8") == nil)
    #expect(try fixture.text("car/a.m3u8")?.contains("#PLAYLIST:C\n") == true)
  }

  @Test("A file of somebody else stays", arguments: ["mine", "#EXTM3U\n", "\(mark)\n", ""])
  func occupied(content: String) throws {
    let fixture = try Self.fixture()
    try fixture.sandbox.write(content, to: "out/a.m3u8")
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.text("out/a.m3u8") == content)
    #expect(fixture.told == ["export: occupied"])
    #expect(try fixture.text("out/smart.m3u8") != nil)
  }

  @Test("Nothing is written in a git directory", arguments: ["link", "playlists/../link/refs"])
  func insideARepository(path: String) throws {
    let fixture = try Self.fixture("directory = \"\(path)\"")
    try fixture.sandbox.makeLink("link", to: ".git")
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(fixture.told.contains("export: inside a repository"))
    #expect(try fixture.text(".git/a.m3u8") == nil && fixture.text(".git/refs/a.m3u8") == nil)
  }

  @Test(
    "Invalid settings are errors in mixtape.toml",
    arguments: [
      ("directory = \".git/x\"", "`directory` must not be in `.git`"),
      ("directory = \".\"", "`directory` must not be the store, or in `playlists`, `library` or `templates`"),
      ("directory = \"./library/x\"", "`directory` must not be the store, or in `playlists`, `library` or `templates`"),
      ("format = \"m3u8\"", "`[export]` has no `directory`"),
      ("directory = \"x\"\nplaylists = [\"A\"]", "this is not the id of a playlist"),
      ("directory = \"x\"\nformat = \"pls\"", "`format` must be one of \"m3u8\", \"xspf\", \"feed\""),
      ("directory = \"x\"\nto = \"/m\"", "`to` needs `from`"),
      ("directory = \"x\"\nfrom = \"/m\"", "`from` needs `to`"),
      ("directory = \"x\"\nfrom = \"/m\"\nto = \"\"", "`to` is empty"),
      ("directory = \"x\"\nfrom = \"/m\"\nto = \"/n\"\nrelativeTo = \"/m\"", "`relativeTo` has no effect beside `to`"),
      ("directory = \"x\"\nbase = \"https://example.org\"", "`base` is for the format \"feed\""),
      ("directory = \"x\"\nformat = \"feed\"\nto = \"/n\"", "a feed has `base` instead of `to`"),
      ("directory = \"x\"\nformat = \"feed\"\nbase = \"/n\"", "`base` is not a web address"),
      (
        "directory = \"x\"\nformat = \"feed\"\nrelativeTo = \"/m\"",
        "`relativeTo` has no effect with the format \"feed\""
      ),
      (
        "directory = \"x\"\nformat = \"feed\"\nrelativeTo = \"/m\"\nbase = \"https://example.org\"",
        "`relativeTo` has no effect with the format \"feed\""
      ),
      (
        "directory = \"x\"\n[export.car]\ndirectory = \"./x/\"\nplaylists = [\"a\"]",
        "`[export]` exports the same playlists to this directory, in the same format"
      ),
      (
        "[export.car]\ndirectory = \"/x\"\n[export.bus]\ndirectory = \"/x\"",
        "`[export.car]` exports the same playlists to this directory, in the same format"
      ),
      ("directory = \"x\"\ncopy = 1", "`copy` must be true or false, but this is a whole number"),
      ("directory = \"x\"\ncopy = true\nrelativeTo = \"x\"", "`relativeTo` has no effect beside `copy`"),
      ("directory = \"x\"\ncopy = true\nformat = \"feed\"", "`copy` needs `base` in a feed"),
      ("directory = \"x\"\ncopy = true\nto = \"\"", "`to` is empty"),
      (
        "directory = \"x\"\ncopy = true\nplaylists = [\"a\"]\n[export.car]\ndirectory = \"x\"\ncopy = true\nformat = \"xspf\"",
        "`[export]` also copies music files to this directory"
      ),
      ("[export.car]\nformat = \"xspf\"", "`[export.car]` has no `directory`"),
      ("[export.'a b']\ndirectory = \"x\"", "the name of a place has only letters, digits, `-` and `_`"),
    ])
  func invalid(settings: String, message: String) throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("format = 1\n[export]\n\(settings)\n", to: "mixtape.toml")
    let report = try #require(try fixture.store.check().reports.first { $0.path == "mixtape.toml" })
    #expect(report.diagnostics.map(\.message) == [message])
  }

  @Test("Places in one directory can have different formats or playlists")
  func sharedDirectory() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write(
      """
      format = 1
      [export]
      directory = "x"
      playlists = ["a"]
      [export.car]
      directory = "x"
      playlists = ["smart"]
      [export.bus]
      directory = "x"
      format = "xspf"
      [export.ship]
      directory = "/x"
      """, to: "mixtape.toml")
    let reports = try fixture.store.check().reports.filter { $0.path == "mixtape.toml" }
    #expect(reports.flatMap(\.diagnostics).isEmpty)
  }

  @Test(
    "mpd loads them", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/mpd"), "mpd is not installed")
  )
  func loadedByMPD() throws {
    // In its directory of playlists, mpd finds only files that end in `.m3u`. It finds lists among music only with a database.
    let fixture = try Self.fixture("directory = \"music/Lists\"\nplaylists = [\"smart\"]")
    let root = fixture.sandbox.store.string
    try FileManager.default.createDirectory(atPath: "\(root)/music", withIntermediateDirectories: true)
    _ = try fixture.store.rename(.id("a"), to: "B")
    let configuration = """
      music_directory "\(root)/music"
      db_file "\(root)/mpd.db"
      audio_output {
        type "null"
        name "none"
      }
      """
    try fixture.sandbox.write(configuration, to: "mpd.conf")
    // mpd inherits a socket that listens already, as from systemd: a client connects at once, and reads when mpd is ready.
    let script = """
      python3 - <<'END'
      import os, socket
      listener = socket.socket(socket.AF_UNIX)
      listener.bind("socket")
      listener.listen()
      server = os.fork()
      if server == 0:
          os.dup2(os.open("mpd.log", os.O_WRONLY | os.O_CREAT), 2)
          os.dup2(listener.fileno(), 3)
          os.set_inheritable(3, True)
          os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
          os.execvp("mpd", ["mpd", "--no-daemon", "--stderr", "mpd.conf"])
      listener.close()
      peer = socket.socket(socket.AF_UNIX)
      peer.connect("socket")
      stream = peer.makefile("rw")
      stream.readline()
      stream.write("load Lists/smart.m3u8\\nplaylistinfo\\nclose\\n")
      stream.flush()
      print(stream.read())
      os.kill(server, 15)
      os.waitpid(server, 0)
      END
      cat mpd.log
      """
    let output = try fixture.sandbox.shell(script, environment: fixture.sandbox.environment)
    #expect(output.contains("file: https://example.org/2.mp3"), "\(output)")
  }
}
