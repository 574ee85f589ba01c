import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Blame")
struct BlameTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture(["playlists/a.toml": "episodes = ['p/1', 'p/2']\n"]) }

  /// Returns each episode with the subject of the change that added it.
  private func blame(_ id: String = "a", at revision: Revision? = nil) throws -> [String] {
    try fixture.store.blame(.playlist(.id(id)), at: revision).map { "\($0.episode.name): \($0.change?.subject ?? "-")" }
  }

  @Test func findsTheChangeThatAddedEachEpisode() throws {
    try fixture.store.add(.ids("p/3", "p/4"), to: .id("a"))
    try fixture.store.add(.ids("p/5"), to: .id("a"))
    #expect(
      try blame() == [
        "1: Create the store", "2: Create the store", "3: Add 2 episodes to a", "4: Add 2 episodes to a",
        "5: Add 1 episode to a",
      ])
    #expect(try blame(at: "HEAD~1").count == 4 && blame(at: "@{2}").count == 2)
  }

  @Test func movesAndRenamingDoNotCount() throws {
    try fixture.store.add(.ids("p/3"), to: .id("a"))
    let before = try blame()
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.store.move(.id("a"), to: Folder(validating: "x"))
    #expect(try blame() == before)
    try fixture.store.change(.reorder(.id("a"), [.offset(2)], to: .landing(at: 0)))
    #expect(try blame() == [before[2], before[0], before[1]])
  }

  @Test func anEpisodeThatWasAddedAgainHasTheSecondChange() throws {
    try fixture.store.change(.remove([.offset(0)], from: .id("a")))
    try fixture.store.undo()
    #expect(try blame() == ["1: Undo: Remove 1 episode from a", "2: Create the store"])
    try fixture.store.delete(.id("a"))
    try fixture.store.undo()
    #expect(try blame() == ["1: Undo: Delete a", "2: Undo: Delete a"])
  }

  @Test func uncommittedEditsHaveNoChange() throws {
    try fixture.sandbox.write("episodes = ['p/9', 'p/1', 'p/9']\n", to: "playlists/a.toml")
    #expect(try blame() == ["9: -", "1: Create the store", "9: -"])
    try fixture.sandbox.write("episodes = ['p/1']\n", to: "playlists/new.toml")
    #expect(try blame("new") == ["1: -"])
  }

  @Test func versionsWithErrorsAreSkipped() throws {
    let sandbox = fixture.sandbox
    for (text, subject) in [("episodes = [", "Break"), ("episodes = ['p/1', 'p/3']\n", "Mend")] {
      try sandbox.write(text, to: "playlists/a.toml")
      try sandbox.git("commit", "-q", "-a", "-m", subject)
    }
    #expect(try blame() == ["1: Create the store", "3: Mend"])
  }

  @Test func episodesAreFollowedIntoTheOtherSideOfAMerge() throws {
    let sandbox = fixture.sandbox
    try sandbox.git("checkout", "-q", "-b", "side")
    try fixture.store.add(.ids("p/3"), to: .id("a"))
    try sandbox.git("checkout", "-q", "main")
    try sandbox.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    #expect(try blame() == ["1: Create the store", "2: Create the store", "3: Add 1 episode to a"])
  }

  @Test func anEpisodeThatOnlyTheMergeHasWasAddedByTheMerge() throws {
    let sandbox = fixture.sandbox
    try sandbox.git("checkout", "-q", "-b", "side")
    try fixture.store.add(.ids("p/3"), to: .id("a"))
    try sandbox.git("checkout", "-q", "main")
    try sandbox.git("merge", "-q", "--no-ff", "--no-commit", "side")
    try sandbox.write("episodes = ['p/4', 'p/3']\n", to: "playlists/a.toml")
    try sandbox.git("commit", "-q", "-a", "-m", "Merge side")
    #expect(try blame() == ["4: Merge side", "3: Add 1 episode to a"])
  }

  @Test func missingAndEmptyPlaylists() throws {
    expectError(.notFound, .playlist(try .id("b"))) { _ = try blame("b") }
    expectError(.notFound, .playlist(try .id("b"))) { _ = try blame("b", at: "HEAD") }
    try fixture.store.create(try Playlist(id: .id("empty")))
    #expect(try blame("empty") == [])
  }
}
