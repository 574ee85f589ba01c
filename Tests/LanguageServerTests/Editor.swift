import Foundation
import LanguageServer
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A client of a server, with a store in a sandbox. Marks in texts are places: `1️⃣`, `2️⃣`.
final class Editor {
  let sandbox: Sandbox
  private(set) var server: LanguageServer
  private let streams: Streams
  private var number = 0
  /// The messages that came without a request, and have not been looked at.
  private(set) var notifications: [JSONNode] = []

  /// The bytes that the server has sent, and input that it finds when it looks for some.
  private final class Streams {
    var sent: [UInt8] = []
    var pending: [LanguageServer.Input] = []
  }

  /// Makes a client.
  ///
  /// - Parameters:
  ///   - files: The files of the store, which are committed.
  ///   - capabilities: The abilities of the client. It has snippets, and renames files.
  init(
    _ files: [String: String] = [:], encoding: String = "utf-8", refreshes: Bool = false, resolves: Bool = false,
    markup: String = "markdown", options: JSONNode = .null, initializes: Bool = true
  ) throws {
    let sandbox = try Sandbox()
    let streams = Streams()
    (self.sandbox, self.streams) = (sandbox, streams)
    for (path, text) in files { try sandbox.write(text, to: path) }
    _ = try Store.initialize(at: sandbox.store, from: nil, context: Self.context(of: sandbox))
    server = LanguageServer(
      LanguageServer.Surroundings(
        storeDirectory: { $0.starts(with: sandbox.store) ? sandbox.store : nil },
        openStore: { directory, editedText in
          do { return try Store(at: directory, context: Self.context(of: sandbox, editedText)) } catch { return nil }
        },
        message: { "\($0)" }, explanation: { explanation, _, _ in ["\(explanation.outcome)"] },
        pendingInput: { streams.pending.isEmpty ? nil : streams.pending.removeFirst() },
        send: { streams.sent += $0 }))
    guard initializes else { return }
    let item = JSONNode.object([("snippetSupport", true)])
    _ = try request(
      "initialize",
      .object([
        (
          "capabilities",
          .object([
            ("general", .object([("positionEncodings", .array([.string(encoding)]))])),
            (
              "workspace",
              .object([
                ("inlayHint", .object([("refreshSupport", .bool(refreshes))])),
                (
                  "workspaceEdit",
                  .object([("documentChanges", true), ("resourceOperations", .array(["rename"]))])
                ),
              ])
            ),
            (
              "textDocument",
              .object([
                ("completion", .object([("completionItem", item)])),
                ("hover", .object([("contentFormat", .array([.string(markup)]))])),
                ("codeAction", resolves ? Self.resolving : nil),
              ])
            ),
          ])
        ), ("initializationOptions", options),
      ]))
    try notify("initialized", .object([]))
  }

  private static let resolving = JSONNode.object([
    ("dataSupport", true), ("resolveSupport", .object([("properties", .array(["edit"]))])),
  ])

  static func context(
    of sandbox: Sandbox, _ editedText: @escaping @Sendable (String) -> [UInt8]? = { _ in nil }
  ) -> Store.Context {
    Store.Context(
      environment: sandbox.environment, now: { .init(timeIntervalSince1970: 1_800_000_000) }, editedText: editedText)
  }

  /// The store without the texts of the editor.
  func store() throws -> Store { try Store(at: sandbox.store, context: Self.context(of: sandbox)) }

  func address(_ path: String) -> String { "file://\(sandbox.store.appending(path).string)" }

  func request(_ method: String, _ parameters: JSONNode) throws -> JSONNode {
    number += 1
    let messages = try send([("id", number.json), ("method", method.json), ("params", parameters)])
    let answer = try #require(messages.last { $0["id"] == number.json })
    notifications += messages.filter { $0["method"] != nil }
    return answer["result"] ?? answer["error"] ?? JSONNode(.null)
  }

  func notify(_ method: String, _ parameters: JSONNode) throws {
    notifications += try send([("method", method.json), ("params", parameters)])
  }

  /// Lets the server find a message when it looks for input during its work.
  func prepare(_ method: String, _ parameters: JSONNode) {
    streams.pending.append(.bytes(Self.framed([("method", method.json), ("params", parameters)])))
  }

