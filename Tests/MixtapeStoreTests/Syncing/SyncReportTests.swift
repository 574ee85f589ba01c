import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// The report, the preview and the refusals of syncs.
@Suite struct SyncReportTests {
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  init() throws {
    clones = try Clones(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
    second = try clones.another()
  }

  // MARK: Failures

  @Test func `what was received is told before the push fails`() throws {
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.delete(.id("b"))
    try second.store.sync(by: .quiet)
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.rename(.id("b"), to: "Stays")
    let hook = clones.remote.appending("hooks/pre-receive").string
    _ = try first.sandbox.shell("printf '#!/bin/sh\\nexit 1\\n' > '\(hook)' && chmod 755 '\(hook)'")
    let told = Recorder<SyncReport>()
    expectError(.transferFailed) { try first.store.sync(by: .quiet, beforeFailure: told.record) }
    let report = try #require(told.values.first)
    #expect(told.values.count == 1)
    #expect((report.received, report.sent) == (2, 0))
    #expect(report.conflicts.map(\.key) == ["name"])
    #expect(
      report.notices == [.kept(path: "playlists/b.toml", base: "playlists/b.toml", deletedBy: .theirs)])
    // The merge stays, so the next failure has nothing to tell.
    expectError(.transferFailed) { try first.store.sync(by: .quiet, beforeFailure: told.record) }
    #expect(told.values.count == 1)
  }

  @Test func `what was received is told before the last step fails`() throws {
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.rename(.id("b"), to: "Mine")
    let branch = URL(fileURLWithPath: first.sandbox.store.appending(".git/refs/remotes/origin/main").string)
    let (runs, told) = (Recorder<Void>(), Recorder<SyncReport>())
    let git = GitProgram(
      .none,
      onEnd: {
        runs.record(())
        // The first run fetches, and the second one pushes.
        guard runs.values.count == 2 else { return }
        #expect(throws: Never.self) { try Data("damage\n".utf8).write(to: branch) }
      })
    expectError(.repository) { try first.store.sync(by: git, beforeFailure: told.record) }
    #expect(told.values.map(\.received) == [1])
    #expect(told.values.map(\.sent) == [2])
  }

  // MARK: The settings of the store

  private func expectRefusal(_ code: String, _ isExpected: (SyncRefusal) -> Bool) throws {
    for conflicts in [SyncOptions.Conflicts.newer, .stop] {
      let error = try first.expectRefusal(.init(rawValue: code)) {
        try first.store.sync(SyncOptions(conflicts: conflicts), by: .quiet)
      }
      let refusal = try #require(error?.cause as? SyncRefusal)
      #expect(isExpected(refusal), "\(refusal)")
    }
  }

  @Test(arguments: [false, true]) func `a remote that deleted mixtape.toml`(isMerge: Bool) throws {
    try second.sandbox.git("rm", "-q", "mixtape.toml")
    try second.sandbox.git("commit", "-q", "-m", "Remove")
    try second.sandbox.git("push", "-q")
    if isMerge { try first.store.rename(.id("a"), to: "Mine") }
    try expectRefusal("store-file-deleted") { if case .storeFileDeleted = $0 { true } else { false } }
    // The commands of the hint keep it.
    try first.sandbox.git("merge", "-q", "--no-ff", "--no-commit", "origin/main")
    try first.sandbox.git("checkout", "-q", "HEAD", "--", "mixtape.toml")
    try first.sandbox.git("commit", "-q", "--no-edit")
    #expect(try first.store.sync(by: .quiet).sent > 0)
    try second.sandbox.git("pull", "-q")
    #expect(try second.store.sync(by: .quiet).changesNothing)
  }

  @Test func `a remote with a newer format`() throws {
    try second.sandbox.write("format = 2\n", to: "mixtape.toml")
    try second.sandbox.git("commit", "-q", "-a", "-m", "Newer")
    try second.sandbox.git("push", "-q")
    try expectRefusal("store-file-invalid") { refusal in
      guard case .storeFileInvalid(let messages, let branch) = refusal else { return false }
      return branch.name == "origin/main" && messages.count == 1 && messages[0].contains("has format 2")
    }
  }

  @Test func `files of the remote with markers of a merge, which were changed here, too`() throws {
    try second.sandbox.write("<<<<<<< a\nname = 'A'\n=======\nname = 'B'\n>>>>>>> b\n", to: "playlists/a.toml")
    try second.sandbox.git("commit", "-q", "-a", "-m", "Markers")
    try second.sandbox.git("push", "-q")
    try first.store.rename(.id("a"), to: "Mine")
    try expectRefusal("invalid-files") { refusal in
      guard case .invalidFiles(let messages, let branch) = refusal else { return false }
      return branch.name == "origin/main" && messages.count == 1 && messages[0].hasPrefix("playlists/a.toml:1: ")
    }
  }

  @Test(arguments: [false, true]) func `a file with errors here that the remote changed, too`(isMerge: Bool) throws {
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    if isMerge { try first.store.rename(.id("b"), to: "Mine") }
    try first.sandbox.write("name = \n", to: "playlists/a.toml")
    for sync in [{ _ = try first.store.syncPreview(by: .quiet) }, { _ = try first.store.sync(by: .quiet) }] {
      let error = try first.expectRefusal(.invalidFile, .file("playlists/a.toml"), sync)
      let cause = try #require(error?.cause as? InvalidFiles)
      #expect(cause.reports.map(\.path) == ["playlists/a.toml"])
      #expect(cause.changedBy?.name == "origin/main")
    }
  }

  // MARK: Files with errors that are pushed

