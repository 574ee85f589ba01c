import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Undo, redo and revert of changes of a file to which a sync gave another id, because others had a file with its id.
@Suite struct UndoAfterIDClashTests {
  private let first: StoreFixture
  private let second: StoreFixture
  private let text = "name = 'A'\nepisodes = []\n"
  private let others = "name = 'Theirs'\ndescription = 'Of others'\n"

  /// Makes two clones. The first one has a file `new` that was `a` and was edited since. The second one creates another `new`.
  init() throws {
    let clones = try Clones(["playlists/a.toml": text])
    let stores = try clones.stores(ofDays: [2, 1])
    (first, second) = (stores[0], stores[1])
    try first.sandbox.remove("playlists/a.toml")
    try first.sandbox.write(text, to: "playlists/new.toml")
    try first.store.describe(.id("new"), as: "Mine")
    try second.sandbox.write(others, to: "playlists/new.toml")
  }

  private func syncAll(mergingIn merging: StoreFixture? = nil) throws {
    let isFirst = merging == nil || merging?.sandbox.root == first.sandbox.root
    for fixture in isFirst ? [second, first, second] : [first, second, first] { try fixture.store.sync(by: .quiet) }
    #expect(try first.text("playlists/new-2.toml")?.contains("Mine") == true)
  }

  @Test(arguments: [true, false])
  func `undo and redo`(firstMerges: Bool) throws {
    try syncAll(mergingIn: firstMerges ? first : second)
    let changed = try first.text("playlists/new-2.toml")
    #expect(try first.store.undo().steps.map(\.subject) == ["Describe new"])
    #expect(try first.text("playlists/new-2.toml") == text)
    #expect(try first.store.undo().steps.map(\.subject) == ["Rename a to new by hand"])
    #expect(try first.text("playlists/a.toml") == text)
    try first.store.redo()
    #expect(try first.text("playlists/new-2.toml") == text)
    try first.store.redo()
    #expect(try first.text("playlists/new-2.toml") == changed)
    #expect(try first.text("playlists/new.toml") == others)
    try first.expectClean()
  }

  @Test func revert() throws {
    let change = try Revision(first.sandbox.git("rev-parse", "HEAD"))
    try syncAll()
    try second.store.revert(change)
    #expect(try second.text("playlists/new-2.toml") == text)
    #expect(try second.text("playlists/new.toml") == others)
  }

  @Test func `the undo of a file that was renamed since`() throws {
    try syncAll()
    let renamed = try #require(try first.text("playlists/new-2.toml"))
    try first.sandbox.remove("playlists/new-2.toml")
    try first.sandbox.write(renamed, to: "playlists/mine.toml")
    try first.store.captureHandEdits()
    let change = try Revision(first.sandbox.git("log", "--format=%H", "--grep=^Describe new"))
    try first.store.revert(change)
    #expect(try first.text("playlists/mine.toml") == text)
    #expect(try first.text("playlists/new.toml") == others)
  }

  @Test(arguments: [true, false])
  func `the undo of one playlist`(firstMerges: Bool) throws {
    try syncAll(mergingIn: firstMerges ? first : second)
    #expect(expectError(.nothingToUndo) { try first.store.undo(.id("new")) }?.cause is ChangesOfOthers)
    let result = try first.store.undo(.id("new-2"))
    #expect(result.steps.map(\.subject) == ["Describe new"] && result.nextUndo?.subject == "Rename a to new by hand")
    #expect(try first.text("playlists/new-2.toml") == text)
    #expect(try result.item == .id("new-2"))
    let renaming = try first.store.undo(.id("new-2"))
    #expect(renaming.nextUndo == nil)
    #expect(try renaming.item == .id("a"))
    #expect(try first.text("playlists/a.toml") == text)
  }
}

/// Undo of changes of a file that others renamed at the same time.
@Suite struct UndoAfterRenamingByOthersTests {
  private let first: StoreFixture
  private let second: StoreFixture
  private let text = "name = 'A'\nepisodes = []\n"

