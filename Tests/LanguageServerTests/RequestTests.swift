import LanguageServer
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@testable import LanguageServer

/// A test of each request, with its places as marks in the text.
@Suite struct RequestTests {
  static let library = """
    title = "Sky Talk"
    tags = ["calm"]
    [[episodes]]
    id = "auroras"
    title = "Auroras"
    published = 2026-03-01
    duration = 1860
    genre = "Science"
    [[episodes]]
    id = "comets"
    title = "Comets"
    published = 2026-04-01
    url = "https://example.org/comets.mp3"
    """

  private func editor(
    refreshes: Bool = false, resolves: Bool = false, markup: String = "markdown", options: JSONNode = .null
  ) throws -> Editor {
    try Editor(
      ["library/sky.toml": Self.library, "playlists/calm.toml": "episodes = [\"sky/comets\"]\n"], refreshes: refreshes,
      resolves: resolves, markup: markup, options: options)
  }

  private let file = "playlists/a.toml"

  // MARK: Diagnostics

  @Test func `diagnostics are those of check, for the text in the editor`() throws {
    let editor = try editor()
    try editor.open(file, "nmae = \"A\"\nepisodes = [\"sky/auroras\", \"sky/none\"]\n")
    #expect(editor.codes.contains("0 file.misspelled-key"))
    try editor.replace(file, with: "episodes = [\n  \"sky/none\",\n]\nconditions = ['in playlist \"none\"']\n")
    #expect(editor.codes == ["1 file.missing-episode", "3 rule.unknown-playlist"])
    try editor.open("library/b.toml", "titel = \"B\"\n")
    #expect(editor.codes(of: "library/b.toml") == ["0 file.misspelled-key"])
    #expect(try editor.sandbox.status().isEmpty)
  }

  @Test func `a file outside of a store has errors of TOML alone`() throws {
    let editor = try editor()
    try editor.open("../other.toml", "nmae = 1\nb = \n")
    let codes = editor.codes(of: "../other.toml")
    #expect(codes.count == 1 && codes[0].hasPrefix("1 toml."))
  }

