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

  @Test func theFirstPushSetsTheUpstream() throws {
    let clones = try Clones(["playlists/a.toml": list])
    let sandbox = clones.first.sandbox
    #expect(try sandbox.git("rev-parse", "origin/main") == sandbox.git("rev-parse", "HEAD"))
    #expect(try sandbox.git("config", "branch.main.remote") == "origin")
    #expect(try sandbox.git("config", "branch.main.merge") == "refs/heads/main")
    let again = try clones.first.store.sync(by: .quiet)
    #expect(again.changesNothing)
  }

  @Test func aCloneIsReady() throws {
    let clones = try Clones(["playlists/a.toml": list])
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
    let clones = try Clones(["playlists/a.toml": list])
    let state = PrivateState(ofGitDirectory: clones.first.sandbox.store.appending(".git"))
    guard let lock = try state.acquireLock(patience: .zero, onWait: {}) else {
      Issue.record("the lock is not free")
      return
    }
    #expect(try clones.first.store.sync(by: .quiet).changesNothing)
    _ = consume lock
    try clones.first.sandbox.write("# Mine.\n" + list, to: "playlists/a.toml")
    #expect(try clones.first.store.sync(by: .quiet).sent == 1, "hand edits are committed and pushed")
    #expect(clones.first.told == ["captured: Edit a by hand"])
  }

  @Test func theTimeOfASyncWithoutChangesIsKnown() throws {
    let clones = try Clones(["playlists/a.toml": list])
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
    let clones = try Clones(["playlists/a.toml": list])
    let second = try clones.another()
    try second.store.rename(.id("a"), to: "B")
    try second.store.sync(by: .quiet)
    #expect(second.told == [])
    try clones.first.store.sync(by: .quiet)
    #expect(clones.first.told == ["packing due: after a sync"])
  }

  @Test func changesOfOthersMoveTheStoreForward() throws {
    let clones = try Clones(["playlists/a.toml": list])
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
    let clones = try Clones(["playlists/a.toml": list])
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
    let clones = try Clones(["playlists/a.toml": list])
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

  @Test func anotherCloneThatIsFasterIsMergedFirst() throws {
    let clones = try Clones(["playlists/a.toml": list])
    let (first, second) = (clones.first, try clones.another())
    try first.store.rename(.id("a"), to: "B")
    try second.store.perform(.add(.ids("sky/3"), to: .id("a"), at: nil))
    // The hook runs between our fetch and the update of the branch, once.
    try second.sandbox.git("push", "-q", "origin", "main:refs/heads/faster")
    let hook = clones.remote.appending("hooks/pre-receive").string
    let once =
      "#!/bin/sh\nunset GIT_QUARANTINE_PATH\nif git rev-parse -q --verify refs/heads/faster >/dev/null; then\n"
      + "git update-ref refs/heads/main refs/heads/faster; git update-ref -d refs/heads/faster; fi\n"
    try Data(once.utf8).write(to: URL(fileURLWithPath: hook))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    let report = try first.store.sync(by: .quiet)
    #expect(report.received == 1)
    #expect(report.merge != nil)
    #expect(try first.store.playlist(.id("a"), at: "HEAD").episodes.count == 3)
    try second.store.sync(by: .quiet)
    #expect(try second.snapshot() == first.snapshot())
  }
}

/// Stores and remotes with which a sync does nothing.
@Suite struct SyncRefusalTests {
  private let clones: Clones
  private var first: StoreFixture { clones.first }

  init() throws { clones = try Clones(["playlists/a.toml": "name = 'A'\n"]) }

  @Test func aStoreWithoutARemote() throws {
    let fixture = try StoreFixture()
    try fixture.expectRefusal(.init(rawValue: "no-remote")) { try fixture.store.sync(by: .quiet) }
  }

  @Test func anUnknownRemote() throws {
    try refuses("unknown-remote", SyncOptions(remote: "--upload-pack=touch x"))
  }

  @Test func aDetachedHead() throws {
    try first.sandbox.git("checkout", "-q", "--detach")
    try refuses("detached-head")
  }

  @Test func separateHistories() throws {
    let other = try StoreFixture()
    try other.sandbox.git("remote", "add", "origin", clones.remote.string)
    try other.expectRefusal(.init(rawValue: "unrelated-histories")) { try other.store.sync(by: .quiet) }
  }

  @Test func aRemoteWithRewrittenHistory() throws {
    let second = try clones.another()
    try second.store.rename(.id("a"), to: "B")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    try second.sandbox.git("reset", "-q", "--hard", "HEAD~")
    try second.store.rename(.id("a"), to: "C")
    try second.sandbox.git("push", "-q", "--force", "origin", "main")
    try refuses("rewritten-history")
    // The first hint.
    try first.sandbox.git("rebase", "-q", "--onto", "origin/main", "HEAD")
    #expect(try first.store.sync(by: .quiet).changesNothing)
    #expect(try first.store.playlist(.id("a"), at: "HEAD").name == "C")
  }

