extension FetchProtocol.Request {
  /// - Parameter bytes: The maximum size of the body; `nil` for that of the request.
  init(_ request: FeedRequest, id: Int, bytes: Int? = nil) {
    self.init(
      id: id, address: request.address, entityTag: request.validators.entityTag,
      lastModified: request.validators.lastModified, connecting: request.limits.connecting.milliseconds,
      stalling: max(1, (request.limits.stalling.milliseconds + 999) / 1_000), total: request.limits.total.milliseconds,
      bytes: bytes ?? request.limits.bytes)
  }
}

extension FeedResponse {
  init(_ item: FetchOutputReader.Item, to request: FeedRequest) {
    let result = item.result
    let outcome: Outcome =
      switch result.kind {
      case .fetched:
        .fetched(item.body, FeedValidators(entityTag: result.entityTag, lastModified: result.lastModified))
      case .notModified: .notModified
      case .failed, .started, .part: .failed(FetchError(result))
      }
    self.init(
      index: result.id, request: request, outcome: outcome, finalAddress: result.address.flatMap(Self.checked),
      permanentAddress: result.permanentAddress.flatMap(Self.checked), encoding: result.encoding)
  }

  /// Returns the address if it is safe in files and on terminals.
  private static func checked(_ address: String) -> String? {
    let bytes = address.utf8
    let isWeb = address.hasPrefix("http://") || address.hasPrefix("https://")
    return isWeb && bytes.count <= FetchProtocol.longestAddress && bytes.allSatisfy { (0x21...0x7E).contains($0) }
      ? address : nil
  }
}

extension FetchError {
  /// Makes the error of a failed request.
  init(_ result: FetchProtocol.Result) {
    self.init(
      result.error.map(FetchError.Code.init) ?? .other, status: result.status,
      retryAfter: result.retryAfter.flatMap(Duration.init(retryAfter:)), text: result.text ?? "")
  }
}

extension Duration {
  /// The duration in whole milliseconds, from 1 ms to one day.
  fileprivate var milliseconds: Int {
    let bounded = min(max(self, .milliseconds(1)), .seconds(86_400))
    return Int(bounded / .milliseconds(1))
  }

  /// Makes the duration of a `Retry-After`, at most ``FetchLimits/longestWait``; `nil` if it is not positive.
  fileprivate init?(retryAfter seconds: Int) {
    guard seconds > 0 else { return nil }
    self = min(.seconds(seconds), FetchLimits.longestWait)
  }
}
