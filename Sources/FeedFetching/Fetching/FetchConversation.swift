internal import FileSystem
internal import SystemPackage

/// A conversation with `mixtape-fetch`. It sends requests while results arrive, so that neither side blocks the other.
struct FetchConversation {
  enum Failure: Error {
    case ended
    case silent
    case output(FetchOutputReader.Violation)
    case system(Errno)
  }

  private let requests: [Int: FeedRequest]
  private var output: ArraySlice<UInt8>
  private var reader: FetchOutputReader
  /// The maximum wait for the program.
  private let patience: Duration

  /// Makes a conversation about requests, all of them for web addresses.
  init(_ requests: [(index: Int, request: FeedRequest)], _ settings: FetchProtocol.Settings) {
    self.requests = Dictionary(requests.map { ($0.index, $0.request) }) { first, _ in first }
    var lines = Self.line(settings)
    for (index, request) in requests { lines += Self.line(FetchProtocol.Request(request, id: index)) }
    output = lines[...]
    reader = FetchOutputReader(limits: self.requests.mapValues(\.limits.bytes))
    // At least one request is always active, and it ends within its time limit.
    patience = (requests.map(\.request.limits.total).max() ?? .zero) + .seconds(15)
  }

  private static func line(_ message: some Encodable) -> [UInt8] {
    // Encoding numbers and strings cannot fail.
    do { return try FetchProtocol.line(message) } catch { return [] }
  }

  /// Sends the requests, and calls `onResponse` for each result. Returns after the last result.
  mutating func run(on connection: ConnectedSocket, _ onResponse: (FeedResponse) -> Void) throws(Failure) {
    while !reader.isComplete {
      do throws(Errno) {
        guard try connection.wait(toSend: !output.isEmpty, atMost: patience) else { throw .timedOut }
      } catch {
        throw error == .timedOut ? .silent : .system(error)
      }
      send(on: connection)
      try receive(on: connection, onResponse)
    }
  }

  private mutating func send(on connection: ConnectedSocket) {
    do throws(Errno) {
      output = output.dropFirst(try connection.sendSome(output))
    } catch {
      // The program has ended. Its earlier output can still be received.
      output = []
    }
  }

  private mutating func receive(on connection: ConnectedSocket, _ onResponse: (FeedResponse) -> Void) throws(Failure) {
    while !reader.isComplete {
      let bytes: [UInt8]
      do throws(Errno) {
        guard let received = try connection.receive() else { return }
        bytes = received
      } catch {
        // The system resets the connection if the program ends before it reads all requests.
        guard error == .connectionReset else { throw .system(error) }
        bytes = []
      }
      guard !bytes.isEmpty else { throw reader.preface.map { .output(.noGreeting($0)) } ?? .ended }
      do throws(FetchOutputReader.Violation) {
        try reader.read(bytes) { item in
          if let request = requests[item.result.id] { onResponse(FeedResponse(item, to: request)) }
        }
      } catch {
        throw .output(error)
      }
    }
  }
}
