import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of line ends")
struct LineEndMergeTests {
  @Test func lineEndsInATextAreNoChangeOfIt() throws {
    let base = "description = \"\"\"\na\nb\"\"\"\nseed = 1\n"
    let merged = try merge(base, base.replacing("\n", with: "\r\n"), "description = \"c\"\nseed = 1\n")
    #expect(merged == "description = \"c\"\r\nseed = 1\r\n")
    let exchanged = try merge(base, "description = \"c\"\nseed = 1\n", base.replacing("\n", with: "\r\n"))
    #expect(exchanged == merged)
    let kept = try merge(base, base.replacing("\n", with: "\r\n"), base.replacing("seed = 1", with: "seed = 2"))
    #expect(kept == base.replacing("seed = 1", with: "seed = 2").replacing("\n", with: "\r\n"))
  }

  @Test func linesInsideAnArrayGetTheStyleOfTheFile() throws {
    let base = "sort = [\n\"year\",\n]\nname = \"A\"\n"
    let theirs = "sort = [\n\"title\",\n\"album\",\n]\nname = \"A\"\n"
    #expect(try merge(base, base.replacing("\n", with: "\r\n"), theirs) == theirs.replacing("\n", with: "\r\n"))
    #expect(try merge(base.replacing("\n", with: "\r\n"), base, theirs.replacing("\n", with: "\r\n")) == theirs)
  }

  @Test func filesThatBothSidesCreatedWithOtherLineEnds() throws {
    let (ours, theirs) = ("description = '''\na\nb'''\n", "description = '''\na\nb'''\nseed = 1\n")
    let others = [ours, theirs].map { $0.replacing("\n", with: "\r\n") }
    for (first, second) in [(ours, others[1]), (others[0], theirs)] {
      #expect(try merge("", first, second) == theirs)
      #expect(try merge("", second, first) == theirs)
    }
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }
}
