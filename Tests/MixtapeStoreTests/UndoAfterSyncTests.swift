import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

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

  @Test func changesOfOthersAreSkipped() throws {
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

  @Test func `changes of others are skipped without the private record of syncs`() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    try first.sandbox.remove(".git/mixtape/arrivals")
    #expect(try first.store.undo().steps.map(\.subject) == [#"Rename a to "Mine""#])
    #expect(try name("b", in: first) == "Theirs")
  }

  @Test func aNewCloneHasNothingToUndo() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    expectError(.nothingToUndo) { try second.store.undo() }
    #expect(try second.store.undoPreview(any: true).nextRedo == nil)
    // An undo of a change of others is a change of this clone.
    #expect(try second.store.undo(any: true).nextRedo == nil)
    #expect(try name("a", in: second) == "A")
    try second.store.undo()
    #expect(try name("a", in: second) == "Mine")
  }

  @Test func aMergeIsSkipped() throws {
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

  @Test(arguments: ["--ff-only", "--no-rebase --no-edit", "--rebase"])
  func `changes that git pulls are skipped`(options: String) throws {
    try first.store.rename(.id("a"), to: "Mine")
    if options == "--ff-only" { try first.store.sync(by: .quiet) }
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.sandbox.git(arguments: ["pull", "-q"] + options.split(separator: " ").map(String.init))
    let page = try first.store.history(of: nil, limit: 100)
    let received = page.entries.filter { page.received.contains($0.id) }
    #expect(received.map(\.subject) == [#"Rename b to "Theirs""#])
    let result = try first.store.undo()
    #expect(result.steps.map(\.subject) == [#"Rename a to "Mine""#])
    #expect(try name("a", in: first) == "A")
    #expect(try name("b", in: first) == "Theirs")
    #expect(result.nextUndo == nil)
    try first.store.redo()
    #expect(try name("a", in: first) == "Mine")
    try first.store.undo()
    #expect(try first.store.undo(any: true).steps.count == 1)
    try first.expectClean()
  }

  @Test func `without a readable reflog, nothing is undone that may be a change of others`() throws {
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.sandbox.git("pull", "-q", "--ff-only")
    _ = try first.sandbox.shell("ln -sf HEAD .git/logs/HEAD")
    let error = expectError(.repository) { try first.store.undo() }
    #expect((error?.cause as? GitError)?.path?.lastComponent == "HEAD")
    #expect(try name("b", in: first) == "Theirs")
  }

  @Test func `changes to which git resets the store are skipped`() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.rename(.id("a"), to: "Lost")
    try first.sandbox.git("fetch", "-q")
    try first.sandbox.git("reset", "-q", "--hard", "origin/main")
    #expect(try first.store.undo().steps.map(\.subject) == [#"Rename a to "Mine""#])
    #expect(try name("b", in: first) == "Theirs")
  }

  @Test func `a merge of a local branch is undone as one change`() throws {
    try first.sandbox.git("switch", "-q", "-c", "other")
    try first.store.rename(.id("b"), to: "Other")
    try first.sandbox.git("switch", "-q", "main")
    try first.store.rename(.id("a"), to: "Mine")
    try first.sandbox.git("merge", "-q", "--no-edit", "other")
    try first.store.undo()
    #expect(try name("a", in: first) == "Mine")
    #expect(try name("b", in: first) == "B")
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
    // The decision changed no file, and is a change like any other.
    try ours.store.undo()
    #expect(try ours.store.openConflicts().count == 1)
    try ours.store.redo()
    #expect(try ours.store.openConflicts() == [])
    // The undo of the change that lost leaves nothing to decide, either.
    for _ in 1...2 { try ours.store.undo() }
    #expect(try ours.store.openConflicts() == [])
    #expect(try name("a", in: ours) == "Night")
    try ours.expectClean()
  }

  @Test func `the value that a merge had taken counts with its own date`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n"])
    let stores = try [clones.first, try clones.another(), try clones.another()].enumerated().map { day, fixture in
      fixture.sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-0\(day + 1)T07:00:00Z"
      return try StoreFixture(opening: fixture.sandbox)
    }
    for (store, name) in zip(stores, ["Old", "Middle", "New"]) { try store.store.rename(.id("a"), to: name) }
    try stores[0].store.sync(by: .quiet)
    // The user takes the older value.
    try stores[2].store.sync(by: .quiet) { $0.map { _ in .theirs } }
    #expect(try name("a", in: stores[2]) == "Old")
    try stores[1].store.sync(by: .quiet)
    #expect(try name("a", in: stores[1]) == "Middle")
    let conflict = try #require(try stores[1].store.openConflicts().first)
    #expect(conflict.theirs.value == "'Old'")
    let entry = try stores[1].store.openRepository().commit(conflict.theirs.commit)
    #expect(entry.subject == #"Rename a to "Old""#)
  }
}
