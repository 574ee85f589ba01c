import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of comments")
struct CommentMergeTests {
  private static let base = "limit = 5\n\n# old\n[extra]\nname = 1\n"

  @Test(arguments: [
    // Both sides changed it.
    (base.replacing("old", with: "a"), base.replacing("old", with: "b"), ["a", "b"]),
    // One side added a blank line, and the other changed or removed the comment, or did the same: git has a conflict of lines.
    (base.replacing("old\n", with: "old\n\n"), base.replacing("old", with: "b"), ["b", "old"]),
    (base.replacing("old\n", with: "old\n\n"), base.replacing("# old\n", with: ""), ["old"]),
    (base.replacing("old\n", with: "old\n\n"), base.replacing("old\n", with: "old\n\n\n"), ["old"]),
    // One side removed the blank line, and the other the section.
    (base.replacing("\n\n# old", with: "\n# old"), "limit = 5\n\n# old\n", ["old"]),
  ])
  func `a comment before a section`(ours: String, theirs: String, expected: [String]) throws {
    #expect(try comments(ours, theirs).union(comments(theirs, ours)) == Set(expected))
  }

  private static func episode(_ id: String) -> String { "[[episodes]]\nid = \"\(id)\"\n" }

  /// A blank line below the comment makes it the end of the section before it, on each side of another one.
  @Test func `a heading between episodes, before which both sides add one`() throws {
    let (first, heading, last) = (Self.episode("e2"), "\n# --- season 2 ---\n", "\n" + Self.episode("e9"))
    let sides = ["e3", "e5"].map { "\n" + Self.episode($0) }
    let expected = first + sides.joined() + heading + last
    for (ours, theirs) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let merged = try podcast(first + heading + last, first + ours + heading + last, first + theirs + heading + last)
      // The heading stays below the episode of ours, and is there once.
      #expect(Set(merged.filledLines) == Set(expected.filledLines))
      #expect(merged.filledLines.count == expected.filledLines.count)
    }
  }

  @Test func `a comment of both sides above a key that one side removed`() throws {
    let (base, theirs) = ("subscribed = true\n", "# y1\nsubscribed = true\n[extra]\na = 1\n")
    let merged = try podcast(base, "", theirs)
    #expect(merged == "[extra]\na = 1\n# y1\n")
    #expect(try podcast(base, merged, theirs) == merged)
  }

  @Test func `comments in lists that both sides added`() throws {
    let (base, list) = ("title = \"P\"\n", "tags = [ # theirs\n  \"b\", # bb\n]\n")
    for added in ["tags = [\"a\"]\n", "tags = [ # ours\n  \"a\", # aa\n]\n"] {
      for (ours, theirs) in [(added, list), (list, added)] {
        let merged = try podcast(base, base + ours, base + theirs)
        let texts = ["\"a\"", "\"b\"", "# theirs", "# bb"] + (added.contains("#") ? ["# ours", "# aa"] : [])
        for text in texts { #expect(merged.split(separator: text).count == 2, "\(text)\n\(merged)") }
        #expect(try podcast(base, merged, base + theirs) == merged)
      }
    }
  }

  private func podcast(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8),
      id: try Podcast.ID(validating: "x"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
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
