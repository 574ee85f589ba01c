import Companions
import FileSystem
import SystemPackage

#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The program that shows a player on the session bus. It is separate, so that `mixtape` does not load libsystemd.
@main enum MixtapeMPRIS {
  static func main() {
    CompanionProgram.prepare("mixtape-mpris", purpose: "to show a player on the session bus")
    var connection = PlayerConnection()
    do {
      // The interfaces are on the bus only once they have values.
      let player = try connection.firstState()
      let bus = try SessionBus()
      try bus.requestName(
        "org.mpris.MediaPlayer2.mixtape", orElse: "org.mpris.MediaPlayer2.mixtape.instance\(getpid())")
      let loop = BusLoop(connection, player, bus)
      try loop.run()
    } catch is PlayerConnection.Closed {
      exit(0)
    } catch {
      exit(EX_UNAVAILABLE)
    }
  }
}

/// The main loop. It passes calls of the bus to the player, and changes of the player to the bus.
final class BusLoop {
  private var connection: PlayerConnection
  private var player: MediaPlayer
  private let bus: SessionBus
  /// The calls that wait for the player, the oldest first; `nil` for a call that already has its reply.
  private var waiting: [BusMessage?] = []

  /// The maximum number of calls that wait for the player.
  private static let mostWaiting = 64
  /// The maximum number of messages of the bus between two looks at the player.
  private static let mostMessages = 64

  init(_ connection: PlayerConnection, _ player: MediaPlayer, _ bus: SessionBus) {
    self.connection = connection
    self.player = player
    self.bus = bus
  }

  /// Runs until the player or the bus closes its connection.
  func run() throws {
    try bus.receiveCalls(at: .mediaPlayer) { [unowned self] in take($0) }
    while true {
      var lines: [PlayerConnection.Line] = []
      try connection.exchange { lines.append($0) }
      for line in lines { try take(line) }
      var isIdle = false
      for _ in 0..<Self.mostMessages where !isIdle { isIdle = try !bus.process() }
      if isIdle { try wait() }
    }
  }

  /// Waits until the player or the bus has something.
  private func wait() throws {
    // Requests of the calls that were just processed.
    try connection.exchange { try take($0) }
    var entries = [
      pollfd(fd: STDIN_FILENO, events: Int16(POLLIN) | (connection.mustSend ? Int16(POLLOUT) : 0), revents: 0),
      pollfd(fd: bus.descriptor, events: bus.events, revents: 0),
    ]
    // After a signal, the loop only turns once more.
    poll(&entries, nfds_t(entries.count), try bus.timeout)
  }

  private func take(_ line: PlayerConnection.Line) throws {
    switch line {
    case .report(let report):
      for signal in player.receive(report, at: .now) { try bus.send(signal) }
    case .reply(let isRefusal):
      guard !waiting.isEmpty, let call = waiting.removeFirst() else { return }
      bus.reply(to: call, with: isRefusal ? .error(.refused) : .reply([]))
    }
  }

  private func take(_ call: BusMessage) {
    guard let signature = MediaPlayer.inputSignature(of: call.interface, call.member) else {
      return bus.reply(to: call, with: player.answer(to: DBusCall(call.interface, call.member), at: .now))
    }
    guard call.signature == signature, let arguments = call.values(of: signature) else {
      return bus.reply(to: call, with: .error(.invalidArguments))
    }
    let answer = player.answer(to: DBusCall(call.interface, call.member, arguments), at: .now)
    switch answer {
    case .reply, .error: bus.reply(to: call, with: answer)
    case .request(let line): request(line, for: call)
    case .lastRequest(let line):
      bus.reply(to: call, with: .reply([]))
      bus.flush()
      request(line, for: nil)
    }
  }

  private func request(_ line: String, for call: BusMessage?) {
    guard waiting.count < Self.mostWaiting else {
      if let call { bus.reply(to: call, with: .error(.busy)) }
      return
    }
    waiting.append(call)
    connection.send(line)
  }
}

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
