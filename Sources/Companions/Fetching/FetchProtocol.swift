package import FileSystem
package import MixtapeModel

/// The protocol between Mixtape and `mixtape-fetch`. Decision 37 gives the reasons.
///
/// After the greeting, each message is a JSON object on a line. The bytes of a body follow the line of their result.
package enum FetchProtocol {
  /// The name, the version and the limit.
  package static let companion = CompanionProtocol(of: "mixtape-fetch", version: 3, longestLine: 64 << 10)
  /// The longest part of a download, in bytes.
  package static let longestPart = 2 << 20

  /// Returns the line of a message, with its line feed.
  package static func line(_ message: some JSONConvertible) -> [UInt8] {
    Array(JSONWriter.compact(message.json).utf8) + [UInt8(ascii: "\n")]
  }

  /// Reads the line of a message; `nil` if it is invalid.
  package static func message<Message: JSONConvertible>(_ type: Message.Type, in line: some Sequence<UInt8>) -> Message?
  {
    do { return try Message(json: JSONReader.read(Array(line))) } catch { return nil }
  }

  /// The first line to the program.
  package struct Settings: Equatable, Sendable {
    /// The version of the protocol.
    package let mixtapeFetch: Int
    /// The `User-Agent`.
    package let userAgent: String
    /// The maximum number of concurrent requests.
    package let parallel: Int
    /// The maximum number of concurrent requests per host.
    package let parallelOfHost: Int
    /// Addresses for host names, such as `example.org:80:192.0.2.1`, in the syntax of `CURLOPT_RESOLVE`.
    package let resolved: [String]

    /// Makes settings.
    package init(userAgent: String, parallel: Int, parallelOfHost: Int, resolved: [String]) {
      mixtapeFetch = companion.version
      self.userAgent = userAgent
      self.parallel = parallel
      self.parallelOfHost = parallelOfHost
      self.resolved = resolved
    }
  }

  /// A request, on each further line to the program.
  package struct Request: Equatable, Sendable {
    /// The number of the request, chosen by the sender.
    package let id: Int
    /// The address.
    package let address: String
    /// The value for `If-None-Match`.
    package let entityTag: String?
    /// The value for `If-Modified-Since`.
    package let lastModified: String?
    /// The time limit for a connection in milliseconds.
    package let connecting: Int
    /// The time limit for a stalled transfer in seconds.
    package let stalling: Int
    /// The time limit for the whole request in milliseconds.
    package let total: Int
    /// The maximum size of the body in bytes.
    package let bytes: Int
    /// The number of bytes of a download that the sender has; `nil` for a body that is sent as a whole. The body of a download is
    /// sent in parts.
    package var offset: Int?
    /// The value for `If-Range`. Without it, a download starts at the beginning.
    package var ifRange: String?

    /// Makes a request for a body that is sent as a whole.
    package init(
      id: Int, address: String, entityTag: String? = nil, lastModified: String? = nil, connecting: Int, stalling: Int,
      total: Int, bytes: Int
    ) {
      self.id = id
      self.address = address
      self.entityTag = entityTag
      self.lastModified = lastModified
      self.connecting = connecting
      self.stalling = stalling
      self.total = total
      self.bytes = bytes
    }

    /// The range that is asked for; `nil` for the whole content.
    package var range: (start: Int, condition: String)? {
      guard let offset, offset > 0, let ifRange else { return nil }
      return (offset, ifRange)
    }
  }

  /// The end of the interest in a download, on any further line to the program. Its result is ``Result/Kind/failed``.
  package struct Cancellation: Equatable, Sendable {
    /// The number of the request.
    package let cancel: Int

    /// Makes a cancellation.
    package init(of id: Int) { cancel = id }
  }

  /// A result, on each further line of the program.
  package struct Result: Equatable, Sendable {
    /// The number of the request.
    package let id: Int
    /// The kind of the result.
    package let kind: Kind
    /// The number of bytes that follow the line.
    package var length: Int = 0
    /// The address that answered.
    package var address: String?
    /// The address that replaces the requested one.
    package var permanentAddress: String?
    /// The value of `ETag`.
    package var entityTag: String?
    /// The value of `Last-Modified`.
    package var lastModified: String?
    /// The `charset` of the `Content-Type`.
    package var encoding: String?
    /// The code of the error.
    package var error: String?
    /// The HTTP status.
    package var status: Int?
    /// The value of `Retry-After` in seconds.
    package var retryAfter: Int?
    /// Details of the error.
    package var text: String?
    /// The position of the first byte of a download that is sent.
    package var offset: Int?
    /// The whole length of a download, if the server states it.
    package var whole: Int?
    /// `true` if the content of a download ends where the connection does.
    package var endsWithConnection: Bool?

    /// Makes a result without content.
    package init(id: Int, kind: Kind) {
      self.id = id
      self.kind = kind
    }

    /// The kinds of results.
    package enum Kind: String, Sendable {
      case fetched, notModified, failed
      /// A download begins. Its parts and another result follow.
      case started
      /// A part of a download.
      case part

      /// Whether no other result of the request follows.
      package var isFinal: Bool { self != .started && self != .part }
    }
  }
}

