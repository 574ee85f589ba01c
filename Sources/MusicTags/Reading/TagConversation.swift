internal import FileSystem
internal import SystemPackage

/// A conversation with `mixtape-tags`. It sends paths while results arrive, so that neither side blocks the other.
struct TagConversation {
  enum Failure: Error {
    /// The program has ended, or closed the connection.
    case ended
    /// The program sends nothing for too long.
    case timedOut
    /// The program breaks the protocol.
    case invalid
    case system(Errno)
  }

  private var unsent: ArraySlice<FilePath>
  private var output: ArraySlice<UInt8> = []
  private var waiting: Int
  private var reader = TagOutputReader()
  private let patience: Duration

  init(_ paths: ArraySlice<FilePath>, patience: Duration) {
    unsent = paths
    waiting = paths.count
    self.patience = patience
  }

  /// Whether the program has sent its greeting.
  var hasGreeting: Bool { reader.hasGreeting }

  /// The first line of a program that sends something else.
  var preface: String? { reader.preface }

  /// Sends the paths, and calls `onResult` for each result. Returns after the last result.
  mutating func run(on connection: ConnectedSocket, _ onResult: (TagResult) -> Void) throws(Failure) {
    while waiting > 0 {
      refill()
      let received: [UInt8]?
      do throws(Errno) {
        received = try connection.exchange(&output, atMost: patience)
      } catch {
        throw error == .timedOut ? .timedOut : .system(error)
      }
      guard let received else { continue }
      guard !received.isEmpty else { throw .ended }
      try read(received, onResult)
    }
  }

  /// Takes the next paths, some of them at a time.
  private mutating func refill() {
    guard output.isEmpty else { return }
    var lines: [UInt8] = []
    while lines.count < 32 << 10, let path = unsent.popFirst() {
      lines += Array(path.string.utf8) + [UInt8(ascii: "\n")]
    }
    output = lines[...]
  }

  private mutating func read(_ bytes: [UInt8], _ onResult: (TagResult) -> Void) throws(Failure) {
    do throws(TagOutputReader.Violation) {
      var count = 0
      try reader.read(bytes) { result in
        count += 1
        if count <= waiting { onResult(result) }
      }
      guard count <= waiting else { throw .init() }
      waiting -= count
    } catch {
      throw .invalid
    }
  }
}
