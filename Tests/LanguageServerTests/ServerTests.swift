import LanguageServer
import MixtapeModel
import TestSupport
import Testing

@testable import LanguageServer

@Suite struct ServerTests {
  @Test func `a server starts, stops and exits`() throws {
    let editor = try Editor(initializes: false)
    #expect(try editor.request("shutdown", .null)["code"] == JSONNode(integerLiteral: -32002))
    let result = try editor.request("initialize", .object([("capabilities", .object([]))]))
    #expect(result["capabilities"]?["positionEncoding"] == "utf-16")
    #expect(try editor.request("mixtape/none", .object([]))["code"] == JSONNode(integerLiteral: -32601))
    #expect(try editor.request("shutdown", .null).isNull)
    try editor.notify("exit", .null)
    #expect(editor.server.exitStatus == 0)
  }

  @Test(arguments: ["Content-Length: x\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", "Length: 1\r\n\r\n"])
  func `a malformed header ends the server with an error`(header: String) throws {
    let editor = try Editor()
    #expect(try editor.send(Array(header.utf8)).map { $0["error"]?["code"] } == [JSONNode(integerLiteral: -32700)])
    #expect(editor.server.exitStatus == 1)
  }

  @Test func `malformed JSON is an error, and the next message is read, in pieces`() throws {
    let editor = try Editor()
    let bytes = Array(
      "Content-Length: 2\r\n\r\n{xContent-Length: 46\r\n\r\n{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"shutdown\"}  "
        .utf8)
    let answers = try bytes.flatMap { try editor.send([$0]) }
    #expect(answers.count == 2 && answers[0]["error"] != nil && answers[1]["id"] == 7)
  }

  @Test(arguments: [
    "[]", "7", "{}", "{\"id\": 1}", "{\"id\": 1, \"method\": 7}", "{\"method\": \"textDocument/didOpen\"}",
  ])
  func `odd messages do not end the server`(content: String) throws {
    let editor = try Editor()
    _ = try editor.send(Array("Content-Length: \(content.utf8.count)\r\n\r\n\(content)".utf8))
    #expect(editor.server.exitStatus == nil)
    #expect(try editor.request("shutdown", .null).isNull)
  }

  @Test(arguments: LanguageServer.answers.keys.sorted())
  func `requests without parameters, and about closed documents, are errors`(method: String) throws {
    let editor = try Editor()
    for parameters in [JSONNode.null, .object([("textDocument", .object([("uri", "file:///none.toml")]))])] {
      #expect(try editor.request(method, parameters)["code"]?.isNull == false)
    }
  }

  @Test func `a request that is cancelled before its turn is not answered with a result`() throws {
    let editor = try Editor(["playlists/a.toml": "episodes = []\n"])
    try editor.open("playlists/a.toml", "episodes = []\n")
    let hover = JSONNode.object([
      ("textDocument", .object([("uri", editor.address("playlists/a.toml").json)])),
      ("position", .object([("line", 0), ("character", 0)])),
    ])
    let messages = try editor.send(
      Editor.framed([("id", 90), ("method", "textDocument/hover"), ("params", hover)])
        + Editor.framed([("method", "$/cancelRequest"), ("params", .object([("id", 90)]))]))
    #expect(messages.map { $0["error"]?["code"] } == [JSONNode(integerLiteral: -32800)])
  }

  @Test func `long work ends when its request is cancelled`() throws {
    let rules = "conditions = ['title contains \"a\"', 'title contains \"b\"']\n"
    let editor = try Editor(["playlists/a.toml": rules])
    try editor.open("playlists/a.toml", rules)
    // The next request has the number 2.
    editor.prepare("$/cancelRequest", .object([("id", 2)]))
    let range = JSONNode.object([
      ("start", .object([("line", 0), ("character", 0)])), ("end", .object([("line", 9), ("character", 0)])),
    ])
    let answer = try editor.request("textDocument/inlayHint", in: "playlists/a.toml", [("range", range)])
    #expect(answer["code"] == JSONNode(integerLiteral: -32800))
    #expect(try editor.request("textDocument/codeLens", in: "playlists/a.toml").array?.count == 2)
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

  @Test func `edits of a text touch only lines that differ`() throws {
    let old = "a\nb\nc\nd\n"
    for (new, count) in [("a\nx\nc\ny\n", 2), ("a\nd\n", 1), ("a\nb\nc\nd\ne\n", 1), ("", 1), (old, 0), ("a\nb\nc", 1)]
    {
      let edits = EditorText(old, .utf8).edits(to: Array(new.utf8)).map(\.json)
      #expect(edits.count == count)
      #expect(try Editor.applying(.array(edits), to: old) == new)
    }
  }

  /// Random edits of a document give the same answers as a server that starts with the result.
  @Test func `a server that has followed edits answers like a new one`() throws {
    var random = SeededGenerator()
    let files = ["library/sky.toml": RequestTests.library, "playlists/calm.toml": "episodes = []\n"]
    let old = try Editor(files)
    let pieces = [
      "\"sky/comets\",\n", "episodes = [", "]\n", "name = \"é😀\"\n", "conditions = ['", "'", "#", "\n", "tit",
    ]
    var text = "episodes = [\"sky/auroras\"]\n"
    try old.open("playlists/a.toml", text)
    for _ in 0..<60 {
      var bytes = Array(text.utf8)
      let start = EditorText(text, .utf8).boundary(at: Int.random(in: 0...bytes.count, using: &random))
      let end = EditorText(text, .utf8).boundary(at: Int.random(in: start...bytes.count, using: &random))
      let piece = pieces.randomElement(using: &random) ?? ""
      let range = EditorText(text, .utf8).range(start..<end)
      bytes.replaceSubrange(start..<end, with: piece.utf8)
      text = String(decoding: bytes, as: UTF8.self)
      try old.notify(
        "textDocument/didChange",
        .object([
          ("textDocument", .object([("uri", old.address("playlists/a.toml").json), ("version", 2)])),
          ("contentChanges", .array([.object([("range", range), ("text", piece.json)])])),
        ]))
      let new = try Editor(files)
      try new.open("playlists/a.toml", text)
      #expect(old.codes == new.codes, "\(random): \(text)")
      let place = EditorText(text, .utf8).position(of: start)
      for method in ["textDocument/completion", "textDocument/hover", "textDocument/documentSymbol"] {
        let answers = try [old, new].map { try $0.request(method, in: "playlists/a.toml", at: place) }
        #expect(answers[0] == answers[1], "\(random): \(method) in \(text)")
      }
    }
  }
}

extension EditorText {
  /// Returns the start of the character at an offset.
  fileprivate func boundary(at offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < bytes.count, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
