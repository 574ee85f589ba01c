import MixtapeModel
import PlaylistFiles
import Testing

/// Merges from a common version with conflict markers, as git makes it of several common ancestors.
@Suite("Merges from a base with conflict markers")
struct UndecidedBaseTests {
  private static let names = """
    <<<<<<<<< ours
    name = "X"
    =========
    name = "Y"
    >>>>>>>>> theirs

    """
  private static func list(_ names: String...) -> String {
    "episodes = [\n" + names.map { "  \"p/\($0)\",\n" }.joined() + "]\n"
  }

  private func playlist(base: String, _ ours: String, _ theirs: String) throws -> MergedFile {
    try .playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: try Playlist.ID(validating: "a"))
  }

  private func podcast(base: String, _ ours: String, _ theirs: String) throws -> MergedFile {
    try .podcast(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: try Podcast.ID(validating: "p"))
  }

  private func text(_ merged: MergedFile) -> String { String(decoding: merged.bytes(), as: UTF8.self) }

  @Test(arguments: ["\n", "\r\n"])
  func `a removed episode does not return, and a key that both sides decided alike is taken`(lineEnd: String) throws {
    let texts = [
      Self.names + Self.list("1", "2", "3"), "name = \"X\"\n" + Self.list("1", "3"),
      "name = \"X\"\n" + Self.list("1", "3", "2"),
    ].map { $0.replacing("\n", with: lineEnd) }
    for (ours, theirs) in [(texts[1], texts[2]), (texts[2], texts[1])] {
      let merged = try playlist(base: texts[0], ours, theirs)
      #expect(merged.conflicts.isEmpty && text(merged) == texts[1])
    }
  }

  @Test(arguments: [("X", "Y"), ("a", "Y")])
  func `a key that the sides decided differently is in conflict`(ours: String, theirs: String) throws {
    let merged = try playlist(
      base: Self.names + Self.list("1"), "name = \"\(ours)\"\n" + Self.list("1"),
      "name = \"\(theirs)\"\n" + Self.list("2"))
    #expect(merged.conflicts.map(\.path) == [["name"]])
    #expect(text(merged) == "name = \"\(ours)\"\n" + Self.list("2"))
  }

  @Test func `the common version of a conflict in the style diff3 is ignored`() throws {
    let base = Self.names.replacing("=========", with: "||||||||| base\nname = \"A\"\n=========")
    let merged = try playlist(base: base + Self.list("1"), "name = \"X\"\n" + Self.list("1"), "name = \"X\"\n")
    #expect(text(merged) == "name = \"X\"\n")
  }

  @Test func `conflicts of episodes are read key by key`() throws {
    func episodes(_ first: String, _ second: String) -> String {
      "title = \"P\"\nepisodes = [\n\(first)\n  { id = \"2\", title = \"Two\"\(second) },\n]\n"
    }
    let conflict = """
      <<<<<<<<< ours
        { id = "1", rating = 3 },
      =========
        { id = "1", rating = 4 },
      >>>>>>>>> theirs
      """
    let base = episodes(conflict, "")
    let removed = "title = \"P\"\nepisodes = [\n  { id = \"2\", title = \"Two\" },\n]\n"
    #expect(text(try podcast(base: base, removed, episodes("  { id = \"1\", rating = 3 },", ""))) == removed)
    let merged = try podcast(
      base: base, episodes("  { id = \"1\", rating = 3 },", ", rating = 5"),
      episodes("  { id = \"1\", rating = 4 },", ""))
    #expect(merged.conflicts.map(\.path) == [["episodes", "1", "rating"]])
    #expect(text(merged) == episodes("  { id = \"1\", rating = 3 },", ", rating = 5"))
  }

  @Test(arguments: [
    // Lines of a list, as a merge by git leaves them.
    "episodes = [\n<<<<<<< ours\n  \"p/1\",\n=======\n  \"p/2\",\n>>>>>>> theirs\n  \"p/3\",\n]\n",
    "<<<<<<< ours\n=======\nepisodes = [\"p/1\"]\n>>>>>>> theirs\n",
    // Rules, which one side can have removed.
    "<<<<<<< ours\nconditions = [\"rating > 3\"]\n=======\n>>>>>>> theirs\n",
    // Other errors, a single marker, and a conflict in a conflict.
    names + "limit = \n", "<<<<<<< ours\nname = \"X\"\n",
    "<<<<<<< ours\n<<<<<<< ours\nname = \"X\"\n=======\nname = \"Y\"\n>>>>>>> theirs\n=======\n>>>>>>> theirs\n",
  ])
  func `other bases stay invalid`(base: String) throws {
    #expect(throws: MergedFile.Refusal.invalid([.base])) {
      _ = try playlist(base: base, Self.list("1"), Self.list("2"))
    }
  }

  @Test func `markers in a text of a valid file are text`() throws {
    let base = "description = \"\"\"\n\(Self.names)\"\"\"\n"
    let merged = try playlist(base: base, base + "shuffle = true\n", base + "continuous = true\n")
    #expect(text(merged).hasPrefix(base))
  }

  @Test func `other files are merged key by key, too`() throws {
    let merged = try MergedFile.document(
      base: Array((Self.names + "format = 1\n").utf8), ours: Array("name = \"X\"\nformat = 1\n".utf8),
      theirs: Array("name = \"X\"\nformat = 1\ncolor = \"red\"\n".utf8))
    #expect(text(merged) == "name = \"X\"\nformat = 1\ncolor = \"red\"\n")
  }
}
