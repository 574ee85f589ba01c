import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Histories of playlists whose files were renamed by hand.
@Suite struct FormerItemTests {
  private let fixture: StoreFixture
  private let a = "name = 'A'\nepisodes = [\n  'p/1',\n  'p/2',\n  'p/3',\n]\n"

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": a, "playlists/other.toml": ""])
  }

  /// Renames a file by hand, and adds an episode to it.
  private func rename(_ old: String, to new: String, adding episode: String = "p/4") throws {
    let text = try #require(try fixture.text("playlists/\(old).toml"))
    try fixture.sandbox.remove("playlists/\(old).toml")
    try fixture.sandbox.write(text.replacing("]\n", with: "  '\(episode)',\n]\n"), to: "playlists/\(new).toml")
  }

  private func history(_ id: String, _ filter: HistoryFilter = HistoryFilter()) throws -> [String] {
    try fixture.store.history(of: .playlist(.id(id)), matching: filter, limit: 20).entries.map(\.subject)
  }

  private func blame(_ id: String, at revision: Revision? = nil) throws -> [String] {
    try fixture.store.blame(.playlist(.id(id)), at: revision).map { "\($0.episode.name): \($0.change?.subject ?? "-")" }
  }

  @Test func `a history and its versions begin before the renaming`() throws {
    try fixture.store.add(.ids("p/9"), to: .id("a"))
    try rename("a", to: "b")
    let earlier = ["Add 1 episode to a", "Create the store"]
    #expect(try history("b") == earlier)
    try fixture.store.add(.ids("p/5"), to: .id("b"))
    let all = ["Add 1 episode to b", "Rename a to b by hand"] + earlier
    #expect(try history("b") == all)
    #expect(try fixture.store.historyGraph(of: .playlist(.id("b")), limit: 20).page.entries.map(\.subject) == all)
    #expect(try fixture.store.resolve("@{3}", for: .playlist(.id("b"))) == fixture.store.resolve("HEAD~3"))
    #expect(try history("b", HistoryFilter(episode: [Episode.ID].ids("p/9").first)) == ["Add 1 episode to a"])
    #expect(try fixture.store.playlist(.id("b"), at: "@{3}").episodes.count == 3)
  }

  @Test func `a new playlist with the old id is another one`() throws {
    try rename("a", to: "b")
    try fixture.store.create(try Playlist(id: .id("a")))
    try fixture.store.add(.ids("p/5"), to: .id("b"))
    #expect(try history("b") == ["Add 1 episode to b", "Rename a to b by hand", "Create the store"])
    let files = try fixture.store.diff(of: .playlist(.id("b")), from: "HEAD~1", to: nil)
    #expect(files.map(\.path) == ["playlists/b.toml"])
  }

  @Test func `blame finds the changes before the renaming, also after undo and redo`() throws {
    try rename("a", to: "b")
    #expect(try blame("b").first == "1: Create the store")
    try fixture.store.captureHandEdits()
    let before = ["1: Create the store", "2: Create the store", "3: Create the store"]
    #expect(try blame("b") == before + ["4: Rename a to b by hand"])
    try fixture.store.undo()
    #expect(try blame("a") == before)
    try fixture.store.redo()
    #expect(try blame("b") == before + ["4: Redo: Rename a to b by hand"])
    #expect(try blame("b", at: "@{1}") == before)
    #expect(
      try history("b") == [
        "Redo: Rename a to b by hand", "Undo: Rename a to b by hand", "Rename a to b by hand", "Create the store",
      ])
  }

  @Test func `a difference across the renaming is one of both files`() throws {
    try rename("a", to: "b")
    for revision in ["HEAD", "HEAD~1"] as [Revision] {
      let differences = try fixture.store.differences(of: .playlist(.id("b")), from: revision, to: nil)
      #expect(differences.count == 1)
      guard case .playlist(let difference)? = differences.first?.meaning else {
        Issue.record("\(differences)")
        return
      }
      #expect(difference.before?.id.rawValue == "a" && difference.episodes.added.count == 1)
      try fixture.store.captureHandEdits()
    }
    let files = try fixture.store.diff(of: .playlist(.id("b")), from: "HEAD", to: "HEAD~1")
    #expect(files.map(\.path) == ["playlists/a.toml", "playlists/b.toml"])
  }

  @Test func `both sides of a merge are followed to the id before the renaming`() throws {
    let sandbox = fixture.sandbox
    try sandbox.git("checkout", "-q", "-b", "side")
    try fixture.store.add(.ids("p/8"), to: .id("a"))
    try sandbox.git("checkout", "-q", "main")
    try sandbox.git("mv", "playlists/a.toml", "playlists/b.toml")
    try sandbox.git("commit", "-q", "-m", "Rename")
    try sandbox.git("merge", "-q", "--no-ff", "-m", "Merge side", "side")
    #expect(Set(try history("b")) == ["Merge side", "Rename", "Add 1 episode to a", "Create the store"])
    #expect(try blame("b").first == "1: Create the store" && blame("b").last == "8: Add 1 episode to a")
  }

  @Test func `a merge into the side with the renaming is followed, too`() throws {
    let sandbox = fixture.sandbox
    sandbox.environment["GIT_COMMITTER_DATE"] = "@1000000000 +0000"
    try sandbox.git("checkout", "-q", "-b", "renamed")
    try sandbox.git("mv", "playlists/a.toml", "playlists/b.toml")
    try sandbox.git("commit", "-q", "-m", "Rename")
    sandbox.environment["GIT_COMMITTER_DATE"] = nil
    try sandbox.git("checkout", "-q", "main")
    try fixture.store.add(.ids("p/8"), to: .id("a"))
    try sandbox.git("checkout", "-q", "renamed")
    try sandbox.git("merge", "-q", "--no-ff", "-m", "Merge main", "main")
    #expect(Set(try history("b")) == ["Merge main", "Rename", "Add 1 episode to a", "Create the store"])
  }

  @Test func `a version before a renaming that is not committed`() throws {
    try fixture.store.add(.ids("p/9"), to: .id("a"))
    try rename("a", to: "b")
    #expect(try fixture.store.playlist(.id("b"), at: "@{1}").episodes.count == 3)
    #expect(try fixture.store.pastPlaylist(.id("b"), at: "@{0}").playlist.episodes.count == 4)
  }

  @Test func `a difference under the former id is one with the present id`() throws {
    try fixture.store.add(.ids("p/9"), to: .id("a"))
    try rename("a", to: "b")
    for revision in [nil, "@{1}", "@{2}"] as [Revision?] {
      let files = try ["a", "b"].map { try fixture.store.diff(of: .playlist(.id($0)), from: revision, to: nil) }
      #expect(files[0].map(\.path) == files[1].map(\.path) && files[0].map(\.new) == files[1].map(\.new))
      try fixture.store.captureHandEdits()
    }
    #expect(fixture.told.contains("a is b"))
    try rename("b", to: "c", adding: "p/5")
    let files = try fixture.store.diff(of: .playlist(.id("a")), from: "HEAD", to: nil)
    #expect(files.map(\.path) == ["playlists/b.toml", "playlists/c.toml"])
  }

  @Test func `a deleted playlist is not renamed`() throws {
    try fixture.sandbox.remove("playlists/a.toml")
    try fixture.sandbox.write("name = 'Edited'\n", to: "playlists/other.toml")
    let deleted = try fixture.store.diff(of: .playlist(.id("a")), from: nil, to: nil)
    #expect(deleted.map(\.path) == ["playlists/a.toml"])
    #expect(!fixture.told.contains { $0.hasPrefix("a is ") })
    try fixture.store.restore(.playlist(.id("a")))
    try fixture.store.delete(.id("a"))
    try fixture.sandbox.write(a, to: "playlists/new.toml")
    try fixture.store.captureHandEdits()
    #expect(
      try fixture.store.diff(of: .playlist(.id("a")), from: "HEAD~2", to: nil).map(\.path) == ["playlists/a.toml"])
    #expect(!fixture.told.contains { $0.hasPrefix("a is ") })
  }

  @Test func `a renamed playlist was not deleted, and is not restored under its former id`() throws {
    let (former, present) = (StoreItem.playlist(try .id("a")), StoreItem.playlist(try .id("b")))
    try rename("a", to: "b")
    for _ in 1...2 {
      #expect(try fixture.store.fate(ofMissing: former) == .renamed(to: present))
      let error = expectError(.notFound, former.subject) { _ = try fixture.store.restorePreview(former) }
      #expect(error?.cause as? RenamedItem == RenamedItem(item: former, present: present))
      try fixture.store.captureHandEdits()
    }
    try fixture.expectRefusal(.notFound, former.subject) { try fixture.store.restore(former) }
    try fixture.store.delete(.id("b"))
    #expect(try fixture.store.fate(ofMissing: former) == .deleted)
    try fixture.store.restore(former)
    #expect(try fixture.text("playlists/a.toml") == a)
    #expect(try fixture.store.fate(ofMissing: former) == nil)
  }

  /// An error message does not wait for the first look at history, so that trees are compared without records.
  @Test(arguments: ["no records", "records", "a newest commit of git"])
  func `a deletion is found`(among records: String) throws {
    let item = StoreItem.playlist(try .id("a"))
    try fixture.store.delete(.id("a"))
    try fixture.sandbox.remove(".git/mixtape/history")
    if records != "no records" { _ = try fixture.store.history(of: nil, limit: 1) }
    if records.contains("git") { try fixture.sandbox.git("commit", "-q", "--allow-empty", "-m", "By git") }
    #expect(try fixture.store.fate(ofMissing: item) == .deleted)
    #expect(try fixture.store.fate(ofMissing: .playlist(.id("never"))) == nil)
  }

  @Test(arguments: [true, false])
  func `a restoration of a version before the renaming`(isCommitted: Bool) throws {
    try rename("a", to: "b")
    if isCommitted { try fixture.store.captureHandEdits() }
    let revision: Revision = isCommitted ? "@{1}" : "HEAD"
    #expect(
      try fixture.store.restorePreview(.playlist(.id("b")), at: revision).differences.map(\.path) == [
        "playlists/b.toml"
      ])
    try fixture.store.restore(.playlist(.id("b")), at: revision)
    #expect(try fixture.text("playlists/b.toml") == a)
    #expect(try fixture.text("playlists/a.toml") == nil)
    try fixture.store.delete(.id("b"))
    try fixture.store.restore(.playlist(.id("b")), at: "HEAD~3")
    #expect(try fixture.text("playlists/b.toml") == a)
    try fixture.expectClean()
  }

  @Test func `versions before the renaming are compared under the present id`() throws {
    try fixture.store.add(.ids("p/9"), to: .id("a"))
    try rename("a", to: "b")
    let files = try fixture.store.diff(of: .playlist(.id("b")), from: "HEAD~1", to: "HEAD")
    #expect(files.map(\.path) == ["playlists/a.toml"])
    try fixture.store.captureHandEdits()
    let later = try fixture.store.diff(of: .playlist(.id("b")), from: "HEAD~2", to: "HEAD~1")
    #expect(later.map(\.path) == ["playlists/a.toml"])
  }
}
