import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Undo of a change that was merged with changes that others made at the same time: what others did stays.
@Suite struct ConcurrentUndoTests {
  private let mine: StoreFixture
  private let other: StoreFixture

  init() throws {
    let clones = try Clones([
      "playlists/a.toml": "name = 'A'\nepisodes = []\n",
      "library/p.toml": "title = 'P'\n\n[[episodes]]\nid = '1'\n\n[[episodes]]\nid = '2'\n",
    ])
    let stores = try clones.stores(ofDays: [2, 1])
    (mine, other) = (stores[0], stores[1])
  }

  private func syncAll() throws { for fixture in [other, mine, other] { try fixture.store.sync(by: .quiet) } }

  private func playlist(in fixture: StoreFixture) throws -> Playlist {
    try fixture.store.playlist(.id("a"), at: "HEAD")
  }

  /// Returns the names of values that others changed at the same time, by the refusal of an undo.
  private func conflicts(in fixture: StoreFixture) throws -> [[String]] {
    let error = try fixture.expectRefusal(.conflict) { try fixture.store.undo() }
    return ((error?.cause as? RevertConflicts)?.conflicts ?? []).map { conflict in
      if case .concurrent(let names, _) = conflict.reason { names } else { [] }
    }
  }

  @Test func `an episode that both added stays`() throws {
    for fixture in [mine, other] { try fixture.store.add(.ids("p/1"), to: .id("a")) }
    try syncAll()
    for fixture in [mine, other] {
      #expect(try !fixture.store.undo().hasEffect)
      #expect(try playlist(in: fixture).episodes == .ids("p/1"))
    }
  }

  @Test func `an episode that both added stays with others, and the undo is refused`() throws {
    try mine.store.add(.ids("p/1", "p/2"), to: .id("a"))
    try other.store.add(.ids("p/1"), to: .id("a"))
    try syncAll()
    #expect(try conflicts(in: mine) == [["episodes p/1"]])
    #expect(try mine.store.skipUndo().change.subject == "Add 2 episodes to a")
    expectError(.nothingToUndo) { try mine.store.undo() }
    try mine.store.remove([.offset(1)], from: .id("a"))
    try mine.store.undo()
    #expect(try playlist(in: mine).episodes == .ids("p/1", "p/2"))
  }

  @Test func `a name that both set`() throws {
    try mine.store.rename(.id("a"), to: "Mine")
    try other.store.rename(.id("a"), to: "Theirs")
    try syncAll()
    #expect(try conflicts(in: mine) == [["name"]])
    #expect(try mine.store.openConflicts().count == 1)
  }

  @Test func `the refusal names the change that set the value, not a later one of the file`() throws {
    try mine.store.rename(.id("a"), to: "Mine")
    try other.store.rename(.id("a"), to: "Theirs")
    try other.store.add(.ids("p/1"), to: .id("a"))
    try syncAll()
    let error = try mine.expectRefusal(.conflict) { try mine.store.undo() }
    let conflict = try #require((error?.cause as? RevertConflicts)?.conflicts.first)
    guard case .concurrent(let names, let entry) = conflict.reason else {
      Issue.record("\(conflict)")
      return
    }
    #expect(names == ["name"] && entry.subject == "Rename a to \"Theirs\"")
  }

  @Test func `values that only one side changed`() throws {
    try mine.store.add(.ids("p/1"), to: .id("a"))
    try other.store.add(.ids("p/2"), to: .id("a"))
    try other.store.describe(.id("a"), as: "Theirs")
    try syncAll()
    try mine.store.undo()
    #expect(try playlist(in: mine).episodes == .ids("p/2"))
    #expect(try playlist(in: mine).description == "Theirs")
    try mine.store.redo()
    #expect(Set(try playlist(in: mine).episodes) == Set(try [Episode.ID].ids("p/1", "p/2")))
    try mine.expectClean()
  }

  @Test func `a file that both created`() throws {
    for (fixture, name) in [(mine, "Mine"), (other, "Theirs")] {
      try fixture.sandbox.write("name = '\(name)'\n", to: "playlists/new.toml")
      try fixture.store.captureHandEdits()
    }
    try syncAll()
    #expect(try conflicts(in: mine) == [[]])
  }

  @Test func `the change of others is named, and not the merge that brought it`() throws {
    for (fixture, episode) in [(mine, "p/1"), (other, "p/2")] {
      try fixture.store.create(try Playlist(id: .id("new"), episodes: .ids(episode)))
    }
    let theirs = try other.sandbox.git("rev-parse", "HEAD")
    try syncAll()
    let error = try mine.expectRefusal(.conflict) { try mine.store.undo() }
    let conflict = try #require((error?.cause as? RevertConflicts)?.conflicts.first)
    #expect(conflict.reason == .changedSince && conflict.change?.id.description == theirs)
  }

