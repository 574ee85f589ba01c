/// A request for one feed.
public struct FeedRequest: Hashable, Sendable {
  /// The address, with the scheme `http`, `https` or `file`. It may contain a user name and a password.
  public var address: String
  /// The validators of the last response. For an unchanged feed, the response is ``FeedResponse/Outcome/notModified``.
  public var validators: FeedValidators
  /// The limits of time and size.
  public var limits: FetchLimits

  /// Makes a request.
  public init(_ address: String, validators: FeedValidators = .none, limits: FetchLimits = .standard) {
    self.address = address
    self.validators = validators
    self.limits = limits
  }
}

/// The limits of a request. A request that exceeds one fails.
public struct FetchLimits: Hashable, Sendable {
  /// The time for one connection, with name lookup and TLS.
  public var connecting: Duration
  /// The maximum time below ``slowestRate``, rounded up to whole seconds.
  public var stalling: Duration
  /// The maximum time for the whole request, including redirects.
  public var total: Duration
  /// The maximum size of the body in bytes, after decompression.
  public var bytes: Int

  /// Makes limits.
  public init(
    connecting: Duration = .seconds(15), stalling: Duration = .seconds(30), total: Duration = .seconds(180),
    bytes: Int = FetchLimits.greatestSize
  ) {
    self.connecting = connecting
    self.stalling = stalling
    self.total = total
    self.bytes = min(max(0, bytes), Self.greatestSize)
  }

  /// The longest wait that a server can ask for.
  public static let longestWait = Duration.seconds(30 * 86_400)

  /// The limits for feeds.
  public static let standard = FetchLimits()

  /// The maximum size of a body: 64 MiB.
  public static let greatestSize = 64 << 20

  /// The rate in bytes per second below which a transfer counts as stalled.
  public static let slowestRate = 100
}

/// The response to a request.
public struct FeedResponse: Hashable, Sendable {
  /// The index of the request in the array of requests.
  public let index: Int
  /// The request.
  public let request: FeedRequest
  /// The result.
  public let outcome: Outcome
  /// The address that answered, after all redirects.
  public let finalAddress: String
  /// The address that replaces the requested one after permanent redirects (301 or 308); `nil` if the address stays or
  /// the request failed.
  public let permanentAddress: String?
  /// The encoding of the content by the server, the `charset` of its `Content-Type`.
  public let encoding: String?

  /// Makes a response.
  public init(
    index: Int, request: FeedRequest, outcome: Outcome, finalAddress: String? = nil, permanentAddress: String? = nil,
    encoding: String? = nil
  ) {
    self.index = index
    self.request = request
    self.outcome = outcome
    self.finalAddress = finalAddress ?? request.address
    self.permanentAddress = permanentAddress
    self.encoding = encoding
  }

  /// The result of a request.
  public enum Outcome: Hashable, Sendable {
    /// The content, decompressed, with its validators for the next request.
    case fetched([UInt8], FeedValidators)
    /// The content is unchanged since the response with the validators.
    case notModified
    /// The request failed.
    case failed(FetchError)
  }
}

/// The validators of a response, for conditional requests.
///
/// See [RFC 9110, section 8.8](https://www.rfc-editor.org/rfc/rfc9110#section-8.8).
public struct FeedValidators: Hashable, Sendable {
  /// The value of `ETag`, with its quotation marks.
  public let entityTag: String?
  /// The value of `Last-Modified`, as the server wrote it.
  public let lastModified: String?

  /// Makes validators. Drops values that cannot be sent in a header: those that are too long or not printable ASCII.
  public init(entityTag: String? = nil, lastModified: String? = nil) {
    self.entityTag = entityTag.flatMap { Self.isHeaderValue($0, limit: 1_024) ? $0 : nil }
    self.lastModified = lastModified.flatMap { Self.isHeaderValue($0, limit: 64) ? $0 : nil }
  }

  /// No validators, for unconditional requests.
  public static let none = FeedValidators()

  private static func isHeaderValue(_ text: String, limit: Int) -> Bool {
    (1...limit).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

/// A request for a file, whose content arrives in parts.
public struct DownloadRequest: Hashable, Sendable {
  /// The address, with the scheme `http` or `https`. It may contain a user name and a password.
  public var address: String
  /// The number of bytes from an earlier request that broke off.
  public var offset: Int
  /// The validators of the earlier response. Without one that is strong, the content starts at its beginning.
  public var validators: FeedValidators
  /// The maximum number of bytes to receive.
  public var bytes: Int
  /// The time limits.
  public var limits: FetchLimits

  /// Makes a request.
  public init(
    _ address: String, offset: Int = 0, validators: FeedValidators = .none, bytes: Int,
    limits: FetchLimits = DownloadRequest.timeLimits
  ) {
    self.address = address
    self.offset = max(0, offset)
    self.validators = validators
    self.bytes = max(0, bytes)
    self.limits = limits
  }

  /// The time limits of files: those of feeds, but a day for the whole request.
  public static let timeLimits = FetchLimits(total: .seconds(86_400))

  /// The validator for `If-Range`: a strong entity tag, else the time of the last change.
  ///
  /// See [RFC 9110, section 13.1.5](https://www.rfc-editor.org/rfc/rfc9110#section-13.1.5).
  var condition: String? {
    if let tag = validators.entityTag, tag.hasPrefix("\"") { return tag }
    return validators.lastModified
  }

  /// Whether the request can continue an earlier one.
  public var canResume: Bool { offset > 0 && condition != nil }
}

/// An event of a download.
public enum DownloadEvent: Hashable, Sendable {
  /// The server sends content.
  case started(DownloadStart)
  /// The next bytes.
  case part([UInt8])
  /// All bytes have arrived.
  case finished
  /// The request failed. Parts before that are valid.
  case failed(FetchError)
}

/// The start of a download.
public struct DownloadStart: Hashable, Sendable {
  /// The position of the first byte: that of the request, or 0 if the content has changed or the server does not resume.
  public let offset: Int
  /// The length of the whole content in bytes; `nil` if the server does not state it.
  public let length: Int?
  /// The validators, to resume after a break.
  public let validators: FeedValidators
  /// Whether the content ends where the connection does, so that a broken connection looks like the end.
  ///
  /// See [RFC 9112, section 6.3](https://www.rfc-editor.org/rfc/rfc9112#section-6.3).
  public let endsWithConnection: Bool

  /// Makes a start.
  public init(
    offset: Int = 0, length: Int? = nil, validators: FeedValidators = .none, endsWithConnection: Bool = false
  ) {
    self.offset = offset
    self.length = length
    self.validators = validators
    self.endsWithConnection = endsWithConnection
  }
}