extension FetchProtocol.Settings: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    mixtapeFetch = try json.member("mixtapeFetch")
    userAgent = try json.member("userAgent")
    parallel = try json.member("parallel")
    parallelOfHost = try json.member("parallelOfHost")
    resolved = try json.member("resolved")
  }

  package var json: JSONNode {
    .object([
      ("mixtapeFetch", mixtapeFetch.json), ("userAgent", userAgent.json), ("parallel", parallel.json),
      ("parallelOfHost", parallelOfHost.json), ("resolved", resolved.json),
    ])
  }
}

extension FetchProtocol.Request: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    id = try json.member("id")
    address = try json.member("address")
    entityTag = try json.memberIfAny("entityTag")
    lastModified = try json.memberIfAny("lastModified")
    connecting = try json.member("connecting")
    stalling = try json.member("stalling")
    total = try json.member("total")
    bytes = try json.member("bytes")
    offset = try json.memberIfAny("offset")
    ifRange = try json.memberIfAny("ifRange")
  }

  package var json: JSONNode {
    .object([
      ("id", id.json), ("address", address.json), ("entityTag", entityTag?.json), ("lastModified", lastModified?.json),
      ("connecting", connecting.json), ("stalling", stalling.json), ("total", total.json), ("bytes", bytes.json),
      ("offset", offset?.json), ("ifRange", ifRange?.json),
    ])
  }
}

extension FetchProtocol.Cancellation: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) { cancel = try json.member("cancel") }

  package var json: JSONNode { .object([("cancel", cancel.json)]) }
}

extension FetchProtocol.Result: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    self.init(id: try json.member("id"), kind: try json.member("kind"))
    length = try json.member("length")
    address = try json.memberIfAny("address")
    permanentAddress = try json.memberIfAny("permanentAddress")
    entityTag = try json.memberIfAny("entityTag")
    lastModified = try json.memberIfAny("lastModified")
    encoding = try json.memberIfAny("encoding")
    error = try json.memberIfAny("error")
    status = try json.memberIfAny("status")
    retryAfter = try json.memberIfAny("retryAfter")
    text = try json.memberIfAny("text")
    offset = try json.memberIfAny("offset")
    whole = try json.memberIfAny("whole")
    endsWithConnection = try json.memberIfAny("endsWithConnection")
  }

  package var json: JSONNode {
    .object([
      ("id", id.json), ("kind", kind.json), ("length", length.json), ("address", address?.json),
      ("permanentAddress", permanentAddress?.json), ("entityTag", entityTag?.json),
      ("lastModified", lastModified?.json), ("encoding", encoding?.json), ("error", error?.json),
      ("status", status?.json), ("retryAfter", retryAfter?.json), ("text", text?.json), ("offset", offset?.json),
      ("whole", whole?.json), ("endsWithConnection", endsWithConnection?.json),
    ])
  }
}

extension FetchProtocol.Result.Kind: JSONConvertible {
  package init(json: JSONNode) throws(JSONMismatch) {
    guard let kind = Self(rawValue: try String(json: json)) else { throw JSONMismatch() }
    self = kind
  }

  package var json: JSONNode { rawValue.json }
}
