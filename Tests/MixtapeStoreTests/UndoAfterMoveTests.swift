import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Undo and revert of changes of files and episodes that others moved.
@Suite struct UndoAfterMoveTests {
  private static let first = "title = 'A'\n\n[[episodes]]\nid = '1'\nguid = 'g1'\n\n[[episodes]]\nid = '2'\n"

  private let mine: StoreFixture
  private let other: StoreFixture

  init() throws {
    let clones = try Clones([
      "playlists/a.toml": "name = 'A'\nepisodes = ['p/2']\n", "library/p.toml": Self.first,
      "library/q.toml": "title = 'B'\n\n[[episodes]]\nid = '9'\n",
    ])
    (mine, other) = (clones.first, try clones.another())
  }

  private func sync(_ fixtures: StoreFixture...) throws {
    for fixture in fixtures { try fixture.store.sync(by: .quiet) }
  }

  private func rate(_ rating: Int64) throws {
    try mine.store.library.editEpisodes(
      [try Episode.ID(validating: "p/1")], EpisodeEdit(.field(.rating), .integer(rating)))
  }

  private func move() throws {
    try other.store.library.moveEpisodes([try Episode.ID(validating: "p/1")], to: try Podcast.ID(validating: "q"))
  }

  @Test(arguments: [true, false])
  func `a file that others renamed is followed, whoever merges`(otherMerges: Bool) throws {
    try mine.store.add(.ids("p/1"), to: .id("a"))
    try other.sandbox.git("mv", "playlists/a.toml", "playlists/zen.toml")
    if otherMerges { try sync(mine, other, mine) } else { try sync(other, mine) }
    #expect(try mine.store.playlist(.id("zen"), at: "HEAD").episodes == .ids("p/2", "p/1"))
    let change = try #require(try mine.store.undo().steps.first)
    #expect(try mine.store.playlist(.id("zen"), at: "HEAD").episodes == .ids("p/2"))
    try mine.store.redo()
    #expect(try mine.store.playlist(.id("zen"), at: "HEAD").episodes == .ids("p/2", "p/1"))
    try mine.store.revert(Revision(change.id.description))
    #expect(try mine.store.playlist(.id("zen"), at: "HEAD").episodes == .ids("p/2"))
    try mine.expectClean()
  }

  @Test(arguments: [true, false])
  func `the undo of a change of an episode that others moved names its place`(isLater: Bool) throws {
    try rate(1)
    let change = try mine.sandbox.git("rev-parse", "HEAD")
    if isLater { try sync(mine, other) }
    try move()
    try sync(other, mine)
    let expected = RevertConflict(
      path: "library/p.toml",
      reason: .episodeMoved(try Episode.ID(validating: "p/1"), to: try Episode.ID(validating: "q/1")))
    let undo = try mine.expectRefusal(.conflict) { try mine.store.undo() }
    #expect((undo?.cause as? RevertConflicts)?.conflicts == [expected])
    let revert = try mine.expectRefusal(.conflict) { try mine.store.revert(Revision(change)) }
    #expect((revert?.cause as? RevertConflicts)?.conflicts == [expected])
    expectError(.conflict) { _ = try mine.store.undoPreview() }
  }

  @Test func `a change of another episode is undone`() throws {
    try mine.store.library.editEpisodes(
      [try Episode.ID(validating: "p/2")], EpisodeEdit(.field(.rating), .integer(1)))
    try move()
    try sync(other, mine)
    try mine.store.undo()
    #expect(try mine.text("library/p.toml")?.contains("rating") == false)
  }

  @Test func `a move is reverted`() throws {
    try move()
    try sync(other, mine)
    try mine.store.revert("HEAD")
    #expect(try mine.text("library/p.toml")?.contains("g1") == true)
    #expect(try mine.text("library/q.toml")?.contains("g1") == false)
  }
}
