import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Undo, redo and revert of changes of episodes that others moved to another podcast: each episode stays in one podcast, and the
/// references of playlists follow.
@Suite struct UndoOfMovedEpisodeTests {
  private let first: StoreFixture
  private let second: StoreFixture

  init() throws {
    var files = ["playlists/list.toml": "name = 'List'\nepisodes = ['x/e', 'x/2']\n"]
    files["library/x.toml"] =
      "title = 'X'\n\n[[episodes]]\nid = 'e'  # mine\nguid = 'g'\nrating = 1\n\n[[episodes]]\nid = '2'\n"
    for name in ["y", "z", "u"] { files["library/\(name).toml"] = "title = '\(name)'\n\n[[episodes]]\nid = '9'\n" }
    let clones = try Clones(files)
    (first, second) = (clones.first, try clones.another())
  }

  private func sync(_ fixtures: StoreFixture...) throws {
    for fixture in fixtures { try fixture.store.sync(by: .quiet) }
  }

  private func move(_ id: String, to podcast: String, in fixture: StoreFixture) throws {
    try fixture.store.library.moveEpisodes([try Episode.ID(validating: id)], to: try Podcast.ID(validating: podcast))
  }

  private func rate(_ id: String, _ rating: Int64, in fixture: StoreFixture) throws {
    try fixture.store.library.rate([try Episode.ID(validating: id)], rating)
  }

  private func head(of fixture: StoreFixture) throws -> Revision {
    Revision(try fixture.sandbox.git("rev-parse", "HEAD"))
  }

  /// Returns the episodes with the guid, each with its rating.
  private func places(in fixture: StoreFixture) throws -> [String: Int64?] {
    var places: [String: Int64?] = [:]
    for podcast in try fixture.store.library.all() {
      for episode in podcast.episodes where episode.guid == "g" { places["\(episode.id)"] = .some(episode.rating) }
    }
    return places
  }

  private func expect(
    _ id: String?, rating: Int64 = 1, references: [String]? = nil, in fixtures: StoreFixture...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for fixture in fixtures {
      #expect(try places(in: fixture) == (id.map { [$0: rating] } ?? [:]), sourceLocation: sourceLocation)
      let expected = references ?? (id.map { [$0] } ?? []) + ["x/2"]
      let list = try fixture.store.playlist(.id("list"), at: "HEAD").episodes.map { "\($0)" }
      #expect(list == expected, sourceLocation: sourceLocation)
      try fixture.expectClean()
    }
  }

  // MARK: Other changes of the episode

  @Test(arguments: [true, false])
  func `a rating is taken back where the episode is now`(isRevert: Bool) throws {
    try rate("x/e", 5, in: first)
    let change = try head(of: first)
    try sync(first, second)
    try move("x/e", to: "y", in: second)
    try sync(second, first)
    try expect("y/e", rating: 5, in: first)
    if isRevert { try first.store.revert(change) } else { try first.store.undo() }
    try expect("y/e", in: first)
    if !isRevert {
      try first.store.redo()
      try expect("y/e", rating: 5, in: first)
    }
  }

  @Test(arguments: [true, false])
  func `an added episode and its reference are removed where they are now`(isOfItem: Bool) throws {
    try first.sandbox.write(
      "title = 'z'\n\n[[episodes]]\nid = '9'\n\n[[episodes]]\nid = 'n'\nguid = 'new'\n", to: "library/z.toml")
    try first.store.captureHandEdits()
    try first.store.add(.ids("z/n"), to: .id("list"))
    try sync(first, second)
    try move("z/n", to: "y", in: second)
    try sync(second, first)
    try expect("x/e", references: ["x/e", "x/2", "y/n"], in: first)
    if isOfItem { try first.store.undo(StoreItem.id("list")) } else { try first.store.undo() }
    try expect("x/e", in: first)
    guard !isOfItem else { return }
    try first.store.undo()
    #expect(try first.text("library/y.toml")?.contains("new") == false)
    #expect(try first.text("library/z.toml")?.contains("new") == false)
    try first.expectClean()
  }

