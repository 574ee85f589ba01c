import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("Files that a merge cannot decide about")
struct MergeObstacleTests {
  private let fixture: MergeFixture

  init() throws { fixture = try MergeFixture() }

  @Test func `texts are merged by lines`() throws {
    let base = try fixture.commit(["notes.md": "1\n2\n3\n4\n5\n"])
    let ours = try fixture.commit(["notes.md": "one\n2\n3\n4\n5\n"], on: base)
    let theirs = try fixture.commit(["notes.md": "1\n2\n3\n4\nfive\n"], on: base)
    #expect(try fixture.merged(ours, theirs) == ["notes.md": "one\n2\n3\n4\nfive\n"])
    let other = try fixture.commit(["notes.md": "eins\n2\n3\n4\n5\n"], on: base)
    let merge = try fixture.merge(ours, other)
    #expect(merge.unmergeable == ["notes.md"] && merge.changes.isEmpty)
  }

  @Test(arguments: ["playlists/a.toml", "library/a.toml", "templates/a.toml", "mixtape.toml"])
  func `a file with errors is merged by lines`(path: String) throws {
    let base = try fixture.commit([path: "a = 1\nb = 2\nc = 3\nd = 4\n"])
    let ours = try fixture.commit([path: "a = 1\nb = 2\nc = 3\nd = [\n"], on: base)
    let theirs = try fixture.commit([path: "a = 7\nb = 2\nc = 3\nd = 4\n"], on: base)
    #expect(try fixture.merged(ours, theirs) == [path: "a = 7\nb = 2\nc = 3\nd = [\n"])
    let other = try fixture.commit([path: "a = 1\nb = 2\nc = 3\nd = 8\n"], on: base)
    #expect(try fixture.merge(ours, other).unmergeable == [path])
  }

  @Test func `conflicts in TOML files that are not the store's`() throws {
    let base = try fixture.commit(["other.toml": "a = 1\nb = 2\n"])
    let ours = try fixture.commit(["other.toml": "a = 3\nb = 2\n"], on: base)
    let theirs = try fixture.commit(["other.toml": "a = 1\nb = 4\n"], on: base)
    #expect(try fixture.merged(ours, theirs) == ["other.toml": "a = 3\nb = 4\n"])
    let other = try fixture.commit(["other.toml": "a = 5\nb = 2\n"], on: base)
    #expect(try fixture.merge(ours, other).unmergeable == ["other.toml"])
  }

  @Test func `binary files and links`() throws {
    let modes = ["link": FileMode.symbolicLink]
    let base = try fixture.commit(["image": "a\0\n1\n2\n3\n", "link": "x"], modes: modes)
    let ours = try fixture.commit(["image": "b\0\n1\n2\n3\n", "link": "y"], on: base, modes: modes)
    let theirs = try fixture.commit(["image": "a\0\n1\n2\n4\n", "link": "z"], on: base, modes: modes)
    #expect(try fixture.merge(ours, theirs).unmergeable == ["image", "link"])
    #expect(try fixture.merged(ours, base)["image"] == "b\0\n1\n2\n3\n")
  }

  @Test func `an executable file stays executable`() throws {
    let base = try fixture.commit(["run": "1\n2\n3\n"])
    let ours = try fixture.commit(["run": "1\n2\n3\n"], on: base, modes: ["run": .executable])
    let theirs = try fixture.commit(["run": "1\n2\n4\n"], on: base)
    let change = try #require(try fixture.merge(theirs, ours).changes.first)
    #expect(change.new?.mode == .executable && change.old?.id == change.new?.id)
    #expect(try fixture.merge(ours, theirs).changes.map { $0.new?.mode } == [.executable])
  }

  @Test func `a submodule that one side changed`() throws {
    let base = try fixture.commit(["a": "1\n"])
    let ours = try fixture.commit(["b": "2\n"], on: base)
    let entry = "160000 commit \(base)\tmodule"
    let tree = try fixture.sandbox.git("mktree", input: "\(try fixture.sandbox.git("ls-tree", "\(base)"))\n\(entry)\n")
    let theirs = try #require(
      CommitID(try fixture.sandbox.git("commit-tree", tree, "-p", "\(base)", "-m", "Add a module")))
    let merge = try fixture.merge(ours, theirs)
    #expect(merge.changes.map(\.path) == ["module"] && merge.changes[0].new?.mode == .submodule)
    #expect(merge.unmergeable.isEmpty)
  }

  @Test(arguments: [("notes", "notes/today"), ("playlists/d.toml", "playlists/d.toml/in.toml")])
  func `a file in the place of a directory`(file: String, below: String) throws {
    let base = try fixture.commit(["a": "1\n"])
    let ours = try fixture.commit([file: "name = 'D'\n"], on: base)
    let theirs = try fixture.commit([below: "name = 'In'\n"], on: base)
    #expect(try fixture.merge(ours, theirs).unmergeable == [file, below])
    #expect(try fixture.merge(theirs, ours).unmergeable == [file, below])
  }

  @Test func `names that differ only in case`() throws {
    let base = try fixture.commit(["a": "1\n"])
    let ours = try fixture.commit(["playlists/jazz.toml": "name = \"J\"\n"], on: base)
    let theirs = try fixture.commit(["playlists/Jazz.toml": "name = \"K\"\n"], on: base)
    let merge = try fixture.merge(ours, theirs)
    #expect(merge.notices == [.sameExceptCase("playlists/Jazz.toml", "playlists/jazz.toml")])
    #expect(try fixture.merged(ours, theirs).count == 3)
  }
}
