import Foundation
import JSON
import LanguageServer
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A client of a server, with a store in a sandbox. Marks in texts are places: `1️⃣`, `2️⃣`.
final class Editor {
  let sandbox: Sandbox
  let server: LanguageServer
  private var number = 0
  /// The messages that came without a request, and have not been looked at.
  private(set) var notifications: [JSONNode] = []

  init(_ files: [String: String] = [:], encoding: String = "utf-8", initializes: Bool = true) throws {
    let sandbox = try Sandbox()
    self.sandbox = sandbox
    for (path, text) in files { try sandbox.write(text, to: path) }
    let context = Store.Context(environment: sandbox.environment, now: { .init(timeIntervalSince1970: 1_800_000_000) })
    _ = try Store.initialize(at: sandbox.store, from: nil, context: context)
    server = LanguageServer(
      openStore: { directory in
        guard directory.starts(with: sandbox.store) else { return nil }
        do { return try Store(at: sandbox.store, context: context) } catch { return nil }
      }, wording: { "\($0)" })
    if initializes {
      _ = try request(
        "initialize",
        .object([
          ("capabilities", .object([("general", .object([("positionEncodings", .array([.string(encoding)]))]))]))
        ]))
      try notify("initialized", .object([]))
    }
  }

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

  private func send(_ members: [(String, JSONNode?)]) throws -> [JSONNode] {
    let text = JSONWriter.line(.object([("jsonrpc", "2.0")] + members))
    return try Self.messages(in: server.receive(Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8)))
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
    var (text, places) = ("", [JSONNode]())
    let marks = /[0-9]\u{FE0F}\u{20E3}/.matchingSemantics(.unicodeScalar)
    for (number, part) in marked.split(separator: marks, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { places.append(Self.end(of: text)) }
      text += part
    }
    notifications = []
    try notify(
      "textDocument/didOpen",
      .object([("textDocument", .object([("uri", address(path).json), ("version", 1), ("text", text.json)]))]))
    return places
  }

  private static func end(of text: String) -> JSONNode {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return .object([("line", (lines.count - 1).json), ("character", (lines.last?.utf8.count ?? 0).json)])
  }

  func request(_ method: String, in path: String, at place: JSONNode) throws -> JSONNode {
    try request(method, .object([("textDocument", .object([("uri", address(path).json)])), ("position", place)]))
  }

  /// The codes of the last diagnostics, with their lines.
  var codes: [String] {
    let last = notifications.last { $0["method"] == "textDocument/publishDiagnostics" }
    return (last?["params"]?["diagnostics"]?.array ?? []).map {
      "\($0["range"]?["start"]?["line"].map(JSONWriter.line) ?? "?") \($0["code"]?.string ?? "?")"
    }
  }
}
