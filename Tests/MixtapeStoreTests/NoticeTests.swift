import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("One-time notices")
struct NoticeTests {
  @Test func aFallbackIdentity() throws {
    let sandbox = try Sandbox()
    for name in ["GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"] {
      sandbox.environment[name] = nil
    }
    let notices = Recorder<StoreNotice>()
    _ = try Store.initialize(at: sandbox.store, from: nil, context: StoreFixture.context(in: sandbox, notices))
    #expect(notices.values.map(\.summary) == ["fallback: Unknown <unknown@localhost>"])
    let fixture = try StoreFixture(opening: sandbox)
    try fixture.store.create(try Playlist(id: .id("a")))
    #expect(fixture.told == [])
    #expect(
      try sandbox.git("log", "-1", "--format=%an <%ae> %cn <%ce>")
        == "Unknown <unknown@localhost> Unknown <unknown@localhost>")
    #expect(try fixture.store.examine().contains { $0.severity == .warning && $0.part == .identity })
    try sandbox.git("config", "user.name", "Somebody")
    try sandbox.git("config", "user.email", "somebody@example.org")
    try fixture.store.delete(.id("a"))
    #expect(try sandbox.git("log", "-1", "--format=%an <%ae>") == "Somebody <somebody@example.org>")
    #expect(try fixture.store.examine().contains { $0.severity == .ok && $0.part == .identity })
  }

  @Test func hooksAndSigning() throws {
    let fixture = try StoreFixture()
    let sandbox = fixture.sandbox
    try sandbox.git("config", "commit.gpgsign", "true")
    try sandbox.write("#!/bin/sh\nexit 1\n", to: ".git/hooks/pre-commit")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: sandbox.store.appending(".git/hooks/pre-commit").string)
    try fixture.store.create(try Playlist(id: .id("a")))
    #expect(
      fixture.told == [
        "advisory: not signed", "advisory: hooks pre-commit",
      ])
    try fixture.store.delete(.id("a"))
    #expect(fixture.told.count == 2)
    #expect(try fixture.store.examine().filter { $0.part == .settings }.count == 2)
    try fixture.expectClean()
  }

  @Test func privateStateExceptThePendingOperationMayBeDeleted() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    try fixture.store.rename(.id("a"), to: "B")
    try fixture.sandbox.remove(".git/mixtape")
    try fixture.store.undo()
    #expect(try fixture.store.all().map(\.name) == ["A"])
    try fixture.expectClean()
  }

  @Test func aValidStoreHasOnlyGoodFindings() throws {
    let fixture = try StoreFixture(["playlists/a.toml": ""])
    let findings = try fixture.store.examine()
    #expect(findings.map(\.part) == [.files, .repository, .identity])
    #expect(findings.allSatisfy { $0.severity == .ok && !$0.isOpen })
  }
}
