import FileSystem
import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An item at a path that Mixtape is about to write.
enum Plant: CaseIterable, CustomTestStringConvertible {
  case pipe, hardLink, symbolicLink

  var testDescription: String { "\(self)" }

  /// The text of the file to which links point.
  static let victimText = "precious\n"

  /// Creates the item at a path that is unused, or that of a regular file.
  func place(at path: FilePath, leadingTo victim: FilePath) throws {
    if FileManager.default.fileExists(atPath: path.string) { try FileManager.default.removeItem(atPath: path.string) }
    let result =
      switch self {
      case .pipe: mkfifo(path.string, 0o600)
      case .hardLink: link(victim.string, path.string)
      case .symbolicLink: symlink(victim.string, path.string)
      }
    try #require(result == 0)
  }
}

/// A pipe or a link at a path that Mixtape writes neither blocks it nor diverts the bytes to another file.
@Suite(.timeLimit(.generous)) struct PlantedFileTests {
  private let fixture: StoreFixture
  private let victim: FilePath

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "name = \"A\"\n"])
    _ = try fixture.store.rename(.id("a"), to: "B")
    victim = fixture.sandbox.root.appending("victim")
    try Data(Plant.victimText.utf8).write(to: URL(fileURLWithPath: victim.string))
  }

  private func plant(_ plant: Plant, at path: String) throws {
    try plant.place(at: fixture.sandbox.store.appending(path), leadingTo: victim)
  }

  /// Fails the test unless a change succeeds without touching files outside of the store.
  private func expectChange(sourceLocation: SourceLocation = #_sourceLocation) throws {
    _ = try fixture.store.rename(.id("a"), to: "C")
    #expect(try fixture.text("playlists/a.toml") == "name = \"C\"\n", sourceLocation: sourceLocation)
    #expect(try fixture.store.summaries().map(\.name) == ["C"], sourceLocation: sourceLocation)
    #expect(try fixture.sandbox.status() == [], sourceLocation: sourceLocation)
    try expectVictimUntouched(sourceLocation: sourceLocation)
    _ = try fixture.store.undo()
    #expect(try fixture.text("playlists/a.toml") == "name = \"B\"\n", sourceLocation: sourceLocation)
    try expectVictimUntouched(sourceLocation: sourceLocation)
  }

  private func expectVictimUntouched(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let bytes = try Data(contentsOf: URL(fileURLWithPath: victim.string))
    #expect(String(decoding: bytes, as: UTF8.self) == Plant.victimText, sourceLocation: sourceLocation)
  }

  @Test(arguments: Plant.allCases)
  func atTheTemporaryNameOfAPlaylist(_ plant: Plant) throws {
    try self.plant(plant, at: "playlists/.a.toml.mixtape-tmp")
    try expectChange()
  }

  /// The temporary files of git's index and the branch, and the file with the content of locks.
  @Test(arguments: Plant.allCases, [".index.mixtape-tmp", ".reference.mixtape-tmp", "mixtape/lock-token"])
  func inTheGitDirectory(_ plant: Plant, _ name: String) throws {
    try self.plant(plant, at: ".git/\(name)")
    try expectChange()
  }

  @Test(arguments: Plant.allCases)
  func atThePathOfTheLock(_ plant: Plant) throws {
    try self.plant(plant, at: ".git/mixtape/lock")
    guard plant == .symbolicLink else { return try expectChange() }
    try fixture.expectRefusal(.obstructed, .file(path(".git/mixtape/lock"))) {
      _ = try fixture.store.rename(.id("a"), to: "C")
    }
    try expectVictimUntouched()
  }

  /// The absolute path, as in errors.
  private func path(_ path: String) -> String { fixture.sandbox.store.appending(path).string }

  @Test(arguments: [
    "playlists/.a.toml.mixtape-tmp", ".git/mixtape/lock", ".git/mixtape/lock-token", ".git/mixtape/pending",
    ".git/.index.mixtape-tmp", ".git/.reference.mixtape-tmp",
  ])
  func aDirectoryIsReportedAndKept(_ name: String) throws {
    let place = path(name)
    if FileManager.default.fileExists(atPath: place) { try FileManager.default.removeItem(atPath: place) }
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: place + "/notes"))
    for _ in 1...2 {
      try fixture.expectRefusal(.obstructed, .file(place)) { _ = try fixture.store.rename(.id("a"), to: "C") }
    }
    #expect(fixture.told == [])
    #expect(try fixture.text("\(name)/notes") == "mine")
    try FileManager.default.removeItem(atPath: place)
    try expectChange()
  }

  @Test(arguments: Plant.allCases)
  func atThePathOfTheRecord(_ plant: Plant) throws {
    try self.plant(plant, at: ".git/mixtape/pending")
    try expectChange()
    #expect(try FileAccess.canBeWrittenInPlace(fixture.sandbox.store.appending(".git/mixtape/pending")))
  }

  /// As after copying the whole store with `cp --link`.
  @Test func aRecordSharedByTwoStores() throws {
    let copy = fixture.sandbox.root.appending("copy").string
    try #require(link(fixture.sandbox.store.appending(".git/mixtape/pending").string, copy) == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: copy))
    try expectChange()
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == before)
  }

  @Test(
    arguments: Plant.allCases, ["history", "index.sqlite", "index.sqlite-wal", "index.sqlite-journal", "index-lock"])
  func inThePrivateState(_ plant: Plant, _ name: String) throws {
    _ = try fixture.store.summaries()
    try self.plant(plant, at: ".git/mixtape/\(name)")
    try expectChange()
    #expect(try fixture.store.history(of: nil, limit: 10).entries.map(\.subject).contains("Rename a to \"B\""))
    try expectVictimUntouched()
  }

  @Test(arguments: Plant.allCases)
  func atTheTemporaryNameOfAPlayer(_ plant: Plant) throws {
    try self.plant(plant, at: ".git/mixtape/.player-a.mixtape-tmp")
    try fixture.store.savePlayerState(Array("state".utf8), of: .playlist(.id("a")))
    #expect(try fixture.store.playerState(of: .playlist(.id("a"))) == Array("state".utf8))
    try self.plant(plant, at: ".git/mixtape/player-a")
    try fixture.store.savePlayerState(Array("later".utf8), of: .playlist(.id("a")))
    #expect(try fixture.store.playerState(of: .playlist(.id("a"))) == Array("later".utf8))
    try expectVictimUntouched()
  }

  @Test(arguments: Plant.allCases)
  func atTheTemporaryNameOfTheSnapshot(_ plant: Plant) throws {
    try fixture.sandbox.write("format = 1\n[snapshot]\npath = \"x.json\"\n", to: "mixtape.toml")
    try self.plant(plant, at: "x.json.\(getpid())")
    let store = try StoreFixture(opening: fixture.sandbox, keepsSnapshot: true).store
    _ = try store.rename(.id("a"), to: "C")
    #expect(try fixture.text("x.json")?.contains("\"C\"") == true)
    try expectVictimUntouched()
  }

  @Test(arguments: Plant.allCases)
  func theFileItselfIsReplacedIfPossible(_ plant: Plant) throws {
    let place = fixture.sandbox.store.appending("planted")
    try plant.place(at: place, leadingTo: victim)
    try DurableFile.write(Array("new".utf8), to: place)
    #expect(try fixture.text("planted") == "new")
    try plant.place(at: place, leadingTo: victim)
    try DurableFile.overwrite(place, with: Array("newer".utf8), isSole: true)
    #expect(try fixture.text("planted") == "newer")
    try plant.place(at: place, leadingTo: victim)
    #expect(throws: Errno.self) { try FileAccess.append([0], to: place, isSole: true) }
    try expectVictimUntouched()
  }
}
