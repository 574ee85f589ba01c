internal import MixtapeModel

/// A request or a notification of the client.
struct Message {
  /// The id of a request; `nil` for a notification.
  let id: JSONNode?
  let method: String
  let parameters: JSONNode
}

/// A message of the client.
enum Incoming {
  case message(Message)
  /// The response to a request of the server; `null` for an error.
  case response(id: JSONNode, result: JSONNode)

  /// Reads the content of a message.
  ///
  /// - Throws: The error to send to the client.
  init(_ content: [UInt8]) throws(ResponseError) {
    let node: JSONNode
    do throws(JSONReader.Failure) {
      node = try JSONReader.read(content)
    } catch {
      throw ResponseError(.parseError, "\(error.message), at byte \(error.offset + 1)")
    }
    let id = node["id"]
    if let method = node["method"]?.string {
      self = .message(Message(id: id, method: method, parameters: node["params"] ?? .null))
    } else if let id, node["result"] != nil || node["error"] != nil {
      self = .response(id: id, result: node["result"] ?? .null)
    } else {
      throw ResponseError(.invalidRequest, "a message needs a method")
    }
  }
}

/// The error of a request, as JSON-RPC sends it.
struct ResponseError: Error, Hashable {
  /// The codes of JSON-RPC and of the Language Server Protocol.
  enum Code: Int {
    case parseError = -32700
    case invalidRequest = -32600
    case methodNotFound = -32601
    case invalidParams = -32602
    case notInitialized = -32002
    case requestFailed = -32803
    case requestCancelled = -32800
    case contentModified = -32801
  }

  let code: Code
  let message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  var json: JSONNode { .object([("code", code.rawValue.json), ("message", message.json)]) }
}

extension JSONNode {
  /// Returns a member that must be there.
  func required(_ key: String) throws(JSONMismatch) -> JSONNode {
    guard let member = self[key] else { throw JSONMismatch() }
    return member
  }
}
