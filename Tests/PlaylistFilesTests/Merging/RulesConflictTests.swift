import MixtapeModel
import PlaylistFiles
import Testing

/// Merges of playlist files in which one side or both removed the rules.
@Suite("Conflicts of rules in files")
struct RulesConflictTests {
  private static let base = """
    name = "A"
    episodes = ["p/1"]
    conditions = ["rating > 1"]  # good
    match = "any"
    limit = 5

    [extra]
    color = "red"

    """
  private static let frozen = edited((rules, ""), ("[\"p/1\"]", "[\"p/1\", \"p/2\"]"))
  private static let smart = edited(("[\"rating > 1\"]", "[\"rating > 1\", \"bpm < 90\"]"))
  private static let rules = "conditions = [\"rating > 1\"]  # good\nmatch = \"any\"\nlimit = 5\n"

  @Test func `the rules of one side are taken with the keys that need them`() throws {
    let merged = try merge(Self.frozen, Self.smart)
    #expect(
      merged.conflicts == [
        FileConflict(
          path: ["conditions"], base: Array("[\"rating > 1\"]".utf8), ours: nil,
          theirs: Array("[\"rating > 1\", \"bpm < 90\"]".utf8),
          followers: ["match", "search", "sort", "limit", "seed"].map { [$0] })
      ])
    let both = Self.smart.replacing("[\"p/1\"]", with: "[\"p/1\", \"p/2\"]")
    #expect(text(merged) == Self.frozen)
    #expect(text(merged, .theirs) == both)
    #expect(text(merged, .theirsFor([["conditions"]])) == both)
    #expect(text(merged, .theirsFor([["name"]])) == Self.frozen)
    let exchanged = try merge(Self.smart, Self.frozen)
    #expect(exchanged.conflicts.map(\.path) == [["conditions"]])
    #expect(text(exchanged) == both && text(exchanged, .theirs) == Self.frozen)
  }

  @Test func `markers enclose the keys of the rules`() throws {
    let merged = try merge(Self.frozen, Self.smart)
    #expect(
      text(merged, .markers(size: 7)) == """
        name = "A"
        episodes = ["p/1", "p/2"]
        <<<<<<< ours
        =======
        conditions = ["rating > 1", "bpm < 90"]  # good
        match = "any"
        limit = 5
        >>>>>>> theirs

        [extra]
        color = "red"

        """)
  }

  @Test func `a rule that both sides replaced is a conflict of the list`() throws {
    let ours = Self.edited(("rating > 1", "rating > 2"), ("\"red\"", "\"blue\""))
    let theirs = Self.edited(("rating > 1", "rating > 3"), ("limit = 5", "limit = 9"))
    let merged = try merge(ours, theirs)
    #expect(
      merged.conflicts == [
        FileConflict(
          path: ["conditions"], base: Array("[\"rating > 1\"]".utf8), ours: Array("[\"rating > 2\"]".utf8),
          theirs: Array("[\"rating > 3\"]".utf8))
      ])
    let result = ours.replacing("limit = 5", with: "limit = 9")
    #expect(text(merged) == result)
    #expect(text(merged, .theirs) == result.replacing("rating > 2", with: "rating > 3"))
    #expect(
      text(merged, .markers(size: 7)) == """
        name = "A"
        episodes = ["p/1"]
        <<<<<<< ours
        conditions = ["rating > 2"]  # good
        =======
        conditions = ["rating > 3"]  # good
        >>>>>>> theirs
        match = "any"
        limit = 9

        [extra]
        color = "blue"

        """)
  }

  private static let commented = """
    name = "A"
    conditions = [  # open
      # first
      "rating > 1",
      "bpm < 90",

      # last
      "year > 2000",  # new
    ]
    sort = [
      "year",
      "title",
    ]
    limit = 5

    """

  /// Comments that the other side adds to rules, besides replacing the first one.
  private static let comments: [[(String, String)]] = [
    [("\"bpm < 90\",", "\"bpm < 90\",  # slow")],
    [("  # first\n", "  # at first\n")], [("  \"bpm", "  # second\n  \"bpm")],
    [("# last", "# at last"), ("# new", "# quite new")],
    [("# open", "# all of these"), ("  \"year >", "  # before\n  \"year >")],
    [("\"title\",", "\"title\",  # then"), ("limit = 5", "limit = 5  # few"), ("sort =", "# order\nsort =")],
    [("\n  # last\n", "")],
  ]

  @Test(arguments: comments)
  func `comments on rules that both sides have are kept`(_ edits: [(String, String)]) throws {
    func edited(_ rule: String, _ edits: [(String, String)]) -> String {
      edits.reduce(Self.commented.replacing("rating > 1", with: rule)) { $0.replacing($1.0, with: $1.1) }
    }
    let (plain, other) = (edited("rating > 2", []), edited("rating > 3", edits))
    for (ours, theirs) in [(plain, other), (other, plain)] {
      let merged = try merge(ours, theirs, base: Self.commented)
      #expect(merged.conflicts.map(\.path) == [["conditions"]])
      let expected = [edited("rating > 2", edits), edited("rating > 3", edits)]
      let results = [text(merged), text(merged, .theirs)]
      for (result, lines) in zip(results, ours == plain ? expected : expected.reversed()) {
        #expect(Set(lines.filledLines.map(\.trimmed)).isSubset(of: result.filledLines.map(\.trimmed)), "\(result)")
      }
    }
  }

  @Test func `rules in conflict keep their notation, order and comments of their own`() throws {
    let ours = Self.commented.replacing("\"rating > 1\",", with: "\"rating > 2\",  # two").replacing(
      "\"bpm < 90\",", with: "'bpm<90',  # slow")
    let theirs = Self.commented.replacing("\"rating > 1\",", with: "\"rating > 3\",  # three").replacing(
      "  \"bpm < 90\",\n", with: ""
    ).replacing("# new\n", with: "# newer\n  \"bpm < 90\",  # very\n")
    let merged = try merge(ours, theirs, base: Self.commented)
    #expect(text(merged) == ours.replacing("# new\n", with: "# newer\n"))
    #expect(text(merged, .theirs).filledLines.sorted() == theirs.filledLines.sorted())
  }

  @Test(arguments: ["sort", "limit"])
  func `comments in another list in conflict are kept`(key: String) throws {
    let lists = ["a", "b", "c"].map { name in
      switch key {
      case "sort": "sort = [\n  \"\(["a": "year", "b": "album", "c": "rating"][name] ?? "")\",\n  \"title\",\n]\n"
      default: "limit = [\n  \(["a": "5", "b": "6", "c": "7"][name] ?? ""),\n  \"2 per podcast\",\n]\n"
      }
    }
    let end = key == "sort" ? "\"title\"," : "podcast\","
    let start = "name = \"A\"\nconditions = []\n"
    let versions = lists.map { start + $0 }
    let theirs = versions[2].replacing(end, with: end + "  # then")
    let merged = try merge(versions[1], theirs, base: versions[0])
    #expect(merged.conflicts.map(\.path) == [[key]])
    #expect(text(merged) == versions[1].replacing(end, with: end + "  # then") && text(merged, .theirs) == theirs)
  }

  @Test func `the rules of a conflict are on one line without comments`() throws {
    let list = "[\n  # good\n  'rating > 1',  # stars\n  \"\"\"\n  bpm < 90\"\"\",\n]"
    let base = Self.edited(("[\"rating > 1\"]", list))
    let sides = ["2", "3"].map { base.replacing("> 1", with: "> \($0)") }
    let conflict = try #require(try merge(sides[0], sides[1], base: base).conflicts.first)
    let expected = ["1", "2", "3"].map { Array("['rating > \($0)', \"\"\"\n  bpm < 90\"\"\"]".utf8) }
    #expect([conflict.base, conflict.ours, conflict.theirs] == expected)
    let text = FileConflict.text(at: ["conditions"], in: Array(sides[0].replacing("stars", with: "two").utf8))
    #expect(text == conflict.ours)
    let tables = "list = [\n  { a = 1,  # one\n    b = \"\"\"\n#2\"\"\" },\n]\n"
    let shown = FileConflict.text(at: ["list"], in: Array(tables.utf8)).map { String(decoding: $0, as: UTF8.self) }
    #expect(shown == "[{ a = 1, b = \"#2\" }]")
  }

  @Test func `a key that both sides changed follows the rules`() throws {
    let ours = Self.base.replacing("conditions = [\"rating > 1\"]  # good\n", with: "").replacing(
      "\"any\"", with: "\"none\"")
    let theirs = Self.smart.replacing("\"any\"", with: "\"all\"").replacing("limit = 5\n", with: "sort = [\"year\"]\n")
    let merged = try merge(ours, theirs)
    #expect(merged.conflicts.map(\.path) == [["conditions"]])
    #expect(text(merged) == ours)
    let playlists = try [text(merged, .theirs), theirs].map { try playlist($0) }
    #expect(playlists[0] == playlists[1])
  }

  @Test func `another rule removed on each side leaves no list`() throws {
    let start = "name = \"A\"\n"
    let base = start + "conditions = [\n  \"rating > 1\",\n  # slow\n  \"bpm < 90\",  # very\n]\nmatch = \"any\"\n"
    let sides = ["  \"rating > 1\",\n", "  \"bpm < 90\",  # very\n"].map { base.replacing($0, with: "") }
    for (ours, theirs) in [(sides[0], sides[1]), (sides[1], sides[0])] {
      let merged = try merge(ours, theirs, base: base)
      #expect(merged.conflicts.isEmpty && text(merged) == start + "match = \"any\"\n# slow\n")
      // Beside another conflict, too.
      let named = try merge(
        ours.replacing("\"A\"", with: "\"B\""), theirs.replacing("\"A\"", with: "\"C\""), base: base)
      #expect(named.conflicts.map(\.key) == ["name"])
      #expect(text(named) == "name = \"B\"\nmatch = \"any\"\n# slow\n")
    }
    // A side that wrote an empty list wanted all episodes.
    let all = base.replacing(base.dropFirst(start.count).prefix { $0 != "]" }, with: "conditions = [")
    for (ours, theirs) in [(all, sides[0]), (sides[0], all)] {
      let merged = try playlist(text(merge(ours, theirs, base: base)))
      #expect(try merged == playlist(all))
    }
  }

  @Test func `a comment above the rules stays with them`() throws {
    let rules = "# what to find\nconditions = [\"rating > 1\"]\n\n"
    let base = Self.edited((Self.rules, "\n" + rules + "# how many\nlimit = 5\n\n# look"))
    let frozen = base.replacing(rules, with: "# what to find\n\n").replacing("limit = 5\n", with: "")
    let smart = base.replacing("> 1\"]", with: "> 1\", \"bpm < 90\"]")
    for (ours, theirs) in [(frozen, smart), (smart, frozen)] {
      let merged = try merge(ours, theirs, base: base)
      #expect(merged.conflicts.map(\.path) == [["conditions"]])
      // The keys can come back above the comment.
      #expect(text(merged).filledLines.sorted() == ours.filledLines.sorted())
      #expect(text(merged, .theirs).filledLines.sorted() == theirs.filledLines.sorted())
    }
    #expect(
      text(try merge(frozen, smart, base: base), .markers(size: 7)).contains(
        """
        <<<<<<< ours
        =======
        conditions = ["rating > 1", "bpm < 90"]
        limit = 5
        >>>>>>> theirs

        # what to find

        # how many

        # look
        """))
  }

  @Test func `default values of one side are taken with the rules`() throws {
    let base = Self.edited(("limit = 5\n", "sort = [\"title\"]  # by name\n"), ("\"any\"", "\"all\""))
    let frozen = base.replacing("conditions = [\"rating > 1\"]  # good\nmatch = \"all\"\n", with: "").replacing(
      "sort = [\"title\"]  # by name\n", with: "")
    let smart = base.replacing("> 1\"]", with: "> 1\", \"bpm < 90\"]")
    for (ours, theirs) in [(frozen, smart), (smart, frozen)] {
      let merged = try merge(ours, theirs, base: base)
      #expect(text(merged) == ours && text(merged, .theirs) == theirs)
    }
  }

  @Test(arguments: ["", "limit = 5\nsort = [\"library\"]\n", "limit = [\n  5,  # all\n]\n"])
  func `keys go with the rules if their values are unchanged or default`(limit: String) throws {
    let theirs = Self.edited(("limit = 5\n", limit), ("red", "blue"))
    for (ours, theirs) in [(Self.frozen, theirs), (theirs, Self.frozen)] {
      let merged = try merge(ours, theirs)
      let comment = limit.contains("#") ? "# all\n" : ""
      #expect(merged.conflicts.isEmpty && text(merged) == Self.frozen.replacing("red", with: "blue") + comment)
    }
  }

  /// The lines that configure rules, before and after an edit, and the key that is in conflict if the other side removed them all.
  private static let configurations: [(before: String, after: String, key: String)] = {
    let lines = [
      ("match", ["", "match = \"any\"\n", "match = \"none\"\n"]),
      ("sort", ["", "sort = [\"year\"]\n", "sort = [\n  \"-year\",  # new\n  \"title\",\n]\n"]),
      ("limit", ["", "limit = 5\n", "limit = [\n  9,\n  \"2 per podcast\",\n]\n"]),
    ]
    return lines.flatMap { key, texts in
      texts.flatMap { before in texts.dropFirst().filter { $0 != before }.map { (before, $0, key) } }
    } + [("match = \"any\"\nlimit = 5\n", "match = \"none\"\nsort = [\"year\"]\nlimit = 9\n", "match")]
  }()

  @Test(arguments: configurations)
  func `a change of a key whose rules the other side removed is a conflict`(
    _ edit: (before: String, after: String, key: String)
  ) throws {
    let (start, end) = ("name = \"A\"\n", "\n[extra]\ncolor = \"red\"\n")
    let rules = "# what to find\nconditions = [\n  \"rating > 1\",  # good\n]\nsearch = \"jazz\"\n"
    let base = start + rules + edit.before + end
    let (frozen, smart) = (start + "# what to find\n" + end, start + rules + edit.after + end)
    for (ours, theirs) in [(frozen, smart), (smart, frozen)] {
      let merged = try merge(ours, theirs, base: base)
      #expect(merged.conflicts.map(\.key) == [edit.key])
      #expect(text(merged) == ours)
      #expect(text(merged, .theirsFor([[edit.key]])).filledLines.sorted() == theirs.filledLines.sorted())
    }
  }

  @Test func `a key that both sides changed is in conflict, also if one side removed the rules`() throws {
    let base = "name = \"A\"\nconditions = [\"rating > 1\"]\nlimit = 5\n"
    let (smart, frozen) = ("name = \"A\"\nconditions = [\"rating > 1\"]\n", "name = \"A\"\nlimit = \"2 h\"\n")
    for (ours, theirs) in [(smart, frozen), (frozen, smart)] {
      let merged = try merge(ours, theirs, base: base)
      #expect(merged.conflicts.map(\.key) == ["limit"])
      let texts = ["name = \"A\"\n", frozen]
      #expect([text(merged), text(merged, .theirs)] == (ours == smart ? texts : texts.reversed()))
    }
  }

  private static func edited(_ edits: (String, String)...) -> String {
    edits.reduce(base) { $0.replacing($1.0, with: $1.1) }
  }

  private func merge(_ ours: String, _ theirs: String, base: String = Self.base) throws -> MergedFile {
    try MergedFile.playlist(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), id: Playlist.ID(validating: "x"))
  }

  private func playlist(_ text: String) throws -> Playlist {
    try #require(PlaylistFile(parsing: Array(text.utf8), id: try Playlist.ID(validating: "x")).playlist)
  }

  private func text(_ merged: MergedFile, _ style: ConflictStyle = .ours) -> String {
    String(decoding: merged.bytes(style), as: UTF8.self)
  }
}
