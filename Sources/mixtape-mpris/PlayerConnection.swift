import FileSystem
import Companions
import SystemPackage

/// The connection to the player, which is the standard input of this program.
struct PlayerConnection {
  /// The player has ended, or breaks the protocol.
  struct Closed: Error {}

  /// A line of the player.
  enum Line {
    case report(PlayerReport)
    /// The reply to the oldest request without one.
    case reply(isRefusal: Bool)
  }

  private let socket = ConnectedSocket.standardInput
  private var lines = LineBuffer(maximumLength: PlayerReport.longestLine)
  private var unsent: [UInt8] = []

  /// Whether there are bytes to send.
  var mustSend: Bool { !unsent.isEmpty }

  /// Waits for the state of the player.
  mutating func firstState() throws -> MediaPlayer {
    send(PlayerReport.followRequest)
    while true {
      var player: MediaPlayer?
      try exchange { line in
        if case .report(let report) = line { player = MediaPlayer(report, at: .now) }
      }
      if let player { return player }
      _ = try socket.wait(toSend: mustSend, atMost: .seconds(60))
    }
  }

  /// Adds a request to those that are sent.
  mutating func send(_ request: String) { unsent += Array("\(request)\n".utf8) }

  /// Sends and receives as much as possible without waiting, and calls `body` for each line of the player.
  mutating func exchange(_ body: (Line) throws -> Void) throws {
    do throws(Errno) {
      unsent.removeFirst(try socket.sendSome(unsent[...]))
    } catch {
      throw Closed()
    }
    while let bytes = try socket.receive() {
      guard !bytes.isEmpty else { throw Closed() }
      for line in lines.append(bytes) { try body(try Self.line(line[...])) }
      guard !lines.hasDroppedLine else { throw Closed() }
    }
  }

  private static func line(_ bytes: ArraySlice<UInt8>) throws -> Line {
    guard bytes.first == UInt8(ascii: "{") else {
      return .reply(isRefusal: !bytes.elementsEqual(PlayerReport.doneReply.utf8))
    }
    guard let report = PlayerReport(line: bytes) else { throw Closed() }
    return .report(report)
  }
}

extension Duration {
  /// The time since a fixed moment, by a clock that does not jump.
  static var now: Duration { start.duration(to: .now) }

  private static let start = ContinuousClock.now
}