  init() throws {
    let stores = try Clones(["playlists/a.toml": text]).stores(ofDays: [2, 1])
    (first, second) = (stores[0], stores[1])
  }

  private func rename(_ old: String, to new: String, in fixture: StoreFixture) throws {
    let text = try #require(try fixture.text("playlists/\(old).toml"))
    try fixture.sandbox.remove("playlists/\(old).toml")
    try fixture.sandbox.write(text, to: "playlists/\(new).toml")
    try fixture.store.captureHandEdits()
  }

  /// Lets the second clone rename `a` to `b` and edit it after or beside a change of the first one.
  private func renameInSecond(afterSync: Bool) throws {
    try first.store.describe(.id("a"), as: "Mine")
    if afterSync { for fixture in [first, second] { try fixture.store.sync(by: .quiet) } }
    try rename("a", to: "b", in: second)
    try second.store.add(.ids("p/1"), to: .id("b"))
    for fixture in [second, first] { try fixture.store.sync(by: .quiet) }
  }

  @Test(arguments: [true, false], ["a", "b"])
  func `the undo of one playlist, by its former or its present id`(afterSync: Bool, id: String) throws {
    try renameInSecond(afterSync: afterSync)
    let preview = try first.store.undoPreview(.id(id))
    #expect(preview.steps.map(\.subject) == ["Describe a"])
    #expect(try preview.item == .id("b"))
    let result = try first.store.undo(.id(id))
    #expect(result.steps.map(\.subject) == ["Describe a"] && result.nextUndo == nil)
    #expect(try result.item == .id("b"))
    #expect(try first.store.playlist(.id("b"), at: "HEAD").description.isEmpty == true)
    #expect(try first.store.playlist(.id("b"), at: "HEAD").episodes == .ids("p/1"))
    #expect(first.told.contains("a is b") == (id == "a"))
    #expect(expectError(.nothingToUndo) { try first.store.undo(.id("b")) }?.cause is ChangesOfOthers)
    try first.store.undo()
    #expect(try first.store.undoPreview(.id("b")).steps.map(\.subject) == ["Describe a"])
    try first.expectClean()
  }

  @Test func `the undo of a merge in one playlist renames it back`() throws {
    try first.store.create(try Playlist(id: .id("x")))
    try rename("a", to: "b", in: second)
    try second.store.add(.ids("p/1"), to: .id("b"))
    for fixture in [second, first] { try fixture.store.sync(by: .quiet) }
    let result = try first.store.undo(.id("b"), any: true)
    #expect(result.steps.map(\.subject) == ["Merge changes from origin/main"])
    #expect(try result.item == .id("a"))
    #expect(try first.text("playlists/a.toml") == text)
    #expect(try first.text("playlists/b.toml") == nil)
    try first.store.undo()
    #expect(try first.store.playlistIDs().map(\.rawValue) == ["b", "x"])
  }

  @Test func `a playlist that they created is another one`() throws {
    try first.store.describe(.id("a"), as: "Mine")
    for fixture in [first, second] { try fixture.store.sync(by: .quiet) }
    try rename("a", to: "b", in: second)
    try second.sandbox.write("name = 'New'\n", to: "playlists/a.toml")
    for fixture in [second, first] { try fixture.store.sync(by: .quiet) }
    #expect(expectError(.nothingToUndo) { try first.store.undo(.id("a")) }?.cause is ChangesOfOthers)
    #expect(try first.store.undoPreview(.id("b")).steps.map(\.subject) == ["Describe a"])
  }

  @Test func `a file that they renamed again later`() throws {
    try first.store.describe(.id("a"), as: "Mine")
    try rename("a", to: "b", in: second)
    for fixture in [second, first, second] { try fixture.store.sync(by: .quiet) }
    try rename("b", to: "c", in: second)
    for fixture in [second, first] { try fixture.store.sync(by: .quiet) }
    try first.store.undo()
    #expect(try first.text("playlists/c.toml") == text)
    #expect(try first.store.playlistIDs().map(\.rawValue) == ["c"])
  }
}