  @Test func `an episode that only one side added to a file that both created`() throws {
    for fixture in [mine, other] { try fixture.store.create(try Playlist(id: .id("new"))) }
    for episodes in [try [Episode.ID].ids("p/1"), try .ids("p/2")] { try mine.store.add(episodes, to: .id("new")) }
    try other.store.add(.ids("p/2"), to: .id("new"))
    try syncAll()
    #expect(try !mine.store.undo().hasEffect)
    try mine.store.undo()
    #expect(try mine.store.playlist(.id("new"), at: "HEAD").episodes == .ids("p/2"))
    expectError(.conflict) { try mine.store.undo() }
  }

  @Test func `a rating that both set, and one that they set alike`() throws {
    for (fixture, rating) in [(mine, 4), (other, 2)] {
      for episode in ["p/1", "p/2"] {
        let value = episode == "p/2" ? 5 : Int64(rating)
        try fixture.store.library.editEpisodes(
          [try Episode.ID(validating: episode)], EpisodeEdit(.field(.rating), .integer(value)))
      }
    }
    try syncAll()
    #expect(try !mine.store.undo().hasEffect)
    #expect(try conflicts(in: mine) == [["episodes p/1 rating"]])
  }

  @Test func `a later change by others is named`() throws {
    try mine.store.rename(.id("a"), to: "Mine")
    try syncAll()
    try other.store.rename(.id("a"), to: "Theirs")
    try syncAll()
    let error = try mine.expectRefusal(.conflict) { try mine.store.undo() }
    let conflict = try #require((error?.cause as? RevertConflicts)?.conflicts.first)
    guard case .value(let value) = conflict.reason else {
      Issue.record("\(conflict)")
      return
    }
    #expect(value.ours.value == "'Theirs'" && value.theirs.value == "'A'")
    #expect(try value.ours.commit.description == other.sandbox.git("rev-parse", "HEAD"))
  }

  @Test func `a comment is taken back after others changed something else`() throws {
    let path = "playlists/a.toml"
    let before = try #require(try mine.text(path))
    try mine.sandbox.write("# mine\n" + before, to: path)
    try mine.store.captureHandEdits()
    try other.store.library.rate([try Episode.ID(validating: "p/1")], 3)
    try syncAll()
    #expect(try mine.store.undo().hasEffect)
    #expect(try mine.text(path) == before)
  }

  @Test func `keys of the user that both set`() throws {
    for fixture in [mine, other] {
      let text = try #require(try fixture.text("playlists/a.toml"))
      try fixture.sandbox.write(text + "\n[extra]\nmood = 'calm'\n", to: "playlists/a.toml")
      try fixture.store.captureHandEdits()
    }
    try mine.store.rename(.id("a"), to: "Mine")
    try syncAll()
    try mine.store.undo()
    #expect(try !mine.store.undo().hasEffect)
    #expect(try mine.text("playlists/a.toml")?.contains("calm") == true)
  }

  @Test func `an episode that was played since is not removed`() throws {
    let text = try #require(try mine.text("library/p.toml"))
    try mine.sandbox.write(text + "\n[[episodes]]\nid = '3'\n", to: "library/p.toml")
    try mine.store.captureHandEdits()
    try syncAll()
    try other.store.library.rate([try Episode.ID(validating: "p/3")], 5)
    try syncAll()
    let error = try mine.expectRefusal(.conflict) { try mine.store.undo() }
    let conflict = try #require((error?.cause as? RevertConflicts)?.conflicts.first)
    #expect(try conflict.reason == .episodeChanged(Episode.ID(validating: "p/3")))
    #expect(try conflict.change?.id.description == other.sandbox.git("rev-parse", "HEAD"))
  }

  @Test func `undo and redo of an addition that others took back add nothing`() throws {
    try mine.store.add(.ids("p/1"), to: .id("a"))
    try syncAll()
    try other.store.remove([.offset(0)], from: .id("a"))
    try syncAll()
    try mine.store.undo()
    try mine.store.redo()
    #expect(try playlist(in: mine).episodes == [])
  }

  @Test func `a deletion of a file that others changed at the same time has no effect`() throws {
    try mine.store.delete(.id("a"))
    try other.store.describe(.id("a"), as: "Theirs")
    try syncAll()
    #expect(try !mine.store.undo().hasEffect)
    #expect(try playlist(in: mine).description == "Theirs")
  }
}
