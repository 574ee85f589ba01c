import MixtapeModel
import PlaylistFiles
import Testing

/// Merges of versions of which some write the episodes in braces and others below headers.
@Suite("Merges of arrays of tables in different forms")
struct ArrayFormMergeTests {
  private static let braces = "title = \"T\"\nepisodes = [\n  { id = \"a\", rating = 1 },\n  { id = \"b\" },\n]\n"
  private static let headers = "title = \"T\"\n\n[[episodes]]\nid = \"a\"\nrating = 1\n\n[[episodes]]\nid = \"b\"\n"

  /// Edits of the version in braces, and the same edits below headers.
  private static let edits: [(braces: (String, String), headers: (String, String))] = [
    (("1 },", "1 },  # c"), ("[[episodes]]\nid = \"a\"", "[[episodes]]  # c\nid = \"a\"")),
    (("  { id = \"a\"", "  # c\n  { id = \"a\""), ("[[episodes]]\nid = \"a\"", "# c\n[[episodes]]\nid = \"a\"")),
    (("]\n", "  # c\n]\n"), ("id = \"b\"\n", "id = \"b\"\n# c\n")),
    (("rating = 1", "rating = 2"), ("rating = 1", "rating = 2")),
    (
      ("{ id = \"a\", rating = 1 }", "{ id = \"a\",  # c\n    rating = 2, }"),
      ("id = \"a\"\nrating = 1", "id = \"a\"  # c\nrating = 2")
    ),
    (
      ("]\n", "  { id = \"c\", guid = \"g\" },\n]\n"),
      ("id = \"b\"\n", "id = \"b\"\n\n[[episodes]]\nid = \"c\"\nguid = \"g\"\n")
    ),
  ]

  @Test(arguments: edits)
  func `the new headers of one side have the edits of the other side`(
    _ edit: (braces: (String, String), headers: (String, String))
  ) throws {
    let edited = Self.braces.replacing(edit.braces.0, with: edit.braces.1)
    let expected = Self.headers.replacing(edit.headers.0, with: edit.headers.1)
    #expect(try merge(Self.braces, Self.headers, edited) == expected)
    #expect(try merge(Self.braces, edited, Self.headers) == expected)
  }

  @Test func `headers stay if a side has a new comment below them`() throws {
    let edited = Self.headers.replacing("rating = 1", with: "rating = 1  # c")
    #expect(try merge(Self.headers, Self.braces, edited) == edited)
    #expect(try merge(Self.headers, edited, Self.braces) == edited)
    let both = Self.braces.replacing("{ id = \"b\" },", with: "{ id = \"b\" },  # d")
    for (ours, theirs) in [(both, edited), (edited, both)] {
      #expect(
        try merge(Self.headers, ours, theirs)
          == edited.replacing("[[episodes]]\nid = \"b\"", with: "[[episodes]]  # d\nid = \"b\""))
    }
  }

  @Test func `the new braces of one side have the values of the other side`() throws {
    let edited = Self.headers.replacing("rating = 1", with: "rating = 2")
    let expected = Self.braces.replacing("rating = 1", with: "rating = 2")
    #expect(try merge(Self.headers, Self.braces, edited) == expected)
    #expect(try merge(Self.headers, edited, Self.braces) == expected)
  }

  @Test func `both sides create the file`() throws {
    let (ours, theirs) = (Self.braces.replacing("1 },", with: "1 },  # c"), Self.headers + "# d\n")
    let expected = theirs.replacing("[[episodes]]\nid = \"a\"", with: "[[episodes]]  # c\nid = \"a\"")
    #expect(try merge("", ours, theirs) == expected)
    #expect(try merge("", theirs, ours) == expected)
  }

  @Test func `comments around the list`() throws {
    let edited = Self.braces.replacing("episodes = [", with: "# all\nepisodes = [ # open").replacing(
      "]\n", with: "] # end\n")
    let merged = try merge(Self.braces, Self.headers, edited)
    for comment in ["# all", "# open", "# end"] { #expect(merged.split(separator: comment).count == 2, "\(merged)") }
  }

  /// An array in another table is not rewritten.
  @Test func `a new comment in another array is not lost`() throws {
    let braces = "title = \"T\"\n\n[extra]\nlist = [\n  { x = 1 },\n]\n"
    let headers = "title = \"T\"\n\n[[extra.list]]\nx = 1\n"
    let edited = braces.replacing("1 },", with: "1 },  # c")
    for (ours, theirs) in [(headers, edited), (edited, headers)] {
      #expect(throws: MergedFile.Refusal.self) { try merge(braces, ours, theirs) }
    }
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> String {
    let merged = try MergedFile.podcast(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Podcast.ID(validating: "x"))
    #expect(merged.conflicts.isEmpty)
    return String(decoding: merged.bytes(), as: UTF8.self)
  }
}
