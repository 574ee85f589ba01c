import GitHistory
import MixtapeModel
import Testing

@testable import MixtapeStore

@Suite("Merges of episodes that moved to another podcast")
struct EpisodeMoveMergeTests {
  private let fixture: MergeFixture
  private let base: CommitID

  init() throws {
    fixture = try MergeFixture()
    base = try fixture.commit(Self.files)
  }

  private static let first = "[[episodes]]\nid = \"1\"\nguid = \"g1\"\nrating = 3  # good\nplayCount = 1\n"
  private static let second = "[[episodes]]\nid = \"2\"\nguid = \"g2\"\n"
  private static let show = "title = \"Show\"\n\n\(first)\n\(second)"
  private static let other = "title = \"Other\"\n\n[[episodes]]\nid = \"9\"\n"
  private static let third = "title = \"Third\"\n\n[[episodes]]\nid = \"8\"\n"
  private static let files = [
    "library/a.toml": show, "library/b.toml": other, "library/c.toml": third,
    "playlists/p.toml": "episodes = [\n  \"a/1\", # first\n  \"a/2\",\n]\n",
  ]
  private static let rest = "title = \"Show\"\n\n\(second)"

  /// Returns the changes that move the first episode to another podcast.
  private func moves(to podcast: String, _ text: String) -> [String: String?] {
    [
      "library/a.toml": Self.rest, "library/\(podcast).toml": "\(text)\n\(Self.first)",
      "playlists/p.toml": "episodes = [\n  \"\(podcast)/1\", # first\n  \"a/2\",\n]\n",
    ]
  }

