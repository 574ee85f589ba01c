package import MixtapeLibrary
package import MixtapeModel
package import MixtapeStore
package import SystemPackage

/// A server of the Language Server Protocol 3.17 for the files of stores.
///
/// One thread does everything. It answers messages in their order, and between them, when no input waits, it checks documents and
/// counts episodes. Long work looks for new input, so that the client can cancel it.
///
/// See <https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/>.
package final class LanguageServer {
  /// Functions that the program provides.
  package struct Surroundings {
    /// Returns the directory of the store that contains a directory; returns `nil` outside of stores.
    let storeDirectory: (FilePath) -> FilePath?
    /// Opens a store. The second parameter is ``Store/Context/editedText``.
    let openStore: (FilePath, @escaping @Sendable (String) -> [UInt8]?) -> Store?
    /// Words an error of a store.
    let message: (MixtapeError) -> String
    /// Words the reason why an episode is in a playlist, or is not, in lines.
    let explanation: (Explanation, Episode.ID, Playlist) -> [String]
    /// Returns input that has arrived in the meantime; does not wait.
    let pendingInput: () -> Input?
    /// Sends bytes to the client.
    let send: ([UInt8]) -> Void

    /// Makes surroundings.
    package init(
      storeDirectory: @escaping (FilePath) -> FilePath?,
      openStore: @escaping (FilePath, @escaping @Sendable (String) -> [UInt8]?) -> Store?,
      message: @escaping (MixtapeError) -> String,
      explanation: @escaping (Explanation, Episode.ID, Playlist) -> [String],
      pendingInput: @escaping () -> Input?, send: @escaping ([UInt8]) -> Void
    ) {
      self.storeDirectory = storeDirectory
      self.openStore = openStore
      self.message = message
      self.explanation = explanation
      self.pendingInput = pendingInput
      self.send = send
    }
  }

  /// Input of a server.
  package enum Input: Sendable {
    /// Bytes of the client.
    case bytes([UInt8])
    /// Files of the store in a directory may have changed.
    case filesChanged(FilePath)
  }

  /// The exit status after the client has asked to end, or after an error of the stream; `nil` before.
  package private(set) var exitStatus: Int32?

  let surroundings: Surroundings
  let workspace: Workspace
  /// The abilities of the client.
  private(set) var client = ClientCapabilities(.null)
  private var frames = MessageFrames()
  private var state = State.new
  /// The messages that have arrived and were not handled yet.
  private var queue: [Incoming] = []
  /// The id of the request that is being answered.
  private var current: JSONNode?
  private var isCurrentCancelled = false
  /// The documents whose rules are to be counted, and which the client asks about again afterwards.
  private var countedLater: [OpenDocument] = []
  private var requestCount = 0
  /// The functions that receive the results of questions to the user, by the ids of their requests.
  private var answersOfUser: [JSONNode: (String) -> Void] = [:]

  private enum State { case new, running, stopped }

  /// Makes a server.
  package init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
    workspace = Workspace(surroundings)
  }

  /// Handles input, and does the work that it causes. Returns when nothing is left to do.
  package func handle(_ input: Input) {
    take(input)
    while exitStatus == nil {
      if !queue.isEmpty {
        switch queue.removeFirst() {
        case .message(let message): handle(message)
        case .response(let id, let result): answersOfUser.removeValue(forKey: id)?(result["title"]?.string ?? "")
        }
      } else if let input = surroundings.pendingInput() {
        take(input)
      } else if !workWhenIdle() {
        return
      }
    }
  }

  // MARK: Receiving

  private func take(_ input: Input) {
    switch input {
    case .filesChanged(let directory): filesChanged(in: directory)
    case .bytes(let bytes):
      frames.append(bytes)
      while exitStatus == nil {
        do throws(MessageFrames.Failure) {
          guard let content = try frames.next() else { return }
          take(content)
        } catch {
          // The start of the next message is unknown.
          send(ResponseError(.parseError, error.message), to: .null)
          exitStatus = 1
        }
      }
    }
  }

  private func take(_ content: [UInt8]) {
    do throws(ResponseError) {
      switch try Incoming(content) {
      case .message(let message) where message.method == "$/cancelRequest": cancel(message.parameters["id"])
      case .message(let message): queue.append(.message(message))
      case .response(let id, let result): queue.append(.response(id: id, result: result))
      }
    } catch {
      send(error, to: .null)
    }
  }

  private func cancel(_ id: JSONNode?) {
    guard let id else { return }
    if id == current {
      isCurrentCancelled = true
    } else if let place = queue.firstIndex(where: { $0.isRequest(id) }) {
      queue.remove(at: place)
      send(Self.cancelled, to: id)
    }
  }

  private static let cancelled = ResponseError(.requestCancelled, "cancelled")

  /// Reads input that has arrived during long work.
  ///
  /// - Throws: ``ResponseError`` if the client has cancelled the request.
  func checkCancellation() throws(ResponseError) {
    while exitStatus == nil, let input = surroundings.pendingInput() { take(input) }
    if isCurrentCancelled { throw Self.cancelled }
  }

  // MARK: Sending

  private func send(_ members: [(String, JSONNode?)]) {
    surroundings.send(MessageFrames.framed(JSONWriter.compact(.object([("jsonrpc", "2.0")] + members))))
  }

  private func send(_ error: ResponseError, to id: JSONNode) { send([("id", id), ("error", error.json)]) }

  func notify(_ method: String, _ parameters: JSONNode) { send([("method", method.json), ("params", parameters)]) }

  /// Sends a request.
  ///
  /// - Returns: Its id.
  @discardableResult
  private func request(_ method: String, _ parameters: JSONNode) -> JSONNode {
    requestCount += 1
    let id = "mixtape-\(requestCount)".json
    send([("id", id), ("method", method.json), ("params", parameters)])
    return id
  }

  /// Asks the user to choose.
  ///
  /// - Parameter body: Receives the choice; an empty text if the user chooses nothing.
  func ask(_ message: String, choices: [String], then body: @escaping (String) -> Void) {
    let actions = choices.map { JSONNode.object([("title", $0.json)]) }
    let question = JSONNode.object([("type", 3), ("message", message.json), ("actions", .array(actions))])
    answersOfUser[request("window/showMessageRequest", question)] = body
  }

  /// Shows a message to the user.
  func show(_ message: String, isError: Bool = false) {
    notify("window/showMessage", .object([("type", isError ? 1 : 3), ("message", message.json)]))
  }

  // MARK: Handling

  private func handle(_ message: Message) {
    guard let id = message.id else { return handleNotification(message) }
    current = id
    isCurrentCancelled = false
    defer { current = nil }
    do throws(ResponseError) {
      let result = try answer(message)
      send([("id", id), ("result", result)])
    } catch {
      send(error, to: id)
    }
  }

  private func handleNotification(_ message: Message) {
    if message.method == "exit" {
      exitStatus = state == .stopped ? 0 : 1
      return
    }
    guard state == .running else { return }
    do throws(JSONMismatch) {
      switch message.method {
      case "textDocument/didOpen": try workspace.open(try message.parameters.required("textDocument"))
      case "textDocument/didChange": try workspace.change(message.parameters)
      case "textDocument/didClose":
        if let document = try workspace.close(try message.parameters.required("textDocument")) {
          send(diagnostics: [], of: document.address, version: nil)
        }
      case "textDocument/didSave":
        if let store = try workspace.saved(message.parameters) { filesChanged(in: store.store.directory) }
      case "workspace/didChangeWatchedFiles": filesChanged()
      default: break
      }
    } catch {
      log("invalid parameters of \(message.method)")
    }
  }

  /// Forgets what was read, and lets the rules of open playlists be counted again.
  private func filesChanged(in directory: FilePath? = nil) {
    workspace.filesChanged(in: directory)
    workspace.all.filter(\.hasCounts).forEach(countLater)
  }

  private func answer(_ message: Message) throws(ResponseError) -> JSONNode {
    switch (state, message.method) {
    case (.new, "initialize"): return initialize(message.parameters)
    case (.new, _): throw ResponseError(.notInitialized, "the first request must be initialize")
    case (.stopped, _): throw ResponseError(.invalidRequest, "no requests after shutdown")
    case (.running, "initialize"): throw ResponseError(.invalidRequest, "initialize was already sent")
    case (.running, "shutdown"):
      state = .stopped
      return .null
    case (.running, _): break
    }
    guard let answer = Self.answers[message.method] else {
      throw ResponseError(.methodNotFound, "unknown method \(message.method)")
    }
    do {
      return try answer(self, message.parameters)
    } catch {
      throw response(to: error, of: message.method)
    }
  }

  /// Returns the error of a request in the form of the protocol.
  func response(to error: any Error, of method: String) -> ResponseError {
    switch error {
    case let error as ResponseError: error
    case let error as MixtapeError: ResponseError(.requestFailed, surroundings.message(error))
    case is JSONMismatch: ResponseError(.invalidParams, "invalid parameters of \(method)")
    default: ResponseError(.requestFailed, "\(error)")
    }
  }

  private func initialize(_ parameters: JSONNode) -> JSONNode {
    state = .running
    client = ClientCapabilities(parameters)
    workspace.encoding = client.encoding
    return .object([
      ("capabilities", Self.capabilities(client)), ("serverInfo", .object([("name", "mixtape")])),
    ])
  }

  // MARK: Idle work

  /// Does a part of the work that waits until the client asks nothing. Returns whether there was some.
  private func workWhenIdle() -> Bool {
    if let document = workspace.all.first(where: \.awaitsDiagnostics) {
      document.awaitsDiagnostics = false
      publishDiagnostics(of: document)
      return true
    }
    if let document = countedLater.popLast() {
      count(rulesOf: document)
      return true
    }
    if let store = workspace.all.first(where: { $0.kind == .playlist && $0.store?.hasOldCatalog == true })?.store {
      readCatalogPart(of: store)
      return true
    }
    return false
  }

  /// Whether messages wait, also those that have just arrived.
  private var hasInput: Bool {
    while exitStatus == nil, let input = surroundings.pendingInput() { take(input) }
    return !queue.isEmpty || exitStatus != nil
  }

  private func readCatalogPart(of store: EditorStore) {
    do throws(MixtapeError) {
      try store.readCatalogPart()
    } catch {
      log(surroundings.message(error))
    }
  }

  private func publishDiagnostics(of document: OpenDocument) {
    do throws(MixtapeError) {
      send(diagnostics: try document.diagnostics(), of: document.address, version: document.version)
    } catch {
      log(surroundings.message(error))
    }
  }

  private func send(diagnostics: [JSONNode], of address: String, version: Int?) {
    notify(
      "textDocument/publishDiagnostics",
      .object([("uri", address.json), ("version", version?.json), ("diagnostics", .array(diagnostics))]))
  }

  /// Lets the rules of a document be counted when the client asks nothing.
  func countLater(_ document: OpenDocument) {
    if !countedLater.contains(where: { $0 === document }) { countedLater.append(document) }
  }

  /// Counts the rules of a document, and lets the client ask for hints again. The count goes on after new input.
  private func count(rulesOf document: OpenDocument) {
    guard let store = document.store else { return }
    do throws(MixtapeError) {
      for rule in document.ruleMentions where !store.hasCounted(rule.id) {
        if hasInput { return countLater(document) }
        if try store.count(rule.id) == 0 { document.awaitsDiagnostics = true }
      }
      if client.refreshesHints, countedLater.isEmpty { request("workspace/inlayHint/refresh", .null) }
    } catch {
      log(surroundings.message(error))
    }
  }

  private func log(_ message: String) {
    notify("window/logMessage", .object([("type", 1), ("message", message.json)]))
  }
}

