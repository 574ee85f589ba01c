import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Symbolic links in `playlists/` and `library/` to directories outside of the store. No operation creates, moves or
/// removes a file through such a link.
@Suite struct LinkedFolderTests {
  private static let files = [
    "playlists/a.toml": "", "playlists/work/b.toml": "", "library/show.toml": "title = \"Show\"\n",
    "library/news/byte.toml": "title = \"Byte\"\n",
  ]

  /// A store, and a directory beside it to which a link in each section points.
  private struct Trap {
    let fixture: StoreFixture

    init() throws {
      fixture = try StoreFixture(LinkedFolderTests.files)
      try fixture.sandbox.makeDirectory("outside/sub")
      for section in ["playlists", "library"] {
        try fixture.sandbox.makeLink("\(section)/out", to: "../../outside")
      }
    }

    /// Fails the test unless an attempt is refused because of the link, without a trace.
    func expectRefusal(
      at path: String, sourceLocation: SourceLocation = #_sourceLocation, _ attempt: (Store) throws -> Void
    ) throws {
      let head = try fixture.sandbox.git("rev-parse", "HEAD")
      let error = #expect(throws: MixtapeError.self, sourceLocation: sourceLocation) { try attempt(fixture.store) }
      #expect(error?.code == .invalidFile, sourceLocation: sourceLocation)
      #expect(error?.subject == .file(path), sourceLocation: sourceLocation)
      let outside = try FileManager.default.subpathsOfDirectory(
        atPath: fixture.sandbox.root.appending("outside").string)
      #expect(outside == ["sub"], sourceLocation: sourceLocation)
      #expect(try fixture.sandbox.git("rev-parse", "HEAD") == head, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: ["out", "out/new", "out/sub", "out/sub/new"])
  func aFolderIsNotCreatedThroughALink(_ name: String) throws {
    let trap = try Trap()
    let folder = try Folder(validating: name)
    try trap.expectRefusal(at: "playlists/out") { try $0.createFolder(folder, in: .playlists) }
    try trap.expectRefusal(at: "library/out") { try $0.createFolder(folder, in: .library) }
  }

  @Test(arguments: ["out", "out/new", "out/sub"])
  func nothingIsCreatedOrMovedThroughALink(_ name: String) throws {
    let trap = try Trap()
    let folder = try Folder(validating: name)
    try trap.expectRefusal(at: "playlists/out") {
      _ = try $0.perform(.create(Playlist(id: .id("new"), folder: folder, name: "New")))
    }
    try trap.expectRefusal(at: "playlists/out") { _ = try $0.perform(.move(.id("a"), to: folder)) }
    let podcast = try Podcast(id: Podcast.ID(validating: "new"), folder: folder, title: "New")
    try trap.expectRefusal(at: "library/out") { _ = try $0.library.perform(.add(podcast)) }
  }

  @Test(arguments: ["out/new", "out/sub/new"])
  func foldersAreNotMovedThroughALink(_ name: String) throws {
    let trap = try Trap()
    let destination = try Folder(validating: name)
    try trap.expectRefusal(at: "playlists/out") {
      _ = try $0.perform(.moveFolder(Folder(validating: "work"), to: destination))
    }
    try trap.expectRefusal(at: "library/out") {
      _ = try $0.library.perform(.moveFolder(Folder(validating: "news"), to: destination))
    }
  }

  /// Git does not track empty folders, so no commit is refused.
  @Test func emptyFoldersAreNotMovedThroughALink() throws {
    let trap = try Trap()
    for tree in FolderTree.allCases { try trap.fixture.store.createFolder(Folder(validating: "empty"), in: tree) }
    let (empty, destination) = (try Folder(validating: "empty"), try Folder(validating: "out/new"))
    try trap.expectRefusal(at: "playlists/out") { _ = try $0.perform(.moveFolder(empty, to: destination)) }
    try trap.expectRefusal(at: "library/out") { _ = try $0.library.perform(.moveFolder(empty, to: destination)) }
    #expect(try trap.fixture.store.folders(of: .playlists).contains(empty))
  }

  @Test func aCommittedLinkIsNotAFolder() throws {
    let trap = try Trap()
    try trap.fixture.sandbox.git("add", "playlists/out")
    try trap.fixture.sandbox.git("commit", "-q", "-m", "Add a link")
    let folder = try Folder(validating: "out/new")
    try trap.expectRefusal(at: "playlists/out") { try $0.createFolder(folder, in: .playlists) }
    try trap.expectRefusal(at: "playlists/out") { _ = try $0.perform(.move(.id("a"), to: folder)) }
  }

  @Test func undoDoesNotFollowALink() throws {
    let fixture = try StoreFixture(Self.files)
    _ = try fixture.store.perform(.delete(.id("b")))
    #expect(try fixture.text("playlists/work/b.toml") == nil)
    try fixture.sandbox.makeDirectory("outside")
    try fixture.sandbox.makeLink("playlists/work", to: "../../outside")
    let error = #expect(throws: MixtapeError.self) { _ = try fixture.store.undo() }
    #expect(error?.subject == .file("playlists/work"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.sandbox.root.appending("outside").string) == [])
  }

  @Test func aFileIsNotAFolder() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("mine", to: "playlists/notes")
    for name in ["notes", "notes/new"] {
      #expect(throws: MixtapeError.self) { try fixture.store.createFolder(Folder(validating: name), in: .playlists) }
    }
    #expect(try fixture.text("playlists/notes") == "mine")
  }
}