  @Test func `changes of the other side follow`() throws {
    let ours = try fixture.commit(moves(to: "b", Self.other), on: base)
    let theirs = try fixture.commit(
      [
        "library/a.toml": Self.show.replacing("rating = 3", with: "rating = 5"),
        "playlists/p.toml": "episodes = [\n  \"a/2\",\n  \"a/1\", # first\n]\n",
        "playlists/q.toml": "episodes = [\"a/1\"]\n",
      ], on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/a.toml"] == Self.rest)
    #expect(files["library/b.toml"] == "\(Self.other)\n\(Self.first.replacing("rating = 3", with: "rating = 5"))")
    #expect(files["playlists/p.toml"] == "episodes = [\n  \"a/2\",\n  \"b/1\", # first\n]\n")
    #expect(files["playlists/q.toml"] == "episodes = [\"b/1\"]\n")
    let merge = try fixture.merge(ours, theirs)
    #expect(merge.conflicts.isEmpty && merge.notices.isEmpty)
    // With one side alone, the bytes are those of that side.
    #expect(try fixture.merge(ours, base).changes.isEmpty)
  }

  /// The changes that give the first episode another name.
  private static let renaming: [String: String?] = [
    "library/a.toml": show.replacing("id = \"1\"", with: "id = \"one\""),
    "playlists/p.toml": "episodes = [\n  \"a/one\", # first\n  \"a/2\",\n]\n",
  ]

  @Test func `references of the other side follow another name`() throws {
    let ours = try fixture.commit(Self.renaming, on: base)
    let theirs = try fixture.commit(
      [
        "library/a.toml": Self.show.replacing("rating = 3", with: "rating = 5"),
        "playlists/q.toml": "episodes = [\"a/1\"]\n",
      ], on: base)
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let files = try fixture.merged(first, second)
      #expect(
        files["library/a.toml"] == Self.renaming["library/a.toml"]??.replacing("rating = 3", with: "rating = 5"))
      #expect(files["playlists/p.toml"] == Self.renaming["playlists/p.toml"])
      #expect(files["playlists/q.toml"] == "episodes = [\"a/one\"]\n")
    }
  }

  @Test func `references follow an episode that both sides added with different ids`() throws {
    func adding(_ name: String, _ playlists: [String: String]) -> [String: String] {
      let episode = "\n[[episodes]]\nid = \"\(name)\"\nguid = \"new\"\n"
      return playlists.merging(["library/a.toml": Self.show + episode]) { $1 }
    }
    let list = try #require(Self.files["playlists/p.toml"])
    let ours = try fixture.commit(
      adding(
        "zz",
        [
          "playlists/p.toml": list.replacing("]", with: "  \"a/zz\", # new\n]"),
          "playlists/q.toml": "episodes = [\"a/zz\", \"a/1\"]\n",
        ]), on: base)
    let theirs = try fixture.commit(
      adding("aa", ["playlists/p.toml": list.replacing("]", with: "  \"a/aa\", # new\n]")]), on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/a.toml"]?.contains("id = \"aa\"") == true)
    #expect(files["library/a.toml"]?.contains("zz") == false)
    #expect(files["playlists/p.toml"] == list.replacing("]", with: "  \"a/aa\", # new\n]"))
    #expect(files["playlists/q.toml"] == "episodes = [\"a/aa\", \"a/1\"]\n")
  }

  @Test func `one side gives it another name, the other side moves it`() throws {
    let ours = try fixture.commit(moves(to: "b", Self.other), on: base)
    let theirs = try fixture.commit(
      Self.renaming.merging(["playlists/q.toml": "episodes = [\"a/one\"]\n"]) { $1 }, on: base)
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let files = try fixture.merged(first, second)
      let lists = [files["playlists/p.toml"], files["playlists/q.toml"]].compactMap(\.self).joined()
      let name = files["library/b.toml"]?.contains("g1") == true ? "b/1" : "a/one"
      #expect(lists.ranges(of: name).count == 2)
      #expect(Set(files.values.filter { $0.contains("g1") }).count == 1)
    }
  }

  @Test func `one side moves it, the other side renames the file and its references`() throws {
    let ours = try fixture.commit(moves(to: "b", Self.other), on: base)
    let theirs = try fixture.commit(
      [
        "library/a.toml": nil, "library/z.toml": Self.show,
        "playlists/p.toml": "episodes = [\n  \"z/1\", # first\n  \"z/2\",\n]\n",
        "playlists/q.toml": "episodes = [\"z/2\", \"z/1\"]\n",
      ], on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/a.toml"] == nil)
    #expect(files["library/z.toml"] == Self.rest)
    #expect(files["library/b.toml"] == "\(Self.other)\n\(Self.first)")
    #expect(files["playlists/p.toml"] == "episodes = [\n  \"b/1\", # first\n  \"z/2\",\n]\n")
    #expect(files["playlists/q.toml"] == "episodes = [\"z/2\", \"b/1\"]\n")
  }

  @Test func `two moves to different podcasts`() throws {
    let ours = try fixture.commit(moves(to: "c", Self.third), on: base)
    var changes = moves(to: "b", Self.other)
    changes["library/b.toml"] = changes["library/b.toml"]??.replacing("playCount = 1", with: "playCount = 2")
    let theirs = try fixture.commit(changes, on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/b.toml"] == changes["library/b.toml"])
    #expect(files["library/c.toml"] == Self.third)
    #expect(files["library/a.toml"] == Self.rest)
    #expect(files["playlists/p.toml"] == "episodes = [\n  \"b/1\", # first\n  \"a/2\",\n]\n")
    let ids = try ["a/1", "b/1", "c/1"].map { try Episode.ID(validating: $0) }
    #expect(
      try fixture.merge(ours, theirs).notices == [.episodeMovedDifferently(ids[0], to: ids[1], insteadOf: ids[2])])
  }

  @Test(arguments: ["0", "one"])
  func `two moves to one podcast, with different names`(name: String) throws {
    let ours = try fixture.commit(moves(to: "b", Self.other), on: base)
    let theirs = try fixture.commit(
      moves(to: "b", Self.other).mapValues { text in
        text?.replacing("id = \"1\"", with: "id = \"\(name)\"").replacing("b/1", with: "b/\(name)")
      }, on: base)
    let expected = min("1", name)
    for (first, second) in [(ours, theirs), (theirs, ours)] {
      let files = try fixture.merged(first, second)
      #expect(
        files["library/b.toml"] == "\(Self.other)\n\(Self.first.replacing("id = \"1\"", with: "id = \"\(expected)\""))")
      #expect(files["playlists/p.toml"]?.contains("b/\(expected)\", # first") == true)
    }
  }

  @Test func `one move by both sides, with plays of both`() throws {
    let sides = try ["01-05", "01-03"].map { day in
      var changes = moves(to: "b", Self.other)
      changes["library/b.toml"] = changes["library/b.toml"]??.replacing(
        "playCount = 1\n", with: "playCount = 2\nlastPlayedAt = 2026-\(day)T00:00:00Z\n")
      return try fixture.commit(changes, on: base)
    }
    let files = try fixture.merged(sides[0], sides[1])
    #expect(files["library/b.toml"]?.contains("playCount = 3\nlastPlayedAt = 2026-01-05") == true)
  }

  @Test func `a move to a new podcast`() throws {
    let ours = try fixture.commit(moves(to: "new", Self.other), on: base)
    let theirs = try fixture.commit(
      ["library/a.toml": Self.show.replacing("rating = 3", with: "rating = 5")], on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/a.toml"] == Self.rest)
    #expect(files["library/new.toml"] == "\(Self.other)\n\(Self.first.replacing("rating = 3", with: "rating = 5"))")
  }

  @Test func `an episode that the other side removed`() throws {
    let ours = try fixture.commit(moves(to: "b", Self.other), on: base)
    let theirs = try fixture.commit(
      ["library/a.toml": Self.rest, "playlists/p.toml": "episodes = [\n  \"a/2\",\n]\n"], on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/b.toml"] == Self.other)
    #expect(files["playlists/p.toml"] == "episodes = [\n  \"a/2\",\n]\n")
  }

  @Test func `a podcast that the other side deleted`() throws {
    let ours = try fixture.commit(moves(to: "b", Self.other), on: base)
    let theirs = try fixture.commit(["library/a.toml": nil], on: base)
    let files = try fixture.merged(ours, theirs)
    #expect(files["library/b.toml"] == "\(Self.other)\n\(Self.first)")
  }
}
