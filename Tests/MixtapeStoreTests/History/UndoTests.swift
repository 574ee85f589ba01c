import Foundation
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Undo and redo")
struct UndoTests {
  private static let files = ["playlists/a.toml": "name = 'A'\n", "playlists/deep/b.toml": "# b\r\nname = 'B'\r\n"]
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Self.files) }

  @Test func oneStep() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    let done = try fixture.sandbox.git("rev-parse", "HEAD")
    let undone = try fixture.store.undo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    #expect(undone.steps.map(\.id.description) == [done])
    #expect(undone.nextUndo == nil && undone.nextRedo?.id.description == done)
    #expect(
      try fixture.message() == "Undo: Rename a to \"Other\"\n\nMixtape-Operation: undo\nMixtape-Undoes: \(done)")
    let redone = try fixture.store.redo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'Other'\n")
    #expect(redone.nextUndo?.id.description == done && redone.nextRedo == nil)
    #expect(
      try fixture.message() == "Redo: Rename a to \"Other\"\n\nMixtape-Operation: redo\nMixtape-Redoes: \(done)")
    try fixture.expectClean()
  }

  @Test func manyStepsAreOneCommit() throws {
    let start = try fixture.snapshot()
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.store.move(.id("a"), to: Folder(validating: "x/y"))
    try fixture.store.delete(.id("b"))
    try fixture.store.create(try Playlist(id: .id("c")))
    try fixture.store.delete(.id("a"))
    let end = try fixture.snapshot()
    let undone = try fixture.store.undo(5)
    #expect(try fixture.snapshot() == start)
    #expect(
      undone.steps.map(\.subject) == [
        "Delete a", "Create c", "Delete b", "Move a to x/y", "Rename a to \"Other\"",
      ])
    #expect(try fixture.subjects().first == "Undo 5 changes")
    #expect(try fixture.message().contains("- Delete a\n- Create c\n- Delete b\n- Move a to x/y\n- Rename a"))
    try fixture.store.redo(2)
    #expect(try fixture.store.find(.id("a"))?.folder.path == "x/y")
    try fixture.store.redo(3)
    #expect(try fixture.snapshot() == end)
    try fixture.expectClean()
  }

  @Test func tooManyStepsAreRefused() throws {
    try fixture.expectRefusal(.nothingToUndo, .position(1, count: 0)) { try fixture.store.undo() }
    try fixture.expectRefusal(.nothingToRedo, .position(1, count: 0)) { try fixture.store.redo() }
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.expectRefusal(.nothingToUndo, .position(2, count: 1)) { try fixture.store.undo(2) }
    for count in [0, -1, Int.min] {
      try fixture.expectRefusal(.nothingToUndo) { try fixture.store.undo(count) }
      try fixture.expectRefusal(.nothingToRedo) { try fixture.store.redo(count) }
    }
    try fixture.expectRefusal(.nothingToUndo, .position(.max, count: 1)) { try fixture.store.undo(.max) }
    try fixture.expectRefusal(.nothingToRedo, .position(.max, count: 0)) { try fixture.store.redo(.max) }
  }

  @Test func aNewChangeClearsRedo() throws {
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.undo()
    try fixture.store.describe(.id("a"), as: "New")
    try fixture.expectRefusal(.nothingToRedo) { try fixture.store.redo() }
    #expect(try fixture.store.undo().steps.map(\.subject) == ["Describe a"])
    try fixture.expectRefusal(.nothingToUndo) { try fixture.store.undo() }
    #expect(try fixture.store.redo().steps.map(\.subject) == ["Describe a"])
  }

  @Test func repeatedUndoSkipsUndoneChanges() throws {
    for name in ["1", "2", "3"] { try fixture.store.rename(.id("a"), to: name) }
    var names: [String] = []
    for step in ["u", "u", "r", "u", "u", "r", "r", "r", "u"] {
      if step == "u" { try fixture.store.undo() } else { try fixture.store.redo() }
      names.append(try #require(try fixture.store.find(.id("a"))).name)
    }
    #expect(names == ["2", "1", "2", "1", "A", "1", "2", "3", "2"])
    try fixture.expectClean()
  }

  @Test func aHandEditIsUndoneFirst() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/a.toml")
    #expect(try fixture.store.undo().steps.map(\.subject) == ["Edit a by hand"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'Other'\n")
    try fixture.store.redo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'By hand'\n")
    try fixture.expectClean()
  }

  @Test func aHandEditClearsRedo() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.store.undo()
    try fixture.sandbox.write("", to: "playlists/c.toml")
    expectError(.nothingToRedo) { try fixture.store.redo() }
    #expect(try fixture.subjects().first == "Create c by hand")
    #expect(try fixture.text("playlists/c.toml") == "")
  }

  @Test func commitsOfGitAreChanges() throws {
    try fixture.sandbox.write("name = 'Git'\n", to: "playlists/a.toml")
    try fixture.sandbox.write("notes", to: "playlists/notes.md")
    try fixture.sandbox.git("add", "playlists")
    try fixture.sandbox.git("commit", "-q", "-m", "By git\n\nWith a body")
    try fixture.sandbox.git("commit", "-q", "--allow-empty", "-m", "Nothing of the store's")
    #expect(try fixture.store.status().nextUndo?.subject == "By git")
    try fixture.sandbox.write("edited since", to: "playlists/notes.md")
    #expect(try fixture.store.undo().steps.map(\.subject) == ["By git"])
    #expect(try fixture.changes() == ["M playlists/a.toml"])
    #expect(try fixture.text("playlists/notes.md") == "edited since")
    try fixture.store.redo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'Git'\n")
  }

  @Test func aMergeIsOneChange() throws {
    let branch = try fixture.sandbox.git("branch", "--show-current")
    try fixture.sandbox.git("switch", "-q", "-c", "other")
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.describe(.id("a"), as: "Two")
    try fixture.sandbox.git("switch", "-q", branch)
    try fixture.store.delete(.id("b"))
    try fixture.sandbox.git("merge", "-q", "--no-edit", "other")
    #expect(try fixture.store.undo(2).steps.count == 2)
    #expect(
      try fixture.snapshot().filter { $0.key.hasPrefix("playlists") }.mapValues { String(decoding: $0, as: UTF8.self) }
        == Self.files)
    try fixture.expectRefusal(.nothingToUndo) { try fixture.store.undo() }
    try fixture.expectClean()
  }

  @Test func aFileWithErrorsIsNotOverwritten() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.sandbox.write("name = 'half", to: "playlists/a.toml")
    try fixture.expectRefusal(.invalidFile, .file("playlists/a.toml")) { try fixture.store.undo() }
    #expect(try fixture.text("playlists/a.toml") == "name = 'half")
  }

  @Test func aCommittedFileWithErrorsIsRestored() throws {
    try fixture.sandbox.write("name = 'half", to: "playlists/a.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "Broken")
    try fixture.sandbox.write("name = 'Whole'\n", to: "playlists/a.toml")
    #expect(try fixture.store.undo().steps.map(\.subject) == ["Edit a by hand"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'half")
    #expect(try fixture.store.undo().steps.map(\.subject) == ["Broken"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    try fixture.expectClean()
  }

  @Test func undoIsSentToListeners() async throws {
    var changes = fixture.store.changes().makeAsyncIterator()
    try fixture.store.delete(.id("b"))
    try fixture.store.undo()
    guard case .deleted(let gone)? = await changes.next(), case .created(let back)? = await changes.next() else {
      Issue.record("expected a deletion and a creation")
      return
    }
    #expect(gone.id == back.id && back.name == "B")
  }
}
