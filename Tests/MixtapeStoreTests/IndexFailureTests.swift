import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("An index that cannot be brought up to date")
struct IndexFailureTests {
  private static let files = ["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"]

  @Test func aGitDirectoryThatCannotBeWrittenIsFoundBeforeAnythingIs() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.letAnyoneWrite()
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/b.toml")
    try fixture.setMode(0o555, of: ".git")
    defer { #expect(throws: Never.self) { try fixture.setMode(0o755, of: ".git") } }
    let before = try fixture.snapshot()
    let changes: [() throws -> Void] = [
      { try fixture.store.rename(.id("a"), to: "Other") }, { try fixture.store.captureHandEdits() },
    ]
    for change in changes {
      let error = try withoutPrivileges { expectError(.repository, nil, change) }
      #expect((error?.cause as? GitError)?.code == .readOnly)
    }
    #expect(try fixture.snapshot() == before)
    #expect(try fixture.subjects() == ["Create the store"])
    #expect(fixture.told == [])
  }

  @Test func aDamagedIndexIsFoundBeforeAnythingIsWritten() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("no index", to: ".git/index")
    let before = try fixture.snapshot()
    expectError(.repository) { try fixture.store.rename(.id("a"), to: "Other") }
    #expect(try fixture.snapshot() == before)
    #expect(try fixture.subjects() == ["Create the store"])
  }

  @Test func aDamagedIndexOfARepositoryThatBecomesAStore() throws {
    let sandbox = try Sandbox(committing: ["README.md": "x"])
    try sandbox.write("no index", to: ".git/index")
    expectError(.repository) {
      _ = try Store.initialize(at: sandbox.store, from: nil, context: StoreFixture.context(in: sandbox))
    }
    #expect(throws: (any Error).self) { try sandbox.read("mixtape.toml") }
  }

  @Test func aCaptureWhoseIndexIsBehindIsMadeAllTheSame() throws {
    let fixture = try StoreFixture(Self.files)
    var transaction = try Transaction(in: fixture.store, fixture.open())
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/b.toml")
    // Nothing but a race makes the index fail after it was found to be usable.
    transaction.openEnd = transaction.end(PendingOperation(capturing: []))
    #expect(transaction.openEnd?.paths == nil)
    try fixture.sandbox.write("no index", to: ".git/index")
    let edit = HandEdit(kind: .edited, path: "playlists/b.toml", oldPath: nil)
    #expect(transaction.end(PendingOperation(capturing: [edit]))?.paths == ["playlists/b.toml"])
    #expect(fixture.told == ["index behind: repository"])
  }

  @Test func theNextChangeTakesThePathsAlong() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.store.rename(.id("a"), to: "Other")
    let transaction = try {
      var transaction = try Transaction(in: fixture.store, fixture.open())
      try fixture.sandbox.git("update-index", "--cacheinfo", "100644,\(fixture.blob("x")),playlists/a.toml")
      transaction.openEnd = OpenEnd(paths: ["playlists/a.toml"], cause: MixtapeError(.repository))
      return transaction
    }()
    transaction.end(PendingOperation(capturing: []))
    try fixture.expectClean()
  }
}
