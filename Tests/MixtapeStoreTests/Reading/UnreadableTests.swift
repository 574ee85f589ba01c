import FileSystem
import Foundation
import GitHistory
import LosslessTOML
import MixtapeModel
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("Unreadable files")
struct UnreadableTests {
  private static let files = [
    "playlists/a.toml": "name = 'A'\n", "playlists/in/b.toml": "name = 'B'\n", "playlists/c.toml": "name = 'C'\n",
    "library/show.toml": "title = 'Show'\n",
  ]

  @Test(arguments: [Errno.permissionDenied, .ioError, .fileNameTooLong, Errno(rawValue: 6)])
  func errorsOfAFileAreReportedForTheFile(error: Errno) throws {
    guard case .unusable(let report) = try LoadedFile(.system(error), reading: "playlists/a.toml", at: "/a") else {
      Issue.record("the file is not refused")
      return
    }
    #expect(report.path == "playlists/a.toml" && report.hasErrors)
    #expect(report.diagnostics.map(\.id) == [.unreadable])
    #expect(report.diagnostics.first?.message == "this file cannot be read: \(error.reason)")
  }

  @Test(arguments: [Errno.tooManyOpenFiles, .tooManyOpenFilesInSystem, .noMemory])
  func otherErrorsAreThrown(error: Errno) {
    expectError(.fileAccess, .file("/a")) { _ = try LoadedFile(.system(error), reading: "playlists/a.toml", at: "/a") }
  }

  @Test func theVersionInHeadReplacesAFile() throws {
    let fixture = try StoreFixture(Self.files)
    try withMode(0, of: ["playlists/a.toml", "library/show.toml"], in: fixture) { () throws in
      #expect(try fixture.store.summaries().map(\.name) == ["A", "B", "C"])
      #expect(try fixture.store.podcasts().map(\.title) == ["Show"])
      #expect(
        fixture.told == [
          "playlists/a.toml: file.unreadable, HEAD answers", "library/show.toml: file.unreadable, HEAD answers",
        ])
      #expect(try fixture.store.find(.id("a"))?.name == "A")
      #expect(
        try fixture.store.check().reports.map(\.diagnostics.first?.message) == [
          "this file cannot be read: permission denied", "this file cannot be read: permission denied",
        ])
      let status = try fixture.store.status()
      #expect(status.invalid.map(\.path) == ["library/show.toml", "playlists/a.toml"])
      #expect(status.playlists == 3 && status.podcasts == 1 && status.handEdits.isEmpty)
    }
  }

  @Test func anUnreadableFileIsNeverOverwritten() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.letAnyoneWrite()
    try withMode(0, of: ["playlists/a.toml"], in: fixture) { () throws in
      expectError(.invalidFile, .file("playlists/a.toml")) { try fixture.store.rename(.id("a"), to: "Other") }
      try fixture.store.rename(.id("c"), to: "Changed")
    }
    #expect(try fixture.changes() == ["M playlists/c.toml"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    try fixture.expectClean()
  }

  @Test(arguments: [0o000, 0o444, 0o111])
  func anUnreadableFolderIsReported(mode: Int) throws {
    let fixture = try StoreFixture(Self.files)
    try withMode(mode, of: ["playlists/in"], in: fixture) { () throws in
      #expect(try fixture.store.summaries().map(\.name) == ["A", "C"])
      #expect(try fixture.store.check().reports.map(\.path) == ["playlists/in"])
      #expect(try fixture.store.check().reports.flatMap(\.diagnostics).map(\.id) == [.unreadable])
      #expect(try fixture.store.status().invalid.map(\.path) == ["playlists/in"])
      #expect(try fixture.store.status().handEdits == [])
      #expect(try fixture.store.find(.id("a"))?.name == "A")
      #expect(try fixture.store.find(.id("b")) == nil)
      #expect(fixture.told.last == "playlists/in: file.unreadable")
    }
  }

  @Test func anUnreadableSectionIsAnError() throws {
    let fixture = try StoreFixture(Self.files)
    try withMode(0, of: ["playlists"], in: fixture) { () throws in
      expectError(.invalidFile, .file("playlists")) { _ = try fixture.store.summaries() }
      #expect(try fixture.store.status().invalid.map(\.path) == ["playlists"])
      #expect(try fixture.store.podcasts().map(\.title) == ["Show"])
    }
  }

  @Test func anUnreadableStoreFile() throws {
    let fixture = try StoreFixture(Self.files)
    try withMode(0, of: ["mixtape.toml"], in: fixture) { () throws in
      let error = expectError(.invalidFile, .file("mixtape.toml")) { _ = try fixture.other() }
      #expect((error?.cause as? InvalidFiles)?.reports.flatMap(\.diagnostics).map(\.id) == [.unreadable])
    }
  }

  @Test func aPlayerStateThatCannotBeReadIsAnError() throws {
    let fixture = try StoreFixture(Self.files)
    let (name, queue) = (".git/mixtape/player", Array("queue".utf8))
    #expect(try fixture.store.playerState(of: .standalone) == nil)
    try fixture.store.savePlayerState(queue, of: .standalone)
    try withMode(0, of: [name], in: fixture) { () throws in
      expectError(.fileAccess, .file(fixture.sandbox.store.appending(name).string)) {
        _ = try fixture.store.playerState(of: .standalone)
      }
    }
    #expect(try fixture.store.playerState(of: .standalone) == queue)
    // A directory in its place is damaged, and has no state.
    try fixture.sandbox.remove(name)
    try FileManager.default.createDirectory(
      atPath: fixture.sandbox.store.appending(name).string, withIntermediateDirectories: false)
    #expect(try fixture.store.playerState(of: .standalone) == nil)
  }

  @Test func recordsOfSyncsThatCannotBeReadAreErrors() throws {
    let fixture = try StoreFixture(Self.files)
    let repository = StoreRepository(try fixture.open())
    let commit = try fixture.sandbox.git("rev-parse", "HEAD")
    let state = repository.privateState
    try fixture.sandbox.write("origin/main\n\(commit)\n1\n", to: ".git/mixtape/synced")
    #expect(try SyncRecord(in: state)?.branch == "origin/main")
    #expect(try !OperationLog(in: state).read().operations.isEmpty)
    try withMode(0, of: [".git/mixtape/synced", ".git/mixtape/operations"], in: fixture) { () throws in
      expectError(.fileAccess, .file(state.syncRecord.string)) { _ = try SyncRecord(in: state) }
      expectError(.fileAccess, .file(state.operations.string)) { _ = try OperationLog(in: state).read() }
    }
    for name in ["synced", "operations"] { try fixture.sandbox.remove(".git/mixtape/\(name)") }
    #expect(try SyncRecord(in: state) == nil)
    #expect(try OperationLog(in: state).read().operations.isEmpty)
  }

  /// Runs `body` while some files are unreadable.
  private func withMode(_ mode: Int, of paths: [String], in fixture: StoreFixture, _ body: () throws -> Void) throws {
    for path in paths { try fixture.setMode(mode, of: path) }
    defer { #expect(throws: Never.self) { for path in paths { try fixture.makeWritable(path) } } }
    try withoutPrivileges(body)
  }
}