  @Test func `committed files with errors are reported before the push`() throws {
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.sandbox.write("<<<<<<< a\nname = 'A'\n=======\nname = 'B'\n>>>>>>> b\n", to: "playlists/a.toml")
    try first.sandbox.git("commit", "-q", "-a", "-m", "Markers")
    #expect(try first.store.sync(by: .quiet).sent == 2)
    let notice = "playlists/a.toml has errors, pushed to origin/main"
    #expect(first.told.filter { $0 == notice }.count == 1)
    // The next push does not send the file again.
    try first.store.rename(.id("b"), to: "Mine")
    #expect(try first.store.sync(by: .quiet).sent == 1)
    #expect(first.told.filter { $0 == notice }.count == 1)
    #expect(try second.store.sync(by: .quiet).received == 3)
    #expect(!second.told.contains(notice))
  }

  // MARK: Previews

  @Test func `hand edits are in conflict in a preview, too`() throws {
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.sandbox.write("name = 'Mine'\n", to: "playlists/a.toml")
    let head = try first.sandbox.git("rev-parse", "HEAD")
    let preview = try first.store.syncPreview(by: .quiet)
    #expect(preview.plan == .merge(ahead: 1, behind: 1))
    #expect(preview.conflicts.map(\.key) == ["name"])
    #expect(preview.conflicts.map(\.ours.value) == ["'Mine'"])
    expectError(.init(rawValue: "sync-conflicts")) {
      _ = try first.store.syncPreview(SyncOptions(conflicts: .stop), by: .quiet)
    }
    #expect(try first.sandbox.git("rev-parse", "HEAD") == head)
    #expect(try first.sandbox.status().count == 1)
    first.sandbox.expectSound()
    // The sync does the same.
    #expect(try first.store.sync(by: .quiet).conflicts.map(\.ours.value) == ["'Mine'"])
  }

  @Test func `a preview moves and deletes files by hand`() throws {
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.sandbox.write("name = 'A'\n", to: "playlists/c.toml")
    try first.sandbox.remove("playlists/a.toml")
    try first.sandbox.remove("playlists/b.toml")
    let preview = try first.store.syncPreview(by: .quiet)
    #expect(preview.plan == .merge(ahead: 2, behind: 1))
    #expect(preview.differences.flatMap(\.files).map(\.path) == ["playlists/c.toml"])
    let report = try first.store.sync(by: .quiet)
    #expect(report.differences.flatMap(\.files).map(\.path) == ["playlists/c.toml"])
  }

  @Test func `a preview of a move forward has the notices of the sync`() throws {
    for name in ["Notes.txt", "notes.txt"] { try second.sandbox.write("\(name)\n", to: name) }
    try second.sandbox.git("add", "-A")
    try second.sandbox.git("commit", "-q", "-m", "Notes")
    try second.store.sync(by: .quiet)
    let preview = try first.store.syncPreview(by: .quiet)
    #expect(preview.plan == .forward(1))
    #expect(preview.notices == [.sameExceptCase("Notes.txt", "notes.txt")])
    #expect(try first.store.sync(by: .quiet).notices == preview.notices)
  }

  @Test func `two files with one id are received, and named by the next command`() throws {
    try second.sandbox.write("name = 'Copy'\n", to: "playlists/x/a.toml")
    try second.sandbox.git("add", "-A")
    try second.sandbox.git("commit", "-q", "-m", "Copy")
    try second.store.sync(by: .quiet)
    try first.store.rename(.id("b"), to: "Mine")
    #expect(try first.store.sync(by: .quiet).merge != nil)
    _ = try first.store.playlists()
    #expect(first.told.contains { $0.hasPrefix("playlists/x/a.toml: ") || $0.hasPrefix("playlists/a.toml: ") })
    try first.expectClean()
  }

  @Test func `a renamed file that got another id is no new one`() throws {
    let text = "name = 'Long'\ndescription = 'A list that both of them know.'\nepisodes = [\n  'p/1',\n  'p/2',\n]\n"
    try first.sandbox.write(text, to: "playlists/music/long.toml")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try first.sandbox.git("mv", "playlists/music/long.toml", "playlists/music/new.toml")
    try first.store.sync(by: .quiet)
    try second.store.create(try Playlist(id: .id("new")))
    try second.store.perform(.add(.ids("sky/1"), to: .id("long"), at: nil))
    try second.store.sync(by: .quiet)
    let ids = try first.store.sync(by: .quiet).differences.map { difference -> [String?] in
      guard case .playlist(let playlist) = difference.meaning else { return [] }
      return [playlist.before?.id.rawValue, playlist.after?.id.rawValue]
    }
    #expect(ids == [["new", "new-2"], [nil, "new"]])
  }

  @Test func `a file that another clone kept, because it edited the file, comes back`() throws {
    try first.store.delete(.id("a"))
    try first.store.sync(by: .quiet)
    try second.store.rename(.id("a"), to: "Edited")
    let kept = MergeNotice.kept(path: "playlists/a.toml", base: "playlists/a.toml", deletedBy: .theirs)
    #expect(try second.store.sync(by: .quiet).notices == [kept])
    let report = try first.store.sync(by: .quiet)
    #expect(report.differences.map { $0.files.map(\.path) } == [["playlists/a.toml"]])
    #expect(try first.store.playlist(.id("a"))?.name == "Edited")
  }

  @Test func `a file that others created is only new`() throws {
    try second.sandbox.write("name = 'New'\n", to: "playlists/new.toml")
    try second.store.sync(by: .quiet)
    try first.store.rename(.id("b"), to: "Mine")
    #expect(try first.store.sync(by: .quiet).notices == [])
  }
}
