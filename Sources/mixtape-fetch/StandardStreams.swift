import Companions
import FileSystem
import MixtapeModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The requests on standard input.
struct RequestInput {
  private var input = CompanionInput(of: FetchProtocol.companion)
  private var hasSettings = false

  /// A line of the input.
  enum Line {
    case settings(FetchProtocol.Settings)
    case request(FetchProtocol.Request)
    case cancellation(FetchProtocol.Cancellation)
  }

  /// Reads the available input, or waits for some.
  mutating func read() throws(CompanionInput.End) -> [Line] {
    try input.read().map { (bytes) throws(CompanionInput.End) in try line(bytes) }
  }

  private mutating func line(_ bytes: [UInt8]) throws(CompanionInput.End) -> Line {
    if hasSettings {
      if let request = FetchProtocol.message(FetchProtocol.Request.self, in: bytes) { return .request(request) }
      guard let cancellation = FetchProtocol.message(FetchProtocol.Cancellation.self, in: bytes) else {
        throw .invalid
      }
      return .cancellation(cancellation)
    }
    guard let settings = FetchProtocol.message(FetchProtocol.Settings.self, in: bytes),
      settings.mixtapeFetch == FetchProtocol.companion.version
    else { throw .invalid }
    hasSettings = true
    return .settings(settings)
  }
}

/// A buffer of results for standard output.
struct ResultOutput {
  /// The output is closed.
  struct Closed: Error {}

  private var chunks: [[UInt8]] = []
  /// The position of the first unwritten byte.
  private var position = (chunk: 0, byte: 0)
  /// The number of unwritten bytes.
  private(set) var waitingBytes = 0

  /// Adds a message and the bytes that follow it.
  mutating func add(_ message: some JSONConvertible, body: [UInt8] = []) {
    add(FetchProtocol.line(message))
    add(body)
  }

  /// Adds bytes.
  mutating func add(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    chunks.append(bytes)
    waitingBytes += bytes.count
  }

  /// Writes as much as possible without blocking.
  mutating func write() throws(Closed) {
    while position.chunk < chunks.count {
      let count = try Self.writeSome(chunks[position.chunk][position.byte...])
      guard count > 0 else { return }
      position.byte += count
      waitingBytes -= count
      if position.byte == chunks[position.chunk].count {
        chunks[position.chunk] = []
        position = (position.chunk + 1, 0)
      }
    }
    chunks = []
    position = (0, 0)
  }

  private static func writeSome(_ bytes: ArraySlice<UInt8>) throws(Closed) -> Int {
    while true {
      let count = bytes.withUnsafeBytes { send(STDOUT_FILENO, $0.baseAddress, $0.count, CInt(MSG_DONTWAIT)) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return 0
      case ENOTSOCK: return try writeToPipe(bytes)
      default: throw Closed()
      }
    }
  }

  /// Writes to a pipe or a terminal, at most the number of bytes that never blocks if there is room.
  private static func writeToPipe(_ bytes: ArraySlice<UInt8>) throws(Closed) -> Int {
    var entry = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
    guard poll(&entry, 1, 0) > 0 else { return 0 }
    let part = bytes.prefix(Int(PIPE_BUF))
    do { try CompanionProgram.writeOutput(part) } catch { throw Closed() }
    return part.count
  }
}
