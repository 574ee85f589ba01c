import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Files that a sparse checkout leaves out are neither deleted nor changed, and errors give the reason.
@Suite struct SparseCheckoutTests {
  private let fixture: StoreFixture

  /// Makes a store that leaves out `playlists/away/`.
  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "", "playlists/b.toml": "", "playlists/away/c.toml": ""])
    _ = try fixture.store.rename(.id("c"), to: "See")
    try fixture.sandbox.checkOutSparsely("/*", "!/playlists/away/")
    #expect(try fixture.text("playlists/away/c.toml") == nil)
  }

  /// Fails the test unless the left-out files are unchanged.
  private func expectNothingLost(sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let committed = try fixture.sandbox.git("show", "HEAD:playlists/away/c.toml")
    #expect(committed.contains("See"), sourceLocation: sourceLocation)
    #expect(
      try fixture.sandbox.git("ls-files", "-t", "playlists/away/c.toml") == "S playlists/away/c.toml",
      sourceLocation: sourceLocation)
    #expect(try fixture.sandbox.status() == [], sourceLocation: sourceLocation)
  }

  @Test func statusListsThem() throws {
    let status = try fixture.store.status()
    #expect(status.notCheckedOut == ["playlists/away/c.toml"])
    #expect(status.handEdits == [])
  }

  @Test func otherChangesKeepThem() throws {
    try fixture.sandbox.write("name = \"B\"\n", to: "playlists/b.toml")
    _ = try fixture.store.rename(.id("a"), to: "Ah")
    #expect(try fixture.subjects().prefix(2) == ["Rename a to \"Ah\"", "Edit b by hand"])
    try expectNothingLost()
  }

  @Test func aChangeOfALeftOutFileIsRefused() throws {
    expectError(.notCheckedOut, .file("playlists/away/c.toml")) { _ = try fixture.store.undo() }
    let folder = try Folder(validating: "away")
    expectError(.notCheckedOut, .file("playlists/away/c.toml")) {
      _ = try fixture.store.perform(.create(Playlist(id: .id("c"), folder: folder, name: "C")))
    }
    #expect(try fixture.text("playlists/away/c.toml") == nil)
    try expectNothingLost()
  }

  /// Both files would be ignored once the other is checked out.
  @Test func anotherFileWithItsIDIsRefused() throws {
    expectError(.notCheckedOut, .file("playlists/away/c.toml")) {
      _ = try fixture.store.perform(.create(Playlist(id: .id("c"), folder: .top, name: "C")))
    }
    #expect(try fixture.text("playlists/c.toml") == nil)
    try expectNothingLost()
  }

  @Test func aFolderWithALeftOutFileIsNotMovedOrDeleted() throws {
    try fixture.sandbox.write("name = \"D\"\n", to: "playlists/away/d.toml")
    _ = try fixture.store.captureHandEdits()
    let (away, other) = try (Folder(validating: "away"), Folder(validating: "other"))
    for operation in [PlaylistOperation.deleteFolder(away), .moveFolder(away, to: other)] {
      expectError(.notCheckedOut, .file("playlists/away/c.toml")) { _ = try fixture.store.change(operation) }
    }
    #expect(try fixture.text("playlists/away/d.toml") == "name = \"D\"\n")
    try expectNothingLost()
  }

  @Test func aMissingItemIsExplained() throws {
    let error = try fixture.store.explaining(MixtapeError(.notFound, .playlist(.id("c"))))
    #expect(error.code == .notCheckedOut && error.subject == .file("playlists/away/c.toml"))
    #expect(try fixture.store.explaining(MixtapeError(.notFound, .playlist(.id("d")))).code == .notFound)
  }

  /// The store neither counts as missing nor can it be created again.
  @Test func aLeftOutStoreFile() throws {
    try fixture.sandbox.checkOutSparsely("/*", "!/mixtape.toml")
    expectError(.notCheckedOut, .file("mixtape.toml")) { _ = try StoreFixture(opening: fixture.sandbox) }
    let context = StoreFixture.context(in: fixture.sandbox)
    expectError(.notCheckedOut, .file("mixtape.toml")) {
      _ = try Store.initialize(at: fixture.sandbox.store, from: nil, context: context)
    }
    #expect(Store.isLeftOut(at: fixture.sandbox.store, context: context))
    try fixture.sandbox.git("sparse-checkout", "disable")
    #expect(!Store.isLeftOut(at: fixture.sandbox.store, context: context))
  }

  /// Only the index recorded that they are left out.
  @Test func theyAreKeptAfterTheLossOfTheIndex() throws {
    try fixture.sandbox.remove(".git/index")
    #expect(try fixture.store.status().handEdits == [])
    let findings = try fixture.store.repair()
    #expect(findings.contains { $0.severity == .error })
    _ = try fixture.store.rename(.id("a"), to: "Ah")
    try expectNothingLost()
  }

  @Test func aDeletionOfAnotherFileIsCaptured() throws {
    try fixture.sandbox.remove("playlists/b.toml")
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Delete b by hand"])
    try expectNothingLost()
  }

  @Test func withoutASparseCheckoutAMissingFileIsDeleted() throws {
    try fixture.sandbox.git("sparse-checkout", "disable")
    try fixture.sandbox.git("rm", "-q", "playlists/b.toml")
    #expect(try fixture.store.status().notCheckedOut == [])
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Delete b by hand"])
  }
}
