import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Files that a sparse checkout leaves out of the work tree are neither taken for deleted nor changed, and the user hears why.
@Suite struct SparseCheckoutTests {
  private let fixture: StoreFixture

  /// A store where `playlists/away/` is left out.
  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "", "playlists/b.toml": "", "playlists/away/c.toml": ""])
    _ = try fixture.store.rename(.id("c"), to: "See")
    try fixture.sandbox.git("sparse-checkout", "set", "--no-cone", "/*", "!/playlists/away/")
    // Newer versions of git set another, which libgit2 does not open with `extensions.worktreeConfig`.
    try fixture.sandbox.git("config", "core.repositoryFormatVersion", "0")
    #expect(try fixture.text("playlists/away/c.toml") == nil)
  }

  /// Fails the test where something was done to the files that are left out.
  private func expectNothingLost(sourceLocation: SourceLocation = #_sourceLocation) throws {
    let committed = try fixture.sandbox.git("show", "HEAD:playlists/away/c.toml")
    #expect(committed.contains("See"), sourceLocation: sourceLocation)
    #expect(
      try fixture.sandbox.git("ls-files", "-t", "playlists/away") == "S playlists/away/c.toml",
      sourceLocation: sourceLocation)
    #expect(try fixture.sandbox.status() == [], sourceLocation: sourceLocation)
  }

  @Test func statusNamesThem() throws {
    let status = try fixture.store.status()
    #expect(status.notCheckedOut == ["playlists/away/c.toml"])
    #expect(status.handEdits == [])
  }

  @Test func otherChangesLeaveThem() throws {
    try fixture.sandbox.write("name = \"B\"\n", to: "playlists/b.toml")
    _ = try fixture.store.rename(.id("a"), to: "Ah")
    #expect(try fixture.subjects().prefix(2) == ["Rename a to \"Ah\"", "Edit b by hand"])
    try expectNothingLost()
  }

  @Test func aChangeOfOneIsRefused() throws {
    expectError(.notCheckedOut, .file("playlists/away/c.toml")) { _ = try fixture.store.undo() }
    let folder = try Folder(validating: "away")
    expectError(.notCheckedOut, .file("playlists/away/c.toml")) {
      _ = try fixture.store.perform(.create(Playlist(id: .id("c"), folder: folder, name: "C")))
    }
    #expect(try fixture.text("playlists/away/c.toml") == nil)
    try expectNothingLost()
  }

  /// Both would be left out of every list as soon as the other is checked out.
  @Test func anotherFileOfItsIDIsRefused() throws {
    expectError(.notCheckedOut, .file("playlists/away/c.toml")) {
      _ = try fixture.store.perform(.create(Playlist(id: .id("c"), folder: .top, name: "C")))
    }
    #expect(try fixture.text("playlists/c.toml") == nil)
    try expectNothingLost()
  }

  /// The index alone knew that they are left out.
  @Test func theyAreNotDeletedAfterTheLossOfTheIndex() throws {
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

  @Test func withoutASparseCheckoutAFileThatGitForgotIsDeleted() throws {
    try fixture.sandbox.git("sparse-checkout", "disable")
    try fixture.sandbox.git("rm", "-q", "playlists/b.toml")
    #expect(try fixture.store.status().notCheckedOut == [])
    #expect(try fixture.store.captureHandEdits().map(\.subject) == ["Delete b by hand"])
  }
}
