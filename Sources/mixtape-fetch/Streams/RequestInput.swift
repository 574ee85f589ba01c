import FeedFetching
import FileSystem

/// The requests on standard input.
struct RequestInput {
  /// The reasons to end the program.
  enum End: Error {
    /// The input is closed: the other side needs no more results.
    case closed
    /// The input breaks the protocol.
    case invalid
  }

  private var lines = LineBuffer(maximumLength: FetchProtocol.longestLine)
  private var hasSettings = false

  /// A line of the input.
  enum Line {
    case settings(FetchProtocol.Settings)
    case request(FetchProtocol.Request)
    case cancellation(FetchProtocol.Cancellation)
  }

  /// Reads the available input. Blocks if there is none.
  mutating func read() throws(End) -> [Line] {
    let bytes: [UInt8]
    // Input that cannot be read ends like closed input.
    do { bytes = try CompanionProgram.readInput() } catch { throw .closed }
    guard !bytes.isEmpty else { throw .closed }
    var messages: [Line] = []
    for text in lines.append(bytes) { messages.append(try line(text[...])) }
    guard !lines.hasDroppedLine else { throw .invalid }
    return messages
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) throws(End) -> Line {
    if hasSettings {
      if let request = FetchProtocol.message(FetchProtocol.Request.self, in: bytes) { return .request(request) }
      guard let cancellation = FetchProtocol.message(FetchProtocol.Cancellation.self, in: bytes) else {
        throw .invalid
      }
      return .cancellation(cancellation)
    }
    guard let settings = FetchProtocol.message(FetchProtocol.Settings.self, in: bytes),
      settings.mixtapeFetch == FetchProtocol.version
    else { throw .invalid }
    hasSettings = true
    return .settings(settings)
  }
}
