import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of comments")
struct CommentMergeTests {
  private static let base = "limit = 5\n\n# old\n[extra]\nname = 1\n"

  @Test(arguments: [
    // Both sides changed it.
    (base.replacing("old", with: "a"), base.replacing("old", with: "b"), ["a", "b"]),
    // One side added a blank line, and the other changed or removed the comment, or did the same.
    (base.replacing("old\n", with: "old\n\n"), base.replacing("old", with: "b"), ["b"]),
    (base.replacing("old\n", with: "old\n\n"), base.replacing("# old\n", with: ""), []),
    (base.replacing("old\n", with: "old\n\n"), base.replacing("old\n", with: "old\n\n\n"), ["old"]),
    // One side removed the blank line, and the other the section.
    (base.replacing("\n\n# old", with: "\n# old"), "limit = 5\n\n# old\n", ["old"]),
  ])
  func `a comment before a section`(ours: String, theirs: String, expected: [String]) throws {
    #expect(try comments(ours, theirs) == Set(expected))
    #expect(try comments(theirs, ours) == Set(expected))
  }

  private func comments(_ ours: String, _ theirs: String) throws -> Set<String> {
    let merged = try MergedFile.playlist(
      base: Array(Self.base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
      id: try Playlist.ID(validating: "x"))
    let lines = String(decoding: merged.bytes(), as: UTF8.self).split(separator: "\n")
    let found = lines.filter { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) }
    #expect(Set(found).count == found.count)
    return Set(found)
  }
}
