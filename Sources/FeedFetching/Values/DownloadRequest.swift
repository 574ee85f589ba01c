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
