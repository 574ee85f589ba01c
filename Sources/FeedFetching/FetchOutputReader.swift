/// A reader that splits the output of `mixtape-fetch` into results. It limits the length of lines and bodies.
struct FetchOutputReader {
  /// A result with its body.
  struct Item: Equatable {
    let result: FetchProtocol.Result
    let body: [UInt8]
  }

  /// The reasons to reject output.
  enum Violation: Error, Equatable {
    /// The output does not begin with a greeting. The text is its first line.
    case noGreeting(String)
    /// The program speaks another version of the protocol.
    case version(Int)
    /// Later output breaks the protocol.
    case invalid(String)
  }

  private enum Phase {
    case greeting(firstLine: String?)
    case line
    case body(FetchProtocol.Result)
  }

  private var place = Phase.greeting(firstLine: nil)
  /// The bytes of an unfinished line or body.
  private var pending: [UInt8] = []
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

  /// The maximum length of output before the greeting, such as warnings of the dynamic linker.
  private static let longestPreface = 16 << 10
  private var prefaceLength = 0

  /// Makes a reader for requests.
  init(_ requests: [FetchProtocol.Request]) {
    let pairs = requests.map { ($0.id, $0.offset == nil ? Expected.body(limit: $0.bytes) : .start(limit: $0.bytes)) }
    open = Dictionary(pairs) { first, _ in first }
  }

  /// Whether all requests have a final result, with its body.
  var isComplete: Bool { if case .body = place { false } else { open.isEmpty } }

  /// Whether the greeting was read.
  var hasGreeting: Bool { if case .greeting = place { false } else { true } }

  /// The first line that is not the greeting; `nil` if the program wrote only the greeting.
  var preface: String? {
    guard case .greeting(let line) = place else { return nil }
    return line ?? (pending.isEmpty ? nil : Self.text(pending))
  }

  /// Reads the next bytes, and calls `body` for each result that they complete.
  mutating func read(_ bytes: [UInt8], _ body: (Item) -> Void) throws(Violation) {
    var rest = bytes[...]
    while true {
      switch place {
      case .greeting(let firstLine):
        guard let line = try takeLine(&rest) else { return }
        try readGreeting(line, firstLine)
      case .line:
        guard let line = try takeLine(&rest) else { return }
        place = .body(try readResult(line))
      case .body(let result):
        let part = rest.prefix(result.length - pending.count)
        pending += part
        rest = rest.dropFirst(part.count)
        guard pending.count == result.length else { return }
        let item = Item(result: result, body: pending)
        pending = []
        place = .line
        body(item)
      }
    }
  }

  private mutating func takeLine(_ rest: inout ArraySlice<UInt8>) throws(Violation) -> [UInt8]? {
    let end = rest.firstIndex(of: UInt8(ascii: "\n"))
    pending += rest[..<(end ?? rest.endIndex)]
    guard pending.count <= FetchProtocol.longestLine else { throw .invalid("a line is too long") }
    rest = end.map { rest[($0 + 1)...] } ?? []
    guard end != nil else { return nil }
    defer { pending = [] }
    return pending
  }

  private mutating func readGreeting(_ line: [UInt8], _ firstLine: String?) throws(Violation) {
    if let greeting = FetchProtocol.message(FetchProtocol.Greeting.self, in: line) {
      guard greeting.mixtapeFetch == FetchProtocol.version else { throw .version(greeting.mixtapeFetch) }
      place = .line
      return
    }
    let first = firstLine ?? Self.text(line)
    prefaceLength += line.count + 1
    guard prefaceLength <= Self.longestPreface else { throw .noGreeting(first) }
    place = .greeting(firstLine: first)
  }

  private mutating func readResult(_ line: [UInt8]) throws(Violation) -> FetchProtocol.Result {
    guard let result = FetchProtocol.message(FetchProtocol.Result.self, in: line) else {
      throw .invalid("a line is not a result")
    }
    guard let expected = open[result.id] else { throw .invalid("a result belongs to no request") }
    open[result.id] = try Self.remaining(of: expected, after: result)
    return result
  }

  /// Returns the results that may follow; `nil` after a final one.
  private static func remaining(
    of expected: Expected, after result: FetchProtocol.Result
  ) throws(Violation) -> Expected? {
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
      throw .invalid("a result is not expected")
    default: throw .invalid("a body has an invalid length")
    }
  }

  private static func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }
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
