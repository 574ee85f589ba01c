import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Lists with their files on a stick: Clementine 5822 and 4356, beets 2547 and 4399, DeaDBeeF 1782.
@Suite("Copies of music files at a place")
struct CopyTests {
  private let fixture: StoreFixture

  /// Makes a store with the music files that the albums name, and a place for `stick`.
  init(
    _ tracks: [String] = ["Ann/01.flac", "Ann/02.flac", "Bob/01.flac"], _ settings: String = "from = \"music\""
  ) throws {
    let sandbox = try Sandbox()
    for (number, track) in tracks.enumerated() {
      try sandbox.write([UInt8](repeating: UInt8(number), count: 1_000 + number), to: "music/\(track)")
    }
    let episodes = tracks.enumerated().map { number, track in
      let path = "\(sandbox.store)/music/\(track)".replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "[[episodes]]\nid = \"\(number)\"\ntitle = \"Track \(number)\"\nurl = \"\(path)\"\n"
    }
    try sandbox.write(
      "kind = \"album\"\ntitle = \"Music\"\n\(episodes.joined(separator: "\n"))", to: "library/music.toml")
    try sandbox.write("conditions = []\nsort = [\"title\"]\n", to: "playlists/all.toml")
    try sandbox.write("episodes = [\"music/0\"]\n", to: "playlists/one.toml")
    _ = try Store.initialize(at: sandbox.store, from: nil, context: StoreFixture.context(in: sandbox))
    _ = try sandbox.shell("mkdir stick")
    fixture = try StoreFixture(opening: sandbox)
    try set(settings)
    try sandbox.git("commit", "-qam", "Settings")
  }

  private var sources: CopySources { CopySources(extensions: ["flac", "mp3"]) { _ in nil } }

  @discardableResult
  private func copy(isCancelled: () -> Bool = { false }) throws -> CopyOutcome {
    let store = try fixture.other()
    return try store.copy(to: #require(store.copyPlaces.first), from: sources, isCancelled: isCancelled)
  }

  /// The files at the place besides the record, in order.
  private func files() throws -> [String] {
    let all = FileManager.default.subpaths(atPath: fixture.sandbox.store.appending("stick").string) ?? []
    return all.filter { $0.contains(".") && $0 != CopyRecord.name }.sorted()
  }

  private func set(_ settings: String, directory: String = "stick") throws {
    try fixture.sandbox.write(
      "format = 1\n[export.car]\ndirectory = \"\(directory)\"\ncopy = true\n\(settings)\n", to: "mixtape.toml")
  }

  /// Returns the paths in a list at the place.
  private func entries(of list: String) throws -> [String] {
    try #require(try fixture.text("stick/\(list)")).split(separator: "\n").map(String.init).filter {
      !$0.hasPrefix("#")
    }
  }

  @Test("The tree of the source directory is kept, and lists have relative paths")
  func tree() throws {
    let outcome = try copy()
    #expect(outcome.copied.map(\.path) == ["Ann/01.flac", "Ann/02.flac", "Bob/01.flac"])
    #expect(try files() == ["Ann/01.flac", "Ann/02.flac", "Bob/01.flac", "all.m3u8", "one.m3u8"])
    #expect(try fixture.sandbox.read("stick/Ann/02.flac") == fixture.sandbox.read("music/Ann/02.flac"))
    #expect(try entries(of: "all.m3u8") == ["Ann/01.flac", "Ann/02.flac", "Bob/01.flac"])
    let second = try copy()
    #expect(second.copied.isEmpty && second.plan.presentCount == 3)
    #expect(fixture.told.isEmpty)
  }

  @Test(
    "Lists have the paths of another device",
    arguments: [
      ("from = \"music\"\nto = \"/<microSD1>/Mixtape\"", "one.m3u8", "/<microSD1>/Mixtape/Ann/01.flac"),
      ("to = \"/sd\"", "one.m3u8", "/sd/music/01.flac"),
      ("format = \"xspf\"", "one.xspf", "<location>music/01.flac</location>"),
      ("format = \"feed\"\nbase = \"https://example.org/m\"", "one.xml", "url=\"https://example.org/m/music/01.flac\""),
    ])
  func target(settings: String, list: String, text: String) throws {
    let tests = try CopyTests(["Ann/01.flac"], settings)
    try tests.copy()
    #expect(try #require(try tests.fixture.text("stick/\(list)")).contains(text))
  }

