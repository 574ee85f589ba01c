import LosslessTOML
import MixtapeModel
import PlaylistFiles
import TestSupport
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

  /// Edits that change no value never conflict, and lose no comment.
  @Test func randomEditsOfTextOnly() throws {
    var random = SeededGenerator()
    let base =
      "# own 1\nsort = [\n  \"year\", # with year\n\n  # own 2\n  \"title\"\n]\nlimit = 5\ndescription = \"\"\"\na\nb\"\"\"\n"
      + "[extra]\nlist = [ [ 1, 2 ],\n  # own 3\n  [] ]\n# own 4\n"
    for _ in 0..<TestSteps.count(400) {
      let (ours, theirs) = (edited(base, using: &random), edited(base, using: &random))
      let note: Comment = "\(random)\n--- ours\n\(ours)\n--- theirs\n\(theirs)"
      let merged = try merge(base, ours, theirs)
      #expect(merged.conflicts.isEmpty, note)
      #expect(values(text(merged)) == values(base), "\(note)\n--- merged\n\(text(merged))")
      let (old, our, their) = (comments(base), comments(ours), comments(theirs))
      let expected = our.union(their).subtracting(old.subtracting(our)).subtracting(old.subtracting(their))
      // A comment stays if the other side changed the lines next to it.
      let result = comments(text(merged))
      #expect(expected.isSubset(of: result), "\(note)\n--- merged\n\(text(merged))")
      #expect(result.isSubset(of: our.union(their)), "\(note)\n--- merged\n\(text(merged))")
      if text(merged).contains("\r") { #expect(!text(merged).replacing("\r\n", with: "").contains("\n"), note) }
    }
  }

  private func edited(_ base: String, using random: inout SeededGenerator) -> String {
    var text = base
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let candidate = RandomHandEdit.edited(text, using: &random)
      if values(candidate) == values(base) { text = candidate }
    }
    return text
  }

  private func values(_ text: String) -> [String: TOMLLiteral]? {
    let document = TOMLDocument(parsing: text.withPlainLineEnds)
    guard document.isValid else { return nil }
    return Dictionary(document.root.entries.map { ($0.key, TOMLLiteral($0.value)) }) { first, _ in first }
  }

  private func comments(_ text: String) -> Set<String> {
    Set(text.filledLines.map { $0.trimmed.trimmedAtEnd }.filter { $0.hasPrefix("# own") })
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> MergedFile {
    try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
  }

  private func text(_ merged: MergedFile) -> String { String(decoding: merged.bytes(), as: UTF8.self) }
}
