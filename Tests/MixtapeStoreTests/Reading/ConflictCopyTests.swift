import LosslessTOML
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Files that other programs made because a file was changed on two machines (syncthing 8276).
@Suite("Conflict copies") struct ConflictCopyTests {
  private static let copies = [
    "library/show_conflict-20150918-101112.toml", "playlists/a.sync-conflict-20240102-030405-ABCDEFG.toml",
    "playlists/deep/c (Ann's conflicted copy 2024-01-02).toml", "templates/t (conflicted copy 2024-01-02 030405).toml",
  ]
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture([
      "playlists/a.toml": "name = 'A'\n", "playlists/deep/c.toml": "name = 'C'\n",
      "library/show.toml": "title = 'Show'\n",
      "templates/t.toml": "name = 'T'\n",
    ])
    // Only one would be a valid file under another name.
    for path in Self.copies { try fixture.sandbox.write(path.contains("deep") ? "shufle = 1\n" : "", to: path) }
  }

  @Test func `they are neither read nor committed nor changed`() throws {
    try fixture.store.rename(.id("c"), to: "See")
    #expect(try fixture.subjects() == ["Rename c to \"See\"", "Create the store"])
    #expect(fixture.told == Self.copies.map { "\($0): file.conflict-copy" })
    #expect(try fixture.sandbox.status().count == Self.copies.count)
    #expect(try fixture.text(Self.copies[2]) == "shufle = 1\n")
    let status = try fixture.store.status()
    #expect(status.playlists == 2 && status.podcasts == 1 && status.handEdits.isEmpty)
    #expect(status.invalid.map(\.path) == Self.copies)
    #expect(
      status.invalid.map { $0.report.conflictCopy?.originalPath } == [
        "library/show.toml", "playlists/a.toml", "playlists/deep/c.toml", "templates/t.toml",
      ])
  }

  @Test func `a check names their originals and programs`() throws {
    let result = try fixture.store.check()
    #expect(
      result.reports.map { $0.diagnostics.map(\.message) } == [
        ["this is a conflict copy of show, made by Nextcloud or ownCloud, and is ignored"],
        ["this is a conflict copy of a, made by Syncthing, and is ignored"],
        ["this is a conflict copy of c, made by Dropbox, and is ignored"],
        ["this is a conflict copy of t, made by Nextcloud or ownCloud, and is ignored"],
      ])
    #expect(result.fileCount == 5)
    #expect(try fixture.store.check([FilePath(Self.copies[1])]).hasErrors)
  }

  @Test func `differences leave them out`() throws {
    #expect(try fixture.store.diff(of: nil, from: nil, to: nil).isEmpty)
    #expect(Set(fixture.told) == Set(Self.copies.map { "\($0): file.conflict-copy" }))
  }

  @Test func `a copy takes the place of its original by a renaming`() throws {
    let copy = "playlists/a.sync-conflict-20240102-030405-ABCDEFG.toml"
    try fixture.sandbox.write("name = 'Other'\n", to: copy)
    _ = try fixture.sandbox.shell("mv '\(copy)' playlists/a.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().first == "Edit a by hand")
    #expect(try fixture.text("playlists/a.toml") == "name = 'Other'\n")
  }

  @Test func `a deleted playlist was not renamed to its copy`() throws {
    let copy = "playlists/a.sync-conflict-20240102-030405-ABCDEFG.toml"
    try fixture.sandbox.write("name = 'A'\n", to: copy)
    try fixture.sandbox.remove("playlists/a.toml")
    try fixture.store.captureHandEdits()
    #expect(fixture.told.last == "captured: Delete a by hand")
    #expect(!fixture.told.contains { $0.hasPrefix("invalid names") })
    #expect(try fixture.text(copy) == "name = 'A'\n")
  }

  // syncthing 2324 and 3524: repositories in synced folders
  @Test func `an examination names them, also in the repository`() throws {
    try fixture.sandbox.write("", to: ".git/index.sync-conflict-20240102-030405-ABCDEFG")
    let branch = ".git/refs/heads/main"
    _ = try fixture.sandbox.shell("cp \(branch) \(branch).sync-conflict-20240102-030405-ABCDEFG")
    let findings = try fixture.store.examine().filter { $0.severity != .ok }
    #expect(findings.map(\.code) == ["conflict-copies", "repository-conflict-copies"])
    #expect(findings.allSatisfy { $0.severity == .warning })
    guard case .conflictCopies(Self.copies)? = findings.first?.kind,
      case .repositoryConflictCopies(let files)? = findings.last?.kind
    else {
      Issue.record("\(findings)")
      return
    }
    #expect(files.compactMap { $0.lastComponent?.stem } == ["index", "main"])
  }
}
