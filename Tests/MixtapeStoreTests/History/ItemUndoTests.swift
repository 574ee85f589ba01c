import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// The undo of one playlist takes back its last change, and keeps what came later elsewhere.
@Suite struct ItemUndoTests {
  private static let files = [
    "playlists/a.toml": "name = 'A'\n", "playlists/deep/b.toml": "# b\r\nname = 'B'\r\n",
  ]
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(Self.files) }

  private func a() throws -> StoreItem { .playlist(try .id("a")) }

  @Test func laterChangesOfOtherPlaylistsStay() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    let change = try fixture.sandbox.git("rev-parse", "HEAD")
    try fixture.store.rename(.id("b"), to: "Second")
    let result = try fixture.store.undo(a())
    #expect(result.steps.map(\.id.description) == [change])
    #expect(result.nextUndo == nil && result.nextRedo == nil)
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    #expect(try fixture.store.playlist(.id("b"))?.name == "Second")
    #expect(
      try fixture.message()
        == "Undo in a: Rename a to \"Other\"\n\nMixtape-Operation: undo\nMixtape-Reverts: \(change)")
    try fixture.expectClean()
  }

  @Test func eachUndoGoesOneChangeFurtherBack() throws {
    for name in ["One", "Two", "Three"] { try fixture.store.rename(.id("a"), to: name) }
    var names: [String?] = []
    for _ in 0..<3 {
      try fixture.store.undo(a())
      names.append(try fixture.store.playlist(.id("a"))?.name)
    }
    #expect(names == ["Two", "One", "A"])
    try fixture.expectRefusal(.nothingToUndo, .playlist(.id("a"))) { try fixture.store.undo(a()) }
  }

  @Test func undoTakesItBack() throws {
    for name in ["One", "Two"] { try fixture.store.rename(.id("a"), to: name) }
    try fixture.store.undo(a())
    try fixture.store.undo()
    #expect(try fixture.store.playlist(.id("a"))?.name == "Two")
    try fixture.store.undo(a())
    #expect(try fixture.store.playlist(.id("a"))?.name == "One")
  }

  @Test func changesThatUndoOfTheStoreTookBackAreSkipped() throws {
    for name in ["One", "Two", "Three"] { try fixture.store.rename(.id("a"), to: name) }
    try fixture.store.undo(2)
    try fixture.store.undo(a())
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
  }

  @Test func aRedoneChangeIsUndone() throws {
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.undo()
    try fixture.store.redo()
    try fixture.store.undo(a())
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    try fixture.expectRefusal(.nothingToUndo) { try fixture.store.undo(a()) }
  }

  /// Undos of the playlist that were undone and redone count as what they did.
  @Test func undosAndRedosOfAnUndoAreFollowed() throws {
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.rename(.id("a"), to: "Two")
    try fixture.store.undo(a())
    try fixture.store.undo()
    try fixture.store.redo()
    #expect(try fixture.store.undoPreview(a()).steps.map(\.subject) == ["Rename a to \"One\""])
    try fixture.store.undo()
    #expect(try fixture.store.undoPreview(a()).steps.map(\.subject) == ["Rename a to \"Two\""])
    try fixture.store.undo(a())
    try fixture.store.undo(a())
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    try fixture.expectRefusal(.nothingToUndo) { try fixture.store.undo(a()) }
  }

  @Test func onlyTheFileOfThePlaylistReturns() throws {
    try fixture.store.perform(.delete([.id("a"), .id("b")]))
    try fixture.store.undo(a())
    #expect(try fixture.store.playlistIDs() == [.id("a")])
    try fixture.store.undo()
    try fixture.store.undo()
    #expect(try fixture.store.playlistIDs() == [.id("a"), .id("b")])
  }

  @Test func aMoveIsUndone() throws {
    try fixture.store.move(.id("b"), to: .top)
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.undo(.playlist(.id("b")))
    #expect(try fixture.text("playlists/deep/b.toml") == "# b\r\nname = 'B'\r\n")
  }

  @Test func aHandEditIsUndoneFirst() throws {
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/a.toml")
    try fixture.sandbox.write("name = 'B by hand'\n", to: "playlists/deep/b.toml")
    let preview = try fixture.store.undoPreview(a())
    #expect(preview.steps.map(\.subject) == ["Edit a by hand"])
    #expect(preview.differences.map(\.path) == ["playlists/a.toml"])
    #expect(preview.nextUndo?.subject == "Rename a to \"One\"")
    let result = try fixture.store.undo(a())
    #expect(result.steps.map(\.subject) == ["Edit a by hand"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'One'\n")
    #expect(try fixture.text("playlists/deep/b.toml") == "name = 'B by hand'\n")
  }

  @Test func aPreviewWritesNothing() throws {
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.rename(.id("b"), to: "Second")
    let before = try fixture.snapshot()
    let preview = try fixture.store.undoPreview(a())
    #expect(try fixture.snapshot() == before)
    #expect(preview.steps.map(\.subject) == ["Rename a to \"One\""])
    #expect(preview.differences.map(\.path) == ["playlists/a.toml"])
    #expect(preview.nextUndo == nil)
  }

  @Test func anUnknownPlaylistIsNotFound() throws {
    let missing = try Playlist.ID.id("missing")
    try fixture.expectRefusal(.notFound, .playlist(missing)) { try fixture.store.undo(.playlist(missing)) }
    expectError(.notFound) { _ = try fixture.store.undoPreview(.playlist(missing)) }
  }

  @Test func changesOfOthersAreSkippedAndStay() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\nepisodes = []\n"])
    let (first, second) = (clones.first, try clones.another())
    try first.store.rename(.id("a"), to: "Mine")
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    try second.store.perform(.add(.ids("sky/1"), to: .id("a"), at: nil))
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    for _ in 0..<2 {
      let result = try first.store.undo(a())
      #expect(result.steps.map(\.subject) == ["Rename a to \"Mine\""])
      let playlist = try #require(try first.store.playlist(.id("a")))
      #expect(playlist.name == "A")
      #expect(try playlist.episodes == .ids("sky/1"))
      #expect(expectError(.nothingToUndo) { try first.store.undo(a()) }?.cause is ChangesOfOthers)
      try first.store.undo()
      #expect(try first.store.playlist(.id("a"))?.name == "Mine")
    }
    let received = try first.store.history(of: a(), limit: 10).entries.first { $0.subject == "Add 1 episode to a" }
    try first.store.revert(Revision(try #require(received).id.description), of: a())
    #expect(try first.store.playlist(.id("a"))?.episodes == [])
  }
}
