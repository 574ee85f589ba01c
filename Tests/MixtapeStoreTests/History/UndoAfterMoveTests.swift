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

  @Test func `a change of another episode is undone`() throws {
    try mine.store.library.editEpisodes(
      [try Episode.ID(validating: "p/2")], EpisodeEdit(.field(.rating), .integer(1)))
    try move()
    try sync(other, mine)
    try mine.store.undo()
    #expect(try mine.text("library/p.toml")?.contains("rating") == false)
  }

  /// Gives the first episode another id, or moves it to another podcast.
  private func rename(_ isMove: Bool, in fixture: StoreFixture) throws {
    let episode = try Episode.ID(validating: "p/1")
    if isMove {
      try fixture.store.library.moveEpisodes([episode], to: try Podcast.ID(validating: "q"))
    } else {
      try fixture.store.library.editEpisodes([episode], EpisodeEdit(.id, .text("one")))
    }
  }

  @Test(arguments: [true, false])
  func `entries that others added follow an episode`(isMove: Bool) throws {
    let new = isMove ? "q/1" : "p/one"
    try rename(isMove, in: mine)
    try other.store.add(.ids("p/1"), to: .id("a"))
    try sync(mine, other, mine)
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", new))
    #expect(try mine.store.undoPreview().differences.contains { $0.path == "playlists/a.toml" })
    try mine.store.undo()
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", "p/1"))
    try mine.store.redo()
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", new))
    try mine.store.undo()
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", "p/1"))
    try sync(mine, other)
    #expect(try other.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", "p/1"))
    try mine.expectClean()
  }

  @Test(arguments: [true, false])
  func `entries that were added since follow an episode when a change is reverted`(isMove: Bool) throws {
    try rename(isMove, in: mine)
    let new = isMove ? "q/1" : "p/one"
    try mine.store.add(.ids(new), to: .id("a"))
    try mine.store.revert("HEAD~1")
    #expect(try mine.changes().contains("M playlists/a.toml"))
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", "p/1"))
    try mine.store.undo()
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", new))
    try mine.expectClean()
  }

  @Test func `entries follow an episode without a guid to its earlier id`() throws {
    try mine.sandbox.write(
      "title = 'C'\n\n[[episodes]]\nid = '1'\ntitle = 'One'\n\n[[episodes]]\nid = '2'\ntitle = 'Two'\n",
      to: "library/c.toml")
    let ids = try ["c/1", "c/2"].map { try Episode.ID(validating: $0) }
    try mine.store.library.editEpisodes([ids[0]], EpisodeEdit(.id, .text("one")))
    try mine.store.add(.ids("c/one", "c/2"), to: .id("a"))
    try mine.store.revert("HEAD~1")
    #expect(try mine.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/2", "c/1", "c/2"))
  }

  @Test func `a move is reverted`() throws {
    try move()
    try sync(other, mine)
    try mine.store.revert("HEAD")
    #expect(try mine.text("library/p.toml")?.contains("g1") == true)
    #expect(try mine.text("library/q.toml")?.contains("g1") == false)
  }
}