  /// Sends bytes, and returns the messages of the server.
  func send(_ bytes: [UInt8]) throws -> [JSONNode] {
    streams.sent = []
    server.handle(.bytes(bytes))
    return try Self.messages(in: streams.sent)
  }

  /// Tells the server that files have changed.
  func filesChanged() throws {
    streams.sent = []
    server.handle(.filesChanged(sandbox.store))
    notifications = try Self.messages(in: streams.sent)
  }

  private func send(_ members: [(String, JSONNode?)]) throws -> [JSONNode] { try send(Self.framed(members)) }

  static func framed(_ members: [(String, JSONNode?)]) -> [UInt8] {
    let text = JSONWriter.line(.object([("jsonrpc", "2.0")] + members))
    return Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)
  }

  /// Returns the messages in the output of the server.
  static func messages(in bytes: [UInt8]) throws -> [JSONNode] {
    var rest = String(decoding: bytes, as: UTF8.self)[...]
    var messages: [JSONNode] = []
    while let end = rest.range(of: "\r\n\r\n") {
      let length = try #require(Int(rest[..<end.lowerBound].dropFirst("Content-Length: ".count)))
      let content = rest[end.upperBound...].utf8.prefix(length)
      messages.append(try JSONReader.read(Array(content)))
      rest = rest[content.endIndex...]
    }
    return messages
  }

  /// Opens a document, and returns the positions of its marks.
  @discardableResult
  func open(_ path: String, _ marked: String) throws -> [JSONNode] {
    let (text, places) = Self.unmarked(marked)
    notifications = []
    try notify(
      "textDocument/didOpen",
      .object([("textDocument", .object([("uri", address(path).json), ("version", 1), ("text", text.json)]))]))
    return places
  }

  /// Replaces the text of an open document.
  func replace(_ path: String, with text: String) throws {
    notifications = []
    try notify(
      "textDocument/didChange",
      .object([
        ("textDocument", .object([("uri", address(path).json), ("version", 2)])),
        ("contentChanges", .array([.object([("text", text.json)])])),
      ]))
  }

  /// Returns a text without marks, and their positions.
  static func unmarked(_ marked: String) -> (text: String, places: [JSONNode]) {
    var (text, places) = ("", [JSONNode]())
    let marks = /[0-9]\u{FE0F}\u{20E3}/.matchingSemantics(.unicodeScalar)
    for (number, part) in marked.split(separator: marks, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { places.append(end(of: text)) }
      text += part
    }
    return (text, places)
  }

  private static func end(of text: String) -> JSONNode {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return .object([("line", (lines.count - 1).json), ("character", (lines.last?.utf8.count ?? 0).json)])
  }

  func request(
    _ method: String, in path: String, at place: JSONNode? = nil, _ more: [(String, JSONNode?)] = []
  ) throws -> JSONNode {
    try request(
      method, .object([("textDocument", .object([("uri", address(path).json)])), ("position", place)] + more))
  }

  /// Returns the labels of completions at a place.
  func completions(in path: String, at place: JSONNode) throws -> [String] {
    let answer = try request("textDocument/completion", in: path, at: place)
    return answer["items"]?.array?.compactMap { $0["label"]?.string } ?? []
  }

  /// Returns a text with edits.
  static func applying(_ edits: JSONNode?, to text: String) throws -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.utf8.count)
    func offset(_ position: JSONNode?) throws -> Int {
      let line: Int = try #require(position).member("line")
      return lines[..<line].reduce(0) { $0 + $1 + 1 } + (try #require(position).member("character") as Int)
    }
    var bytes = Array(text.utf8)
    for edit in (edits?.array ?? []).reversed() {
      let range = try offset(edit["range"]?["start"])..<offset(edit["range"]?["end"])
      bytes.replaceSubrange(range, with: (edit["newText"]?.string ?? "").utf8)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The codes of the last diagnostics of a file, with their lines.
  func codes(of path: String) -> [String] {
    let last = notifications.last {
      $0["method"] == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.string == address(path)
    }
    return (last?["params"]?["diagnostics"]?.array ?? []).map {
      "\($0["range"]?["start"]?["line"].map(JSONWriter.line) ?? "?") \($0["code"]?.string ?? "?")"
    }
  }

  /// The codes of the last diagnostics of `playlists/a.toml`.
  var codes: [String] { codes(of: "playlists/a.toml") }
}

extension Sandbox {
  /// Returns the text of a file.
  func text(_ path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }
}
