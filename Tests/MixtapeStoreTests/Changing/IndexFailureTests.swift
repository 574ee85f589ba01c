import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("An index that cannot be updated")
struct IndexFailureTests {
  private static let files = ["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"]

  @Test func aReadOnlyGitDirectoryIsDetectedFirst() throws {
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
      let error = try withoutPrivileges { expectError(.repository, from: change) }
      #expect((error?.cause as? GitError)?.code == .readOnly)
    }
    #expect(try fixture.snapshot() == before)
    #expect(try fixture.subjects() == ["Create the store"])
    #expect(fixture.told == [])
  }

  @Test func aDamagedIndexIsDetectedBeforeWrites() throws {
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

  /// The index is written before the branch moves, so neither changes without the other.
  @Test func aCaptureFailsIfTheIndexCannotBeWritten() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/b.toml")
    // Only a race makes the index fail after the check that it is usable.
    try fixture.sandbox.makeDirectory("store/.git/.index.mixtape-tmp")
    expectError(.obstructed) { try fixture.store.captureHandEdits() }
    #expect(try fixture.subjects() == ["Create the store"])
    #expect(try fixture.sandbox.status() == [" M playlists/b.toml"])
    try fixture.sandbox.remove(".git/.index.mixtape-tmp")
    #expect(try fixture.store.captureHandEdits().count == 1)
    try fixture.expectClean()
  }
}
