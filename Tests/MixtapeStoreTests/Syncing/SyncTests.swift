import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Exchange of changes with a bare repository.
@Suite struct SyncTests {
  private let list = "name = 'A'\nepisodes = [\n  'sky/1',\n  'sky/2',\n]\n"
  private let clones: Clones

  init() throws { clones = try Clones(["playlists/a.toml": list]) }

  @Test func theFirstPushSetsTheUpstream() throws {
    let sandbox = clones.first.sandbox
    #expect(try sandbox.git("rev-parse", "origin/main") == sandbox.git("rev-parse", "HEAD"))
    #expect(try sandbox.git("config", "branch.main.remote") == "origin")
    #expect(try sandbox.git("config", "branch.main.merge") == "refs/heads/main")
    let again = try clones.first.store.sync(by: .quiet)
    #expect(again.changesNothing)
  }

  @Test(arguments: ["+refs/heads/missing:refs/remotes/origin/missing", nil])
  func `a clone whose configuration does not fetch its branch`(refspec: String?) throws {
    let (first, second) = (clones.first, try clones.another())
    try first.sandbox.git("config", "--unset-all", "remote.origin.fetch")
    if let refspec { try first.sandbox.git("config", "remote.origin.fetch", refspec) }
    // A branch that the remote does not have yet, and that two clones change.
    try first.sandbox.git("switch", "-q", "-c", "summer")
    try first.store.rename(.id("a"), to: "Mine")
    #expect(try first.store.sync(by: .quiet).isFirstPush)
    #expect(try first.store.sync(by: .quiet).changesNothing)
    try second.sandbox.git("fetch", "-q")
    try second.sandbox.git("switch", "-q", "summer")
    try second.store.add(.ids("sky/9"), to: .id("a"))
    try second.store.sync(by: .quiet)
    try first.store.rename(.id("a"), to: "Later")
    let report = try first.store.sync(by: .quiet)
    #expect(report.received == 1 && report.sent == 2 && !report.isFirstPush)
    #expect(try first.store.sync(by: .quiet).changesNothing)
    try first.expectClean()
  }

  @Test func `the first push of a branch counts all commits`() throws {
    let first = clones.first
    try first.sandbox.git("switch", "-q", "-c", "summer")
    for name in ["B", "C"] { try first.store.rename(.id("a"), to: name) }
    let report = try first.store.sync(by: .quiet)
    #expect(report.isFirstPush)
    #expect(try String(report.sent) == first.sandbox.git("rev-list", "--count", "HEAD"))
  }

  @Test func aCloneIsReady() throws {
    let second = try clones.another()
    #expect(try second.sandbox.git("config", "merge.mixtape.driver").contains("merge-file"))
    #expect(try second.store.playlist(.id("a"), at: "HEAD").name == "A")
    let status = try #require(try second.store.status().remote)
    #expect(status.branch.name == "origin/main")
    #expect(status.difference == .init(ahead: 0, behind: 0))
    #expect(status.asOf != nil)
    try second.expectClean()
  }

  @Test func aSyncWithoutChangesTakesNoLock() throws {
    let state = PrivateState(ofGitDirectory: clones.first.sandbox.store.appending(".git"))
    let lock = try state.acquireLock(clones.first.store.context)
    #expect(try clones.first.store.sync(by: .quiet).changesNothing)
    _ = consume lock
    try clones.first.sandbox.write("# Mine.\n" + list, to: "playlists/a.toml")
    #expect(try clones.first.store.sync(by: .quiet).sent == 1, "hand edits are committed and pushed")
    #expect(clones.first.told == ["captured: Edit a by hand"])
  }