  @Test func aShallowCloneWithoutTheCommonChange() throws {
    let second = try clones.another()
    for name in ["B", "C"] { try second.store.rename(.id("a"), to: name) }
    try second.store.sync(by: .quiet)
    let sandbox = try Sandbox()
    try FileManager.default.removeItem(atPath: sandbox.store.string)
    try sandbox.git(
      "clone", "-q", "--depth", "1", "file://\(clones.remote)", sandbox.store.string, in: sandbox.root)
    let shallow = try StoreFixture(opening: sandbox)
    try shallow.store.rename(.id("a"), to: "D")
    #expect(try shallow.store.sync(by: .quiet).sent == 1)
  }

  @Test func aHalfDoneMerge() throws {
    try first.sandbox.write("\(try first.sandbox.git("rev-parse", "HEAD"))\n", to: ".git/MERGE_HEAD")
    expectError(.repositoryBusy) { try first.store.sync(by: .quiet) }
  }

  @Test func aRemoteThatIsGone() throws {
    try FileManager.default.removeItem(atPath: clones.remote.string)
    try fails { if case .noRepository = $0 { true } else { false } }
  }

  @Test func anAddressThatRunsAProgram() throws {
    try first.sandbox.git("remote", "set-url", "origin", "ext::touch '\(first.sandbox.root)/ran'")
    try fails { _ in true }
    #expect(!FileManager.default.fileExists(atPath: first.sandbox.root.appending("ran").string))
  }

  @Test func aRemoteThatDoesNotAnswer() throws {
    first.sandbox.environment["GIT_SSH_COMMAND"] = "sleep 600; true"
    try first.sandbox.git("remote", "set-url", "origin", "ssh://nowhere.invalid/x")
    let store = try StoreFixture(opening: first.sandbox).store
    let error = expectError(.transferFailed) { try store.sync(by: GitProgram(.none, patience: .milliseconds(200))) }
    #expect(error?.cause as? GitProgramError == .silent(.milliseconds(200)))
  }

  @Test func aRemoteThatDiesInTheMiddle() throws {
    first.sandbox.environment["GIT_SSH_COMMAND"] = "echo 004; true"
    try first.sandbox.git("remote", "set-url", "origin", "ssh://nowhere.invalid/x")
    let store = try StoreFixture(opening: first.sandbox).store
    expectError(.transferFailed) { try store.sync(by: .quiet) }
  }

  @Test func aBranchThatAHookProtects() throws {
    let hook = clones.remote.appending("hooks/pre-receive").string
    try Data("#!/bin/sh\necho this branch is protected >&2\nexit 1\n".utf8).write(to: URL(fileURLWithPath: hook))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: hook)
    try first.store.rename(.id("a"), to: "B")
    let error = expectError(.transferFailed) { try first.store.sync(by: .quiet) }
    guard case .declined(let lines) = error?.cause as? GitProgramError else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(lines.contains { $0.contains("this branch is protected") })
    #expect(try first.store.status().remote?.difference == .init(ahead: 1, behind: 0))
  }

  @Test func cloningIntoADirectoryWithFiles() throws {
    let error = expectError(.init(rawValue: "directory-not-empty")) {
      _ = try Store.clone(
        clones.remote.string, to: first.sandbox.store, context: StoreFixture.context(in: first.sandbox), by: .quiet)
    }
    #expect(error?.cause as? SyncRefusal == .directoryNotEmpty(first.sandbox.store.string))
  }

  @Test func cloningARepositoryThatIsNoStore() throws {
    let sandbox = try Sandbox(committing: ["a": "1"])
    let target = sandbox.root.appending("clone")
    expectError(.init(rawValue: "not-a-store")) {
      _ = try Store.clone(
        sandbox.store.string, to: target, context: StoreFixture.context(in: sandbox), by: .quiet)
    }
  }

  private func refuses(_ code: String, _ options: SyncOptions = SyncOptions()) throws {
    try first.expectRefusal(.init(rawValue: code)) { try first.store.sync(options, by: .quiet) }
  }

  private func fails(_ isExpected: (GitProgramError) -> Bool) throws {
    let error = try first.expectRefusal(.transferFailed) { try first.store.sync(by: .quiet) }
    let cause = try #require(error?.cause as? GitProgramError)
    #expect(isExpected(cause), "\(cause)")
  }
}

