import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Reverting one change")
struct RevertTests {
  private static let text = """
    # mine
    name = "A"   # short

    episodes = [
      "p/1",  # one
      "p/2",  # two
      "p/3",
    ]

    [extra]
    x = 1

    """
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture([
      "playlists/x/a.toml": Self.text, "playlists/b.toml": "name = 'B'\n", "library/p.toml": "title = 'P'\n",
    ])
  }

  private func head() throws -> String { try fixture.sandbox.git("rev-parse", "HEAD") }
  private func a() throws -> String? { try fixture.text("playlists/x/a.toml") }

  /// Makes a change and returns its commit.
  private func change(_ body: (Store) throws -> Void) throws -> String {
    try body(fixture.store)
    try fixture.store.captureHandEdits()
    return try head()
  }

  private func conflicts(
    _ revision: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> [RevertConflict] {
    let error = try fixture.expectRefusal(.conflict, sourceLocation: sourceLocation) {
      try fixture.store.revert(Revision(revision))
    }
    expectError(.conflict, sourceLocation: sourceLocation) { _ = try fixture.store.revertPreview(Revision(revision)) }
    return (error?.cause as? RevertConflicts)?.conflicts ?? []
  }

  // MARK: Byte for byte

  @Test func theNewestChangeIsRevertedByteForByte() throws {
    let commit = try change { try $0.remove([.offset(1)], from: .id("a")) }
    let preview = try fixture.store.revertPreview("HEAD")
    #expect(preview.subject == "Revert \"Remove 1 episode from a\"")
    #expect(preview.differences.map(\.new) == [Array(Self.text.utf8)])
    let result = try fixture.store.revert("HEAD")
    #expect(try a() == Self.text)
    #expect(result.change.id.description == commit && result.touchesStore)
    #expect(
      try fixture.message()
        == "Revert \"Remove 1 episode from a\"\n\nMixtape-Operation: revert\nMixtape-Reverts: \(commit)")
    #expect(try result.commit?.description == head())
    try fixture.expectClean()
  }

  @Test func laterChangesOfOtherFilesStay() throws {
    let commit = try change { try $0.rename(.id("a"), to: "Other") }
    try fixture.store.rename(.id("b"), to: "Later")
    try fixture.store.revert(Revision(commit))
    #expect(try a() == Self.text)
    #expect(try fixture.text("playlists/b.toml") == "name = 'Later'\n")
    #expect(try fixture.changes() == ["M playlists/x/a.toml"])
  }

  @Test func creationsAndDeletionsAreReverted() throws {
    let made = try change { try $0.create(try Playlist(id: .id("c"))) }
    let deleted = try change { try $0.delete(.id("a")) }
    try fixture.store.revert(Revision(made))
    #expect(try fixture.text("playlists/c.toml") == nil)
    try fixture.store.revert(Revision(deleted))
    #expect(try a() == Self.text)
    try fixture.expectClean()
  }

  @Test func aRevertedMoveKeepsLaterEdits() throws {
    let commit = try change { try $0.move(.id("a"), to: Folder(validating: "y")) }
    try fixture.store.rename(.id("a"), to: "Later")
    try fixture.store.revert(Revision(commit))
    #expect(try a() == Self.text.replacing("\"A\"", with: "\"Later\""))
    #expect(try fixture.text("playlists/y/a.toml") == nil)
    try fixture.expectClean()
  }

  @Test func anEditOfAMovedFileIsReverted() throws {
    let commit = try change { try $0.rename(.id("a"), to: "Other") }
    try fixture.store.move(.id("a"), to: Folder(validating: "y/z"))
    let bytes = try fixture.sandbox.read("playlists/y/z/a.toml")
    try fixture.sandbox.remove("playlists/y/z/a.toml")
    try fixture.sandbox.write(bytes, to: "playlists/y/z/renamed.toml")
    try fixture.store.revert(Revision(commit))
    #expect(try fixture.text("playlists/y/z/renamed.toml") == Self.text)
    try fixture.expectClean()
  }

  @Test func aRevertedRenamingKeepsLaterEdits() throws {
    let commit = try change { _ in
      let bytes = try fixture.sandbox.read("playlists/x/a.toml")
      try fixture.sandbox.remove("playlists/x/a.toml")
      try fixture.sandbox.write(bytes, to: "playlists/c.toml")
    }
    #expect(try fixture.subjects().first == "Rename a to c by hand")
    try fixture.store.describe(.id("c"), as: "Later")
    try fixture.store.revert(Revision(commit))
    #expect(try fixture.store.find(.id("a"))?.description == "Later")
    #expect(try fixture.text("playlists/c.toml") == nil)
    try fixture.expectClean()
  }

  @Test func everyFileOfACommitIsReverted() throws {
    try fixture.sandbox.write("name = 'Git'\n", to: "playlists/b.toml")
    try fixture.sandbox.write("title = 'Git'\n", to: "library/p.toml")
    try fixture.sandbox.write("# new\n", to: "templates/t.toml")
    try fixture.sandbox.write("notes", to: "NOTES.md")
    try fixture.sandbox.remove("playlists/x/a.toml")
    try fixture.sandbox.git("add", "--all")
    try fixture.sandbox.git("commit", "-q", "-m", "By git")
    try fixture.store.revert("HEAD")
    #expect(try fixture.snapshot().count == 4)
    #expect(try a() == Self.text)
    #expect(try fixture.text("playlists/b.toml") == "name = 'B'\n")
    #expect(try fixture.text("library/p.toml") == "title = 'P'\n")
    #expect(try fixture.text("NOTES.md") == "notes")
    try fixture.expectClean()
  }

  // MARK: With later changes

  @Test func episodesAreRemovedAndReturnWithTheirLines() throws {
    let removed = try change { try $0.remove([.offset(1)], from: .id("a")) }
    let added = try change { try $0.add(.ids("p/7"), to: .id("a")) }
    try fixture.store.add(.ids("p/8"), to: .id("a"))
    try fixture.store.add(.ids("p/9"), to: .id("a"), at: 1)
    try fixture.store.revert(Revision(removed))
    try fixture.store.revert(Revision(added))
    #expect(
      try a()
        == Self.text.replacing(
          "  \"p/2\",  # two\n  \"p/3\",\n", with: "  \"p/2\",  # two\n  \"p/9\",\n  \"p/3\",\n  \"p/8\",\n"))
    try fixture.expectClean()
  }

  @Test func keysWithoutLaterChangesAreReverted() throws {
    let commit = try change { try $0.rename(.id("b"), to: "Other") }
    try fixture.store.describe(.id("b"), as: "Later")
    try fixture.store.revert(Revision(commit))
    #expect(try fixture.text("playlists/b.toml") == "name = 'B'\ndescription = \"Later\"\n")
  }

  @Test func commentsOfAHandEditAreReverted() throws {
    let commit = try change { _ in
      try fixture.sandbox.write(
        Self.text.replacing("# mine", with: "# yours").replacing("x = 1", with: "x = 2"), to: "playlists/x/a.toml")
    }
    try fixture.store.remove([.offset(0)], from: .id("a"))
    try fixture.store.revert(Revision(commit))
    #expect(try a() == Self.text.replacing("  \"p/1\",  # one\n", with: ""))
  }

  // MARK: Conflicts

  /// Returns the paths and the keys of the values that prevent a revert.
  private func keys(_ commit: String) throws -> [String] {
    try conflicts(commit).map { conflict in
      if case .value(let value) = conflict.reason { "\(conflict.path) \(value.key)" } else { "\(conflict)" }
    }
  }

  @Test func aConflictNamesAllThreeValues() throws {
    let commit = try change { try $0.rename(.id("a"), to: "One") }
    try fixture.store.rename(.id("a"), to: "Two")
    let conflict = try #require(try conflicts(commit).first)
    guard case .value(let value) = conflict.reason else {
      Issue.record("\(conflict)")
      return
    }
    #expect(conflict.path == "playlists/x/a.toml" && value.key == "name")
    #expect(value.ours.value == "\"Two\"" && value.theirs.value == "\"A\"")
    #expect(try value.ours.commit.description == head())
  }

  @Test func oneConflictStopsAllFiles() throws {
    try fixture.sandbox.write("name = 'Git'\n", to: "playlists/b.toml")
    try fixture.sandbox.write("title = 'Git'\n", to: "library/p.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "By git")
    let commit = try head()
    try fixture.sandbox.write("title = 'Later'\n", to: "library/p.toml")
    try fixture.store.captureHandEdits()
    #expect(try keys(commit) == ["library/p.toml title"])
  }

  @Test func filesThatWereChangedAreConflicts() throws {
    let edited = try change { try $0.rename(.id("b"), to: "Other") }
    let made = try change { try $0.create(try Playlist(id: .id("c"))) }
    let deleted = try change { try $0.delete(.id("a")) }
    try fixture.store.rename(.id("c"), to: "Later")
    try fixture.store.delete(.id("b"))
    try fixture.store.create(try Playlist(id: .id("a"), folder: Folder(validating: "new")))
    #expect(
      try conflicts(edited).map(\.withoutChange) == [RevertConflict(path: "playlists/b.toml", reason: .deletedSince)])
    #expect(
      try conflicts(made).map(\.withoutChange) == [RevertConflict(path: "playlists/c.toml", reason: .changedSince)])
    #expect(
      try conflicts(deleted).map(\.withoutChange) == [
        RevertConflict(path: "playlists/x/a.toml", reason: .taken(by: "playlists/new/a.toml"))
      ])
  }

  @Test func aSecondMoveIsAConflictOfFolders() throws {
    let commit = try change { try $0.move(.id("a"), to: Folder(validating: "y")) }
    try fixture.store.move(.id("a"), to: Folder(validating: "z"))
    #expect(
      try conflicts(commit).map(\.withoutChange) == [
        RevertConflict(path: "playlists/z/a.toml", reason: .movedSince(insteadOf: "playlists/x/a.toml"))
      ])
  }

  @Test func `a value of the user that was changed again is a conflict, a comment is not`() throws {
    let commit = try change { _ in
      try fixture.sandbox.write(Self.text.replacing("x = 1", with: "x = 2"), to: "playlists/x/a.toml")
    }
    let comment = try change { _ in
      try fixture.sandbox.write(
        Self.text.replacing("x = 1", with: "x = 3").replacing("# mine", with: "# one"), to: "playlists/x/a.toml")
    }
    #expect(try keys(commit) == ["playlists/x/a.toml extra.x"])
    try fixture.sandbox.write(
      Self.text.replacing("x = 1", with: "x = 3").replacing("# mine", with: "# two"), to: "playlists/x/a.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.store.revertPreview(Revision(comment)).differences.map(\.path) == ["playlists/x/a.toml"])
    try fixture.store.revert(Revision(comment))
    #expect(try a()?.contains("# two") == true)
  }

  // MARK: Revertible changes

  @Test func undoRedoRestoreAndRevertCanBeReverted() throws {
    try fixture.store.rename(.id("b"), to: "One")
    try fixture.store.undo()
    try fixture.store.revert("HEAD")
    #expect(try fixture.text("playlists/b.toml") == "name = 'One'\n")
    try fixture.store.revert("HEAD")
    #expect(try fixture.text("playlists/b.toml") == "name = 'B'\n")
    #expect(try fixture.subjects().first == "Revert \"Revert \"Undo: Rename b to \"One\"\"\"")
    try fixture.store.restore(.id("b"), at: "HEAD~1")
    try fixture.store.revert("HEAD")
    #expect(try fixture.text("playlists/b.toml") == "name = 'B'\n")
    try fixture.store.undo()
    try fixture.store.redo()
    try fixture.store.revert("HEAD")
    #expect(try fixture.text("playlists/b.toml") == "name = 'One'\n")
    try fixture.expectClean()
  }

  @Test func aRevertedMergeRemovesWhatItBroughtIn() throws {
    let branch = try fixture.sandbox.git("branch", "--show-current")
    try fixture.sandbox.git("switch", "-q", "-c", "other")
    try fixture.store.rename(.id("b"), to: "Merged")
    try fixture.sandbox.git("switch", "-q", branch)
    try fixture.store.describe(.id("a"), as: "Main")
    try fixture.sandbox.git("merge", "-q", "--no-edit", "other")
    try fixture.store.revert("HEAD")
    #expect(try fixture.text("playlists/b.toml") == "name = 'B'\n")
    #expect(try fixture.store.find(.id("a"))?.description == "Main")
  }

  @Test func aRevertCanBeUndoneAndClearsRedo() throws {
    let commit = try change { try $0.rename(.id("b"), to: "One") }
    try fixture.store.describe(.id("b"), as: "Later")
    try fixture.store.undo()
    try fixture.store.revert(Revision(commit))
    try fixture.expectRefusal(.nothingToRedo) { try fixture.store.redo() }
    #expect(try fixture.store.undo().steps.map(\.subject) == ["Revert \"Rename b to \"One\"\""])
    #expect(try fixture.text("playlists/b.toml") == "name = 'One'\n")
    #expect(try fixture.store.undo().steps.map(\.subject) == ["Rename b to \"One\""])
  }

  @Test func aChangeThatIsGoneNeedsNoRevert() throws {
    let commit = try change { try $0.rename(.id("b"), to: "One") }
    try fixture.store.undo()
    let before = try head()
    #expect(try fixture.store.revert(Revision(commit)).commit == nil)
    try fixture.sandbox.git("commit", "-q", "--allow-empty", "-m", "Nothing of the store's")
    let result = try fixture.store.revert("HEAD")
    #expect(result.commit == nil && !result.touchesStore)
    #expect(try fixture.sandbox.git("rev-parse", "HEAD~1") == before)
  }

  @Test func theCreationOfTheStoreCannotBeReverted() throws {
    try fixture.expectRefusal(.notRevertible) { try fixture.store.revert("HEAD") }
    try fixture.expectRefusal(.noSuchRevision, .text("nowhere")) { try fixture.store.revert("nowhere") }
  }

  @Test func filesWithErrorsAreNotOverwrittenOrRestored() throws {
    try fixture.sandbox.write("name = 'half", to: "playlists/b.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "Broken")
    let mended = try change { _ in try fixture.sandbox.write("name = 'Whole'\n", to: "playlists/b.toml") }
    try fixture.expectRefusal(.invalidVersion, .file("playlists/b.toml")) { try fixture.store.revert(Revision(mended)) }
    let renamed = try change { try $0.rename(.id("b"), to: "Other") }
    try fixture.sandbox.write("name = 'half", to: "playlists/b.toml")
    try fixture.expectRefusal(.invalidFile, .file("playlists/b.toml")) { try fixture.store.revert(Revision(renamed)) }
    expectError(.invalidFile) { _ = try fixture.store.revertPreview(Revision(renamed)) }
  }

  @Test func aFileRenamedByHandIsFollowed() throws {
    let commit = try change { try $0.create(try Playlist(id: .id("c"))) }
    let bytes = try fixture.sandbox.read("playlists/c.toml")
    try fixture.sandbox.remove("playlists/c.toml")
    try fixture.sandbox.write(bytes, to: "playlists/d.toml")
    let expected = [RevertConflict(path: "playlists/d.toml", reason: .changedSince)]
    let error = expectError(.conflict) { _ = try fixture.store.revertPreview(Revision(commit)) }
    #expect((error?.cause as? RevertConflicts)?.conflicts.map(\.withoutChange) == expected)
    try fixture.store.captureHandEdits()
    #expect(try conflicts(commit).map(\.withoutChange) == expected)
  }

  @Test func handEditsAreCommittedFirst() throws {
    let commit = try change { try $0.rename(.id("a"), to: "Other") }
    try fixture.sandbox.write("# by hand\n", to: "playlists/c.toml")
    try fixture.store.revert("HEAD")
    #expect(try a() == Self.text)
    #expect(try fixture.subjects().prefix(2) == ["Revert \"Rename a to \"Other\"\"", "Create c by hand"])
    #expect(try fixture.message().hasSuffix("Mixtape-Reverts: \(commit)"))
  }
}
