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
