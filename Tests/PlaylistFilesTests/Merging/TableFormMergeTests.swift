import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

/// Merges of versions that write one table in different forms.
@Suite("Merges of tables in different forms")
struct TableFormMergeTests {
  private typealias Values = [(key: String, value: Int)]
  private typealias Form = @Sendable (String, Values) -> String

  /// The forms of a table that contains another table with values.
  private static let forms: [Form] = [
    { "[\($0)]\n" + lines("deep.", $1) }, { "[\($0).deep]\n" + lines("", $1) },
    { "[\($0)]\ndeep = { \(list("", $1)) }\n" }, { lines("\($0).deep.", $1) },
    { "\($0).deep = { \(list("", $1)) }\n" }, { "\($0) = { deep = { \(list("", $1)) } }\n" },
    { "\($0) = { \(list("deep.", $1)) }\n" },
  ]

  private static func lines(_ table: String, _ values: Values) -> String {
    values.map { "\(table)\($0.key) = \($0.value)\n" }.joined()
  }

  private static func list(_ table: String, _ values: Values) -> String {
    values.map { "\(table)\($0.key) = \($0.value)" }.joined(separator: ", ")
  }

  /// The kinds of files: the first lines, the key of a table, and the merge.
  private struct Kind {
    let start: String
    let key: String
    let merge: ([UInt8], [UInt8], [UInt8]) throws -> MergedFile

    static func all() throws -> [Kind] {
      let (list, podcast) = (try Playlist.ID(validating: "x"), try Podcast.ID(validating: "x"))
      return [
        Kind(start: "name = 'N'\n", key: "extra") { try .playlist(base: $0, ours: $1, theirs: $2, id: list) },
        Kind(start: "title = 'T'\n", key: "extra") { try .podcast(base: $0, ours: $1, theirs: $2, id: podcast) },
        Kind(start: "format = 1\n", key: "player") { try .document(base: $0, ours: $1, theirs: $2) },
      ]
    }

    func merged(_ base: String, _ ours: String, _ theirs: String) throws -> MergedFile {
      try merge(Array((start + base).utf8), Array((start + ours).utf8), Array((start + theirs).utf8))
    }

    /// Returns the values of the table.
    func values(_ merged: MergedFile, _ style: ConflictStyle = .ours) -> [TOMLLiteral?] {
      let document = TOMLDocument(parsing: merged.bytes(style))
      guard document.isValid else { return [] }
      return ["a", "b", "c"].map { document[TOMLPath([.key(key), "deep", .key($0)])].map(TOMLLiteral.init) }
    }
  }

  @Test func `both sides change values`() throws {
    try forEachForms { kind, base, ours, theirs in
      let (first, second) = (ours(kind.key, [("a", 5), ("b", 2)]), theirs(kind.key, [("a", 1), ("b", 7)]))
      let merged = try kind.merged(base(kind.key, [("a", 1), ("b", 2)]), first, second)
      #expect(merged.conflicts.isEmpty && kind.values(merged) == [5, 7, nil], text(merged))
    }
  }

  @Test func `both sides change one value`() throws {
    try forEachForms { kind, base, ours, theirs in
      let (first, second) = (ours(kind.key, [("a", 5), ("b", 2)]), theirs(kind.key, [("a", 6), ("b", 2)]))
      let merged = try kind.merged(base(kind.key, [("a", 1), ("b", 2)]), first, second)
      #expect(kind.values(merged) == [5, 2, nil] && kind.values(merged, .theirs) == [6, 2, nil], text(merged))
      let exchanged = try kind.merged(base(kind.key, [("a", 1), ("b", 2)]), second, first)
      #expect(merged.conflicts.count == 1 && exchanged.conflicts.map(\.path) == merged.conflicts.map(\.path))
    }
  }

  @Test func `one side adds a value, and the other one removes one`() throws {
    try forEachForms { kind, base, ours, theirs in
      let (more, less) = (ours(kind.key, [("a", 1), ("b", 2), ("c", 3)]), theirs(kind.key, [("a", 1)]))
      for (first, second) in [(more, less), (less, more)] {
        let merged = try kind.merged(base(kind.key, [("a", 1), ("b", 2)]), first, second)
        #expect(merged.conflicts.isEmpty && kind.values(merged) == [1, nil, 3], text(merged))
      }
    }
  }

