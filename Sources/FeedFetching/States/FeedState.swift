/// The state of fetching one feed.
public struct FeedState: Hashable, Sendable {
  /// The validators of the last response that was used.
  public var validators: FeedValidators
  /// The time of the last response that was used, in seconds since 1970.
  public var lastSuccess: Int64?
  /// The time before which the server wants no request, in seconds since 1970.
  public var retryAfter: Int64?
  /// A digest of the content that the last response was applied to. If the content is another one, as after `undo`, the
  /// validators would hide what is missing.
  public var appliedTo: String?

  /// Makes a state.
  public init(
    validators: FeedValidators = .none, lastSuccess: Int64? = nil, retryAfter: Int64? = nil, appliedTo: String? = nil
  ) {
    self.validators = validators
    self.lastSuccess = lastSuccess
    self.retryAfter = retryAfter
    self.appliedTo = appliedTo
  }
}

/// The states of feeds by their addresses, as Mixtape keeps them between updates. They may be lost: the next update then fetches
/// everything.
public struct FeedStates: Hashable, Sendable {
  /// The greatest number of bytes of the file.
  public static let greatestSize = 32 << 20

  private var states: [String: FeedState] = [:]

  /// Makes a collection without states.
  public init() {}

  /// The state of a feed. An empty one stands for a feed without a state.
  public subscript(_ address: String) -> FeedState {
    get { states[address] ?? FeedState() }
    set { states[address] = newValue == FeedState() ? nil : newValue }
  }

  /// The addresses of all feeds with a state, sorted.
  public var addresses: [String] { states.keys.sorted() }

  /// Removes the states of feeds that are not subscribed any more.
  public mutating func keep(_ addresses: Set<String>) { states = states.filter { addresses.contains($0.key) } }

  /// Returns the request for a feed, with its validators if the content is that of the last update.
  ///
  /// - Parameter content: The digest of the present content, to compare with ``FeedState/appliedTo``.
  public func request(for address: String, content: String?, limits: FetchLimits = .standard) -> FeedRequest {
    let state = self[address]
    let isCurrent = content != nil && state.appliedTo == content
    return FeedRequest(address, validators: isCurrent ? state.validators : .none, limits: limits)
  }

  /// Returns the time in seconds until a server wants requests again; `nil` if it does now. A time of more than 30 days comes from
  /// a clock that was wrong, and is ignored.
  public func waitingTime(of address: String, now: Int64) -> Int64? {
    guard let time = self[address].retryAfter else { return nil }
    let (seconds, overflow) = time.subtractingReportingOverflow(now)
    return !overflow && (1...30 * 86_400).contains(seconds) ? seconds : nil
  }
}
