#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The protocol between Mixtape and `mixtape-fetch`. Decision 37 describes it.
///
/// Each message is a JSON object on a line. The bytes of a body follow the line of their result.
package enum FetchProtocol {
  /// The version of the protocol. Both sides require the same.
  package static let version = 1
  /// The longest line, in bytes without its line feed.
  package static let longestLine = 64 << 10
  /// The longest address, in bytes.
  package static let longestAddress = 8 << 10

  /// Returns the line of a message, with its line feed.
  package static func line(_ message: some Encodable) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return try Array(encoder.encode(message)) + [UInt8(ascii: "\n")]
  }

  /// Reads the line of a message; `nil` if it is invalid.
  package static func message<Message: Decodable>(_ type: Message.Type, in line: some Sequence<UInt8>) -> Message? {
    do { return try JSONDecoder().decode(type, from: Data(line)) } catch { return nil }
  }

  /// The first line of the program.
  package struct Greeting: Codable, Equatable, Sendable {
    /// The version of the protocol.
    package let mixtapeFetch: Int
    /// The version of libcurl.
    package let libcurl: String

    /// Makes a greeting.
    package init(libcurl: String) {
      mixtapeFetch = version
      self.libcurl = libcurl
    }
  }

  /// The first line to the program.
  package struct Settings: Codable, Equatable, Sendable {
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
      mixtapeFetch = version
      self.userAgent = userAgent
      self.parallel = parallel
      self.parallelOfHost = parallelOfHost
      self.resolved = resolved
    }
  }

  /// A request, on each further line to the program.
  package struct Request: Codable, Equatable, Sendable {
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
  }

  /// A result, on each further line of the program.
  package struct Result: Codable, Equatable, Sendable {
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
    /// The code of the error.
    package var error: String?
    /// The HTTP status.
    package var status: Int?
    /// The value of `Retry-After` in seconds.
    package var retryAfter: Int?
    /// Details of the error.
    package var text: String?

    /// Makes a result without content.
    package init(id: Int, kind: Kind) {
      self.id = id
      self.kind = kind
    }

    /// The kinds of results.
    package enum Kind: String, Codable, Sendable {
      case fetched, notModified, failed
    }
  }
}
