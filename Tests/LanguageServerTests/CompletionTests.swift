import MixtapeModel
import TestSupport
import Testing

/// Completions, with their places as marks in the text.
@Suite struct CompletionTests {
  private static let kitchen = """
    title = "Kitchen"
    [[episodes]]
    id = "küche"
    title = "Käsespätzle"
    published = 2026-02-01
    """

  private func editor(options: JSONNode = .null) throws -> Editor {
    try Editor(
      ["library/sky.toml": RequestTests.library, "playlists/calm.toml": "episodes = [\"sky/comets\"]\n"],
      options: options)
  }

  private func editorWithKitchen() throws -> Editor {
    try Editor([
      "library/sky.toml": RequestTests.library, "library/kitchen.toml": Self.kitchen,
      "playlists/calm.toml": "episodes = [\"sky/comets\"]\n",
    ])
  }

  private let file = "playlists/a.toml"

  /// Returns a text with a completion at its mark.
  private func completing(_ text: String, with label: String, in path: String) throws -> String {
    let editor = try editorWithKitchen()
    let places = try editor.open(path, text)
    let answer = try editor.request("textDocument/completion", in: path, at: places[0])
    let items = answer["items"]?.array ?? []
    let item = try #require(items.first { $0["label"]?.string == label }, "\(items.map { $0["label"] })")
    return try Editor.applying(.array([try #require(item["textEdit"])]), to: Editor.unmarked(text).text)
  }

  // MARK: Episodes

  @Test func `episodes complete by title, newest first, in broken text`() throws {
    let editor = try editor()
    let places = try editor.open(file, "episodes = [\n  \"1️⃣\n  \"auro2️⃣\",\n  3️⃣\n")
    #expect(try editor.completions(in: file, at: places[0]) == ["sky/comets", "sky/auroras"])
    #expect(try editor.completions(in: file, at: places[1]) == ["sky/auroras"])
    #expect(try editor.completions(in: file, at: places[2]) == ["sky/comets", "sky/auroras"])
  }

  @Test func `completed ids get their titles as comments if the client wants them`() throws {
    let editor = try editor(options: .object([("comments", true)]))
    let text = "episodes = [\n  \"au1️⃣ro\",\n]\n"
    let places = try editor.open(file, text)
    let answer = try editor.request("textDocument/completion", in: file, at: places[0])
    let item = try #require(answer["items"]?.array?.first)
    let commented = try Editor.applying(item["additionalTextEdits"], to: Editor.unmarked(text).text)
    #expect(commented == "episodes = [\n  \"auro\", # Auroras\n]\n")
  }

  /// The search of the library ignores accents, too.
  @Test(arguments: ["kasespatzle", "KÄSE", "Ka\u{308}se", "kuche kitchen"])
  func `episodes complete without accents and case`(words: String) throws {
    let editor = try editorWithKitchen()
    let places = try editor.open(file, "episodes = [\"\(words)1️⃣\"]\n")
    #expect(try editor.completions(in: file, at: places[0]) == ["kitchen/küche"])
  }

  @Test func `episodes of an unsaved library file complete, and deleted ones do not`() throws {
    let editor = try editorWithKitchen()
    let places = try editor.open(file, "episodes = [\"1️⃣\"]\n")
    #expect(try editor.completions(in: file, at: places[0]) == ["sky/comets", "sky/auroras", "kitchen/küche"])
    try editor.open(
      "library/sky.toml",
      "[[episodes]]\nid = \"comets\"\n[[episodes]]\nid = \"new\"\ntitle = \"New\"\npublished = 2026-03-15\n")
    #expect(try editor.completions(in: file, at: places[0]) == ["sky/new", "kitchen/küche", "sky/comets"])
    try editor.replace("library/sky.toml", with: "[[episodes]]\nid = \"newer\"\n")
    #expect(try editor.completions(in: file, at: places[0]) == ["kitchen/küche", "sky/newer"])
    try editor.notify(
      "textDocument/didClose", .object([("textDocument", .object([("uri", editor.address("library/sky.toml").json)]))]))
    #expect(try editor.completions(in: file, at: places[0]) == ["sky/comets", "sky/auroras", "kitchen/küche"])
  }

  // MARK: Keys and values

  @Test(arguments: [
    ("name = \"A\"\nco1️⃣\n", "continuous"), ("match = 1️⃣\n", "\"any\""), ("match = \"1️⃣\"\n", "any"),
    ("sort = [\"1️⃣\"]\n", "-published"), ("1️⃣", "smart playlist"), ("conditions = [\n  1️⃣\n]\n", "rule"),
    ("shuffle = \"1️⃣\"\n", "spread"),
  ])
  func `keys, values and snippets complete`(text: String, expected: String) throws {
    let editor = try editor()
    let places = try editor.open(file, text)
    let labels = try editor.completions(in: file, at: places[0])
    #expect(labels.contains(expected), "\(labels)")
  }

  @Test func `library files and settings complete by their tables`() throws {
    let editor = try editor()
    let episode = try editor.open("library/b.toml", "title = \"B\"\n[[episodes]]\nid = \"x\"\npub1️⃣\n")
    #expect(try editor.completions(in: "library/b.toml", at: episode[0]).contains("published"))
    let tags = try editor.open("library/c.toml", "tags = [\"1️⃣\"]\n")
    #expect(try editor.completions(in: "library/c.toml", at: tags[0]) == ["calm"])
    let export = try editor.open("mixtape.toml", "format = 1\n[export.car]\nplaylists = [\"1️⃣\"]\n2️⃣\n")
    #expect(try editor.completions(in: "mixtape.toml", at: export[0]) == ["calm"])
    #expect(try editor.completions(in: "mixtape.toml", at: export[1]).contains("directory"))
  }

  @Test(arguments: [
    ("continuous = 1️⃣\n", ["true", "false"]), ("match = \"any\" 1️⃣\n", []), ("[extra]\nmatch = 1️⃣\n", []),
  ])
  func `flags complete, and complete or unknown values do not`(text: String, expected: [String]) throws {
    let editor = try editor()
    let places = try editor.open(file, text)
    #expect(try editor.completions(in: file, at: places[0]) == expected)
  }

  @Test(arguments: [
    ("playlists/a.toml", "match = \"any\"\n\n[1️⃣", ["[extra]"]),
    ("playlists/a.toml", "episodes = []\n\n[e1️⃣]\n", ["[extra]"]),
    ("playlists/a.toml", "[extra]\nmood = 1\n[e1️⃣", []),
    ("playlists/a.toml", "[ex1️⃣tra]\nmood = 1\n", ["[extra]"]),
    ("library/b.toml", "tags = [\"calm\"]\n\n[e1️⃣", ["[extra]", "[[episodes]]"]),
    ("library/b.toml", "[[episodes]]\nid = \"x\"\n\n[[e1️⃣", ["[[episodes]]"]),
    (
      "mixtape.toml", "format = 1\n[player]\nshuffle = \"off\"\n[export.car]\ndirectory = \"x\"\n[exp1️⃣",
      ["[snapshot]", "[export]", "[downloads]", "[extra]"]
    ),
    ("mixtape.toml", "format = 1\n[export.1️⃣]\n", []),
    ("mixtape.toml", "format = 1\n[export] 1️⃣\n", []),
  ])
  func `headers complete after a bracket`(path: String, text: String, expected: [String]) throws {
    let editor = try editor()
    let places = try editor.open(path, text)
    #expect(try editor.completions(in: path, at: places[0]) == expected)
  }

  @Test(arguments: [
    ("mixtape.toml", "format = 1\nexp1️⃣\n", "[export]", "format = 1\n[export]\n"),
    ("mixtape.toml", "format = 1\n[exp1️⃣\n", "[export]", "format = 1\n[export]\n"),
    ("mixtape.toml", "format = 1\n[pl1️⃣ay]\n", "[player]", "format = 1\n[player]\n"),
    ("library/b.toml", "[[1️⃣]]\n", "[[episodes]]", "[[episodes]]\n"),
    ("library/b.toml", "[ep1️⃣]\n", "[[episodes]]", "[[episodes]]\n"),
    ("playlists/a.toml", "ext1️⃣ra = {}\n", "extra", "extra = {}\n"),
  ])
  func `tables complete with their brackets`(path: String, text: String, label: String, expected: String) throws {
    #expect(try completing(text, with: label, in: path) == expected)
  }

  // MARK: Places

  @Test(arguments: [
    "description = \"\"\"\nna1️⃣\n\"\"\"\n", "description = '''\n\"na1️⃣\n'''\n", "# \"na1️⃣\n",
    "name = \"A\" # '1️⃣\n", "[extra]\nepisodes = [\"1️⃣\"]\n", "[extra]\nconditions = ['1️⃣']\n",
  ])
  func `prose, comments and extra tables have no completions`(text: String) throws {
    let editor = try editor()
    let places = try editor.open(file, text)
    #expect(try editor.completions(in: file, at: places[0]) == [])
  }

  @Test(arguments: [
    ("description = \"\"\"\n[x] \\\"\"\" # 'a\nname =\"\"\"\"\"\nmatch = \"1️⃣\"\n", "any"),
    ("description = \"\"\nma1️⃣\n", "match"), ("name = \"#1 \\\" # [\"\nma1️⃣\n", "match"),
    ("name = 'C:\\' # [\nma1️⃣\n", "match"), ("episodes = [ # [\n  \"a]b\", '1️⃣\n", "sky/comets"),
    ("episodes = [\n  \"sky/auroras\",\nmatch = \"1️⃣\"\n", "any"),
    ("episodes = [\n  \"sky/auroras\",\n\nsort = [1️⃣]\n", "title"),
    ("conditions = [\"title = \\\"The #1 hit\\\" and 1️⃣\"]\n", "rating"),
  ])
  func `a place is found after strings, comments and open arrays`(text: String, expected: String) throws {
    let editor = try editor()
    let places = try editor.open(file, text)
    let labels = try editor.completions(in: file, at: places[0])
    #expect(labels.contains(expected), "\(labels)")
  }

  @Test func `a signature follows a number sign in quotes`() throws {
    let editor = try editor()
    let places = try editor.open(file, "conditions = [\"title = \\\"The #1 hit\\\" and 1️⃣\"]\n")
    let answer = try editor.request("textDocument/signatureHelp", in: file, at: places[0])
    #expect(answer["signatures"]?.array?.first?["label"]?.string?.contains("a field") == true)
  }

  // MARK: Rules

  @Test(arguments: [
    ("ti1️⃣", ["title"]), ("published in the la1️⃣", ["last"]),
    ("genre = \"1️⃣", ["Science"]), ("genre = \"sc1️⃣\"", ["Science"]), ("genre = 1️⃣", ["Science"]),
    ("in playlist \"1️⃣", ["calm"]), ("tag = \"1️⃣", ["calm"]), ("duration > 5 mi1️⃣", ["min", "minutes"]),
    ("title = \"x\" a1️⃣", ["and"]), ("published in this m1️⃣", ["month"]), ("title matches \"1️⃣", []),
  ])
  func `rules complete by what may come next`(rule: String, expected: [String]) throws {
    let editor = try editor()
    let places = try editor.open(file, "conditions = ['\(rule)']\n")
    let labels = try editor.completions(in: file, at: places[0])
    #expect(expected.isEmpty ? labels.isEmpty : !labels.isEmpty && labels.allSatisfy(expected.contains), "\(labels)")
  }

  /// Without that, the rest of the word would stay after the completion.
  @Test(arguments: [
    ("conditions = ['genre = \"sc1️⃣\"']\n", "Science", "conditions = ['genre = \"Science\"']\n"),
    ("conditions = [\"genre = \\\"sc1️⃣\"]\n", "Science", "conditions = [\"genre = \\\"Science\\\"\"]\n"),
    ("conditions = [\"genre = \\\"sc1️⃣\\\"\"]\n", "Science", "conditions = [\"genre = \\\"Science\\\"\"]\n"),
    ("conditions = ['genre = 1️⃣']\n", "Science", "conditions = ['genre = \"Science\"']\n"),
    ("conditions = ['tag = \"ca1️⃣lm\"']\n", "calm", "conditions = ['tag = \"calm\"']\n"),
    ("conditions = ['in playlist \"c1️⃣alm\"']\n", "calm", "conditions = ['in playlist \"calm\"']\n"),
    (
      "conditions = [\"tag = \\\"ca1️⃣lm\\\" or title = \\\"x\\\"\"]\n", "calm",
      "conditions = [\"tag = \\\"calm\\\" or title = \\\"x\\\"\"]\n"
    ),
    ("conditions = ['tag = \"ca1️⃣lm']\n", "calm", "conditions = ['tag = \"calm\"']\n"),
    (
      "conditions = ['tag = \"ca1️⃣ or title = \"x\"']\n", "calm",
      "conditions = ['tag = \"calm\" or title = \"x\"']\n"
    ),
    ("conditions = ['ti1️⃣tel = \"x\"']\n", "title", "conditions = ['title = \"x\"']\n"),
    ("conditions = ['rating >1️⃣= 4']\n", ">=", "conditions = ['rating >= 4']\n"),
    ("sor1️⃣ = [\"title\"]\n", "sort", "sort = [\"title\"]\n"),
    ("desc1️⃣ripton = \"x\"\n", "description", "description = \"x\"\n"),
    ("na1️⃣me = \"x\"\n", "name", "name = \"x\"\n"),
    ("ma1️⃣\n", "match", "match = \n"),
    ("match = \"a1️⃣ny\"\n", "any", "match = \"any\"\n"),
    ("match = a1️⃣ny\n", "\"any\"", "match = \"any\"\n"),
    ("shuffle = tr1️⃣ue\n", "true", "shuffle = true\n"),
    ("episodes = [\"sky/co1️⃣mets\"]\n", "sky/comets", "episodes = [\"sky/comets\"]\n"),
    ("episodes = [\"sky/co1️⃣mets]\n", "sky/comets", "episodes = [\"sky/comets]\n"),
    ("episodes = [sky/co1️⃣mets]\n", "sky/comets", "episodes = [\"sky/comets\"]\n"),
    ("episodes = [\n  kü1️⃣\n]\n", "kitchen/küche", "episodes = [\n  \"kitchen/küche\"\n]\n"),
  ])
  func `a completion replaces the word around the cursor, and keeps the quotes`(
    text: String, label: String, expected: String
  ) throws {
    #expect(try completing(text, with: label, in: file) == expected)
  }
}