extension Incoming {
  fileprivate func isRequest(_ id: JSONNode) -> Bool {
    if case .message(let message) = self { message.id == id } else { false }
  }
}

/// The abilities of a client that change answers.
struct ClientCapabilities {
  let encoding: PositionEncoding
  /// Whether the client asks for hints again when the server says so.
  let refreshesHints: Bool
  /// Whether completions can have places for the cursor.
  let hasSnippets: Bool
  /// Whether the client asks for the edits of a code action when the user chooses it.
  let resolvesActions: Bool
  /// Whether edits can rename files.
  let renamesFiles: Bool
  /// The form of texts of hovers, and of the explanations of completions.
  let hoverMarkup: Markup
  let completionMarkup: Markup
  /// Whether completed ids get their titles as comments. It is an option of the server: `{"comments": true}`.
  let commentsTitles: Bool

  init(_ parameters: JSONNode) {
    let capabilities = parameters["capabilities"] ?? .null
    let offered = capabilities["general"]?["positionEncodings"]?.array?.compactMap(\.string) ?? []
    encoding = offered.lazy.compactMap(PositionEncoding.init(rawValue:)).first ?? .utf16
    let workspace = capabilities["workspace"] ?? .null
    refreshesHints = workspace["inlayHint"]?["refreshSupport"]?.bool ?? false
    let item = capabilities["textDocument"]?["completion"]?["completionItem"]
    hasSnippets = item?["snippetSupport"]?.bool ?? false
    let action = capabilities["textDocument"]?["codeAction"]
    resolvesActions =
      action?["dataSupport"]?.bool == true
      && action?["resolveSupport"]?["properties"]?.array?.contains("edit") == true
    // Neovim 0.7 renames files without announcing `documentChanges`.
    renamesFiles = workspace["workspaceEdit"]?["resourceOperations"]?.array?.contains("rename") == true
    hoverMarkup = Self.markup(capabilities["textDocument"]?["hover"]?["contentFormat"])
    completionMarkup = Self.markup(item?["documentationFormat"])
    commentsTitles = parameters["initializationOptions"]?["comments"]?.bool ?? false
  }

  private static func markup(_ forms: JSONNode?) -> Markup {
    forms?.array?.contains("markdown") == true ? .markdown : .plaintext
  }
}
