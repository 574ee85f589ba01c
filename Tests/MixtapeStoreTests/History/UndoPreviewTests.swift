import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Previews of undo and redo")
struct UndoPreviewTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.rename(.id("a"), to: "Two")
  }

  private func subjects(_ steps: [UndoPreview.Step]) -> [String] {
    steps.map { step in
      switch step {
      case .committed(let entry): entry.subject
      case .handEdit(let edit): "\(edit.subject), waiting"
      }
    }
  }

  /// Checks that a preview changes nothing, and that its result equals that of the call.
  private func expectTruth(
    _ count: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ look: (Int) throws -> UndoPreview, _ act: (Int) throws -> UndoResult
  ) throws {
    let before = (try fixture.snapshot(), try fixture.sandbox.git("rev-parse", "HEAD"), try fixture.sandbox.status())
    let preview = try look(count)
    let after = (try fixture.snapshot(), try fixture.sandbox.git("rev-parse", "HEAD"), try fixture.sandbox.status())
    #expect(before == after, sourceLocation: sourceLocation)
    var expected = before.0
    for difference in preview.differences {
      #expect(expected[difference.path] == difference.old, sourceLocation: sourceLocation)
      expected[difference.path] = difference.new
    }
    let result = try act(count)
    #expect(try fixture.snapshot() == expected, sourceLocation: sourceLocation)
    let shown = [
      subjects(preview.steps), subjects([preview.nextUndo].compactMap(\.self)),
      subjects([preview.nextRedo].compactMap(\.self)),
    ]
    let done = [
      result.steps.map(\.subject), [result.nextUndo].compactMap(\.?.subject), [result.nextRedo].compactMap(\.?.subject),
    ]
    #expect(shown.map { $0.map { $0.replacing(", waiting", with: "") } } == done, sourceLocation: sourceLocation)
  }

  @Test func previewsEqualUndoAndRedo() throws {
    try expectTruth(1, fixture.store.undoPreview, fixture.store.undo)
    try expectTruth(1, fixture.store.redoPreview, fixture.store.redo)
    try expectTruth(2, fixture.store.undoPreview, fixture.store.undo)
    try expectTruth(1, fixture.store.redoPreview, fixture.store.redo)
    try expectTruth(1, fixture.store.redoPreview, fixture.store.redo)
  }

  @Test func uncommittedHandEditsAreFirst() throws {
    try fixture.sandbox.write("name = 'Edited'\n", to: "playlists/a.toml")
    try fixture.sandbox.write("# new\n", to: "playlists/c.toml")
    let bytes = try fixture.sandbox.read("playlists/b.toml")
    try fixture.sandbox.remove("playlists/b.toml")
    try fixture.sandbox.write(bytes, to: "playlists/z/b.toml")
    #expect(
      subjects(try fixture.store.undoPreview(4).steps) == [
        "Move b by hand, waiting", "Create c by hand, waiting", "Edit a by hand, waiting", "Rename a to \"Two\"",
      ])
    try expectTruth(2, fixture.store.undoPreview, fixture.store.undo)
    try expectTruth(2, fixture.store.undoPreview, fixture.store.undo)
    try expectTruth(4, fixture.store.redoPreview, fixture.store.redo)
  }

  @Test func `an earlier hand edit of the same file is committed`() throws {
    try fixture.sandbox.write("name = 'Edited'\n", to: "playlists/a.toml")
    try fixture.store.captureHandEdits()
    try fixture.sandbox.write("name = 'Edited again'\n", to: "playlists/a.toml")
    let preview = try fixture.store.undoPreview(2)
    #expect(subjects(preview.steps) == ["Edit a by hand, waiting", "Edit a by hand"])
  }

  @Test func theErrorsAreThoseOfUndo() throws {
    try fixture.sandbox.write("name = 'half", to: "playlists/a.toml")
    expectError(.invalidFile, .file("playlists/a.toml")) { _ = try fixture.store.undoPreview() }
    #expect(fixture.told == ["playlists/a.toml: toml.unterminated-string, HEAD answers"])
  }

  @Test func duringAMergePreviewsAreRefused() throws {
    try fixture.sandbox.write("\(try fixture.sandbox.git("rev-parse", "HEAD"))\n", to: ".git/MERGE_HEAD")
    expectError(.repositoryBusy) { _ = try fixture.store.undoPreview() }
  }
}
