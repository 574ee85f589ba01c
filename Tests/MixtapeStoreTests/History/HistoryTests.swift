import Foundation
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("History")
struct HistoryTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": ""])
    try fixture.store.rename(.id("a"), to: "One")
    try fixture.store.delete(.id("b"))
    try fixture.store.move(.id("a"), to: Folder(validating: "x"))
    try fixture.store.add(.ids("p/1"), to: .id("a"))
  }

  @Test func allChangesNewestFirstByPage() throws {
    let store = fixture.store
    let all = try store.history(of: nil, limit: 100)
    #expect(
      all.entries.map(\.subject) == [
        "Add 1 episode to a", "Move a to x", "Delete b", "Rename a to \"One\"", "Create the store",
      ])
    #expect(!all.hasMore)
    #expect(all.entries.map { $0.playlists.map(\.rawValue) } == [["a"], ["a"], ["b"], ["a"], ["a", "b"]])
    #expect(all.entries.map(\.operation) == ["add", "move", "delete", "rename", "init"])
    #expect(all.entries[0].body == "- p/1" && all.entries[1].body == "" && all.entries[0].author == "A U Thor")
    let page = try store.history(of: nil, limit: 2, skip: 1)
    #expect(page.entries == Array(all.entries[1...2]) && page.hasMore)
    let last = try store.history(of: nil, limit: 2, skip: 3)
    #expect(last.entries == Array(all.entries[3...]) && !last.hasMore)
  }

  @Test(arguments: [(Int.max, 0, 5), (Int.max, Int.max, 0), (0, 0, 0), (-1, -1, 0), (Int.min, Int.min, 0), (1, -5, 1)])
  func pagesOfAnySize(limit: Int, skip: Int, count: Int) throws {
    #expect(try fixture.store.history(of: nil, limit: limit, skip: skip).entries.count == count)
  }

  @Test func onePlaylistAlsoIfMovedOrDeleted() throws {
    let store = fixture.store
    #expect(
      try store.history(of: .id("a"), limit: 9).entries.map(\.subject)
        == ["Add 1 episode to a", "Move a to x", "Rename a to \"One\"", "Create the store"])
    #expect(try store.history(of: .id("b"), limit: 9).entries.map(\.subject) == ["Delete b", "Create the store"])
    #expect(try store.history(of: .id("b"), limit: 1, skip: 5).entries == [])
    let error = expectError(.notFound, .playlist(try .id("aa"))) { _ = try store.history(of: .id("aa"), limit: 9) }
    #expect(error?.candidates == ["a"])
  }

  @Test func aPlaylistThatWasNeverCommittedHasAnEmptyHistory() throws {
    try fixture.sandbox.write("", to: "playlists/new.toml")
    #expect(try fixture.store.history(of: .id("new"), limit: 9).entries == [])
  }

  @Test func commitsOfOtherFilesAreNotListed() throws {
    try fixture.sandbox.write("x", to: "playlists/notes.md")
    try fixture.sandbox.write("x", to: "README.md")
    try fixture.sandbox.git("add", ".")
    try fixture.sandbox.git("commit", "-q", "-m", "Notes")
    #expect(try fixture.store.history(of: nil, limit: 9).entries.count == 5)
  }

  @Test func aPastPlaylist() throws {
    let store = fixture.store
    #expect(try store.playlist(.id("a"), at: "HEAD~4").name == "A")
    #expect(try store.playlist(.id("a"), at: "HEAD").folder.path == "x")
    #expect(try store.playlist(.id("b"), at: "HEAD~3").name == "B")
    expectError(.notFound, .playlist(try .id("b"))) { _ = try store.playlist(.id("b"), at: "HEAD") }
    for revision in ["HEAD~99", "HEAD^{tree}", "-x", "\0"] {
      expectError(.noSuchRevision, .text(revision)) { _ = try store.playlist(.id("a"), at: Revision(revision)) }
      expectError(.noSuchRevision, .text(revision)) { _ = try store.diff(of: nil, from: Revision(revision), to: nil) }
    }
  }

  @Test func differences() throws {
    #expect(try fixture.store.diff(of: nil, from: nil, to: nil).isEmpty)
    try fixture.sandbox.write("name = 'Two'\nepisodes = [\n  \"p/1\",\n]\n", to: "playlists/x/a.toml")
    try fixture.sandbox.write("name = ", to: "playlists/broken.toml")
    let edited = try fixture.store.diff(of: nil, from: nil, to: nil)
    #expect(edited.map(\.path) == ["playlists/broken.toml", "playlists/x/a.toml"])
    #expect(try edited[1].patch.contains("-name = 'One'\n+name = 'Two'\n"))
    #expect(edited[0].old == nil && edited[0].new == Array("name = ".utf8))
    #expect(try fixture.store.diff(of: .id("a"), from: nil, to: nil).map(\.path) == ["playlists/x/a.toml"])
    let whole = try fixture.store.diff(of: nil, from: "HEAD~4", to: "HEAD")
    #expect(whole.map(\.path) == ["playlists/a.toml", "playlists/b.toml", "playlists/x/a.toml"])
    #expect(whole.map { $0.new == nil } == [true, true, false])
    #expect(try fixture.store.diff(of: .id("b"), from: "HEAD~4", to: nil).map(\.path) == ["playlists/b.toml"])
    #expect(try fixture.store.diff(of: nil, from: "HEAD", to: "HEAD").isEmpty)
  }

  @Test func timesComeFromHistory() throws {
    let sandbox = try Sandbox()
    sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-01T06:00:00Z"
    _ = try StoreFixture(["playlists/a.toml": "", "playlists/b.toml": ""], in: sandbox)
    sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-02T06:00:00Z"
    let fixture = try StoreFixture(opening: sandbox)
    try fixture.store.move(.id("a"), to: Folder(validating: "x"))
    try fixture.store.delete(.id("b"))
    sandbox.environment["GIT_AUTHOR_DATE"] = "2026-03-03T06:00:00Z"
    try StoreFixture(opening: sandbox).store.create(try Playlist(id: .id("b")))
    let playlists = try fixture.store.all()
    let days = playlists.map { [$0.created, $0.updated].map { ($0?.timeIntervalSince1970 ?? 0) / 86_400 } }
    #expect(days == [[20513.25, 20514.25], [20515.25, 20515.25]])
  }
}
