import Foundation
import GitHistory
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// The log of the operations of a clone: its lines after what people do with git, and the undo that follows from them.
@Suite struct OperationLogTests {
  private let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }
  private var store: Store { fixture.store }

  init() throws {
    fixture = try StoreFixture([
      "playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n",
      "library/p.toml": "title = 'P'\n\n[[episodes]]\nid = '1'\n",
    ])
  }

  private func rename(_ names: String...) throws { for name in names { try store.rename(.id("a"), to: name) } }
  private func name() throws -> String? { try store.find(.id("a"))?.name }
  private var log: OperationLog { get throws { OperationLog(in: StoreRepository(try fixture.open()).privateState) } }

  /// Lets the store read what git did, and returns the kinds of the operations in its log.
  private func kinds(in fixture: StoreFixture? = nil) throws -> [String] {
    let fixture = fixture ?? self.fixture
    try fixture.store.captureHandEdits()
    let state = StoreRepository(try fixture.open()).privateState
    return try OperationLog(in: state).read().operations.map(\.kind.rawValue)
  }

  /// Runs `git rebase -i`, with a script of `sed` for the list of commits.
  private func rebase(_ script: String, onto base: String) throws {
    sandbox.environment["GIT_SEQUENCE_EDITOR"] = "sed -i -e '\(script)'"
    sandbox.environment["GIT_EDITOR"] = "true"
    try sandbox.git("rebase", "-q", "-i", base)
  }

  @Test func `commands, hand edits, undo and redo`() throws {
    try rename("One")
    try sandbox.write("name = 'By hand'\n", to: "playlists/b.toml")
    try store.undo(2)
    try store.redo()
    #expect(try kinds() == ["received", "change", "change", "undo", "redo"])
    let operations = try log.read().operations
    #expect(operations[3].targets == [operations[2].commit, operations[1].commit])
    #expect(operations[4].targets == [operations[1].commit])
    #expect(try name() == "One")
  }

  @Test func `what the player records is no step, and ends no redo`() throws {
    try rename("One", "Two")
    try store.undo()
    let plays = EpisodePlays(count: 1, last: Date(timeIntervalSince1970: 1_790_000_000))
    _ = try store.library.recordPlays([try Episode.ID(validating: "p/1"): plays], as: [PlayBatch(ofSessionSince: nil)])
    #expect(try kinds().suffix(2) == ["undo", "play"])
    #expect(try store.status().nextRedo?.subject == "Rename a to \"Two\"")
    try store.redo()
    #expect(try store.undo(2).steps.map(\.subject) == ["Rename a to \"Two\"", "Rename a to \"One\""])
    #expect(try fixture.text("library/p.toml")?.contains("playCount = 1") == true)
    #expect(expectError(.nothingToUndo) { try store.undo() }?.cause == nil)
  }

  @Test func `plays that a command records are a step`() throws {
    let plays = EpisodePlays(count: 1, last: Date(timeIntervalSince1970: 1_790_000_000))
    try store.library.recordPlays([try Episode.ID(validating: "p/1"): plays])
    try store.undo()
    #expect(try fixture.text("library/p.toml")?.contains("playCount") == false)
  }

  // MARK: What git does

  @Test func `an amended commit is a change of its own`() throws {
    try rename("One", "Two")
    try sandbox.write("name = 'Amended'\n", to: "playlists/a.toml")
    try sandbox.git("commit", "-q", "-a", "--amend", "--no-edit")
    #expect(try kinds() == ["received", "change", "change", "change"])
    try store.undo()
    #expect(try name() == "One")
    try store.redo()
    #expect(try name() == "Amended")
    #expect(fixture.told == [])
  }

  @Test func `a squashed undo is a change`() throws {
    try rename("One", "Two", "Three")
    try store.undo()
    try rebase("3,4s/^pick/squash/", onto: "HEAD~4")
    #expect(try kinds().last == "change")
    #expect(try store.status().nextRedo == nil)
    try store.undo()
    #expect(try name() == "One")
  }

  @Test func `a reset leaves changes out, with a note`() throws {
    try rename("One", "Two", "Three")
    try sandbox.git("reset", "-q", "--hard", "HEAD~2")
    try store.undo()
    #expect(try name() == "A")
    #expect(fixture.told == ["skipped 2"])
  }

  @Test func `commits, cherry-picks and reverts by git are changes`() throws {
    try rename("One")
    try sandbox.git("switch", "-q", "-c", "other")
    try store.rename(.id("b"), to: "Else")
    try sandbox.git("switch", "-q", "main")
    try sandbox.git("cherry-pick", "other")
    try sandbox.git("revert", "--no-edit", "HEAD~1")
    #expect(try name() == "A")
    #expect(try store.undo(3).steps.count == 3)
    #expect(try name() == "A" && store.find(.id("b"))?.name == "B")
  }

  @Test func `each branch has its own steps`() throws {
    try rename("One")
    try sandbox.git("switch", "-q", "-c", "other")
    try rename("Two")
    try sandbox.git("switch", "-q", "main")
    try store.undo()
    #expect(try name() == "A")
    try sandbox.git("switch", "-q", "other")
    #expect(try store.undo().steps.map(\.subject) == ["Rename a to \"Two\""])
    try store.redo()
    #expect(try name() == "Two")
  }

  @Test func `popped edits are hand edits, and a file of somebody else is no step`() throws {
    try sandbox.write("name = 'Stashed'\n", to: "playlists/a.toml")
    try sandbox.git("stash", "-q")
    try sandbox.write("notes\n", to: "notes.txt")
    try sandbox.git("add", "notes.txt")
    try sandbox.git("commit", "-q", "-m", "Notes")
    try sandbox.git("stash", "pop", "-q")
    #expect(try store.undo().steps.map(\.subject) == ["Edit a by hand"])
    #expect(expectError(.nothingToUndo) { try store.undo() } != nil)
  }

  // MARK: Others

  @Test func `what git pushed before a command counts as received`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    try clones.first.sandbox.write("name = 'By git'\n", to: "playlists/a.toml")
    try clones.first.sandbox.git("commit", "-q", "-a", "-m", "By git")
    try clones.first.sandbox.git("push", "-q")
    #expect(expectError(.nothingToUndo) { try clones.first.store.undo() }?.cause is ChangesOfOthers)
    try clones.first.store.revert("HEAD")
    #expect(try clones.first.store.find(.id("a"))?.name == "A")
  }

  // MARK: The file

  @Test func `without a log, it is made again`() throws {
    try rename("One", "Two")
    try store.undo()
    let operations = try log.read().operations
    try sandbox.remove(".git/mixtape/operations")
    #expect(try kinds() == operations.map(\.kind.rawValue))
    #expect(try log.read().operations == operations)
    try store.redo()
    #expect(try name() == "Two")
  }

  @Test func `torn and damaged lines are ignored, and made again at the end`() throws {
    try rename("One", "Two")
    let path = ".git/mixtape/operations"
    let whole = String(decoding: try sandbox.read(path), as: UTF8.self)
    try sandbox.write(String(whole.dropLast(10)), to: path)
    #expect(try kinds() == ["received", "change", "change"])
    try sandbox.write(whole.replacing("change", with: "chance"), to: path)
    #expect(try store.undoPreview(2).steps.map(\.subject) == ["Rename a to \"Two\"", "Rename a to \"One\""])
    try sandbox.write(whole + "binary \u{0} line\n\n\n", to: path)
    try store.undo(2)
    #expect(try name() == "A")
  }

  @Test(arguments: ["mkdir", "ln -s /dev/null"])
  func `something else in its place changes nothing but a push`(command: String) throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    let mine = clones.first
    _ = try mine.sandbox.shell("rm .git/mixtape/operations && \(command) .git/mixtape/operations")
    try mine.store.rename(.id("a"), to: "One")
    try mine.store.undo()
    #expect(try mine.store.find(.id("a"))?.name == "A")
    try mine.store.redo()
    expectError(.fileAccess) { try mine.store.sync(by: .quiet) }
  }

  @Test(arguments: ["nonsense", String(repeating: "1", count: 40)])
  func `an undo of unknown commits is a change`(id: String) throws {
    try rename("One")
    try sandbox.write("name = 'Forged'\n", to: "playlists/a.toml")
    try sandbox.git("commit", "-q", "-a", "-m", "Forged\n\nMixtape-Operation: undo\nMixtape-Undoes: \(id)")
    let status = try store.status()
    #expect(status.nextUndo?.subject == "Forged" && status.nextRedo == nil)
    try store.undo(2)
    #expect(try name() == "A")
  }
}
