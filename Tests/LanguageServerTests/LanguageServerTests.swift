import Foundation
import JSON
import LanguageServer
import MixtapeModel
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct LanguageServerTests {
  private static let library = """
    title = "Sky Talk"
    [[episodes]]
    id = "auroras"
    title = "Auroras"
    published = 2026-03-01
    duration = 1860
    [[episodes]]
    id = "comets"
    title = "Comets"
    published = 2026-04-01
    """

  private func editor() throws -> Editor {
    try Editor(["library/sky.toml": Self.library, "playlists/calm.toml": "episodes = []\n"])
  }

  @Test func `a server starts, stops and exits`() throws {
    let editor = try Editor(initializes: false)
    #expect(try editor.request("shutdown", JSONNode(.null))["code"] == JSONNode(integerLiteral: -32002))
    let result = try editor.request("initialize", .object([("capabilities", .object([]))]))
    #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(try editor.request("mixtape/none", .object([]))["code"] == JSONNode(integerLiteral: -32601))
    #expect(try editor.request("shutdown", JSONNode(.null)).isNull)
    try editor.notify("exit", JSONNode(.null))
    #expect(editor.server.exitStatus == 0)
  }

  @Test(arguments: ["Content-Length: x\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "Length: 1\r\n\r\n"])
  func `a malformed header ends the server with an error`(header: String) throws {
    let editor = try Editor()
    let answers = try Editor.messages(in: editor.server.receive(Array(header.utf8)))
    #expect(answers.map { $0["error"]?["code"] } == [JSONNode(integerLiteral: -32700)])
    #expect(editor.server.exitStatus == 1)
  }

  @Test func `malformed JSON is an error, and the next message is read, in pieces`() throws {
    let editor = try Editor()
    let bytes = Array(
      "Content-Length: 2\r\n\r\n{xContent-Length: 46\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"shutdown\"}  "
        .utf8)
    let answers = try Editor.messages(in: bytes.flatMap { editor.server.receive([$0]) })
    #expect(answers.count == 2 && answers[0]["error"] != nil && answers[1]["id"] == 7)
  }

  @Test func `diagnostics are those of check, for the text in the editor`() throws {
    let editor = try editor()
    try editor.open("playlists/a.toml", "nmae = \"A\"\nepisodes = [\"sky/auroras\", \"sky/none\"]\n")
    #expect(editor.codes.contains("0 file.misspelled-key"))
    try editor.open("playlists/a.toml", "episodes = [\n  \"sky/none\",\n]\nconditions = ['in playlist \"none\"']\n")
    #expect(editor.codes == ["1 file.missing-episode", "3 rule.unknown-playlist"])
    try editor.open("library/b.toml", "titel = \"B\"\n")
    #expect(editor.codes == ["0 file.misspelled-key"])
    #expect(try editor.sandbox.status().isEmpty)
  }

  @Test func `a file outside of a store has errors of TOML alone`() throws {
    let editor = try editor()
    try editor.open("../other.toml", "nmae = 1\nb = \n")
    #expect(editor.codes.count == 1 && editor.codes[0].hasPrefix("1 toml."))
  }

  @Test func `changes replace ranges`() throws {
    let editor = try editor()
    let places = try editor.open("playlists/a.toml", "# 😀é\nnam1️⃣2️⃣ = \"A\"\n")
    #expect(editor.codes == ["1 file.misspelled-key"])
    let change = JSONNode.object([
      ("range", .object([("start", places[0]), ("end", places[1])])), ("text", "e"),
    ])
    try editor.notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", editor.address("playlists/a.toml").json), ("version", 2)])),
        ("contentChanges", .array([change])),
      ]))
    #expect(editor.codes == [])
  }

  @Test func `columns are UTF-8 or UTF-16`() throws {
    let text = "a😀é\r\nb"
    for (encoding, column) in [(PositionEncoding.utf8, 5), (.utf16, 3)] {
      let editorText = EditorText(text, encoding)
      let position = editorText.position(of: 5)
      #expect(position["character"] == column.json)
      #expect(try editorText.offset(of: position) == 5)
      #expect(try editorText.offset(of: .object([("line", 0), ("character", 99)])) == 7)
      #expect(editorText.position(of: 9)["line"] == 1)
    }
  }

  @Test func `ids have hints, also above an error`() throws {
    let editor = try editor()
    let places = try editor.open("playlists/a.toml", "episodes = [\"sky/auroras\",1️⃣ \"sky/none\"]\nname = \n2️⃣")
    let hints = try editor.request(
      "textDocument/inlayHint",
      .object([
        ("textDocument", .object([("uri", editor.address("playlists/a.toml").json)])),
        ("range", .object([("start", .object([("line", 0), ("character", 0)])), ("end", places[1])])),
      ]))
    #expect(hints.array?.map { $0["label"] } == ["Auroras · Sky Talk · 2026-03-01 · 31:00"])
    #expect(hints.array?.first?["position"] == places[0])
  }

  @Test func `hover explains episodes and keys`() throws {
    let editor = try editor()
    let places = try editor.open("playlists/a.toml", "na1️⃣me = \"A\"\nepisodes = [\"sky/2️⃣comets\"]\n")
    let key = try editor.request("textDocument/hover", in: "playlists/a.toml", at: places[0])
    #expect(key["contents"]?["value"]?.string?.contains("The display name") == true)
    let episode = try editor.request("textDocument/hover", in: "playlists/a.toml", at: places[1])
    #expect(episode["contents"]?["value"]?.string?.hasPrefix("Comets · Sky Talk") == true)
  }

  @Test func `an id leads to its line in the library, and a rule to the file of its playlist`() throws {
    let editor = try editor()
    let text = "episodes = [\"sky/1️⃣comets\"]\nconditions = ['in playlist \"ca2️⃣lm\"']\n"
    let places = try editor.open("playlists/a.toml", text)
    let line = try editor.request("textDocument/definition", in: "playlists/a.toml", at: places[0])
    #expect(line["uri"]?.string == editor.address("library/sky.toml"))
    #expect(line["range"]?["start"]?["line"] == 7)
    let file = try editor.request("textDocument/definition", in: "playlists/a.toml", at: places[1])
    #expect(file["uri"]?.string == editor.address("playlists/calm.toml"))
  }

  @Test func `episodes complete by title, newest first, in broken text`() throws {
    let editor = try editor()
    let places = try editor.open("playlists/a.toml", "episodes = [\n  \"1️⃣\n  \"auro2️⃣\",\n")
    let all = try editor.request("textDocument/completion", in: "playlists/a.toml", at: places[0])
    #expect(all["items"]?.array?.map { $0["label"] } == ["sky/comets", "sky/auroras"])
    let one = try editor.request("textDocument/completion", in: "playlists/a.toml", at: places[1])
    #expect(one["items"]?.array?.map { $0["label"] } == ["sky/auroras"])
  }

  @Test func `keys and the fields of rules complete`() throws {
    let editor = try editor()
    let places = try editor.open("playlists/a.toml", "name = \"A\"\nco1️⃣\nconditions = ['ti2️⃣']\n")
    let keys = try editor.request("textDocument/completion", in: "playlists/a.toml", at: places[0])
    let labels = keys["items"]?.array?.compactMap { $0["label"]?.string } ?? []
    #expect(labels.contains("continuous") && !labels.contains("name"))
    let fields = try editor.request("textDocument/completion", in: "playlists/a.toml", at: places[1])
    #expect(fields["items"]?.array?.contains { $0["label"] == "title" } == true)
  }

  @Test func `keys are explained as in the schema`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let schema = try JSONReader.read(
      Array(Data(contentsOf: root.appendingPathComponent("docs/schema/playlist.schema.json"))))
    for key in PlaylistKey.allCases {
      #expect(schema["properties"]?[key.rawValue]?["description"]?.string == key.explanation)
    }
  }
}