  @Test func theTimeOfASyncWithoutChangesIsKnown() throws {
    let second = try clones.another()
    let before = try #require(try second.store.status().remote?.asOf)
    let record = second.sandbox.store.appending(".git/mixtape/synced").string
    let old = Date(timeIntervalSinceNow: -3_600)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: record)
    #expect(try second.store.sync(by: .quiet).changesNothing)
    #expect(try #require(try second.store.status().remote?.asOf) >= before)
    let changed = try FileManager.default.attributesOfItem(atPath: record)[.modificationDate] as? Date
    #expect(try #require(changed) < Date(timeIntervalSinceNow: -60), "the record is the same, so it is not written")
  }

  @Test func receivedChangesCanMakePackingDue() throws {
    let second = try clones.another()
    try second.store.rename(.id("a"), to: "B")
    try second.store.sync(by: .quiet)
    #expect(second.told == [])
    try clones.first.store.sync(by: .quiet)
    #expect(clones.first.told == ["packing due: after a sync"])
  }

  @Test func changesOfOthersMoveTheStoreForward() throws {
    let second = try clones.another()
    try second.store.rename(.id("a"), to: "B")
    #expect(try second.store.status().remote?.difference == .init(ahead: 1, behind: 0))
    #expect(try second.store.sync(by: .quiet).sent == 1)
    let report = try clones.first.store.sync(by: .quiet)
    #expect(report.received == 1)
    #expect(report.merge == nil)
    #expect(report.differences.count == 1)
    #expect(try clones.first.store.playlist(.id("a"), at: "HEAD").name == "B")
    #expect(try clones.first.sandbox.git("rev-parse", "HEAD") == second.sandbox.git("rev-parse", "HEAD"))
    try clones.first.expectClean()
  }

  @Test func bothSidesAreMergedByMeaning() throws {
    let (first, second) = (clones.first, try clones.another())
    try second.store.perform(.add(.ids("sky/3"), to: .id("a"), at: nil))
    try second.store.sync(by: .quiet)
    try first.sandbox.write(list.replacing("'sky/1',", with: "'sky/1', # mine"), to: "playlists/a.toml")
    try first.store.perform(.add(.ids("sky/4"), to: .id("a"), at: nil))
    let report = try first.store.sync(by: .quiet)
    #expect(report.received == 1)
    #expect(report.sent == 3, "the edit by hand, the episode, and the merge")
    let merge = try #require(report.merge)
    #expect(try first.sandbox.git("rev-list", "--parents", "-1", "HEAD").split(separator: " ").count == 3)
    #expect(try first.sandbox.git("rev-parse", "HEAD") == merge.description)
    #expect(try first.store.playlist(.id("a"), at: "HEAD").episodes.count == 4)
    #expect(try first.text("playlists/a.toml")?.contains("# mine") == true)
    #expect(try first.message().contains("Mixtape-Operation: sync"))
    try first.expectClean()
    try second.store.sync(by: .quiet)
    #expect(try second.snapshot() == first.snapshot())
    try second.expectClean()
  }

  @Test func theNewerValueWinsAndIsReported() throws {
    let (first, second) = (clones.first, try clones.another())
    first.sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-01T07:00:00Z"
    second.sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-02T07:00:00Z"
    let (ours, theirs) = (try StoreFixture(opening: first.sandbox), try StoreFixture(opening: second.sandbox))
    try theirs.store.rename(.id("a"), to: "Night")
    try theirs.store.sync(by: .quiet)
    try ours.store.rename(.id("a"), to: "Day")
    try ours.expectRefusal(.init(rawValue: "sync-conflicts")) {
      try ours.store.sync(SyncOptions(conflicts: .stop), by: .quiet)
    }
    let preview = try ours.store.syncPreview(by: .quiet)
    #expect(preview.plan == .merge(ahead: 1, behind: 1))
    #expect(preview.conflicts.count == 1)
    let report = try ours.store.sync(by: .quiet)
    let conflict = try #require(report.conflicts.first)
    #expect(conflict.key == "name")
    #expect(conflict.winner == .theirs)
    #expect(try ours.store.playlist(.id("a"), at: "HEAD").name == "Night")
    #expect(try ours.message().contains(#"Mixtape-Conflict: {"#))
    #expect(try ours.message().contains("Day"))
    try ours.expectClean()
  }

  @Test func filesOfOthersAreMergedByLines() throws {
    let clones = try Clones([:])
    let (first, second) = (clones.first, try clones.another())
    try second.sandbox.write("notes\n", to: "notes.txt")
    try second.sandbox.git("add", "notes.txt")
    try second.sandbox.git("commit", "-q", "-m", "Notes")
    try second.store.sync(by: .quiet)
    try first.sandbox.write("mine\n", to: "notes.txt")
    try first.expectRefusal(.init(rawValue: "uncommitted-files")) { try first.store.sync(by: .quiet) }
    try first.sandbox.git("add", "notes.txt")
    try first.sandbox.git("commit", "-q", "-m", "My notes")
    try first.expectRefusal(.init(rawValue: "files-in-conflict")) { try first.store.sync(by: .quiet) }
    try first.sandbox.git("reset", "-q", "--hard", "HEAD~")
    try first.store.sync(by: .quiet)
    #expect(try first.text("notes.txt") == "notes\n")
    try first.expectClean()
  }
}
