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

  private enum Place {
    case greeting(firstLine: String?)
    case line
    case body(FetchProtocol.Result)
  }

  private var place = Place.greeting(firstLine: nil)
  /// The bytes of an unfinished line or body.
  private var pending: [UInt8] = []
  /// The body limits of the requests without a result, by request number.
  private var limits: [Int: Int]

  /// The maximum length of output before the greeting, such as warnings of the dynamic linker.
  private static let longestPreface = 16 << 10
  private var prefaceLength = 0

  /// Makes a reader.
  ///
  /// - Parameter limits: The body limit of each request in bytes, by request number.
  init(limits: [Int: Int]) { self.limits = limits }

  /// Whether all requests have a result.
  var isComplete: Bool { limits.isEmpty }

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
        limits[result.id] = nil
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

  private func readResult(_ line: [UInt8]) throws(Violation) -> FetchProtocol.Result {
    guard let result = FetchProtocol.message(FetchProtocol.Result.self, in: line) else {
      throw .invalid("a line is not a result")
    }
    guard let limit = limits[result.id] else { throw .invalid("a result belongs to no request") }
    guard (0...limit).contains(result.length), result.kind == .fetched || result.length == 0 else {
      throw .invalid("a body has an invalid length")
    }
    return result
  }

  private static func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }
}
