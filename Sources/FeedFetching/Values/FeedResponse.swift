/// The response to a request.
public struct FeedResponse: Hashable, Sendable {
  /// The position of the request among those that were given.
  public let index: Int
  /// The request.
  public let request: FeedRequest
  /// The result.
  public let outcome: Outcome
  /// The address that answered, after all redirects.
  public let finalAddress: String
  /// The address that replaces that of the request, because the server redirects to it permanently (301 or 308); `nil` if
  /// the address stays. A failed response has none.
  public let permanentAddress: String?

  /// Makes a response.
  public init(
    index: Int, request: FeedRequest, outcome: Outcome, finalAddress: String? = nil, permanentAddress: String? = nil
  ) {
    self.index = index
    self.request = request
    self.outcome = outcome
    self.finalAddress = finalAddress ?? request.address
    self.permanentAddress = permanentAddress
  }

  /// The result of a request.
  public enum Outcome: Hashable, Sendable {
    /// The content, decompressed, with its validators for the next request.
    case fetched([UInt8], FeedValidators)
    /// The content has not changed since the response that the validators are from.
    case notModified
    /// No content, and why.
    case failed(FetchError)
  }
}