  @Test func `a later value stays when the move is undone`() throws {
    try move("x/e", to: "y", in: first)
    try sync(first, second)
    try rate("y/e", 3, in: second)
    try sync(second, first)
    try first.store.undo()
    try expect("x/e", rating: 3, in: first)
    try first.store.redo()
    try expect("y/e", rating: 3, in: first)
  }

  @Test func `hand edits that are not committed count in a preview`() throws {
    try rate("x/e", 5, in: first)
    let change = try head(of: first)
    for (podcast, old, new) in [("x", "rating = 5\n", ""), ("y", "title = 'y'\n", "title = 'y'\n")] {
      let text = try #require(try first.text("library/\(podcast).toml"))
      try first.sandbox.write(text.replacing(old, with: new), to: "library/\(podcast).toml")
    }
    let x = try #require(try first.text("library/x.toml"))
    let episode = "\n[[episodes]]\nid = 'e'  # mine\nguid = 'g'\n"
    try first.sandbox.write(x.replacing(episode, with: ""), to: "library/x.toml")
    let y = try #require(try first.text("library/y.toml"))
    try first.sandbox.write(y + episode + "rating = 5\n", to: "library/y.toml")
    let preview = try first.store.revertPreview(change)
    #expect(preview.differences.map(\.path) == ["library/y.toml"])
    try first.store.revert(change)
    #expect(try places(in: first) == ["y/e": 1])
  }

  // MARK: Later moves

  @Test(arguments: [true, false])
  func `a move that others followed by another one is in conflict`(isRevert: Bool) throws {
    try move("x/e", to: "y", in: first)
    let change = try head(of: first)
    try sync(first, second)
    try move("y/e", to: "z", in: second)
    try sync(second, first)
    let error = try first.expectRefusal(.conflict) {
      if isRevert { try first.store.revert(change) } else { try first.store.undo() }
    }
    let ids = try ["y/e", "z/e"].map { try Episode.ID(validating: $0) }
    #expect(
      (error?.cause as? RevertConflicts)?.conflicts.map(\.withoutChange) == [
        RevertConflict(path: "library/y.toml", reason: .episodeMoved(ids[0], to: ids[1]))
      ])
  }

  @Test(arguments: [true, false])
  func `a move of an episode that was rated since is not undone if a feed added another one with its name`(
    isRevert: Bool
  ) throws {
    let text = try #require(try first.text("library/x.toml"))
    try move("x/e", to: "y", in: first)
    let change = try head(of: first)
    try sync(first, second)
    try rate("y/e", 4, in: second)
    try second.sandbox.write(text, to: "library/x.toml")
    try second.store.captureHandEdits()
    try sync(second, first)
    let error = try first.expectRefusal(.conflict) {
      if isRevert { try first.store.revert(change) } else { try first.store.undo() }
    }
    let ids = try ["x/e", "y/e"].map { try Episode.ID(validating: $0) }
    #expect(
      (error?.cause as? RevertConflicts)?.conflicts.map(\.withoutChange) == [
        RevertConflict(path: "library/y.toml", reason: .episodeMoved(ids[0], to: ids[1])),
        RevertConflict(path: "library/y.toml", reason: .episodeChanged(ids[1])),
      ])
  }

  @Test(arguments: [true, false])
  func `an id that others changed again is in conflict`(isMove: Bool) throws {
    let id = try Episode.ID(validating: "x/e")
    try first.store.library.editEpisodes([id], EpisodeEdit(.id, .text("one")))
    try sync(first, second)
    let new = try Episode.ID(validating: "x/one")
    if isMove {
      try move("x/one", to: "y", in: second)
    } else {
      try second.store.library.editEpisodes([new], EpisodeEdit(.id, .text("two")))
    }
    try sync(second, first)
    let error = try first.expectRefusal(.conflict) { try first.store.undo() }
    let present = try Episode.ID(validating: isMove ? "y/one" : "x/two")
    #expect(
      (error?.cause as? RevertConflicts)?.conflicts.map(\.withoutChange) == [
        RevertConflict(path: "library/x.toml", reason: .episodeMoved(new, to: present))
      ])
  }
}
