import MixtapeModel
import PlaylistFiles
import Testing

/// Merges of files that both sides created: the base is empty and has no values, not even the default ones.
@Suite("Merges of files that both sides created")
struct CreatedFileMergeTests {
  private func playlist(_ ours: String, _ theirs: String, base: String = "") throws -> MergedFile {
    try .playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
      id: try Playlist.ID(validating: "foo-bar"))
  }

  private func podcast(_ ours: String, _ theirs: String) throws -> MergedFile {
    try .podcast(
      base: [], ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: try Podcast.ID(validating: "foo-bar"))
  }

  private func text(_ merged: MergedFile) -> String { String(decoding: merged.bytes(), as: UTF8.self) }

  @Test(arguments: ["", "# empty\n"])
  func `a value that equals the default one is in conflict with another value`(base: String) throws {
    let (ours, theirs) = ("name = \"Foo Bar\"\n", "name = \"foo-bar\"\n")
    #expect(try playlist(ours, theirs, base: base).conflicts.map(\.path) == [["name"]])
    #expect(try playlist(theirs, ours, base: base).conflicts.map(\.path) == [["name"]])
    #expect(try playlist("shuffle = false\n", "shuffle = true\n").conflicts.map(\.path) == [["shuffle"]])
  }

  @Test func `a value that only one side set is taken`() throws {
    let merged = try playlist("name = \"Foo Bar\"\n", "shuffle = true\n")
    #expect(merged.conflicts.isEmpty)
    #expect(text(merged).contains("name = \"Foo Bar\"") && text(merged).contains("shuffle = true"))
    #expect(try playlist("name = 'N'\n", "name = \"N\"\n").conflicts.isEmpty)
  }

  @Test func `a file with other keys has the default values`() throws {
    let base = "description = \"d\"\n"
    let merged = try playlist("name = \"Foo Bar\"\n\(base)", "name = \"foo-bar\"\n\(base)", base: base)
    #expect(merged.conflicts.isEmpty)
    #expect(text(merged) == "name = \"foo-bar\"\n\(base)")
  }

  @Test func `the values of a podcast are in conflict, too`() throws {
    let merged = try podcast(
      "title = \"T\"\nkind = \"podcast\"\nsubscribed = true\n", "title = \"T\"\nkind = \"album\"\nsubscribed = false\n")
    #expect(merged.conflicts.map(\.path) == [["kind"], ["subscribed"]])
  }

  @Test func `a podcast that both sides added was added at the earlier time`() throws {
    let (early, late) = ("2026-01-01T08:00:00Z", "2026-01-02T08:00:00Z")
    for (ours, theirs) in [(early, late), (late, early)] {
      let merged = try podcast("title = \"T\"\ndateAdded = \(ours)\n", "title = \"T\"\ndateAdded = \(theirs)\n")
      #expect(merged.conflicts.isEmpty)
      #expect(text(merged) == "title = \"T\"\ndateAdded = \(early)\n")
    }
  }
}
