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