  private func forEachForms(_ body: (Kind, Form, Form, Form) throws -> Void) throws {
    for kind in try Kind.all() {
      for base in Self.forms {
        for ours in Self.forms { for theirs in Self.forms { try body(kind, base, ours, theirs) } }
      }
    }
  }

  private func text(_ merged: MergedFile) -> Comment {
    Comment(rawValue: String(decoding: merged.bytes(), as: UTF8.self))
  }

  // MARK: Bytes

  /// Three versions of a playlist file, and the merged one.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let base: String
    let ours: String
    let theirs: String
    let merged: String

    init(_ description: String, _ base: String, _ ours: String, _ theirs: String, give merged: String) {
      (testDescription, self.base, self.ours, self.theirs, self.merged) = (description, base, ours, theirs, merged)
    }
  }

  private static let section =
    "name = \"N\"\n\n# about\n[extra]  # mine\na   = 1  # one\nb = [1,\n  2]\n\n# the end\n"
  private static let dotted = "name = \"N\"\nextra.a = 1\nextra.b = [1,\n  2]\n\n# the end\n"

  static let examples = [
    Example(
      "the form of the side that changed it", section, dotted,
      section.replacing("= 1", with: "= 3").replacing("b =", with: "# two\nb ="),
      give: dotted.replacing("= 1", with: "= 3").replacing("extra.b", with: "# two\nextra.b")),
    Example(
      "a change elsewhere", "extra.a = 1\n", "[extra]\na = 1 # one\n", "limit = 5\nextra.a = 1\n",
      give: "limit = 5\n\n[extra]\na = 1 # one\n"),
    Example(
      "created on both sides", "", "[extra]\na = 1\n", "extra.b = 2 # two\n",
      give: "[extra]\na = 1\nb = 2 # two\n"),
    Example(
      "comments of a table in braces", "extra.a = 1\n", "extra = { a = 1 }\n",
      "# first\n\n# above\nextra.a = 2 # two\n", give: "# first\n\n# above\n# two\nextra = { a = 2 }\n"),
    Example(
      "line ends", "[extra]\r\na = 1\r\n", "extra = { a = 1 }\r\n", "[extra] # mine\r\na = 1\r\nb = 2\r\n",
      give: "extra = { a = 1, b = 2 } # mine\r\n"),
    Example(
      "a key in quotes", "[extra]\n\"a b\" = 1\n", "extra.\"a b\" = 1\n", "[extra]\n\"a b\" = 2\n",
      give: "extra.\"a b\" = 2\n"),
  ]

  @Test(arguments: examples)
  func `bytes of both sides survive`(_ example: Example) throws {
    for (ours, theirs) in [(example.ours, example.theirs), (example.theirs, example.ours)] {
      let merged = try merge(example.base, ours, theirs)
      #expect(merged.conflicts.isEmpty && String(decoding: merged.bytes(), as: UTF8.self) == example.merged)
    }
  }

  @Test func `a table and another value are two values of one key`() throws {
    let (value, table) = ("[extra]\npoint = 2\n", "[extra.point]\nx = 1\n")
    for base in ["[extra]\npoint = 1\n", "name = 'N'\n"] {
      let merged = try merge(base, value, table)
      #expect(merged.conflicts.map(\.key) == ["extra.point"])
      #expect(String(decoding: merged.bytes(), as: UTF8.self).contains("point = 2\n"))
      #expect(String(decoding: merged.bytes(.theirs), as: UTF8.self).contains("point = { x = 1 }\n"))
      #expect(try merge(base, table, value).conflicts.map(\.key) == ["extra.point"])
    }
    // Only one side changed it.
    let merged = try merge(value, "name = 'N'\n\(value)", table)
    #expect(merged.conflicts.isEmpty && String(decoding: merged.bytes(), as: UTF8.self) == "name = 'N'\n\(table)")
  }

  private func merge(_ base: String, _ ours: String, _ theirs: String) throws -> MergedFile {
    try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
  }
}
