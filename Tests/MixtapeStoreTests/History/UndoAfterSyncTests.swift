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

  @Test func `an undo of a change that others have reverted has no effect, and counts as a step`() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.revert("HEAD")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    let undone = try first.store.undo()
    #expect(undone.steps.map(\.subject) == [#"Rename a to "Mine""#] && !undone.hasEffect && undone.nextUndo == nil)
    #expect(try name("a", in: first) == "A")
    expectError(.nothingToUndo) { try first.store.undo() }
    try first.expectClean()
  }

  @Test func `changes of others are skipped without the log`() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    try first.sandbox.remove(".git/mixtape/operations")
    // What was pushed counts as received then, too.
    #expect(expectError(.nothingToUndo) { try first.store.undo() }?.cause is ChangesOfOthers)
    #expect(try name("b", in: first) == "Theirs")
  }

  @Test func aNewCloneHasNothingToUndo() throws {
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    expectError(.nothingToUndo) { try second.store.undo() }
    // A revert of a change of others is a change of this clone.
    try second.store.revert("HEAD")
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
    try first.expectClean()
  }

  @Test func `a clone that git made has nothing to undo`() throws {
    try first.store.rename(.id("a"), to: "Theirs")
    try first.store.sync(by: .quiet)
    let sandbox = try Sandbox()
    try sandbox.git("clone", "-q", try first.sandbox.git("remote", "get-url", "origin"), ".")
    let clone = try StoreFixture(opening: sandbox)
    for _ in 1...2 {
      #expect(try clone.store.status().nextUndo == nil)
      let error = try clone.expectRefusal(.nothingToUndo) { try clone.store.undo() }
      #expect(error?.cause is ChangesOfOthers)
      try clone.store.rename(.id("a"), to: "Mine")
      #expect(try clone.store.undo().nextUndo == nil)
      #expect(try name("a", in: clone) == "Theirs")
    }
    try clone.expectClean()
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

  @Test func `several changes before others are undone at once`() throws {
    for name in ["C", "D"] { try first.store.rename(.id("a"), to: name) }
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    try first.store.undo(2)
    #expect(try name("a", in: first) == "A")
    #expect(try first.store.redo().nextRedo != nil)
    #expect(try name("a", in: first) == "C")
  }

  /// Ways by which HEAD lands on a commit that a sync brought, below the newest one.
  @Test(arguments: [
    "reset -q --hard HEAD~1", "checkout -q HEAD~1", "checkout -q -b old HEAD~1", "rebase -q --onto HEAD~1 HEAD",
  ])
  func `changes of others are skipped where git goes back to one of them`(command: String) throws {
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    try first.sandbox.git(arguments: command.split(separator: " ").map(String.init))
    try expectOnlyOwnUndo(in: first)
  }

  @Test func `changes of others are skipped below a clone`() throws {
    try first.store.rename(.id("b"), to: "Theirs")
    try first.store.rename(.id("a"), to: "Theirs")
    try first.store.sync(by: .quiet)
    let clone = try clones.another()
    try clone.sandbox.git("reset", "-q", "--hard", "HEAD~1")
    let error = try clone.expectRefusal(.nothingToUndo) { try clone.store.undo() }
    #expect(error?.cause is ChangesOfOthers)
  }

  @Test(arguments: ["HEAD", "HEAD~1"])
  func `changes of others are skipped in another work tree`(start: String) throws {
    try second.store.rename(.id("b"), to: "Theirs")
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    let sandbox = try Sandbox()
    try first.sandbox.git("worktree", "add", "-q", "-b", "work", sandbox.root.appending("work").string, start)
    let tree = try Store(at: sandbox.root.appending("work"), context: StoreFixture.context(in: sandbox))
    let error = expectError(.nothingToUndo) { try tree.undo() }
    #expect(error?.cause is ChangesOfOthers)
  }

  private func expectOnlyOwnUndo(in fixture: StoreFixture) throws {
    let page = try fixture.store.history(of: nil, limit: 100)
    #expect(
      page.entries.filter { page.received.contains($0.id) }.map(\.subject) == [#"Rename b to "Theirs""#])
    let error = expectError(.nothingToUndo) { try fixture.store.undo() }
    #expect(error?.cause is ChangesOfOthers)
    try fixture.store.rename(.id("b"), to: "Mine")
    #expect(try fixture.store.undo().nextUndo == nil)
    #expect(try name("b", in: fixture) == "Theirs")
    expectError(.nothingToUndo) { try fixture.store.undo() }
  }
}
