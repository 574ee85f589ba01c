internal import FileSystem
internal import SystemPackage

/// A conversation with `mixtape-fetch`. It sends requests while results arrive, so that neither side blocks the other.
struct FetchConversation {
  enum Failure: Error {
    /// The program has ended, or closed the connection.
    case ended
    /// The program sends nothing for too long.
    case timedOut
    /// The program breaks the protocol.
    case output(FetchOutputReader.Violation)
    case system(Errno)
  }

  private var output: ArraySlice<UInt8>
  private var reader: FetchOutputReader
  /// The maximum wait for the program.
  private let patience: Duration

  /// Makes a conversation about requests, all of them for web addresses.
  ///
  /// - Parameter patience: The maximum time without output of the program.
  init(_ requests: [FetchProtocol.Request], _ settings: FetchProtocol.Settings, patience: Duration) {
    var lines = Self.line(settings)
    for request in requests { lines += Self.line(request) }
    output = lines[...]
    reader = FetchOutputReader(requests)
    self.patience = patience
  }

  private static func line(_ message: some Encodable) -> [UInt8] {
    // Encoding numbers and strings cannot fail.
    do { return try FetchProtocol.line(message) } catch { return [] }
  }

  /// Sends the requests, and calls `onItem` for each result. Returns after the last result.
  ///
  /// - Parameter onItem: Returns whether the request goes on. A download that does not is cancelled.
  mutating func run(on connection: ConnectedSocket, _ onItem: (FetchOutputReader.Item) -> Bool) throws(Failure) {
    while !reader.isComplete {
      let received: [UInt8]?
      do throws(Errno) {
        received = try connection.exchange(&output, atMost: patience)
      } catch {
        throw error == .timedOut ? .timedOut : .system(error)
      }
      guard let received else { continue }
      guard !received.isEmpty else { throw reader.preface.map { .output(.noGreeting($0)) } ?? .ended }
      try read(received, onItem)
    }
  }

  private mutating func read(_ bytes: [UInt8], _ onItem: (FetchOutputReader.Item) -> Bool) throws(Failure) {
    var cancelled: [Int] = []
    do throws(FetchOutputReader.Violation) {
      try reader.read(bytes) { item in
        if !onItem(item), !item.result.kind.isFinal { cancelled.append(item.result.id) }
      }
    } catch {
      throw .output(error)
    }
    for id in cancelled { output += Self.line(FetchProtocol.Cancellation(of: id)) }
  }
}
