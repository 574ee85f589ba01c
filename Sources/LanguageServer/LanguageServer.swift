internal import FileSystem
internal import JSON
package import MixtapeModel
package import MixtapeStore
package import SystemPackage

/// A server of the Language Server Protocol 3.17 for the files of stores.
///
/// It receives the bytes of a client and returns the bytes of its answers. It reads stores, and never changes one.
/// See <https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/>.
package final class LanguageServer {
  /// The exit status after the client has asked to end, or after an error of the stream; `nil` before.
  package private(set) var exitStatus: Int32?

  /// Opens the store that contains a directory; returns `nil` if there is none.
  private let openStore: (FilePath) -> Store?
  /// Words an error of a store.
  private let wording: (MixtapeError) -> String
  private var frames = MessageFrames()
  private var encoding = PositionEncoding.utf16
  private var state = State.new
  private var documents: [String: OpenDocument] = [:]
  private var output: [UInt8] = []

  private enum State { case new, running, stopped }

  /// Makes a server.
  ///
  /// - Parameters:
  ///   - openStore: Opens the store that contains a directory; returns `nil` if there is none.
  ///   - wording: Words an error of a store.
  package init(openStore: @escaping (FilePath) -> Store?, wording: @escaping (MixtapeError) -> String) {
    self.openStore = openStore
    self.wording = wording
  }

  /// Handles bytes of the client, and returns bytes for it.
  package func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    output = []
    frames.append(bytes)
    while exitStatus == nil {
      do throws(MessageFrames.Failure) {
        guard let content = try frames.next() else { break }
        receive(message: content)
      } catch {
        // The start of the next message is unknown.
        send(error: ResponseError(.parseError, error.message), to: .null)
        exitStatus = 1
      }
    }
    return output
  }

  private func receive(message content: [UInt8]) {
    let message: JSONNode
    do throws(JSONReader.Failure) {
      message = try JSONReader.read(content)
    } catch {
      send(error: ResponseError(.parseError, "\(error.message), at byte \(error.offset + 1)"), to: .null)
      return
    }
    let id = message["id"]
    guard let method = message["method"]?.string else {
      // Responses of the client need no answer: the server sends no requests.
      if id == nil || message.object == nil {
        send(error: ResponseError(.invalidRequest, "a message needs a method"), to: .null)
      }
      return
    }
    do throws(ResponseError) {
      let parameters = message["params"] ?? .null
      guard let id else { return try receive(notification: method, parameters) }
      let result = try answer(method, parameters)
      send([("id", id), ("result", result)])
    } catch {
      if let id { send(error: error, to: id) }
    }
  }

  // MARK: Sending

  private func send(_ members: [(String, JSONNode?)]) {
    output += MessageFrames.framed(JSONWriter.compact(.object([("jsonrpc", "2.0")] + members)))
  }

  private func send(error: ResponseError, to id: JSONNode) { send([("id", id), ("error", error.json)]) }

  // MARK: Documents

  private func receive(notification method: String, _ parameters: JSONNode) throws(ResponseError) {
    if method == "exit" {
      exitStatus = state == .stopped ? 0 : 1
      return
    }
    guard state == .running else { return }
    do throws(JSONMismatch) {
      switch method {
      case "textDocument/didOpen": try open(try Self.member("textDocument", of: parameters))
      case "textDocument/didChange": try change(parameters)
      case "textDocument/didClose": try close(try Self.member("textDocument", of: parameters))
      case "textDocument/didSave", "workspace/didChangeWatchedFiles": documents.keys.sorted().forEach(publish)
      default: break
      }
    } catch {
      throw ResponseError(.invalidParams, "invalid parameters of \(method)")
    }
  }

  private func open(_ item: JSONNode) throws(JSONMismatch) {
    let address: String = try item.member("uri")
    let text: String = try item.member("text")
    let path = DocumentAddress.path(of: address)
    documents[address] = OpenDocument(
      address: address, path: path, store: path.flatMap { openStore($0.removingLastComponent()) },
      version: try item.memberIfAny("version"), text: EditorText(text, encoding))
    publish(address)
  }

  private func change(_ parameters: JSONNode) throws(JSONMismatch) {
    let item = try Self.member("textDocument", of: parameters)
    let address: String = try item.member("uri")
    guard let document = documents[address], let changes = parameters["contentChanges"]?.array else {
      throw JSONMismatch()
    }
    var text = document.text
    for change in changes {
      let new: String = try change.member("text")
      if let range = change["range"], !range.isNull {
        text.replace(try text.offsets(of: range), with: new)
      } else {
        text = EditorText(new, encoding)
      }
    }
    documents[address] = OpenDocument(
      address: address, path: document.path, store: document.store, version: try item.memberIfAny("version"),
      text: text)
    publish(address)
  }

  private func close(_ item: JSONNode) throws(JSONMismatch) {
    let address: String = try item.member("uri")
    guard documents.removeValue(forKey: address) != nil else { return }
    send(diagnostics: [], of: address, version: nil)
  }

  private func publish(_ address: String) {
    guard let document = documents[address] else { return }
    do throws(MixtapeError) {
      send(diagnostics: try document.diagnostics(), of: address, version: document.version)
    } catch {
      log(error)
    }
  }

  private func send(diagnostics: [JSONNode], of address: String, version: Int?) {
    send([
      ("method", "textDocument/publishDiagnostics"),
      (
        "params",
        .object([("uri", address.json), ("version", version?.json), ("diagnostics", .array(diagnostics))])
      ),
    ])
  }

  private func log(_ error: MixtapeError) {
    send([
      ("method", "window/logMessage"), ("params", .object([("type", 1), ("message", wording(error).json)])),
    ])
  }

  // MARK: Requests

  /// The requests about an open document.
  private static let documentRequests: Set = [
    "textDocument/inlayHint", "textDocument/hover", "textDocument/definition", "textDocument/completion",
    "textDocument/documentSymbol",
  ]

  private func answer(_ method: String, _ parameters: JSONNode) throws(ResponseError) -> JSONNode {
    switch (state, method) {
    case (.new, "initialize"): return initialize(parameters)
    case (.new, _): throw ResponseError(.notInitialized, "the first request must be initialize")
    case (.stopped, _): throw ResponseError(.invalidRequest, "no requests after shutdown")
    case (.running, "initialize"): throw ResponseError(.invalidRequest, "initialize was already sent")
    case (.running, "shutdown"):
      state = .stopped
      return .null
    case (.running, _):
      guard Self.documentRequests.contains(method) else {
        throw ResponseError(.methodNotFound, "unknown method \(method)")
      }
    }
    do {
      let document = try document(in: parameters)
      switch method {
      case "textDocument/inlayHint":
        return .array(try document.hints(in: try document.text.offsets(of: try Self.member("range", of: parameters))))
      case "textDocument/hover": return try document.hover(at: try offset(in: parameters)) ?? .null
      case "textDocument/definition":
        guard let target = try document.definition(at: try offset(in: parameters)) else { return .null }
        return try location(of: target)
      case "textDocument/completion": return try document.completions(at: try offset(in: parameters))
      default: return .array(document.symbols)
      }
    } catch let error as ResponseError {
      throw error
    } catch let error as MixtapeError {
      throw ResponseError(.requestFailed, wording(error))
    } catch {
      throw ResponseError(.invalidParams, "invalid parameters of \(method)")
    }
  }

  private func initialize(_ parameters: JSONNode) -> JSONNode {
    state = .running
    let offered = parameters["capabilities"]?["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
    encoding = offered.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    return .object([
      (
        "capabilities",
        .object([
          ("positionEncoding", encoding.rawValue.json),
          ("textDocumentSync", .object([("openClose", true), ("change", 2), ("save", true)])),
          ("inlayHintProvider", true), ("hoverProvider", true), ("definitionProvider", true),
          ("completionProvider", .object([("triggerCharacters", .array(["\"", "'", "/"]))])),
          ("documentSymbolProvider", true),
        ])
      ),
      ("serverInfo", .object([("name", "mixtape")])),
    ])
  }

  private func document(in parameters: JSONNode) throws -> OpenDocument {
    let address: String = try Self.member("textDocument", of: parameters).member("uri")
    guard let document = documents[address] else { throw JSONMismatch() }
    return document
  }

  private func offset(in parameters: JSONNode) throws -> Int {
    try document(in: parameters).text.offset(of: try Self.member("position", of: parameters))
  }

  /// Returns a place in a file as the editor sees it: in the text of the editor, if it has the file open.
  private func location(of target: DefinitionTarget) throws -> JSONNode {
    let address = DocumentAddress.address(of: target.path)
    let open = documents[address]?.text
    let text = try open ?? EditorText(target.readFile(), encoding)
    return .object([("uri", address.json), ("range", text.range(target.range(in: text.bytes)))])
  }

  private static func member(_ key: String, of node: JSONNode) throws(JSONMismatch) -> JSONNode {
    guard let member = node[key] else { throw JSONMismatch() }
    return member
  }
}