  @Test func `changes replace ranges`() throws {
    let editor = try editor()
    let places = try editor.open(file, "# 😀é\nnam1️⃣2️⃣ = \"A\"\n")
    #expect(editor.codes == ["1 file.misspelled-key"])
    let change = JSONNode.object([
      ("range", .object([("start", places[0]), ("end", places[1])])), ("text", "e"),
    ])
    try editor.notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", editor.address(file).json), ("version", 2)])),
        ("contentChanges", .array([change])),
      ]))
    #expect(editor.codes == [])
  }

  @Test func `an unsaved library file counts, and a closed one does not`() throws {
    let editor = try editor()
    try editor.open(file, "episodes = [\"sky/new\"]\n")
    #expect(editor.codes == ["0 file.missing-episode"])
    try editor.open("library/sky.toml", "[[episodes]]\nid = \"new\"\ntitle = \"New\"\n")
    #expect(editor.codes == [])
    #expect(try labels(editor, "textDocument/inlayHint").first == "New · Sky")
    try editor.notify(
      "textDocument/didClose", .object([("textDocument", .object([("uri", editor.address("library/sky.toml").json)]))]))
    #expect(editor.codes == ["0 file.missing-episode"])
  }

  @Test func `a change of files is seen`() throws {
    let editor = try editor()
    try editor.open(file, "episodes = [\"sky/new\"]\n")
    try editor.sandbox.write("[[episodes]]\nid = \"new\"\ntitle = \"New\"\n", to: "library/sky.toml")
    try editor.filesChanged()
    #expect(editor.codes == [])
  }

  @Test func `a rule that finds nothing is remarked when it was counted`() throws {
    let editor = try editor(refreshes: true)
    try editor.open(file, "conditions = ['title = \"None\"']\n")
    #expect(editor.codes == [])
    _ = try labels(editor, "textDocument/inlayHint")
    #expect(editor.codes == ["0 rule.finds-nothing"])
  }

  // MARK: Hints

  private func labels(_ editor: Editor, _ method: String) throws -> [String] {
    let range = JSONNode.object([
      ("start", .object([("line", 0), ("character", 0)])), ("end", .object([("line", 99), ("character", 0)])),
    ])
    return try editor.request(method, in: file, [("range", range)]).array?.compactMap { $0["label"]?.string } ?? []
  }

  @Test func `ids, the array and rules have hints, also above an error`() throws {
    let editor = try editor()
    try editor.open(
      file, "episodes = [\"sky/auroras\", \"sky/none\"]\nconditions = ['genre = \"science\"']\nname = \n")
    #expect(
      try labels(editor, "textDocument/inlayHint") == [
        "Auroras · Sky Talk · 2026-03-01 · 31:00", "2 episodes · ≥ 31:00", "1 episode",
      ])
  }

  @Test(arguments: ["", "  \"", "sort = [\"title\"]\n", "[extra]\n"])
  func `an array without its end has hints`(rest: String) throws {
    let editor = try editor()
    try editor.open(file, "episodes = [\n  \"sky/auroras\",\n" + rest)
    #expect(try labels(editor, "textDocument/inlayHint").first == "Auroras · Sky Talk · 2026-03-01 · 31:00")
  }

  @Test func `counts come after the titles if the client can ask again`() throws {
    let editor = try editor(refreshes: true)
    try editor.open(file, "episodes = [\"sky/auroras\"]\nconditions = ['genre = \"science\"']\n")
    #expect(try labels(editor, "textDocument/inlayHint").count == 2)
    #expect(editor.notifications.contains { $0["method"] == "workspace/inlayHint/refresh" })
    #expect(try labels(editor, "textDocument/inlayHint").last == "1 episode")
  }

  @Test func `lenses show the history and the episodes`() throws {
    let editor = try editor()
    try editor.open(file, "episodes = [\"sky/auroras\", \"sky/comets\"]\n")
    let lenses = try editor.request("textDocument/codeLens", in: file).array ?? []
    #expect(lenses.first?["command"]?["title"] == "Show history")
    let resolved = try editor.request("codeLens/resolve", try #require(lenses.last))
    #expect(resolved["command"]?["title"] == "2 episodes, ≥ 31:00")
  }

  // MARK: Hover and signatures

  private func hover(_ editor: Editor, _ place: JSONNode) throws -> String {
    try editor.request("textDocument/hover", in: file, at: place)["contents"]?["value"]?.string ?? ""
  }

  @Test func `hover explains episodes, rules and keys`() throws {
    let editor = try editor()
    let places = try editor.open(
      file, "na1️⃣me = \"A\"\nepisodes = [\"sky/2️⃣comets\"]\nconditions = ['gen3️⃣re = \"science\"']\n")
    #expect(try hover(editor, places[0]).contains("The display name"))
    let episode = try hover(editor, places[1])
    #expect(episode.hasPrefix("**Comets · Sky Talk · 2026-04-01**"))
    #expect(episode.contains("`calm`") && episode.contains("picked"))
    #expect(try hover(editor, places[2]).contains("finds 1 episode:"))
  }

  @Test func `a client without Markdown gets plain text`() throws {
    let editor = try editor(markup: "plaintext")
    let places = try editor.open(file, "episodes = [\"sky/1️⃣comets\"]\n")
    #expect(try hover(editor, places[0]).hasPrefix("Comets · Sky Talk · 2026-04-01\n\nsky/comets\n"))
  }

  @Test func `hover explains keys in tables`() throws {
    let editor = try editor()
    let places = try editor.open("mixtape.toml", "format = 1\n[export.car]\ndir1️⃣ectory = \"x\"\n")
    let answer = try editor.request("textDocument/hover", in: "mixtape.toml", at: places[0])
    #expect(answer["contents"]?["value"]?.string?.hasPrefix("`directory`") == true)
    let library = try editor.open("library/b.toml", "[[episodes]]\nid = \"x\"\nti1️⃣tle = \"X\"\n")
    let title = try editor.request("textDocument/hover", in: "library/b.toml", at: library[0])
    #expect(title["contents"]?["value"]?.string?.hasPrefix("`title`") == true)
  }

  @Test(arguments: [
    ("1️⃣", "a field, `not`, `in playlist`, `in progress`, `(`"),
    ("rating 1️⃣", "`rating`: "), ("rating >= 1️⃣", "a number"), ("duration > 5 1️⃣", "`min`"),
    ("title = \"x\" 1️⃣", "`and`, `or`, the end of the rule"),
  ])
  func `a signature tells what may come next in a rule`(rule: String, expected: String) throws {
    let editor = try editor()
    let places = try editor.open(file, "conditions = ['\(rule)']\n")
    let answer = try editor.request("textDocument/signatureHelp", in: file, at: places[0])
    let label = answer["signatures"]?.array?.first?["label"]?.string ?? ""
    #expect(label.contains(expected), "\(label)")
  }

  // MARK: Navigation

  @Test func `an id leads to its line in the library, and a rule to the file of its playlist`() throws {
    let editor = try editor()
    let text = "episodes = [\"sky/1️⃣comets\"]\nconditions = ['in playlist \"ca2️⃣lm\"']\n"
    let places = try editor.open(file, text)
    let line = try editor.request("textDocument/definition", in: file, at: places[0])
    #expect(line["uri"]?.string == editor.address("library/sky.toml"))
    #expect(line["range"]?["start"]?["line"] == 9)
    let target = try editor.request("textDocument/definition", in: file, at: places[1])
    #expect(target["uri"]?.string == editor.address("playlists/calm.toml"))
  }

  @Test func `references are the entries of all playlists, and the rules that name one`() throws {
    let editor = try editor()
    try editor.open(file, "episodes = [\"sky/comets\"]\nconditions = ['in playlist \"calm\"']\n")
    let library = try editor.open(
      "library/sky.toml", Self.library.replacing("\"comets\"", with: "\"1️⃣comets\""))
    let entries = try editor.request("textDocument/references", in: "library/sky.toml", at: library[0])
    #expect(entries.array?.map { $0["uri"]?.string } == [file, "playlists/calm.toml"].map(editor.address))
    let calm = try editor.open("playlists/calm.toml", "na1️⃣me = \"Calm\"\n")
    let rules = try editor.request("textDocument/references", in: "playlists/calm.toml", at: calm[0])
    #expect(rules.array?.map { $0["uri"]?.string } == [editor.address(file)])
  }

  @Test func `symbols, foldings and links are those of TOML`() throws {
    let editor = try editor()
    try editor.open("library/sky.toml", Self.library)
    let symbols = try editor.request("textDocument/documentSymbol", in: "library/sky.toml").array ?? []
    #expect(symbols.map { $0["name"] } == ["title", "tags", "episodes"])
    #expect(symbols.last?["children"]?.array?.map { $0["name"] } == ["Auroras", "Comets"])
    let foldings = try editor.request("textDocument/foldingRange", in: "library/sky.toml").array ?? []
    #expect(foldings.map { $0["startLine"] } == [2, 8])
    let links = try editor.request("textDocument/documentLink", in: "library/sky.toml").array ?? []
    #expect(links.map { $0["target"] } == ["https://example.org/comets.mp3"])
  }

  // MARK: Edits

  private func rename(_ editor: Editor, _ path: String, at place: JSONNode, to name: String) throws -> JSONNode {
    try editor.request("textDocument/rename", in: path, at: place, [("newName", name.json)])
  }

  @Test func `a new id of an episode is in all files, and one commit`() throws {
    let editor = try editor()
    let places = try editor.open("playlists/calm.toml", "episodes = [\"sky/1️⃣comets\"]\n")
    let prepared = try editor.request("textDocument/prepareRename", in: "playlists/calm.toml", at: places[0])
    #expect(prepared["placeholder"] == "comets")
    let edit = try rename(editor, "playlists/calm.toml", at: places[0], to: "asteroids")
    let changes = edit["changes"]
    #expect(changes?.object?.map(\.key) == ["library/sky.toml", "playlists/calm.toml"].map(editor.address))
    for (path, text) in [("library/sky.toml", Self.library), ("playlists/calm.toml", "episodes = [\"sky/comets\"]\n")] {
      try editor.sandbox.write(try Editor.applying(changes?[editor.address(path)], to: text), to: path)
    }
    #expect(try editor.store().captureHandEdits().map(\.subject) == ["Rename episode sky/comets to sky/asteroids"])
    try editor.store().undo()
    #expect(try editor.sandbox.text("library/sky.toml").contains("comets"))
  }

  @Test func `a podcast and a tag in a rule lead to the library, and get other names`() throws {
    let editor = try editor()
    let text = "conditions = ['podcast = \"s1️⃣ky\" and tag = \"ca2️⃣lm\"']\n"
    try editor.sandbox.write(Editor.unmarked(text).text, to: file)
    _ = try editor.store().captureHandEdits()
    let places = try editor.open(file, text)
    let target = try editor.request("textDocument/definition", in: file, at: places[0])
    #expect(target["uri"]?.string == editor.address("library/sky.toml"))
    let edit = try rename(editor, file, at: places[1], to: "quiet")
    #expect(edit["changes"]?.object?.map(\.key) == ["library/sky.toml", file].map(editor.address))
  }

  @Test(arguments: [
    "episodes = [\"sky/no1️⃣ne\"]\n", "conditions = ['in playlist \"no1️⃣ne\"']\n",
    "conditions = ['podcast = \"no1️⃣ne\"']\n",
    "conditions = ['tag = \"no1️⃣ne\"']\n",
  ])
  func `what is missing cannot be renamed`(text: String) throws {
    let editor = try editor()
    let places = try editor.open(file, text)
    #expect(try editor.request("textDocument/prepareRename", in: file, at: places[0]).isNull)
  }

  @Test func `a renamed entry in a file with a byte order mark belongs to the same commit`() throws {
    let mark = "\u{FEFF}"
    let text = "episodes = [\"sky/comets\"]\n"
    let editor = try Editor(["library/sky.toml": Self.library, "playlists/calm.toml": mark + text])
    let places = try editor.open("playlists/calm.toml", "episodes = [\"sky/1️⃣comets\"]\n")
    let changes = try rename(editor, "playlists/calm.toml", at: places[0], to: "asteroids")["changes"]
    let library = try Editor.applying(changes?[editor.address("library/sky.toml")], to: Self.library)
    try editor.sandbox.write(library, to: "library/sky.toml")
    let playlist = try Editor.applying(changes?[editor.address("playlists/calm.toml")], to: text)
    try editor.sandbox.write(mark + playlist, to: "playlists/calm.toml")
    #expect(try editor.store().captureHandEdits().count == 1)
  }

  /// Neovim 0.7 sends escapes in lower case.
  @Test func `edits are those of the open text, however the client escapes its address`() throws {
    let editor = try Editor([
      "library/sky.toml": Self.library, "playlists/küche.toml": "episodes = [\"sky/comets\"]\n",
    ])
    let address = editor.address("playlists/k%c3%bcche.toml").json
    let text = "# One\n# Two\nepisodes = [\"sky/comets\"]\n"
    try editor.notify(
      "textDocument/didOpen", .object([("textDocument", .object([("uri", address), ("text", "")]))]))
    try editor.notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", address)])), ("contentChanges", .array([.object([("text", text.json)])])),
      ]))
    let edit = try editor.request(
      "textDocument/rename",
      .object([
        ("textDocument", .object([("uri", address)])), ("newName", "asteroids"),
        ("position", .object([("line", 2), ("character", 20)])),
      ]))
    #expect(
      try Editor.applying(edit["changes"]?[address.string ?? ""], to: text)
        == "# One\n# Two\nepisodes = [\"sky/asteroids\"]\n")
  }

  @Test func `a new id of a playlist renames its file, and rules follow`() throws {
    let editor = try editor()
    try editor.sandbox.write("conditions = ['in playlist \"calm\"']\n", to: file)
    _ = try editor.store().captureHandEdits()
    let places = try editor.open(file, "conditions = ['in playlist \"ca1️⃣lm\"']\n")
    let edit = try rename(editor, file, at: places[0], to: "quiet")
    let operations = edit["documentChanges"]?.array ?? []
    #expect(operations.map { $0["kind"]?.string ?? "edit" } == ["edit", "rename"])
    #expect(operations.last?["newUri"]?.string == editor.address("playlists/quiet.toml"))
  }

  @Test func `a tag gets another name, and a taken or invalid id is refused`() throws {
    let editor = try editor()
    let tag = try editor.open(
      "library/sky.toml", Self.library.replacing("[\"calm\"]", with: "[\"1️⃣calm\"]"))
    let edit = try rename(editor, "library/sky.toml", at: tag[0], to: "quiet")
    #expect(edit["changes"]?.object?.count == 1)
    let places = try editor.open("playlists/calm.toml", "episodes = [\"sky/1️⃣comets\"]\n")
    for name in ["auroras", "With Spaces", ""] {
      #expect(try rename(editor, "playlists/calm.toml", at: places[0], to: name)["code"] != nil, "\(name)")
    }
  }

  private func actions(_ editor: Editor, _ text: String) throws -> [String: String] {
    let plain = Editor.unmarked(text).text
    try editor.open(file, plain)
    let range = JSONNode.object([
      ("start", .object([("line", 0), ("character", 0)])), ("end", .object([("line", 99), ("character", 0)])),
    ])
    let answer = try editor.request("textDocument/codeAction", in: file, [("range", range), ("context", .object([]))])
    let results = try (answer.array ?? []).map { offered in
      let action = offered["edit"] == nil ? try editor.request("codeAction/resolve", offered) : offered
      return (
        action["title"]?.string ?? "", try Editor.applying(action["edit"]?["changes"]?[editor.address(file)], to: plain)
      )
    }
    return Dictionary(results) { first, _ in first }
  }

  @Test(arguments: [
    ("nmae = \"A\"\n", "name = \"A\"\n"),
    ("match = \"al\"\nconditions = ['rating = 1']\n", "match = \"all\"\nconditions = ['rating = 1']\n"),
    ("episodes = [\"sky/comts\"]\n", "episodes = [\"sky/comets\"]\n"),
    ("conditions = ['titel = \"x\"']\n", "conditions = ['title = \"x\"']\n"),
    ("conditions = ['in playlist \"clam\"']\n", "conditions = ['in playlist \"calm\"']\n"),
    ("conditions = ['rating = 1']\nsort = [\"-publshed\"]\n", "conditions = ['rating = 1']\nsort = [\"-published\"]\n"),
    ("conditions = ['kind = \"Albm\"']\n", "conditions = ['kind = \"album\"']\n"),
    ("conditions = [\"kind = \\\"Albm\\\"\"]\n", "conditions = [\"kind = \\\"album\\\"\"]\n"),
    ("conditions = ['podcast = \"Sky Talk\"']\n", "conditions = ['podcast = \"sky\"']\n"),
    ("conditions = [\"in playlist \\\"clam\\\"\"]\n", "conditions = [\"in playlist \\\"calm\\\"\"]\n"),
    ("conditions = ['published > \"2026-01-01\"']\n", "conditions = ['published > 2026-01-01']\n"),
  ])
  func `misspelled names are corrected`(text: String, expected: String) throws {
    #expect(try actions(try editor(), text).values.contains(expected))
  }

  @Test(arguments: [false, true])
  func `entries are removed, sorted and commented`(resolves: Bool) throws {
    let editor = try editor(resolves: resolves)
    let text = "episodes = [\n  \"sky/auroras\",\n  \"sky/comets\", # best\n  \"sky/auroras\",\n  \"sky/none\",\n]\n"
    let actions = try actions(editor, text)
    #expect(
      actions["Remove repeated entries"]
        == "episodes = [\n  \"sky/auroras\",\n  \"sky/comets\", # best\n  \"sky/none\",\n]\n")
    #expect(actions["Remove missing entries"]?.contains("none") == false)
    // An entry that a library file with an error may have is not missing.
    try editor.open("library/new.toml", "[[episodes]]\nid = \"x\"\ntitle = \"X\"\npublished = 2026-\n")
    try editor.sandbox.write("[[episodes]]\nid = \"x\"\ntitle = \"X\"\npublished = 2026-\n", to: "library/new.toml")
    try editor.filesChanged()
    #expect(try self.actions(editor, "episodes = [\"new/x\"]\n")["Remove missing entries"] == nil)
    #expect(
      actions["Sort entries by date, newest first"]?.hasPrefix("episodes = [\n  \"sky/comets\", # best\n") == true)
    #expect(actions["Comment each id with its title"]?.contains("\"sky/auroras\", # Auroras\n") == true)
  }

  @Test func `lines with several ids are divided before they are commented`() throws {
    let actions = try actions(try editor(), "episodes = [\"sky/auroras\", \"sky/comets\"]\n")
    #expect(
      actions["Comment each id with its title"]
        == "episodes = [\n  \"sky/auroras\", # Auroras\n  \"sky/comets\" # Comets\n]\n")
  }

  @Test func `a list on one line is divided before it is commented`() throws {
    #expect(
      try actions(try editor(), "episodes = [\"sky/comets\"]\n")["Comment each id with its title"]
        == "episodes = [\n  \"sky/comets\" # Comets\n]\n")
  }

  @Test func `a search that finds more than its rules stays`() throws {
    let editor = try Editor(["library/sky.toml": Self.library.replacing("Comets", with: "Cométs")])
    #expect(try actions(editor, "search = \"comets\"\n")["Replace the search with rules"] == nil)
    #expect(try actions(editor, "search = \"auroras\"\n")["Replace the search with rules"] != nil)
  }

  @Test(arguments: [false, true])
  func `rules are frozen, and a search becomes rules`(resolves: Bool) throws {
    let actions = try actions(try editor(resolves: resolves), "search = \"comets\"\n")
    #expect(actions["Replace the rules with the episodes found"]?.contains("sky/comets") == true)
    #expect(actions["Replace the search with rules"]?.contains("conditions = [") == true)
  }

  @Test func `formatting puts each episode on a line, with comments in one column`() throws {
    let editor = try editor()
    let text = "name='A'   # odd\nepisodes = [\"sky/a\", \"sky/long\", # x\n  # own\n  \"sky/b\",# y\n]\nlimit=3\n"
    try editor.open(file, text)
    let edits = try editor.request("textDocument/formatting", in: file, [("options", .object([]))])
    #expect(
      try Editor.applying(edits, to: text)
        == "name='A'   # odd\nepisodes = [\n  \"sky/a\",\n  \"sky/long\", # x\n  # own\n  \"sky/b\",    # y\n]\nlimit=3\n"
    )
  }

  @Test func `formatting keeps the indentation and the leading commas of a list`() throws {
    let editor = try editor()
    for (text, expected) in [
      ("episodes = [\n\t\"sky/a\", \"sky/b\",\n]\n", "episodes = [\n\t\"sky/a\",\n\t\"sky/b\",\n]\n"),
      ("episodes = [\n    \"sky/a\"\n  , \"sky/b\"\n]\n", "episodes = [\n    \"sky/a\"\n  , \"sky/b\"\n]\n"),
    ] {
      try editor.open(file, text)
      let edits = try editor.request("textDocument/formatting", in: file, [("options", .object([]))])
      #expect(try Editor.applying(edits, to: text) == expected)
    }
  }

  // MARK: Commands

  private func execute(_ editor: Editor, _ command: EditorCommand, _ arguments: [JSONNode]) throws -> JSONNode {
    try editor.request(
      "workspace/executeCommand", .object([("command", command.rawValue.json), ("arguments", .array(arguments))]))
  }

  @Test func `a command says whether to save or to reload, and needs no address if one store is open`() throws {
    let editor = try editor()
    let path = "playlists/calm.toml"
    try editor.open(path, "episodes = [\"sky/comets\"]\n")
    try editor.sandbox.write("episodes = []\n", to: path)
    #expect(
      try execute(editor, .undo, [])["message"]?.string
        == "reload \(path) first: the file has changed since it was opened")
    // A client reads the file again without saving it. Then it changes once more.
    try editor.filesChanged()
    try editor.replace(path, with: "episodes = []\n")
    try editor.sandbox.write("# New.\n", to: path)
    #expect(try execute(editor, .undo, [])["message"]?.string?.hasPrefix("reload") == true)
    try editor.replace(path, with: "episodes = [ ]\n")
    #expect(try execute(editor, .undo, [])["message"]?.string == "save \(path) first")
    try editor.sandbox.write("episodes = [ ]\n", to: path)
    try editor.notify(
      "textDocument/didSave", .object([("textDocument", .object([("uri", editor.address(path).json)]))]))
    _ = try editor.store().captureHandEdits()
    #expect(try execute(editor, .undo, []).isNull)
    #expect(try execute(editor, .history, []).isNull)
  }

  @Test func `undo, redo and restore need saved files`() throws {
    let editor = try editor()
    let (path, address) = ("playlists/calm.toml", editor.address("playlists/calm.toml").json)
    try editor.sandbox.write("episodes = []\n", to: path)
    _ = try editor.store().captureHandEdits()
    try editor.open(path, "episodes = [ ]\n")
    #expect(try execute(editor, .undo, [address])["code"] != nil)
    try editor.replace(path, with: "episodes = []\n")
    #expect(try execute(editor, .undo, [address]).isNull)
    #expect(try editor.sandbox.text(path).contains("comets"))
    try editor.replace(path, with: "episodes = [\"sky/comets\"]\n")
    #expect(try execute(editor, .redo, [address]).isNull)
    try editor.replace(path, with: "episodes = []\n")
    #expect(try execute(editor, .restore, [address, "HEAD~1"]).isNull)
    #expect(try editor.sandbox.text(path).contains("comets"))
  }

  @Test func `explain shows the reason, and history asks for a version`() throws {
    let editor = try editor()
    try editor.open("playlists/calm.toml", "episodes = [\"sky/comets\"]\n")
    let address = editor.address("playlists/calm.toml").json
    _ = try execute(editor, .explain, [address, "sky/comets"])
    #expect(editor.notifications.last?["params"]?["message"]?.string?.contains("picked") == true)
    _ = try execute(editor, .history, [address])
    #expect(editor.notifications.last?["method"] == "window/showMessageRequest")
    #expect(try execute(editor, .explain, [address])["code"] != nil)
  }
}
