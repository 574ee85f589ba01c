import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Renamings that commits record, and what follows them.
@Suite struct RecordedRenamesTests {
  private static let list = "name = 'Focus'\nepisodes = [\n  'p/1',\n  'p/2',\n]\n"
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  init() throws {
    clones = try Clones(["playlists/focus.toml": Self.list])
    second = try clones.another()
  }

  private func rename(_ old: String, to new: String, in fixture: StoreFixture) throws {
    try fixture.sandbox.write(try #require(try fixture.text("playlists/\(old).toml")), to: "playlists/\(new).toml")
    try fixture.sandbox.remove("playlists/\(old).toml")
    try fixture.store.captureHandEdits()
  }

  /// Returns the renamings in the message of HEAD.
  private func recorded(in fixture: StoreFixture) throws -> [String] {
    try fixture.message().split(separator: "\n").filter { $0.hasPrefix("Mixtape-Renamed: ") }.map {
      String($0.dropFirst(17))
    }
  }

  private func names(in fixture: StoreFixture) throws -> [String] {
    try fixture.store.playlists().map(\.id.rawValue).sorted()
  }

  @Test func `a renaming by hand, its undo and its redo`() throws {
    try rename("focus", to: "deep-work", in: first)
    #expect(try recorded(in: first) == ["playlists/focus -> playlists/deep-work"])
    try first.store.undo()
    #expect(try recorded(in: first) == ["playlists/deep-work -> playlists/focus"])
    try first.store.redo()
    #expect(try recorded(in: first) == ["playlists/focus -> playlists/deep-work"])
  }

  @Test func `a merge names the renamings since each of its parents`() throws {
    try rename("focus", to: "deep-work", in: second)
    try second.store.sync(by: .quiet)
    try first.store.add(.ids("p/3"), to: .id("focus"))
    try first.store.sync(by: .quiet)
    #expect(try recorded(in: first) == ["playlists/focus -> playlists/deep-work"])
    #expect(try first.store.playlist(.id("deep-work"), withTimes: true)?.episodes.count == 3)
    try second.store.sync(by: .quiet)
    #expect(try names(in: second) == ["deep-work"])
  }

  @Test func `a new playlist with the name of a renamed one is another one`() throws {
    try rename("focus", to: "old-focus", in: first)
    try first.sandbox.write("name = 'New'\nepisodes = ['p/9']\n", to: "playlists/focus.toml")
    try first.store.sync(by: .quiet)
    try second.store.add(.ids("p/3"), to: .id("focus"))
    try second.store.sync(by: .quiet)
    #expect(try second.store.playlist(.id("old-focus"), withTimes: true)?.episodes.count == 3)
    #expect(try second.store.playlist(.id("focus"), withTimes: true)?.name == "New")
  }

  @Test func `a renamed and rewritten playlist is the same one, because the commit says so`() throws {
    try rename("focus", to: "deep-work", in: second)
    try second.sandbox.write("name = 'Deep work'\nepisodes = ['q/7', 'q/8', 'q/9']\n", to: "playlists/deep-work.toml")
    try second.store.captureHandEdits()
    try first.store.describe(.id("focus"), as: "Quiet")
    for fixture in [second, first, second] { try fixture.store.sync(by: .quiet) }
    #expect(try names(in: second) == ["deep-work"])
    #expect(try second.store.playlist(.id("deep-work"), withTimes: true)?.description == "Quiet")
    #expect(try first.store.history(of: .id("deep-work"), limit: 9).entries.last?.subject == "Create the store")
  }

  @Test func `a line counts only if the files were there`() throws {
    let message =
      "Change\n\nMixtape-Operation: edit\nMixtape-Renamed: playlists/none -> playlists/focus\nMixtape-Renamed: junk"
    try first.sandbox.git("commit", "-q", "--allow-empty", "-m", message)
    let renames = RecordedRenames(in: try first.store.openRepository())
    #expect(try renames.renames(in: first.store.resolve("HEAD")).isEmpty)
  }

  @Test func `a renaming by git is found by the contents`() throws {
    try first.sandbox.git("mv", "playlists/focus.toml", "playlists/deep-work.toml")
    try first.sandbox.git("commit", "-q", "-m", "Rename")
    #expect(
      try first.store.history(of: .id("deep-work"), limit: 9).entries.map(\.subject) == ["Rename", "Create the store"])
    #expect(try first.store.playlist(.id("focus"), at: "HEAD~1").name == "Focus")
  }

  // MARK: Times

  @Test func `a playlist does not become younger by a renaming, or by a deletion and its undo`() throws {
    let stores = try clones.stores(ofDays: [1])
    let created = try #require(try stores[0].store.playlist(.id("focus"), withTimes: true)?.created)
    let later = try clones.stores(ofDays: [5])[0]
    try rename("focus", to: "deep-work", in: later)
    #expect(try later.store.playlist(.id("deep-work"), withTimes: true)?.created == created)
    try later.store.delete(.id("deep-work"))
    try later.store.undo()
    let playlist = try #require(try later.store.playlist(.id("deep-work"), withTimes: true))
    #expect(playlist.created == created)
    #expect(try #require(playlist.updated) != created)
    try later.store.delete(.id("deep-work"))
    try later.store.create(Playlist(id: .id("deep-work"), name: "Again"))
    #expect(try later.store.playlist(.id("deep-work"), withTimes: true)?.created != created)
  }
}
