import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@Suite("Reading a store")
struct ReadingTests {
  @Test func playlistsInOrderOfIDWithFoldersAndTimes() throws {
    let fixture = try StoreFixture(["playlists/b/x.toml": "", "playlists/a.toml": "name = 'A'", "playlists/ü.toml": ""])
    let playlists = try fixture.store.all()
    #expect(playlists.map(\.id.rawValue) == ["a", "x", "ü"])
    #expect(playlists.map(\.folder.path) == ["", "b", ""])
    #expect(playlists.allSatisfy { $0.created != nil && $0.created == $0.updated })
    #expect(try fixture.store.playlists().allSatisfy { $0.created == nil })
    #expect(try fixture.store.path(of: StoreItem.id("x")) == fixture.sandbox.store.appending("playlists/b/x.toml"))
    #expect(try fixture.store.find(.id("none")) == nil)
  }

  @Test func anUncommittedPlaylistHasNoTimes() throws {
    let fixture = try StoreFixture()
    try fixture.sandbox.write("", to: "playlists/a.toml")
    #expect(try fixture.store.find(.id("a"))?.created == nil)
    #expect(try fixture.subjects().count == 1)
  }

  @Test func theVersionInHeadReplacesAFileWithErrors() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'Good'", "library/p.toml": "title = 'Good'"])
    try fixture.sandbox.write("name = 'Half", to: "playlists/a.toml")
    try fixture.sandbox.write("title = 'Half", to: "library/p.toml")
    #expect(try fixture.store.find(.id("a"))?.name == "Good")
    #expect(try fixture.store.playlists().map(\.name) == ["Good"])
    #expect(try fixture.store.podcasts().map(\.title) == ["Good"])
    let broken = "playlists/a.toml: toml.unterminated-string, HEAD answers"
    #expect(fixture.told == [broken, broken, "library/p.toml: toml.unterminated-string, HEAD answers"])
  }

  @Test func aFileWithErrorsThatWasNeverCommittedIsReported() throws {
    let fixture = try StoreFixture(["playlists/b.toml": ""])
    try fixture.sandbox.write("conditons = []", to: "playlists/a.toml")
    #expect(try fixture.store.playlists().map(\.id.rawValue) == ["b"])
    #expect(fixture.told == ["playlists/a.toml: file.misspelled-key"])
    try fixture.expectRefusal(.invalidFile, .file("playlists/a.toml")) { _ = try fixture.store.find(.id("a")) }
  }

  @Test func `a second file with the id of a committed one is ignored`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "library/p.toml": "title = 'P'\n"])
    try fixture.sandbox.write("name = 'Copy'\n", to: "playlists/deep/a.toml")
    try fixture.sandbox.write("title = 'Copy'\n", to: "library/deep/p.toml")
    #expect(try fixture.store.playlists().map(\.name) == ["A"])
    #expect(fixture.told == ["playlists/deep/a.toml: file.id-clash"])
    #expect(try fixture.store.find(.id("a"))?.name == "A")
    #expect(fixture.told.count == 2)
    let status = try fixture.store.status()
    #expect(status.playlists == 1 && status.podcasts == 1 && status.handEdits.isEmpty)
    #expect(status.invalid.map(\.path) == ["library/deep/p.toml", "playlists/deep/a.toml"])
    #expect(status.invalid.allSatisfy { !$0.isCommitted && !$0.usesCommittedVersion })
    #expect(try fixture.store.check().reports.map(\.path) == ["library/deep/p.toml", "playlists/deep/a.toml"])
    try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.store.find(.id("a"))?.name == "B")
    #expect(try fixture.text("playlists/deep/a.toml") == "name = 'Copy'\n")
    try fixture.expectRefusal(.invalidFile) { try fixture.store.move(.id("a"), to: Folder(validating: "deep")) }
    // The user decides for the copy.
    try fixture.sandbox.remove("playlists/a.toml")
    #expect(try fixture.store.find(.id("a"))?.name == "Copy")
  }

  @Test func twoFilesWithOneIDAreAnErrorThatNamesBoth() throws {
    let fixture = try StoreFixture()
    try fixture.sandbox.write("", to: "playlists/x.toml")
    try fixture.sandbox.write("", to: "playlists/deep/x.toml")
    try fixture.sandbox.write("", to: "playlists/y.toml")
    #expect(try fixture.store.playlists().map(\.id.rawValue) == ["y"])
    #expect(fixture.told == ["playlists/deep/x.toml: file.id-clash", "playlists/x.toml: file.id-clash"])
    let error = try fixture.expectRefusal(.invalidFile, .playlist(.id("x"))) { _ = try fixture.store.find(.id("x")) }
    let reports = (error?.cause as? InvalidFiles)?.reports ?? []
    #expect(
      reports.flatMap(\.diagnostics).flatMap(\.notes).map(\.message) == [
        "the other file is playlists/x.toml", "the other file is playlists/deep/x.toml",
      ])
  }

  @Test func itemsThatAreNotFilesOfAStoreAreReported() throws {
    let fixture = try StoreFixture(["playlists/good.toml": "", "playlists/x.toml/inner.toml": ""])
    let sandbox = fixture.sandbox
    try sandbox.write("", to: "playlists/Bad Name.toml")
    try sandbox.write("", to: "playlists/-dir/a.toml")
    try sandbox.write("", to: "../outside/secret.toml")
    try sandbox.makeLink("playlists/link.toml", to: "../../outside/secret.toml")
    try sandbox.makeLink("playlists/linked", to: "../../outside")
    try sandbox.makeDirectory("store/playlists/nested")
    try sandbox.git("init", "-q", in: sandbox.store.appending("playlists/nested"))
    try sandbox.write("", to: "playlists/nested/inside.toml")
    try sandbox.write("x", to: "playlists/.hidden.toml")
    try sandbox.write("x", to: "playlists/notes.md")
    #expect(try fixture.store.playlists().map(\.id.rawValue) == ["good", "inner"])
    #expect(
      fixture.told == [
        "playlists/-dir: file.invalid-name", "playlists/Bad Name.toml: file.invalid-name",
        "playlists/link.toml: file.not-a-file", "playlists/linked: file.not-a-file",
        "playlists/nested: file.not-a-file",
      ])
    for id in ["link", "secret", "inside", "a"] { #expect(try fixture.store.find(.id(id)) == nil) }
    // None of it prevents unrelated operations.
    try fixture.store.rename(.id("good"), to: "Better")
    #expect(try fixture.changes() == ["M playlists/good.toml"])
  }

  @Test func aDirectoryAtThePathOfAFile() throws {
    let fixture = try StoreFixture(["playlists/x.toml/inner.toml": ""])
    try fixture.expectRefusal(.invalidFile, .file("playlists/x.toml")) {
      try fixture.store.create(try Playlist(id: .id("x")))
    }
  }

  @Test func aFileThatIsTooLargeIsNotRead() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'Small'"])
    let large = [UInt8](repeating: UInt8(ascii: "#"), count: FileLimits.maximumSize + 1)
    try fixture.sandbox.write(large, to: "playlists/a.toml")
    #expect(try fixture.store.playlists().map(\.name) == ["Small"])
    #expect(fixture.told == ["playlists/a.toml: file.too-large, HEAD answers"])
    try fixture.expectRefusal(.invalidFile, .file("playlists/a.toml")) {
      try fixture.store.rename(.id("a"), to: "Other")
    }
    let atLimit = Array(large.dropLast())
    try fixture.sandbox.write(atLimit, to: "playlists/a.toml")
    #expect(try fixture.store.playlists().map(\.name) == ["A"])
  }

  @Test(arguments: [nil, "../elsewhere", "../nowhere"])
  func aSectionThatIsNotADirectoryIsAnError(link target: String?) throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'"])
    try fixture.sandbox.makeDirectory("elsewhere")
    try fixture.store.delete(.id("a"))
    for section in ["playlists", "library", "templates"] {
      if let target {
        try fixture.sandbox.makeLink(section, to: target)
      } else {
        try fixture.sandbox.write("", to: section)
      }
    }
    let reads: [() throws -> Void] = [
      { _ = try fixture.store.playlists() }, { _ = try fixture.store.summaries() },
    ]
    for read in reads { try fixture.expectRefusal(.invalidFile, .file("playlists"), read) }
    try fixture.expectRefusal(.invalidFile, .file("templates")) { _ = try fixture.store.templates() }
    let changes: [() throws -> Void] = [
      { try fixture.store.create(try Playlist(id: .id("b"))) }, { try fixture.store.undo() },
    ]
    for change in changes { try fixture.expectRefusal(.invalidFile, nil, change) }
    #expect(try fixture.store.podcasts().isEmpty && fixture.told.contains("library: file.not-a-directory"))
    #expect(try fixture.store.status().invalid.map(\.path) == ["library", "playlists", "templates"])
    let reports = try fixture.store.check().reports
    #expect(reports.map(\.path) == ["library", "playlists", "templates"])
    #expect(reports.allSatisfy { $0.diagnostics.map(\.id) == [.notADirectory] })
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.sandbox.root.appending("elsewhere").string) == [])
  }

  @Test func episodesOfTheLibrary() throws {
    let fixture = try StoreFixture(PerformingTests.files)
    let found = try fixture.store.episodes([Episode.ID].ids("show/a", "show/none", "none/a"))
    #expect(found.mapValues(\.title) == [try Episode.ID(validating: "show/a"): "Alpha"])
  }
}
