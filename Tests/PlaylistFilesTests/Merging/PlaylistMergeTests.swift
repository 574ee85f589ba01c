import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Merges of playlist files")
struct PlaylistMergeTests {
  private static let base = """
    # Evenings
    name = "Evening"   # short
    shuffle = true

    episodes = [
      # first part
      "p/1",  # one
      "p/2",
      # second part
      'p/3',  # three
      "p/4",
    ]

    [extra]
    color = "red"

    """

  /// Edits of both sides as replacements in the base, and the replacements of the merged file.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ours: [(String, String)]
    let theirs: [(String, String)]
    let merged: [(String, String)]

    init(
      _ description: String, _ ours: (String, String)..., and theirs: [(String, String)],
      give merged: [(String, String)]
    ) {
      (testDescription, self.ours, self.theirs, self.merged) = (description, ours, theirs, merged)
    }
  }

  static let examples = [
    Example(
      "both append", ("  \"p/4\",\n", "  \"p/4\",\n  \"p/6\",  # six\n"),
      and: [("  \"p/4\",\n", "  \"p/4\",\n  'p/5',\n")],
      give: [("  \"p/4\",\n", "  \"p/4\",\n  'p/5',\n  \"p/6\",  # six\n")]),
    Example(
      "an episode moves with its comment, and another one goes", ("  \"p/1\",  # one\n", ""),
      and: [("  'p/3',  # three\n", ""), ("  # first part\n", "  # first part\n  'p/3',  # three\n")],
      give: [
        ("  \"p/1\",  # one\n", "  'p/3',  # three\n"), ("  # second part\n  'p/3',  # three\n", "  # second part\n"),
      ]),
    Example(
      "removed here, moved there", ("  'p/3',  # three\n", ""),
      and: [("  'p/3',  # three\n", ""), ("  # first part\n", "  # first part\n  'p/3',  # three\n")],
      give: [("  'p/3',  # three\n", "")]),
    Example(
      "a comment on each side", ("# Evenings\n", "# Evenings\n# ours\n"),
      and: [("  # second part\n", "  # second part\n  # theirs\n"), ("\"p/2\",", "\"p/2\",  # two")],
      give: [
        ("# Evenings\n", "# Evenings\n# ours\n"), ("  # second part\n", "  # second part\n  # theirs\n"),
        ("\"p/2\",", "\"p/2\",  # two"),
      ]),
    Example(
      "a comment that both changed", ("# Evenings", "# Nights"), ("# short", "# ours"),
      and: [("# Evenings", "# Days"), ("# short", "# theirs")],
      give: [("# Evenings", "# Nights\n# Days"), ("# short", "# ours"), ("\"red\"\n", "\"red\"\n# theirs\n")]),
    Example(
      "a value here, its comment there", ("\"Evening\"", "\"Night\""),
      and: [("name = ", "name   = "), ("# short", "# long")],
      give: [("name = \"Evening\"   # short", "name = \"Night\"   # long")]),
    Example(
      "keys of the user", ("color = \"red\"", "color = \"blue\""),
      and: [("color = \"red\"\n", "color = \"red\"\nsize = [1, 2]  # mine\n")],
      give: [("color = \"red\"\n", "color = \"blue\"\nsize = [1, 2]  # mine\n")]),
    Example(
      "new keys", ("shuffle = true\n", "shuffle = true\nlimit = 5\n"),
      and: [("shuffle = true\n", "shuffle = true\ncontinuous = false\n")],
      give: [("shuffle = true\n", "continuous = false\nshuffle = true\nlimit = 5\n")]),
    Example(
      "a key that both removed", ("shuffle = true\n", ""), and: [("shuffle = true\n", "")],
      give: [("shuffle = true\n", "")]),
    Example(
      "a default that is only written", ("shuffle = true\n", ""), and: [("shuffle = true", "shuffle = false")],
      give: [("shuffle = true", "shuffle = false")]),
  ]

  @Test(arguments: examples)
  func editsOfBothSides(_ example: Example) throws {
    let (ours, theirs) = (edited(example.ours), edited(example.theirs))
    let merged = try merge(ours, theirs)
    #expect(String(decoding: merged.bytes(), as: UTF8.self) == edited(example.merged))
    #expect(merged.conflicts.isEmpty)
  }

  @Test func oneLineArraysStayOnOneLine() throws {
    let merged = try merge(
      "episodes = ['p/1', \"p/2\", 'p/4']\n", "episodes = ['p/2', 'p/3' ]\n", base: "episodes = ['p/1', \"p/2\"]\n")
    #expect(String(decoding: merged.bytes(), as: UTF8.self) == "episodes = ['p/2', 'p/3', 'p/4']\n")
  }

  @Test func anArrayThatOneSideWroteOnLinesGetsLines() throws {
    let merged = try merge(
      "episodes = [\n  \"p/1\",\n  \"p/2\",\n]\n", "episodes = [\"p/1\", \"p/2\", \"p/3\"]\n",
      base: "episodes = [\"p/1\", \"p/2\"]\n")
    #expect(String(decoding: merged.bytes(), as: UTF8.self) == "episodes = [\n  \"p/1\",\n  \"p/2\",\n  \"p/3\",\n]\n")
  }

  @Test(arguments: [
    (["name"], "name"), (["episodes", "042-auroras", "rating"], "episodes.042-auroras.rating"),
    (["extra", "a.b", "ä \"c\""], #"extra."a.b"."ä \"c\"""#), (["extra", ""], #"extra."""#),
  ])
  func `the path of a conflict is written like a key of TOML`(path: [String], text: String) {
    let conflict = FileConflict(path: path, base: nil, ours: nil, theirs: nil)
    #expect(conflict.key == text)
    #expect(FileConflict.path(named: text) == path)
  }

  @Test func anotherNotationOfARuleIsTheSameRule() throws {
    let base = "conditions = [\n  \"duration < 90 min\",\n  \"rating >= 4\",\n]\n"
    let ours = base.replacing("90 min", with: "1.5 h")
    let theirs = base.replacing("  \"duration < 90 min\",\n", with: "")
    #expect(
      try text(merge(ours, base.replacing("rating >= 4", with: "rating = 5"), base: base))
        == ours.replacing("rating >= 4", with: "rating = 5"))
    // Another notation is no change that would keep a removed rule.
    #expect(try text(merge(ours, theirs, base: base)) == theirs && text(merge(theirs, ours, base: base)) == theirs)
    // Both added one rule.
    let (mine, yours) = ("duration < 90 min", "duration < 5400 s")
    let empty = "conditions = []\n"
    #expect(
      try text(
        merge(
          empty.replacing("[]", with: "[\"\(mine)\"]"), empty.replacing("[]", with: "[\"\(yours)\"]"), base: empty))
        == "conditions = [\"\(mine)\"]\n")
  }

  @Test func aListThatOneSideRemovedComesBackForNewElementsOnly() throws {
    let base = "name = \"A\"\nepisodes = [\"p/1\"]\n"
    let removed = "name = \"A\"\n"
    #expect(
      try text(merge(removed, base.replacing("]", with: ", \"p/2\"]"), base: base)) == removed
        + "episodes = [\n  \"p/2\",\n]\n")
    #expect(try text(merge(removed, base.replacing("A", with: "B"), base: base)) == removed.replacing("A", with: "B"))
    #expect(try text(merge(removed, base.replacing("\"p/1\"", with: ""), base: base)) == removed)
  }

  @Test func bothCreatedTheFile() throws {
    let merged = try merge(
      "name = \"A\"\nepisodes = [\n  \"p/1\",\n]\n", "name = \"A\"\n# mine\nepisodes = [\n  \"p/1\",\n  \"p/2\",\n]\n",
      base: "")
    #expect(
      text(merged) == "name = \"A\"\n# mine\nepisodes = [\n  \"p/1\",\n  \"p/2\",\n]\n" && merged.conflicts.isEmpty)
  }

  @Test func `one side removed a key, and the other one states its default value`() throws {
    let base = "name = \"P\"\nshuffle = \"grouped\"\n"
    let stated = "name = \"P\"\nshuffle = false  # why\n"
    for (ours, theirs) in [("name = \"P\"\n", stated), (stated, "name = \"P\"\n")] {
      let merged = try merge(ours, theirs, base: base)
      #expect(text(merged) == stated && merged.conflicts.isEmpty)
    }
  }

  // MARK: Conflicts

  @Test func markersEncloseTheLinesOfOneKey() throws {
    let ours = edited([("\"Evening\"", "\"Night\""), ("\"p/1\",", "\"p/0\", \"p/1\",")])
    let theirs = edited([("\"Evening\"", "'Day'"), ("  \"p/2\",\n", "")])
    let merged = try merge(ours, theirs)
    #expect(
      merged.conflicts == [
        FileConflict(
          path: ["name"], base: Array("\"Evening\"".utf8), ours: Array("\"Night\"".utf8), theirs: Array("'Day'".utf8))
      ])
    let rest = [("\"p/1\",", "\"p/0\", \"p/1\","), ("  \"p/2\",\n", "")]
    #expect(text(merged) == edited([("\"Evening\"", "\"Night\"")] + rest))
    #expect(text(merged, .theirs) == edited([("\"Evening\"", "'Day'")] + rest))
    #expect(
      text(merged, .markers(size: 7, ours: "HEAD", theirs: "laptop"))
        == edited(
          [
            (
              "name = \"Evening\"   # short\n",
              "<<<<<<< HEAD\nname = \"Night\"   # short\n=======\nname = 'Day'   # short\n>>>>>>> laptop\n"
            )
          ] + rest))
  }

  @Test func `each value in conflict has the comment of its side`() throws {
    let ours = edited([("\"Evening\"   # short", "\"Night\"  # late")])
    let theirs = edited([("\"Evening\"   # short", "\"Day\"  # early")])
    let merged = try merge(ours, theirs)
    #expect([text(merged), text(merged, .theirs)] == [ours, theirs] && merged.commentsAtEnd.isEmpty)
  }

  @Test func aKeyThatOneSideRemovedAndTheOtherChanged() throws {
    let merged = try merge(edited([("color = \"red\"\n", "")]), edited([("red", "blue")]))
    #expect(merged.conflicts.map(\.key) == ["extra.color"] && merged.conflicts.first?.ours == nil)
    #expect(
      text(merged, .markers(size: 3))
        == edited([("color = \"red\"\n", "<<< ours\n===\ncolor = \"blue\"\n>>> theirs\n")]))
  }

  /// Git finds a conflict only if the marker starts its line.
  @Test func `a byte order mark is in the first line of each side`() throws {
    let base = "\u{FEFF}name = \"A\"\n"
    let merged = try merge(base.replacing("A", with: "B"), base.replacing("A", with: "C") + "limit = 5\n", base: base)
    #expect(
      text(merged, .markers(size: 3))
        == "<<< ours\n\u{FEFF}name = \"B\"\n===\n\u{FEFF}name = \"C\"\n>>> theirs\nlimit = 5\n")
    #expect(text(merged, .theirs) == "\u{FEFF}name = \"C\"\nlimit = 5\n")
    let below = try merge("\u{FEFF}\nname = \"B\"\n", "\u{FEFF}\nname = \"C\"", base: "\u{FEFF}\nname = \"A\"\n")
    #expect(
      text(below, .markers(size: 3))
        == "\u{FEFF}\n<<< ours\nname = \"B\"\n===\nname = \"C\"\n>>> theirs\n")
  }

  @Test func filesWithErrorsAreRefused() {
    #expect(throws: MergedFile.Refusal.invalid([.ours])) {
      try merge("name = ", edited([("Evening", "Day")]))
    }
    #expect(throws: MergedFile.Refusal.invalid([.base, .theirs])) {
      try merge(edited([]), "nme = 'x'\n", base: "name = 3\n")
    }
    #expect(throws: Never.self) { try merge("name = ", "name = ", base: "") }
  }

  private func edited(_ edits: [(String, String)]) -> String {
    edits.reduce(Self.base) { $0.replacing($1.0, with: $1.1) }
  }

  private func merge(_ ours: String, _ theirs: String, base: String = Self.base) throws -> MergedFile {
    try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
  }

  private func text(_ merged: MergedFile, _ style: ConflictStyle = .ours) -> String {
    String(decoding: merged.bytes(style), as: UTF8.self)
  }
}
