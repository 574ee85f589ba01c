import StoreBrowser
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// `mixtape conflicts` with values that both sides of a sync changed.
@Suite struct ConflictsTests {
  private let fixture: CommandFixture
  private let clone: String
  /// The person who changes the clone.
  private static let ann = ["GIT_AUTHOR_NAME": "Ann", "GIT_AUTHOR_EMAIL": "ann@example.org"]

  /// Makes a store with a conflict of `name` and one of `description` of `morning`.
  init() throws {
    fixture = try CommandFixture()
    let remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    _ = fixture.mixtape(["sync"])
    clone = fixture.sandbox.root.appending("clone").string
    _ = fixture.mixtape(["clone", remote.directory.string, clone])
    for (name, store) in [("Dawn", clone), ("Dusk", nil)] as [(String, String?)] {
      let options = store.map { ["--store", $0] } ?? []
      _ = fixture.mixtape(
        ["set", "morning", "--name", name, "--description", "At \(name)."] + options,
        settings: store == nil ? [:] : Self.ann)
      _ = fixture.mixtape(["sync"] + options)
    }
  }

  @Test func `the keys in conflict are named if another one is given`() throws {
    for options in [["--take", "mine"], []] {
      let outcome = fixture.mixtape(["conflicts", "morning", "names"] + options)
      #expect(outcome.status == .notFound)
      #expect(
        outcome.errors == """
          error: "names" of "morning" is not in conflict
          hint: keys in conflict: `description`, `name`

          """)
    }
  }

  @Test func `the next sync of the other clone names them once`() throws {
    let outcome = fixture.mixtape(["sync", "--store", clone], settings: Self.ann)
    #expect(
      outcome.errors == """
        note: received 2 values in conflict: morning `description` and morning `name`
        hint: `mixtape conflicts` shows both values; `--take` chooses one

        """)
    _ = fixture.mixtape(["add", "morning", "night-sky/comets"])
    _ = fixture.mixtape(["sync"])
    #expect(fixture.mixtape(["sync", "--store", clone], settings: Self.ann).errors == "")
  }

  @Test func `all conflicts are decided after a question`() throws {
    let refused = fixture.mixtape(["conflicts", "--take", "theirs"])
    #expect(refused.status == .usage)
    #expect(refused.errors.hasPrefix("error: nothing was decided\n"))
    let decided = fixture.mixtape(["conflicts", "--take", "theirs", "--yes"])
    #expect(decided.output == "Decided 2 conflicts: theirs.\n")
    #expect(fixture.mixtape(["conflicts", "--take", "theirs", "--yes"]).errors == "error: no conflicts\n")
    #expect(fixture.mixtape(["conflicts", "--yes"]).status == .usage)
  }

  @Test func `the status begins with them`() throws {
    #expect(
      fixture.mixtape(["status"]).output.hasPrefix(
        """
        2 values in conflict (`mixtape conflicts` shows both versions, `--take` chooses one):
          morning: `description`
          morning: `name`

        Store
        """))
    let json = fixture.mixtape(["status", "--json"]).output
    #expect(json.contains("\"openConflicts\": [\n    {\n      \"id\": \"morning\",\n      \"key\": \"description\""))
  }

  /// Returns a list without ids of commits and dates.
  private func list(_ arguments: [String], _ settings: [String: String] = [:]) -> String {
    fixture.mixtape(["conflicts"] + arguments, settings: settings).output
      .replacing(/\b[0-9a-f]{8}\b/, with: "COMMIT").replacing(/[0-9-]{10} [0-9:]{5}/, with: "TIME")
  }

  @Test func `values have the names of the choices that take them`() throws {
    #expect(
      list(["morning", "name"]) == """
        morning: `name`
          mine    "Dusk"  A U Thor, TIME  COMMIT  taken
          theirs  "Dawn"  Ann, TIME       COMMIT

        """)
    // Ann sees her own value as hers, although another clone made the merge.
    _ = fixture.mixtape(["sync", "--store", clone])
    #expect(
      list(["morning", "name", "--store", clone], Self.ann) == """
        morning: `name`
          mine    "Dawn"  Ann, TIME       COMMIT
          theirs  "Dusk"  A U Thor, TIME  COMMIT  taken

        """)
    let json = fixture.mixtape(["conflicts", "morning", "name", "--json", "--store", clone], settings: Self.ann).output
    #expect(json.contains(#""taken": "theirs""#))
    #expect(json.contains(/"mine": \{\s+"value": "\\"Dawn\\"",\s+"author": "Ann",\s+"date": "/))
    let decided = fixture.mixtape(
      ["conflicts", "morning", "name", "--take", "mine", "--store", clone], settings: Self.ann)
    #expect(decided.status == .done)
    #expect(fixture.mixtape(["show", "morning", "--store", clone]).output.contains("Dawn"))
  }

  @Test func `both clones of one person name their own value mine`() throws {
    for store in [["--store", clone], []] { _ = fixture.mixtape(["sync"] + store) }
    for (store, name) in [(["--store", clone], "Still"), ([], "Stiller")] {
      _ = fixture.mixtape(["rename", "calm", name] + store)
      _ = fixture.mixtape(["sync"] + store)
    }
    _ = fixture.mixtape(["sync", "--store", clone])
    #expect(list(["calm"]).contains("  mine    \"Stiller\"  A U Thor, TIME  COMMIT  taken\n"))
    #expect(list(["calm", "--store", clone]).contains("  theirs  \"Stiller\"  A U Thor, TIME  COMMIT  taken\n"))
    _ = fixture.mixtape(["conflicts", "calm", "--take", "mine", "--store", clone])
    #expect(fixture.mixtape(["show", "calm", "--store", clone]).output.hasPrefix("Still (calm)"))
  }

  @Test func `changes of one minute have seconds`() throws {
    let time = ["GIT_AUTHOR_DATE": "2026-05-01T06:00:01Z"]
    for (settings, store, name) in [(time, ["--store", clone], "Still"), (time, [], "Stiller")] {
      _ = fixture.mixtape(["sync"] + store)
      _ = fixture.mixtape(["rename", "calm", name] + store, settings: settings)
    }
    for store in [["--store", clone], []] { _ = fixture.mixtape(["sync"] + store) }
    let lines = fixture.mixtape(["conflicts", "calm"]).output.split(separator: "\n")
    #expect(lines.count == 3 && lines.dropFirst().allSatisfy { $0.contains("A U Thor, 2026-05-01 07:00:01  ") })
  }

  @Test func `a long value has a line of its own`() throws {
    let long = String(repeating: "x", count: 3_000)
    for store in [[], ["--store", clone]] {
      _ = fixture.mixtape(["sync"] + store)
    }
    for (store, end) in [(["--store", clone], "1"), ([], "2")] {
      _ = fixture.mixtape(["describe", "calm", long + end] + store)
      _ = fixture.mixtape(["sync"] + store)
    }
    let lines = fixture.mixtape(["conflicts", "calm"]).output.split(separator: "\n")
    #expect(lines.count == 5)
    #expect(lines.contains("    \"\(long)1\"") && lines.contains("    \"\(long)2\""))
    #expect(lines[1].hasPrefix("  mine    A U Thor, ") && lines[1].hasSuffix("  taken"))
  }

  @Test func `of two lists, the elements that differ are shown`() {
    func lines(_ first: String, _ second: String) -> [String] {
      ConflictText.lines(of: [("mine", first, ["Ann"]), ("theirs", second, ["Ben"])])
        .map { $0.rendered(colored: false) }
    }
    let common = "'year > 1990', 'bpm <= 72'"
    #expect(
      lines("[\n  \(common),\n  'genre = \"Jazz\"',\n]", "[\(common), 'rating > 3', 'played < 2']") == [
        "  mine    Ann", "    'genre = \"Jazz\"'", "  theirs  Ben", "    'rating > 3'", "    'played < 2'",
        "  both    2 equal elements",
      ])
    #expect(
      lines("['a', 'b']", "['a']") == [
        "  mine    'b'              Ann", "  theirs  nothing else     Ben", "  both    1 equal element",
      ])
    #expect(lines("['a', 'b']", "['b', 'a']") == ["  mine    ['a', 'b']  Ann", "  theirs  ['b', 'a']  Ben"])
  }

  @Test func `conflicts of git are not those of a sync`() throws {
    try fixture.sandbox.git("checkout", "-q", "-b", "other")
    _ = fixture.mixtape(["rename", "calm", "Other"])
    try fixture.sandbox.git("checkout", "-q", "main")
    _ = fixture.mixtape(["rename", "calm", "Mine"])
    _ = try fixture.sandbox.shell("git merge other")
    #expect(
      fixture.mixtape(["conflicts", "calm"]).errors == "No conflicts of a sync; `mixtape status` lists those of git.\n")
  }

  @Test(arguments: [["conflicts", "mornin"], ["conflicts", "mornin", "--take", "mine"], ["conflicts", "sky/none"]])
  func `an id that does not exist is an error`(_ arguments: [String]) {
    let outcome = fixture.mixtape(arguments)
    #expect(outcome.status == .notFound)
    #expect(
      outcome.errors == """
        error: there is no playlist, podcast or episode "\(arguments[1])"
        hint: `mixtape conflicts` lists all conflicts

        """)
  }

  @Test func `a playlist without a conflict is no error`() throws {
    #expect(fixture.mixtape(["create", "Still"]).status == .done)
    for name in ["still", "playlists/still.toml"] {
      let outcome = fixture.mixtape(["conflicts", name])
      #expect(outcome.errors == "No conflicts.\n")
      #expect(outcome.status == .done)
    }
    let outcome = fixture.mixtape(["conflicts", "still", "--take", "mine"])
    #expect(outcome.status == .notFound)
    #expect(outcome.errors.hasPrefix("error: no conflict in \"still\"\n"))
  }

  /// A sync of the sample takes the name "Dusk".
  @Test func `a playlist is given by its name`() throws {
    let byID = fixture.mixtape(["conflicts", "morning"])
    #expect(byID.status == .done)
    #expect(fixture.mixtape(["conflicts", "Dusk"]).output == byID.output)
    #expect(fixture.mixtape(["conflicts", "dusk", "--take", "theirs"]).output == "Decided 2 conflicts: theirs.\n")
  }

  @Test func `one key is decided, and the other stays open`() throws {
    #expect(fixture.mixtape(["conflicts", "morning", "name", "--take", "theirs"]).status == .done)
    #expect(fixture.mixtape(["conflicts"]).output.contains("`description`"))
    #expect(!fixture.mixtape(["conflicts"]).output.contains("`name`"))
  }
}
