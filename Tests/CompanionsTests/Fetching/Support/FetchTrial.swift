import Companions
import SystemPackage
import TestSupport
import Testing

/// Fetches feeds with the program in the build directory.
struct FetchTrial {
  var fetcher: FeedFetcher

  init(environment: [String: String] = [:]) {
    fetcher = FeedFetcher(program: Self.program, environment: environment, userAgent: "Mixtape/test")
  }

  static let program = BuiltPrograms.path(of: "mixtape-fetch")

  /// Fetches feeds. Returns the responses in the order of the requests.
  func fetch(_ requests: [FeedRequest]) throws -> [FeedResponse] {
    var responses: [FeedResponse] = []
    try fetcher.fetch(requests) { responses.append($0) }
    return responses.sorted { $0.index < $1.index }
  }

  /// Fetches one feed.
  func fetch(_ address: String, _ validators: FeedValidators = .none, limits: FetchLimits = .standard) throws
    -> FeedResponse
  {
    try #require(try fetch([FeedRequest(address, validators: validators, limits: limits)]).first)
  }

  /// Fetches a feed, and returns its error.
  func failure(_ address: String, limits: FetchLimits = .standard, sourceLocation: SourceLocation = #_sourceLocation)
    throws -> FetchError
  {
    let outcome = try fetch(address, limits: limits).outcome
    guard case .failed(let error) = outcome else {
      Issue.record("\(outcome)", sourceLocation: sourceLocation)
      throw CancellationError()
    }
    return error
  }
}

extension FeedResponse {
  /// The content as text; `nil` without content.
  var text: String? {
    guard case .fetched(let bytes, _) = outcome else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The validators of the content.
  var validators: FeedValidators? {
    guard case .fetched(_, let validators) = outcome else { return nil }
    return validators
  }

  /// The error.
  var error: FetchError? {
    guard case .failed(let error) = outcome else { return nil }
    return error
  }
}
