import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Merges of a playlist that a clone renamed. It must not become two playlists.
@Suite("Identity of renamed files")
struct FileIdentityTests {
  private let fixture: MergeFixture

  init() throws { fixture = try MergeFixture() }

  private static let list = "name = \"Focus\"\nepisodes = [\n  \"a/1\",\n  \"a/2\",\n]\n"
  private static let edited = list + "limit = 3\n"
  private static let other = "name = \"Other\"\nepisodes = [\"b/1\"]\n"

  /// Commits the merge of two clones like a sync.
  private func sync(_ ours: CommitID, _ theirs: CommitID) throws -> CommitID {
    _ = try fixture.merged(ours, theirs)
    var changes: [String: String?] = [:]
    let merge = try fixture.merge(ours, theirs)
    let files = try fixture.files(merge, onto: ours)
    for change in merge.changes { changes.updateValue(files[change.path], forKey: change.path) }
    return try fixture.commit(changes, on: ours, theirs, operation: "sync")
  }

  private func rename(_ old: String, to new: String, _ text: String, on parent: CommitID) throws -> CommitID {
    try fixture.commit(
      ["playlists/\(old).toml": nil, "playlists/\(new).toml": text], on: parent, operation: "edit")
  }

  @Test func `both clones rename it, and create a file with its old name`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let ours = try fixture.commit(
      ["playlists/a.toml": "name = \"A\"\n"], on: rename("a", to: "home/c", Self.list, on: base), operation: "create")
    let theirs = try fixture.commit(
      ["playlists/a.toml": "description = \"B\"\n"], on: rename("a", to: "work/c", Self.list, on: base),
      operation: "create")
    let files = try fixture.merged(ours, theirs)
    #expect(files.keys.map { FileKey($0).name }.sorted() == ["a", "c"])
  }

  @Test func `one clone renames it over a deleted file, and the other one changes it`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.other, "playlists/b.toml": Self.list])
    let ours = try fixture.commit(["playlists/b.toml": Self.edited], on: base, operation: "edit")
    let deleted = try fixture.commit(["playlists/a.toml": nil], on: base, operation: "delete")
    let renamed = try rename("b", to: "a", Self.list, on: deleted)
    let theirs = try fixture.commit(
      ["playlists/a.toml": "tags = [\"x\"]\n" + Self.list], on: renamed, operation: "edit")
    #expect(try fixture.merged(ours, theirs) == ["playlists/a.toml": "tags = [\"x\"]\n" + Self.edited])
  }

  @Test func `one clone renames it over a deleted file, and the other one moves it`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.other, "playlists/b.toml": Self.list])
    let ours = try fixture.commit(
      ["playlists/b.toml": nil, "playlists/home/b.toml": Self.list], on: base, operation: "edit")
    let deleted = try fixture.commit(["playlists/a.toml": nil], on: base, operation: "delete")
    let renamed = try rename("b", to: "a", Self.list, on: deleted)
    let theirs = try fixture.commit(["playlists/a.toml": Self.edited], on: renamed, operation: "edit")
    #expect(try fixture.merged(ours, theirs) == ["playlists/home/a.toml": Self.edited])
  }

  @Test(arguments: ["Undoes", "Reverts"])
  func `one clone undoes a renaming by hand with an edit, and the other one edits it`(key: String) throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let renamed = try rename("a", to: "b", Self.edited, on: base)
    let ours = try fixture.commit(
      ["playlists/b.toml": nil, "playlists/a.toml": Self.list], on: renamed,
      operation: "undo\nMixtape-\(key): \(renamed)")
    let theirs = try fixture.commit(
      ["playlists/b.toml": Self.edited.replacing("  \"a/1\",\n", with: "")], on: renamed, operation: "remove")
    #expect(
      try fixture.merged(ours, theirs) == ["playlists/a.toml": Self.list.replacing("  \"a/1\",\n", with: "")])
  }

  @Test func `a clone that moves it is not the author of a change that it merged`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    func describe(_ text: String) throws -> CommitID {
      try fixture.commit(
        ["playlists/a.toml": "description = \"\(text)\"\n" + Self.list], on: base, operation: "describe")
    }
    let (older, newer) = (try describe("1"), try describe("2"))
    let moved = try fixture.commit(
      ["playlists/a.toml": nil, "playlists/home/a.toml": Self.list], on: base, operation: "move")
    for theirs in [try sync(moved, older), try sync(older, moved)] {
      for (first, second) in [(newer, theirs), (theirs, newer)] {
        let merge = try fixture.merge(first, second)
        #expect(merge.conflicts.map { Set([$0.ours.commit, $0.theirs.commit]) } == [[older, newer]])
        let files = try fixture.files(merge, onto: first)
        #expect(files["playlists/home/a.toml"] == "description = \"2\"\n" + Self.list)
      }
    }
  }
}
