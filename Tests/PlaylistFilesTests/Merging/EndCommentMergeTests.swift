import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of comments at the end of a file, and of sections")
struct EndCommentMergeTests {
  private static let first = "[[episodes]]\nid = \"a\"\n"
  private static let end = "# the end\n"

  @Test func isThereOnceIfBothSidesAppend() throws {
    let merged = try merge(
      Self.first + Self.end, Self.first + "\n[[episodes]]\nid = \"b\"\n" + Self.end,
      Self.first + "\n[[episodes]]\nid = \"c\"\n" + Self.end)
    #expect(
      merged == Self.first + "\n[[episodes]]\nid = \"b\"\n" + "\n[[episodes]]\nid = \"c\"\n" + Self.end)
  }

  @Test func staysIfBothSidesRemoveAnEpisode() throws {
    let second = "[[episodes]]\nid = \"b\"\n"
    let merged = try merge(
      "title = \"T\"\n" + Self.first + second + Self.end, "title = \"T\"\n" + Self.first + Self.end,
      "title = \"T\"\n" + second + Self.end)
    #expect(merged == "title = \"T\"\n" + Self.end)
  }

  @Test func staysInItsSectionIfASideAppendsBelowIt() throws {
    let merged = try merge(
      Self.first + Self.end, Self.first + Self.end + "\n[[episodes]]\nid = \"b\"\n", Self.first + "# new end\n")
    #expect(merged == Self.first + "# new end\n" + "\n[[episodes]]\nid = \"b\"\n")
  }

  /// The table is before the episodes on one side, and after them on the other.
  @Test func episodesAroundAnotherTableKeepAllComments() throws {
    let extra = "\n[extra]\nx = 1\n"
    let ours = "\n# ours\n[[episodes]]\nid = \"a\" # 1\n"
    let theirs = "\n# theirs\n[[episodes]]\nid = \"b\" # 2\n"
    let merged = try merge(
      "title = \"T\"\n" + extra, "title = \"T\"\n" + extra + ours, "title = \"T\"\n" + theirs + extra)
    #expect(merged == "title = \"T\"\n" + ours + theirs + extra)
    let exchanged = try merge(
      "title = \"T\"\n" + extra, "title = \"T\"\n" + theirs + extra, "title = \"T\"\n" + extra + ours)
    #expect(exchanged == merged)
  }

  @Test func aTableBetweenEpisodesStaysBetweenThem() throws {
    let extra = "[extra]\nx = 1\n"
    let (first, second, third) = (
      "[[episodes]]\nid = \"a\"\n", "[[episodes]]\nid = \"b\"\n", "[[episodes]]\nid = \"c\"\n"
    )
    let merged = try merge(
      first + extra + second, first + extra + second + third, first + "guid = \"g\"\n" + extra + second)
    #expect(merged == first + "guid = \"g\"\n" + extra + second + third)
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Podcast.ID(validating: "show"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }
}
