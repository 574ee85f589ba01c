internal import FileSystem

/// A reader that splits the output of `mixtape-fetch` into results. It limits the length of bodies.
struct FetchOutputReader {
  /// A result with its body.
  struct Answer: Equatable {
    let result: FetchProtocol.Result
    let body: [UInt8]
  }

  /// The result whose body arrives.
  private var unfinished: FetchProtocol.Result?
  /// The requests without a final result, by number.
  private var open: [Int: Expected]

  /// The results that a request may still have.
  private enum Expected {
    /// A body up to a size.
    case body(limit: Int)
    /// The start of a download, and parts up to a size.
    case start(limit: Int)
    /// Parts of a download that has started, up to a size.
    case parts(limit: Int)
  }

  /// Makes a reader for requests.
  init(_ requests: [FetchProtocol.Request]) {
    let pairs = requests.map { ($0.id, $0.offset == nil ? Expected.body(limit: $0.bytes) : .start(limit: $0.bytes)) }
    open = Dictionary(pairs) { first, _ in first }
  }

  /// Whether all requests have a final result, with its body.
  var isComplete: Bool { unfinished == nil && open.isEmpty }

  /// Reads the next result; `nil` if it has not arrived as a whole.
  mutating func next(in output: inout CompanionOutput) throws(CompanionProgramError.Reason) -> Answer? {
    if unfinished == nil, let line = try output.line() { unfinished = try result(line) }
    guard let result = unfinished, let body = output.bytes(result.length) else { return nil }
    unfinished = nil
    return Answer(result: result, body: body)
  }

  private mutating func result(_ line: [UInt8]) throws(CompanionProgramError.Reason) -> FetchProtocol.Result {
    guard let result = FetchProtocol.message(FetchProtocol.Result.self, in: line) else {
      throw .invalidOutput("a line is not a result")
    }
    guard let expected = open[result.id] else { throw .invalidOutput("a result belongs to no request") }
    open[result.id] = try Self.remaining(of: expected, after: result)
    return result
  }

  /// Returns the results that may follow; `nil` after a final one.
  private static func remaining(
    of expected: Expected, after result: FetchProtocol.Result
  ) throws(CompanionProgramError.Reason) -> Expected? {
    let length = result.length
    switch (expected, result.kind) {
    case (.body(let limit), .fetched) where (0...limit).contains(length): return nil
    case (.start(let limit), .started) where length == 0: return .parts(limit: limit)
    case (.parts(let limit), .part) where (1...min(limit, FetchProtocol.longestPart)).contains(length):
      return .parts(limit: limit - length)
    case (.parts, .fetched) where length == 0: return nil
    case (.body, .notModified) where length == 0: return nil
    case (_, .failed) where length == 0: return nil
    case (.body, .started), (.body, .part), (.start, .part), (.start, .fetched), (.parts, .started),
      (.start, .notModified), (.parts, .notModified):
      throw .invalidOutput("a result is not expected")
    default: throw .invalidOutput("a body has an invalid length")
    }
  }
}

extension FetchProtocol.Request {
  /// - Parameter bytes: The maximum size of the body; `nil` for that of the request.
  init(_ request: FeedRequest, id: Int, bytes: Int? = nil) {
    self.init(
      id: id, address: request.address, entityTag: request.validators.entityTag,
      lastModified: request.validators.lastModified, connecting: request.limits.connecting.milliseconds,
      stalling: max(1, (request.limits.stalling.milliseconds + 999) / 1_000), total: request.limits.total.milliseconds,
      bytes: bytes ?? request.limits.bytes)
  }

  init(_ request: DownloadRequest, id: Int) {
    self.init(FeedRequest(request.address, limits: request.limits), id: id, bytes: request.bytes)
    offset = request.offset
    ifRange = request.condition
  }
}

extension FeedResponse {
  init(_ item: FetchOutputReader.Answer, to request: FeedRequest) {
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
    RequestedAddress(address) == .web && address.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? address : nil
  }
}

extension DownloadEvent {
  init(_ item: FetchOutputReader.Answer, to request: DownloadRequest) {
    let result = item.result
    switch result.kind {
    case .started:
      let validators = FeedValidators(entityTag: result.entityTag, lastModified: result.lastModified)
      let offset = result.offset ?? 0
      // The program has checked both, but is not trusted.
      let isValid = offset == 0 || offset == request.offset && request.canResume
      self =
        isValid
        ? .started(
          DownloadStart(
            offset: offset, length: result.whole, validators: validators,
            endsWithConnection: result.endsWithConnection ?? false))
        : .failed(FetchError(.invalidResponse))
    case .part: self = .part(item.body)
    case .fetched: self = .finished
    case .notModified, .failed: self = .failed(FetchError(result))
    }
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
