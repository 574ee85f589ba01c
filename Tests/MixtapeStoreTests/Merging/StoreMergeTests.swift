import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("Merges of all files of two commits")
struct StoreMergeTests {
  private let fixture: MergeFixture

  init() throws { fixture = try MergeFixture() }

  private static let list = "name = \"Focus\"\nepisodes = [\n  \"a/1\",\n  \"a/2\",\n]\n"

  @Test func `files of one side, and of both`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list, "mixtape.toml": "format = 1\n", "x": "1\n"])
    let ours = try fixture.commit(["playlists/b.toml": "name = \"B\"\n", "x": nil], on: base)
    let theirs = try fixture.commit(
      ["playlists/c.toml": "name = \"C\"\n", "playlists/a.toml": Self.list + "limit = 3\n"], on: base)
    let expected = [
      "playlists/a.toml": Self.list + "limit = 3\n", "playlists/b.toml": "name = \"B\"\n",
      "playlists/c.toml": "name = \"C\"\n", "mixtape.toml": "format = 1\n",
    ]
    #expect(try fixture.merged(ours, theirs) == expected)
    let merge = try fixture.merge(ours, theirs)
    #expect(merge.changes.map(\.path) == ["playlists/a.toml", "playlists/c.toml"])
    #expect(merge.conflicts.isEmpty && merge.notices.isEmpty && merge.unmergeable.isEmpty)
    #expect(try fixture.merge(ours, ours).changes.isEmpty)
    #expect(try fixture.merge(ours, base).changes.isEmpty)
  }

  @Test func `a file that one side moved and the other edited`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let ours = try fixture.commit(["playlists/a.toml": nil, "playlists/work/a.toml": Self.list], on: base)
    let theirs = try fixture.commit(["playlists/a.toml": Self.list + "limit = 3\n"], on: base)
    #expect(try fixture.merged(ours, theirs) == ["playlists/work/a.toml": Self.list + "limit = 3\n"])
  }

  @Test(arguments: [nil, "edit"])
  func `a file that one side renamed and the other edited`(operation: String?) throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list, "playlists/z.toml": "name = \"Z\"\n"])
    let renamed = try fixture.commit(
      ["playlists/a.toml": nil, "playlists/b.toml": Self.list], on: base, operation: operation)
    // The renamed file is edited too, so that its content is not that of the base.
    let ours = try fixture.commit(["playlists/b.toml": Self.list + "# own\n"], on: renamed, operation: operation)
    let theirs = try fixture.commit(["playlists/a.toml": "limit = 3\n" + Self.list], on: base)
    #expect(
      try fixture.merged(ours, theirs) == [
        "playlists/b.toml": "limit = 3\n" + Self.list + "# own\n", "playlists/z.toml": "name = \"Z\"\n",
      ])
  }

  @Test(arguments: ["playlists/a.toml", "playlists/day/a.toml"])
  func `a file that one side renamed before it gave the name to a new one`(path: String) throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let renamed = try fixture.commit(
      ["playlists/a.toml": nil, "playlists/b.toml": Self.list], on: base, operation: "edit")
    let ours = try fixture.commit([path: "name = \"New\"\n"], on: renamed, operation: "create")
    let theirs = try fixture.commit(["playlists/a.toml": Self.list + "limit = 3\n"], on: base, operation: "edit")
    let expected = ["playlists/b.toml": Self.list + "limit = 3\n", path: "name = \"New\"\n"]
    #expect(try fixture.merged(ours, theirs) == expected)
  }

  /// Merges the commits of two clones with a deletion, one after the other, and then with each other.
  private func mergedAfterDeletion(
    of base: CommitID, _ first: [String: String?], _ second: [String: String?], operation: String = "edit"
  ) throws -> [String: String] {
    let deleted = try fixture.commit(["playlists/a.toml": nil], on: base, operation: "delete")
    let merges = try [first, second].map { changes in
      let changed = try fixture.commit(changes, on: base, operation: operation)
      let files = try fixture.merged(deleted, changed)
      return try fixture.commit(files.mapValues { Optional($0) }, on: deleted, changed, operation: "sync")
    }
    return try fixture.merged(merges[0], merges[1])
  }

  @Test func `new files with the name of a deleted one are not one file`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let files = try mergedAfterDeletion(
      of: base, ["playlists/a.toml": Self.list + "limit = 3\n", "playlists/b.toml": "name = \"B\"\n"],
      ["playlists/a.toml": nil, "playlists/c.toml": "name = \"C\"\n"], operation: "delete")
    #expect(
      files == [
        "playlists/a.toml": Self.list + "limit = 3\n", "playlists/b.toml": "name = \"B\"\n",
        "playlists/c.toml": "name = \"C\"\n",
      ])
  }

  @Test func `a file that Mixtape deleted is not one that it created`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let deleted = try fixture.commit(["playlists/a.toml": nil], on: base, operation: "delete")
    let ours = try fixture.commit(["playlists/b.toml": Self.list + "limit = 1\n"], on: deleted, operation: "create")
    let theirs = try fixture.commit(["playlists/a.toml": Self.list + "limit = 3\n"], on: base)
    #expect(
      try fixture.merged(ours, theirs) == [
        "playlists/a.toml": Self.list + "limit = 3\n", "playlists/b.toml": Self.list + "limit = 1\n",
      ])
    #expect(
      try fixture.merge(ours, theirs).notices == [
        .kept(path: "playlists/a.toml", base: "playlists/a.toml", deletedBy: .ours)
      ])
    #expect(
      try fixture.merge(theirs, ours).notices == [
        .kept(path: "playlists/a.toml", base: "playlists/a.toml", deletedBy: .theirs)
      ])
  }

  @Test func `a file that both sides renamed`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let ours = try fixture.commit(["playlists/a.toml": nil, "playlists/b.toml": Self.list], on: base)
    let theirs = try fixture.commit(["playlists/a.toml": nil, "playlists/c.toml": Self.list], on: base)
    #expect(try fixture.merged(ours, theirs) == ["playlists/c.toml": Self.list])
    #expect(
      try fixture.merge(ours, theirs).notices == [
        .movedDifferently(
          path: "playlists/c.toml", insteadOf: "playlists/b.toml", base: "playlists/a.toml", winner: .theirs)
      ])
  }

  @Test func `one side moves and the other renames`() throws {
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let ours = try fixture.commit(["playlists/a.toml": nil, "playlists/work/a.toml": Self.list], on: base)
    let theirs = try fixture.commit(["playlists/a.toml": nil, "playlists/c.toml": Self.list], on: base)
    #expect(try fixture.merged(ours, theirs) == ["playlists/work/c.toml": Self.list])
    #expect(try fixture.merge(ours, theirs).notices.isEmpty)
  }

  @Test func `files that both sides created with one id`() throws {
    let base = try fixture.commit(["mixtape.toml": "format = 1\n"])
    let ours = try fixture.commit(["playlists/a.toml": "name = \"A\"\nepisodes = [\"a/1\"]\n"], on: base)
    let theirs = try fixture.commit(["playlists/a.toml": "name = \"A\"\nepisodes = [\"b/1\"]\n"], on: base)
    #expect(try fixture.merged(ours, theirs)["playlists/a.toml"] == "name = \"A\"\nepisodes = [\"a/1\", \"b/1\"]\n")
  }

  @Test func `settings are merged key by key`() throws {
    let text = "format = 1\n\n[downloads]\nlimit = \"1 GB\" # small\n"
    let base = try fixture.commit(["mixtape.toml": text])
    let ours = try fixture.commit(["mixtape.toml": "\(text)directory = \"~/P\"\n"], on: base)
    let theirs = try fixture.commit(["mixtape.toml": text.replacing("1 GB", with: "2 GB")], on: base)
    #expect(
      try fixture.merged(ours, theirs)["mixtape.toml"]
        == "format = 1\n\n[downloads]\nlimit = \"2 GB\" # small\ndirectory = \"~/P\"\n")
  }

  @Test func `two files that end up with one id`() throws {
    let other = "name = \"Other\"\nepisodes = [\"x/1\"]\n"
    let base = try fixture.commit(["playlists/a.toml": Self.list])
    let ours = try fixture.commit(["playlists/a.toml": nil, "playlists/b.toml": Self.list], on: base)
    let theirs = try fixture.commit(["playlists/b.toml": other], on: base)
    #expect(try fixture.merged(ours, theirs) == ["playlists/b.toml": other, "playlists/b-2.toml": Self.list])
    #expect(
      try fixture.merge(ours, theirs).notices == [
        .idTaken(path: "playlists/b.toml", by: "playlists/b.toml", replacement: "playlists/b-2.toml", of: .ours)
      ])
  }

  @Test func `rules follow a playlist that gets another id`() throws {
    let rules = "name = \"R\"\nconditions = [\n  'in playlist \"a\"', # mine\n  \"in playlist \\\"r\\\"\",\n]\n"
    let renamed = rules.replacing("\"a\"", with: "\"b\"")
    let other = "name = \"Other\"\n"
    let base = try fixture.commit(["playlists/a.toml": Self.list, "playlists/q.toml": rules])
    let ours = try fixture.commit(
      ["playlists/a.toml": nil, "playlists/b.toml": Self.list, "playlists/q.toml": renamed], on: base)
    let theirs = try fixture.commit(["playlists/b.toml": other, "playlists/s.toml": renamed], on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["playlists/b-2.toml"] == Self.list)
    #expect(files["playlists/q.toml"] == rules.replacing("\"a\"", with: "\"b-2\""))
    #expect(files["playlists/s.toml"] == renamed)
  }

  @Test func `playlists follow a podcast that gets another id`() throws {
    let show = "title = \"Show\"\n\n[[episodes]]\nid = \"1\"\ntitle = \"One\"\n"
    let other = "title = \"Other\"\n\n[[episodes]]\nid = \"1\"\ntitle = \"Else\"\n"
    let base = try fixture.commit(["library/a.toml": show, "playlists/p.toml": "episodes = [\"a/1\"]\n"])
    let ours = try fixture.commit(
      ["library/a.toml": nil, "library/b.toml": show, "playlists/p.toml": "episodes = [\"b/1\"]\n"], on: base)
    let theirs = try fixture.commit(
      ["library/b.toml": other, "playlists/q.toml": "episodes = [\"b/1\"]\n"], on: base)
    #expect(
      try fixture.merged(ours, theirs) == [
        "library/b.toml": other, "library/b-2.toml": show, "playlists/p.toml": "episodes = [\"b-2/1\"]\n",
        "playlists/q.toml": "episodes = [\"b/1\"]\n",
      ])
  }

  @Test func `the newer change of a key wins`() throws {
    let base = try fixture.commit(["playlists/a.toml": "name = \"A\"\nlimit = 1\nsort = [\"random\"]\n"])
    let early = try fixture.commit(["playlists/a.toml": "name = \"B\"\nlimit = 2\n"], on: base, author: "Ann")
    let theirs = try fixture.commit(
      ["playlists/a.toml": "name = \"C\"\nlimit = 3\nsort = [\"random\"]\n"], on: base, author: "Bob")
    let ours = try fixture.commit(["playlists/a.toml": "name = \"B\"\nlimit = 4\n"], on: early, author: "Eve")
    #expect(try fixture.merged(ours, theirs) == ["playlists/a.toml": "name = \"C\"\nlimit = 4\n"])
    let conflicts = try fixture.merge(ours, theirs).conflicts
    #expect(conflicts.map(\.key) == ["limit", "name"])
    #expect(conflicts.map(\.winner) == [.ours, .theirs])
    let name = try #require(conflicts.last)
    #expect(name.subject == .playlist(try Playlist.ID(validating: "a")))
    #expect((name.ours.value, name.ours.author, name.ours.commit) == ("\"B\"", "Ann", early))
    #expect((name.theirs.value, name.theirs.author, name.theirs.commit) == ("\"C\"", "Bob", theirs))
    #expect(try fixture.merge(theirs, ours).conflicts.map(\.winner) == [.theirs, .ours])
  }

  @Test func `a key of an episode, and one that a side removed`() throws {
    func show(_ fields: String) -> String { "title = \"Show\"\n\n[[episodes]]\nid = \"1\"\ntitle = \"One\"\n\(fields)" }
    let base = try fixture.commit(["library/s.toml": show("rating = 1\nyear = 2000\n")])
    let ours = try fixture.commit(["library/s.toml": show("rating = 2\n")], on: base)
    let theirs = try fixture.commit(["library/s.toml": show("rating = 3\nyear = 2001\n")], on: base)
    #expect(try fixture.merged(ours, theirs) == ["library/s.toml": show("rating = 3\nyear = 2001\n")])
    let conflicts = try fixture.merge(ours, theirs).conflicts
    #expect(conflicts.map(\.key) == ["rating", "year"])
    #expect(conflicts.map(\.subject) == Array(repeating: .episode(try Episode.ID(validating: "s/1")), count: 2))
    #expect(conflicts.map(\.ours.value) == ["2", nil])
    #expect(conflicts.map(\.theirs.value) == ["3", "2001"])
  }

  @Test func `histories without a common commit`() throws {
    let ours = try fixture.commit(["playlists/a.toml": "name = \"A\"\n", "mixtape.toml": "format = 1\n"])
    let theirs = try fixture.commit(["playlists/b.toml": "name = \"B\"\n", "mixtape.toml": "format = 1\n"])
    #expect(
      try fixture.merged(ours, theirs) == [
        "playlists/a.toml": "name = \"A\"\n", "playlists/b.toml": "name = \"B\"\n", "mixtape.toml": "format = 1\n",
      ])
  }

  @Test func `branches that were merged into each other count plays once`() throws {
    func show(_ count: Int) -> String {
      "title = \"Show\"\n\n[[episodes]]\nid = \"1\"\ntitle = \"One\"\nplayCount = \(count)\n"
        + "lastPlayedAt = 2026-01-0\(count)T00:00:00Z\n"
    }
    let base = try fixture.commit(["library/s.toml": show(1)])
    let ours = try fixture.commit(["library/s.toml": show(2)], on: base)
    let theirs = try fixture.commit(["library/s.toml": show(3)], on: base)
    // Each merges the other: 1 + 1 + 2.
    let first = try fixture.commit(["library/s.toml": show(4)], on: ours, theirs)
    let second = try fixture.commit(["library/s.toml": show(4)], on: theirs, ours)
    let next = try fixture.commit(["library/s.toml": show(5)], on: first)
    let last = try fixture.commit(["library/s.toml": show(6)], on: second)
    #expect(try fixture.merged(next, last)["library/s.toml"]?.contains("playCount = 7\n") == true)
  }
}
