public import Companions
internal import MixtapeModel

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

/// The file format: a header line, a line of tab-separated fields for each feed, and a last line with their number.
extension FeedStates {
  private static let firstLine = "mixtape feeds 1"

  /// The content of the file.
  public var encoded: [UInt8] {
    var text = Self.firstLine + "\n"
    let lines = addresses.compactMap { line($0, self[$0]) }
    for line in lines { text += line + "\n" }
    return Array((text + "\(lines.count)\n").utf8)
  }

  private func line(_ address: String, _ state: FeedState) -> String? {
    let fields = [
      address, state.validators.entityTag ?? "", state.validators.lastModified ?? "",
      state.lastSuccess.map(String.init) ?? "", state.retryAfter.map(String.init) ?? "", state.appliedTo ?? "",
    ]
    // Feeds that can be fetched have no such values.
    guard !address.isEmpty, fields.allSatisfy({ $0.utf8.allSatisfy { $0 >= 0x20 } }) else { return nil }
    return fields.joined(separator: "\t")
  }

  /// Reads the content of a file; `nil` if it is damaged.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.greatestSize, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.popLast() == "", let count = lines.popLast(), let first = lines.first, first == Self.firstLine,
      count == "\(lines.count - 1)"
    else { return nil }
    self.init()
    for line in lines.dropFirst() {
      guard let (address, state) = Self.state(line) else { return nil }
      self[address] = state
    }
  }

  private static func state(_ line: Substring) -> (address: String, FeedState)? {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6, !fields[0].isEmpty else { return nil }
    func time(_ field: String) -> Int64?? { field.isEmpty ? .some(nil) : Int64(field).map(Optional.some) }
    guard let lastSuccess = time(fields[3]), let retryAfter = time(fields[4]) else { return nil }
    let validators = FeedValidators(entityTag: fields[1].nonEmpty, lastModified: fields[2].nonEmpty)
    return (
      fields[0],
      FeedState(
        validators: validators, lastSuccess: lastSuccess, retryAfter: retryAfter, appliedTo: fields[5].nonEmpty)
    )
  }
}