  @Test("Names are those that FAT accepts, and different files stay different")
  func names() throws {
    let tests = try CopyTests([
      "Ann/What?.flac", "Ann/What*.flac", "ann/what_.flac", "Who. /1.flac", "con/2.flac", "Caf\u{E9}.flac",
      "Cafe\u{301}.flac",
    ])
    try tests.copy()
    #expect(
      try tests.files().filter { $0.hasSuffix(".flac") } == [
        "Ann/What_ (2).flac", "Ann/What_.flac", "Caf\u{E9} (2).flac", "Caf\u{E9}.flac", "Who/1.flac",
        "ann/what_ (3).flac", "con_/2.flac",
      ])
    #expect(try tests.fixture.sandbox.read("stick/Ann/What_.flac").first == 1)
    #expect(try tests.fixture.sandbox.read("stick/Ann/What_ (2).flac").first == 0)
    #expect(try tests.copy().copied.isEmpty)
  }

  @Test("The longest names that FAT would confuse get a number, and fit")
  func longNames() throws {
    let name = String(repeating: "a", count: 249)
    let tests = try CopyTests(["\(name)?.flac", "\(name)*.flac"])
    try tests.copy()
    #expect(try tests.files().filter { $0.hasSuffix(".flac") } == ["\(name.dropLast(3)) (2).flac", "\(name)_.flac"])
  }

  @Test("Changed files are copied again, also of the same size, and copies that no list needs are removed")
  func changes() throws {
    try copy()
    try fixture.sandbox.write([UInt8](repeating: 9, count: 1_001), to: "music/Ann/02.flac")
    try fixture.sandbox.write("mine", to: "stick/Ann/cover.txt")
    #expect(try copy().copied.map(\.path) == ["Ann/02.flac"])
    #expect(try fixture.sandbox.read("stick/Ann/02.flac").first == 9)
    try set("from = \"music\"\nplaylists = [\"one\"]")
    let outcome = try copy()
    #expect(outcome.plan.removals.map(\.path) == ["Ann/02.flac", "Bob/01.flac"])
    #expect(try files() == ["Ann/01.flac", "Ann/cover.txt", "one.m3u8"])
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.sandbox.store)/stick/Bob"))
  }

  @Test("A change of the store does not touch the place")
  func changesOfTheStore() throws {
    try copy()
    let list = try fixture.text("stick/one.m3u8")
    _ = try fixture.other().rename(.id("one"), to: "Another")
    try fixture.other().delete(.id("all"))
    #expect(try fixture.text("stick/one.m3u8") == list && fixture.text("stick/all.m3u8") != nil)
    try copy()
    #expect(try fixture.text("stick/one.m3u8")?.contains("#PLAYLIST:Another\n") == true)
    #expect(try files() == ["Ann/01.flac", "one.m3u8"])
  }

  @Test("Files of others are neither replaced nor removed")
  func filesOfOthers() throws {
    try fixture.sandbox.write("mine", to: "stick/Ann/01.flac")
    // The same file, copied by hand.
    try fixture.sandbox.write([UInt8](repeating: 2, count: 1_002), to: "stick/Bob/01.flac")
    try fixture.sandbox.write("mine", to: "stick/one.m3u8")
    let outcome = try copy()
    #expect(outcome.copied.map(\.path) == ["Ann/02.flac"] && outcome.plan.presentCount == 1)
    #expect(outcome.plan.occupied.map(\.string) == ["\(fixture.sandbox.store)/stick/Ann/01.flac"])
    #expect(outcome.failures.map(\.path) == ["one.m3u8"])
    #expect(try entries(of: "all.m3u8") == ["Ann/02.flac", "Bob/01.flac"])
    try set("from = \"music\"\nplaylists = []")
    try copy()
    #expect(try files() == ["Ann/01.flac", "Bob/01.flac", "one.m3u8"])
    #expect(try fixture.text("stick/Ann/01.flac") == "mine")
  }

  @Test("A copy stays while its source is missing, as on a disk that is not mounted")
  func missingSource() throws {
    try fixture.sandbox.remove("music/Bob/01.flac")
    #expect(try copy().plan.withoutFile.map(\.rawValue) == ["music/2"])
    #expect(try entries(of: "all.m3u8") == ["Ann/01.flac", "Ann/02.flac"])
    _ = try fixture.sandbox.shell("mv music elsewhere")
    let outcome = try copy()
    #expect(outcome.copied.isEmpty && outcome.plan.removals.isEmpty)
    #expect(try entries(of: "all.m3u8") == ["Ann/01.flac", "Ann/02.flac"])
  }

  @Test("A playlist with errors keeps its copies")
  func invalidPlaylist() throws {
    try fixture.sandbox.write("episodes = [\"music/2\"]\n", to: "playlists/new.toml")
    try set("from = \"music\"\nplaylists = [\"one\", \"new\"]")
    try copy()
    try fixture.sandbox.write("episodes = [", to: "playlists/new.toml")
    #expect(try copy().plan.removals.isEmpty)
    #expect(try files() == ["Ann/01.flac", "Bob/01.flac", "new.m3u8", "one.m3u8"])
  }

  @Test("A cancelled run leaves whole files and a list of them, and the next one goes on")
  func cancelled() throws {
    var calls = 0
    let outcome = try copy {
      calls += 1
      // Each file is asked about at its start and after its only piece.
      return calls == 4
    }
    #expect(outcome.isCancelled && outcome.copied.map(\.path) == ["Ann/01.flac"])
    #expect(try files() == ["Ann/01.flac", "all.m3u8", "one.m3u8"])
    #expect(try entries(of: "all.m3u8") == ["Ann/01.flac"])
    #expect(try copy().copied.map(\.path) == ["Ann/02.flac", "Bob/01.flac"])
    #expect(try entries(of: "all.m3u8") == ["Ann/01.flac", "Ann/02.flac", "Bob/01.flac"])
  }

  @Test("A run that was killed between the record and the name copies the file again")
  func killed() throws {
    try copy()
    _ = try fixture.sandbox.shell("mv stick/Ann/01.flac stick/.mixtape-copies.part")
    _ = try fixture.sandbox.shell("printf 'copy 12' >> stick/.mixtape-copies")
    #expect(try copy().copied.map(\.path) == ["Ann/01.flac"])
    #expect(try files() == ["Ann/01.flac", "Ann/02.flac", "Bob/01.flac", "all.m3u8", "one.m3u8"])
  }

  @Test("Only sound files are copied, also through links")
  func onlySound() throws {
    let tests = try CopyTests(["Ann/key", "Ann/01.flac", "Ann/02.flac"])
    _ = try tests.fixture.sandbox.shell("ln -sf key music/Ann/01.flac; mv music/Ann/02.flac x.flac")
    _ = try tests.fixture.sandbox.shell("ln -s ../../x.flac music/Ann/02.flac")
    let outcome = try tests.copy()
    #expect(outcome.copied.map(\.path) == ["Ann/02.flac"])
    #expect(outcome.plan.withoutFile.map(\.rawValue) == ["music/0", "music/1"])
  }

  @Test(
    "A record of somebody else removes nothing outside of the place",
    arguments: [
      "../mine.flac", "link/mine.flac", "/STORE/mine.flac", "linked.flac", "x/../../mine.flac", "list ../one.m3u8",
    ])
  func hostileRecord(path: String) throws {
    for file in ["mine.flac", "outside/mine.flac"] { try fixture.sandbox.write("mine", to: file) }
    try fixture.sandbox.write("#EXTM3U\n# Kept up to date by Mixtape. Changes here are overwritten.\n", to: "one.m3u8")
    _ = try fixture.sandbox.shell("ln -s ../outside stick/link; ln -s ../mine.flac stick/linked.flac")
    let text = path.replacing("/STORE", with: fixture.sandbox.store.string)
    let line = text.hasPrefix("list") ? text : "copy 4 0 \(text)"
    try fixture.sandbox.write("mixtape copies 1\n\(line)\n", to: "stick/.mixtape-copies")
    #expect(try copy().plan.removals.isEmpty)
    for file in ["mine.flac", "outside/mine.flac"] { #expect(try fixture.text(file) == "mine") }
    #expect(try fixture.text("one.m3u8") != nil)
    #expect(FileManager.default.fileExists(atPath: "\(fixture.sandbox.store)/stick/linked.flac"))
  }

  @Test("Links at the place are not followed")
  func links() throws {
    _ = try fixture.sandbox.shell("mkdir outside; ln -s ../outside stick/Ann; ln -s ../new.flac stick/Bob")
    let outcome = try copy()
    #expect(outcome.copied.isEmpty && outcome.plan.occupied.count == 3)
    #expect(try fixture.sandbox.shell("ls outside").isEmpty)
  }

  @Test("Places that cannot be used")
  func refused() throws {
    func expectFailure(_ expected: String) throws {
      do {
        try copy()
        Issue.record("expected \(expected)")
      } catch let error as CopyError {
        #expect("\(error)".hasPrefix(expected), "\(error)")
      }
    }
    _ = try fixture.sandbox.shell("rmdir stick")
    try expectFailure("absent")
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.sandbox.store)/stick"))
    _ = try fixture.sandbox.shell("ln -s .git stick")
    try expectFailure("insideRepository")
    _ = try fixture.sandbox.shell("rm stick; mkdir stick; echo mine > stick/.mixtape-copies")
    try expectFailure("occupied")
    try set("from = \"music\"")
    try fixture.sandbox.git("add", "-A", "mixtape.toml")
    try set("", directory: "\(fixture.sandbox.root)/other")
    try fixture.sandbox.git("commit", "-qam", "Settings of others")
    try expectFailure("untrusted")
  }

  @Test("A directory with music of the library, or with copies of another store, gets nothing")
  func directoriesOfOthers() throws {
    for directory in ["music", "music/Ann"] {
      try set("from = \"music\"", directory: directory)
      #expect(throws: CopyError.self, "\(directory)") { try copy() }
    }
    // Without `from`, the library tells.
    try set("", directory: "music/Ann")
    #expect(throws: CopyError.self) { try copy() }
    try set("from = \"music\"")
    try fixture.sandbox.write("mixtape copies 1\nstore 0123\ncopy 1000 0 Ann/03.flac\n", to: "stick/.mixtape-copies")
    #expect(throws: CopyError.self) { try copy() }
    #expect(try files().isEmpty)
  }

  @Test("A record that came with a commit removes nothing")
  func committedRecord() throws {
    try copy()
    try fixture.sandbox.write("mine", to: "stick/mine.flac")
    let record = try #require(try fixture.text("stick/.mixtape-copies"))
    try fixture.sandbox.write(record + "copy 4 0 mine.flac\n", to: "stick/.mixtape-copies")
    try fixture.sandbox.git("add", "--force", "stick/.mixtape-copies")
    try fixture.sandbox.git("commit", "-qm", "A record")
    #expect(throws: CopyError.self) { try copy() }
    #expect(try fixture.text("stick/mine.flac") == "mine")
  }

  @Test("A copy that somebody changed is not replaced or removed")
  func changedCopies() throws {
    try copy()
    try fixture.sandbox.write("mine", to: "stick/Ann/01.flac")
    try fixture.sandbox.write("mine", to: "stick/Bob/01.flac")
    try fixture.sandbox.write("conditions = []\nsort = [\"title\"]\nlimit = 2\n", to: "playlists/all.toml")
    let outcome = try copy()
    #expect(outcome.plan.removals.isEmpty && outcome.plan.occupied.count == 1)
    for file in ["Ann", "Bob"] { #expect(try fixture.text("stick/\(file)/01.flac") == "mine") }
  }

  @Test("A copy that cannot be removed stays until the next run, and others are removed")
  func unremovableCopy() throws {
    try copy()
    try fixture.sandbox.write("conditions = []\nsort = [\"title\"]\nlimit = 1\n", to: "playlists/all.toml")
    let store = try fixture.other()
    var run = CopyRun(of: try store.copyPlan(for: #require(store.copyPlaces.first), from: sources))
    _ = try fixture.sandbox.shell("chmod a+x .. . && chmod -R a+rwX stick && chmod 555 stick/Ann")
    try withoutPrivileges { try run.removeCopies() }
    #expect(run.outcome.removed.map(\.path) == ["Bob/01.flac"])
    #expect(run.outcome.unremoved.map(\.path) == ["Ann/02.flac"])
    _ = try fixture.sandbox.shell("chmod 755 stick/Ann")
    #expect(try copy().plan.removals.map(\.path) == ["Ann/02.flac"])
    #expect(try files() == ["Ann/01.flac", "all.m3u8", "one.m3u8"])
  }

  @Test("A copy that cannot be replaced stays in the lists, and others are replaced")
  func unreplaceableCopy() throws {
    try copy()
    for file in ["Ann/01", "Bob/01"] { try fixture.sandbox.write([7], to: "music/\(file).flac") }
    let store = try fixture.other()
    var run = CopyRun(of: try store.copyPlan(for: #require(store.copyPlaces.first), from: sources))
    _ = try fixture.sandbox.shell("chmod a+x .. . && chmod -R a+rX music && chmod -R a+rwX stick; chmod 555 stick/Ann")
    try withoutPrivileges { run.copyFiles(isCancelled: { false }, onProgress: { _ in }) }
    #expect(run.outcome.end == nil && run.outcome.copied.map(\.path) == ["Bob/01.flac"])
    #expect(run.outcome.failures.map(\.path) == ["Ann/01.flac"])
    #expect(run.available.count == 3)
    _ = try fixture.sandbox.shell("chmod 755 stick/Ann")
    #expect(try copy().copied.map(\.path) == ["Ann/01.flac"])
  }

  @Test("A device without case gets a copy anew whose name changes its case")
  func changedCase() throws {
    try copy()
    _ = try fixture.sandbox.shell("mv stick/Ann stick/ann")
    let record = try #require(try fixture.text("stick/.mixtape-copies"))
    try fixture.sandbox.write(record.replacing("Ann/", with: "ann/"), to: "stick/.mixtape-copies")
    let outcome = try copy()
    #expect(outcome.plan.removals.map(\.path) == ["ann/01.flac", "ann/02.flac"])
    #expect(outcome.copied.map(\.path) == ["Ann/01.flac", "Ann/02.flac"])
  }
}
