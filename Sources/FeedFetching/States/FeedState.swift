/// The state of a feed between updates.
public struct FeedState: Hashable, Sendable {
  /// The validators of the last applied response.
  public var validators: FeedValidators
  /// The time of the last applied response, in seconds since 1970.
  public var lastSuccess: Int64?
  /// The time until which the server asked for no requests, in seconds since 1970.
  public var retryAfter: Int64?
  /// The digest of the podcast's file after the last applied response. If the file differs, for example after `undo`,
  /// the validators are not sent: the response "not modified" would hide missing episodes.
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

/// The states of feeds by address, which Mixtape keeps between updates. Without them, the next update fetches all feeds
/// in full.
public struct FeedStates: Hashable, Sendable {
  /// The maximum size of the file in bytes.
  public static let greatestSize = 32 << 20

  private var states: [String: FeedState] = [:]

  /// Makes a collection without states.
  public init() {}

  /// The state of a feed; an empty state if there is none.
  public subscript(_ address: String) -> FeedState {
    get { states[address] ?? FeedState() }
    set { states[address] = newValue == FeedState() ? nil : newValue }
  }

  /// The addresses of all feeds with a state, sorted.
  public var addresses: [String] { states.keys.sorted() }

  /// Removes the states of all other feeds.
  public mutating func keep(_ addresses: Set<String>) { states = states.filter { addresses.contains($0.key) } }

  /// Returns the request for a feed, with its validators if the content is unchanged since the last update.
  ///
  /// - Parameter content: The digest of the current content, to compare with ``FeedState/appliedTo``.
  public func request(for address: String, content: String?, limits: FetchLimits = .standard) -> FeedRequest {
    let state = self[address]
    let isCurrent = content != nil && state.appliedTo == content
    return FeedRequest(address, validators: isCurrent ? state.validators : .none, limits: limits)
  }

  /// Returns the rest of the wait that a server asked for, in seconds; `nil` if it is over. Ignores waits of more than
  /// ``FetchLimits/longestWait``, which come from a wrong clock.
  public func waitingTime(of address: String, now: Int64) -> Int64? {
    guard let time = self[address].retryAfter else { return nil }
    let (seconds, overflow) = time.subtractingReportingOverflow(now)
    return !overflow && (1...FetchLimits.longestWait.components.seconds).contains(seconds) ? seconds : nil
  }
}
