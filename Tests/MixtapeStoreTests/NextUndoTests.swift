import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// The next undo that an undo names is the one that the next plain undo undoes, also after an undo of changes of others.
@Suite struct NextUndoTests {
  private let first: StoreFixture

  /// Makes a store with a change of this clone, one of another clone, and two more of this clone.
  init() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n", "playlists/b.toml": "name = 'B'\n"])
    first = clones.first
    let second = try clones.another()
    try first.store.rename(.id("b"), to: "Oldest")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.perform(.add(.ids("sky/1"), to: .id("a"), at: nil))
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    for name in ["Older", "Newest"] { try first.store.rename(.id("a"), to: name) }
  }

  /// Undoes until nothing can be undone, with a preview of each undo. Expects that each step is the one that was named before.
  private func expectNamedSteps(
    _ calls: [(preview: () throws -> UndoPreview, undo: () throws -> UndoResult)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    var (named, undone): (String??, [String]) = (nil, [])
    for call in calls {
      let preview = try call.preview()
      if case .some(let named) = named {
        #expect(preview.steps.first?.subject == named, sourceLocation: sourceLocation)
      }
      let result = try call.undo()
      #expect(preview.steps.map(\.subject) == result.steps.map(\.subject), sourceLocation: sourceLocation)
      #expect(preview.nextUndo?.subject == result.nextUndo?.subject, sourceLocation: sourceLocation)
      #expect(preview.nextRedo?.subject == result.nextRedo?.subject, sourceLocation: sourceLocation)
      undone += result.steps.map(\.subject)
      named = result.nextUndo?.subject
    }
    #expect(try first.store.status().nextUndo?.subject == named.flatMap(\.self), sourceLocation: sourceLocation)
    try first.expectClean()
    return undone
  }

  private func plain() -> (preview: () throws -> UndoPreview, undo: () throws -> UndoResult) {
    ({ try first.store.undoPreview() }, { try first.store.undo() })
  }

  private func withOthers(_ count: Int = 1) -> (preview: () throws -> UndoPreview, undo: () throws -> UndoResult) {
    ({ try first.store.undoPreview(count, any: true) }, { try first.store.undo(count, any: true) })
  }

  @Test func `after the undo of a change of this clone, changes of others are skipped`() throws {
    #expect(
      try expectNamedSteps([withOthers(), withOthers(), plain()]) == [
        #"Rename a to "Newest""#, #"Rename a to "Older""#, #"Rename b to "Oldest""#,
      ])
    #expect(try first.text("playlists/a.toml")?.contains("sky/1") == true)
  }

  @Test func `several steps of this clone`() throws {
    #expect(
      try expectNamedSteps([withOthers(2), plain()]) == [
        #"Rename a to "Newest""#, #"Rename a to "Older""#, #"Rename b to "Oldest""#,
      ])
  }

  @Test func `the undo of a change of others is the next change to undo`() throws {
    for _ in 1...2 { try first.store.undo() }
    #expect(try expectNamedSteps([withOthers()]) == ["Add 1 episode to a"])
    #expect(try first.text("playlists/a.toml")?.contains("sky/1") == false)
    let undone = try expectNamedSteps([plain(), plain()])
    #expect(undone == ["Undo: Add 1 episode to a", #"Rename b to "Oldest""#])
    #expect(try first.text("playlists/a.toml")?.contains("sky/1") == true)
  }

  @Test func `the undo of changes of this clone and of others is one change`() throws {
    #expect(try expectNamedSteps([withOthers(3), plain()]).last == "Undo 3 changes")
    #expect(try first.text("playlists/a.toml")?.contains("sky/1") == true)
    #expect(try first.text("playlists/a.toml")?.contains("Newest") == true)
  }

  @Test func `the undo of a merge and of an older change of this clone is one change`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
    let (first, second) = (clones.first, try clones.another())
    try first.store.rename(.id("b"), to: "Mine")
    try second.store.rename(.id("a"), to: "Theirs")
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    #expect(try first.store.undoPreview(2, any: true).nextUndo?.subject == "Undo 2 changes")
    #expect(try first.store.undo(2, any: true).nextUndo?.subject == "Undo 2 changes")
    let result = try first.store.undo()
    #expect(result.steps.map(\.subject) == ["Undo 2 changes"])
    #expect(result.nextUndo?.subject == #"Rename b to "Mine""#)
    #expect(try first.text("playlists/a.toml")?.contains("Theirs") == true)
    #expect(try first.text("playlists/b.toml")?.contains("Mine") == true)
  }

  @Test func `a hand edit is undone before changes of others`() throws {
    for _ in 1...2 { try first.store.undo() }
    try first.sandbox.write("name = 'By hand'\n", to: "playlists/b.toml")
    let preview = try first.store.undoPreview(2, any: true)
    #expect(preview.steps.map(\.subject) == ["Edit b by hand", "Add 1 episode to a"])
    #expect(preview.nextUndo?.subject == "Undo 2 changes")
    #expect(try first.store.undoPreview(any: true).nextUndo?.subject == #"Rename b to "Oldest""#)
    #expect(try first.store.undo(2, any: true).nextUndo?.subject == "Undo 2 changes")
  }

  @Test func `in one playlist`() throws {
    let a = try StoreItem.id("a")
    let withOthers = ({ try first.store.undoPreview(a, any: true) }, { try first.store.undo(a, any: true) })
    let plain = ({ try first.store.undoPreview(a) }, { try first.store.undo(a) })
    let undone = try [withOthers, withOthers, withOthers, plain].enumerated().map { number, call in
      let (preview, result) = (try call.0(), try call.1())
      #expect(preview.nextUndo?.subject == result.nextUndo?.subject)
      // After the undo of a change of others, this undo is the next one of the playlist.
      #expect(
        result.nextUndo?.subject == [#"Rename a to "Older""#, nil, "Undo in a: Add 1 episode to a", nil][number])
      return result.steps.map(\.subject)
    }
    #expect(undone.last == ["Undo in a: Add 1 episode to a"])
    #expect(try first.text("playlists/a.toml")?.contains("sky/1") == true)
  }
}