/// A remote that git reaches through a program, as it does with ssh.
@Suite struct SyncProgramTests {
  @Test func aRemoteBehindSSH() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    let second = try clones.another()
    // Runs the command of the server here. The argument before it is the name of the host.
    second.sandbox.environment["GIT_SSH_COMMAND"] = "f() { eval \"$2\"; }; f"
    second.sandbox.environment["GIT_SSH_VARIANT"] = "simple"
    try second.sandbox.git("remote", "set-url", "origin", "ssh://localhost\(clones.remote)")
    let store = try StoreFixture(opening: second.sandbox).store
    try store.rename(.id("a"), to: "B")
    #expect(try store.sync(by: .quiet).sent == 1)
    #expect(try clones.first.store.sync(by: .quiet).received == 1)
  }
}

/// Undo after a sync takes back what was done in this clone.
@Suite struct UndoAfterSyncTests {
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  init() throws {
    clones = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n", "playlists/b.toml": "name = 'B'\n"])
    second = try clones.another()
  }

  private func name(_ id: String, in fixture: StoreFixture) throws -> String {
    try fixture.store.playlist(.id(id), at: "HEAD").name
  }

  @Test func changesOfOthersArePassedOver() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.perform(.add(.ids("sky/1"), to: .id("a"), at: nil))
    try second.store.sync(by: .quiet)
    #expect(try first.store.sync(by: .quiet).received == 2)
    let result = try first.store.undo()
    #expect(result.steps.map(\.subject) == [#"Rename a to "Mine""#])
    #expect(try name("a", in: first) == "A")
    #expect(try name("b", in: first) == "Theirs")
    #expect(try first.store.playlist(.id("a"), at: "HEAD").episodes == .ids("sky/1"))
    #expect(result.nextUndo == nil)
    let error = expectError(.nothingToUndo) { try first.store.undo() }
    #expect(error?.cause is ChangesOfOthers)
    try first.store.redo()
    #expect(try name("a", in: first) == "Mine")
    #expect(try first.store.playlist(.id("a"), at: "HEAD").episodes == .ids("sky/1"))
    try first.store.undo()
    #expect(try name("a", in: first) == "A")
    try first.expectClean()
  }

  @Test func aNewCloneHasNothingToUndo() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    expectError(.nothingToUndo) { try second.store.undo() }
    try second.store.undo(any: true)
    #expect(try name("a", in: second) == "A")
    try second.store.undo()
    #expect(try name("a", in: second) == "Mine")
  }

  @Test func aMergeIsPassedOver() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    #expect(try first.store.sync(by: .quiet).merge != nil)
    #expect(try first.store.undoPreview().steps.map(\.subject) == [#"Rename a to "Mine""#])
    try first.store.undo()
    #expect(try name("a", in: first) == "A")
    #expect(try name("b", in: first) == "Theirs")
    // The other clone arrives at the merge, whose first parent is not its own change.
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.undo()
    #expect(try name("b", in: second) == "B")
    #expect(try name("a", in: second) == "A")
    try second.expectClean()
  }

  @Test func severalChangesBeforeOthersAreUndoneOneByOne() throws {
    for name in ["C", "D"] { try first.store.rename(.id("a"), to: name) }
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    try first.expectRefusal(.conflict) { try first.store.undo(2) }
    try first.store.undo()
    try first.store.undo()
    #expect(try name("a", in: first) == "A")
    #expect(try first.store.redo().nextRedo != nil)
    #expect(try name("a", in: first) == "C")
  }

  @Test func aConflictIsListedUntilItIsDecided() throws {
    first.sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-01T07:00:00Z"
    second.sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-02T07:00:00Z"
    second.sandbox.environment["GIT_AUTHOR_EMAIL"] = "other@example.org"
    let (ours, theirs) = (try StoreFixture(opening: first.sandbox), try StoreFixture(opening: second.sandbox))
    try theirs.store.rename(.id("a"), to: "Night")
    try theirs.store.sync(by: .quiet)
    try ours.store.rename(.id("a"), to: "Day")
    try ours.store.sync(by: .quiet)
    let conflicts = try ours.store.openConflicts()
    #expect(conflicts.map(\.name) == ["a"])
    #expect(conflicts.map(\.key) == ["name"])
    #expect(conflicts.first?.ours.value?.contains("Day") == true)
    #expect(conflicts.first?.taken == .theirs)
    try ours.store.decide(conflicts, taking: .mine)
    #expect(try name("a", in: ours) == "Day")
    #expect(try ours.store.openConflicts() == [])
    try ours.store.undo()
    #expect(try name("a", in: ours) == "Night")
    let again = try ours.store.openConflicts()
    #expect(again.count == 1)
    try ours.store.decide(again, taking: .theirs)
    #expect(try ours.store.openConflicts() == [])
    #expect(try name("a", in: ours) == "Night")
    try ours.expectClean()
  }
}
