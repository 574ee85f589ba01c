import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of arrays that are one value")
struct ArrayMergeTests {
  @Test func commentsOfBothSidesAreKept() throws {
    let merged = try merge(
      "sort = [\"year\"]\n", "sort = [\n  \"title\", # ours\n]\n", "sort = [\n  # theirs\n  \"title\",\n]\n")
    #expect(text(merged) == "sort = [\n  # theirs\n  \"title\", # ours\n]\n" && merged.conflicts.isEmpty)
  }

  @Test func aCommentStaysIfTheOtherSideChangesTheElements() throws {
    let base = "sort = [\n  \"year\",\n]\n"
    let (ours, theirs) = (base.replacing("]", with: "  # ours\n]"), base.replacing("year", with: "library"))
    #expect(try text(merge(base, ours, theirs)) == "sort = [\n  \"library\",\n]\n# ours\n")
    #expect(try text(merge(base, theirs, ours)) == "sort = [\n  \"library\",\n]\n# ours\n")
  }

  @Test func changesOfBothSidesAreOneConflict() throws {
    let base = "sort = [\"year\"]\n"
    let merged = try merge(base, "sort = [\"title\"]\n", "sort = [\"album\"]\n")
    #expect(merged.conflicts.map(\.key) == ["sort"])
    #expect(text(merged) == "sort = [\"title\"]\n")
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> MergedFile {
    try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
  }

  private func text(_ merged: MergedFile) -> String { String(decoding: merged.bytes(), as: UTF8.self) }
}
