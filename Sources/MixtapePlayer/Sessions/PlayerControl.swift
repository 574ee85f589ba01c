internal import Dispatch
package import FileSystem
public import MixtapeModel
public import MixtapeStore
internal import Synchronization
internal import SystemPackage

/// Requests to running players from other programs of the same user.
///
/// Each running player listens on a socket in the private state of its store. A request is one line of text, and the reply is
/// any text. Their meaning is up to the programs, except for that of a follower: ``PlayerFollower``.
public enum PlayerControl {
  /// The maximum length of a request in bytes.
  static let longestRequest = 4_096
  /// The maximum length of a reply in bytes.
  static let longestReply = 4_194_304
  /// The time that one side waits for the other.
  static let patience = Duration.seconds(10)

  /// Sends a request to a player, and returns the reply: `nil` if the player is not running; an empty text if it does not reply
  /// within 10 seconds, for example because it is suspended.
  public static func send(
    _ request: String, to player: StorePlayer, of store: Store
  ) throws(MixtapeError) -> String? {
    let connection: ConnectedSocket
    switch try store.connection(to: player) {
    case .open(let opened): connection = opened
    case .busy: return ""
    case .missing: return nil
    }
    defer { connection.close() }
    do throws(Errno) {
      try connection.send(Array("\(request)\n".utf8), within: patience)
      let reply = try connection.receive(atMost: longestReply, within: patience) { _ in false }
      return String(decoding: reply, as: UTF8.self)
    } catch {
      guard error != .timedOut else { return "" }
      throw store.controlFailure(of: player, error)
    }
  }
}

/// Receives requests to a player. It ends with ``end()``, or with its last reference.
public final class PlayerControlServer: Sendable {
  private let listener: ListeningSocket
  private let queue = DispatchQueue(label: "mixtape.control")
  private let connections: ControlConnections

  /// Starts to receive requests and followers, on several threads. A program with the `followRequest` follows the player.
  init(
    on listener: ListeningSocket, answer: @escaping @Sendable (String) -> String, followRequest: String?,
    follow: @escaping @Sendable (PlayerFollower) -> Void
  ) {
    self.listener = listener
    let connections = ControlConnections(answer, followRequest, follow)
    self.connections = connections
    queue.async { Self.accept(on: listener, connections) }
  }

  deinit { end() }

  private static func accept(on listener: ListeningSocket, _ connections: ControlConnections) {
    while true {
      do throws(Errno) {
        connections.serve(try listener.accept())
      } catch {
        return
      }
    }
  }

  /// Receives requests on a connection that another program already has.
  package func serve(_ connection: ConnectedSocket) { connections.serve(connection) }

  /// Stops receiving requests, and ends the connections of followers. Waits at most a second until replies are sent, such as the one
  /// to a request that ends the player, because the process may end next.
  public func end() {
    guard connections.end() else { return }
    listener.end()
    connections.finishConversations(within: .seconds(1))
    // After the last connection: until then, the descriptor is in use.
    queue.async { [listener] in listener.close() }
  }
}

/// The connections of a server, each of which has a thread while it is open.
private final class ControlConnections: Sendable {
  /// The maximum number of connections. Further ones are closed.
  private static let mostConnections = 16

  private let answer: @Sendable (String) -> String
  private let followRequest: String?
  private let follow: @Sendable (PlayerFollower) -> Void
  private let state = Mutex(State())
  private let conversations = DispatchGroup()

  private struct State {
    var hasEnded = false
    var connectionCount = 0
    var followers: [ObjectIdentifier: PlayerFollower] = [:]
  }

  init(
    _ answer: @escaping @Sendable (String) -> String, _ followRequest: String?,
    _ follow: @escaping @Sendable (PlayerFollower) -> Void
  ) {
    self.answer = answer
    self.followRequest = followRequest
    self.follow = follow
  }

  /// Serves a connection on another thread.
  func serve(_ connection: ConnectedSocket) {
    let hasRoom = state.withLock { state in
      guard !state.hasEnded, state.connectionCount < Self.mostConnections else { return false }
      state.connectionCount += 1
      return true
    }
    guard hasRoom else { return connection.close() }
    conversations.enter()
    // A queue for each: those of one concurrent queue would take the few threads that all tasks share.
    DispatchQueue(label: "mixtape.control.connection").async {
      self.handle(connection)
      self.state.withLock { $0.connectionCount -= 1 }
      self.conversations.leave()
    }
  }

  /// Answers the first request, and ends the connection, unless the request is that of a follower: then the program receives lines,
  /// and may send further requests. Each of them is answered by the first line of its reply.
  private func handle(_ connection: ConnectedSocket) {
    var requests = RequestLines(connection)
    // After a time in which this process was stopped, nobody waits for the effects of old requests.
    guard let request = requests.next(until: .now + PlayerControl.patience), !connection.isAbandoned else {
      return connection.close()
    }
    guard request == followRequest else { return reply(answer(request), on: connection) }
    let follower = PlayerFollower(connection)
    defer { remove(follower) }
    guard add(follower) else { return }
    follow(follower)
    while let request = requests.next(until: nil) {
      follower.send(String(answer(request).prefix { $0 != "\n" }))
    }
  }

  /// Sends a reply, and ends the connection. Waits until the other program has read the reply.
  private func reply(_ text: String, on connection: ConnectedSocket) {
    do throws(Errno) {
      try connection.send(Array(text.utf8), within: PlayerControl.patience)
    } catch {
      // The other program has ended, and needs no reply.
    }
    connection.close()
  }

  /// Adds a follower, and returns whether the server still runs.
  private func add(_ follower: PlayerFollower) -> Bool {
    state.withLock { state in
      if !state.hasEnded { state.followers[ObjectIdentifier(follower)] = follower }
      return !state.hasEnded
    }
  }

  private func remove(_ follower: PlayerFollower) {
    state.withLock { $0.followers[ObjectIdentifier(follower)] = nil }
    follower.close()
  }

  func finishConversations(within time: DispatchTimeInterval) { _ = conversations.wait(timeout: .now() + time) }

  /// Ends the connections of followers, and serves no further ones.
  ///
  /// - Returns: Whether this is the first call.
  func end() -> Bool {
    let (isFirst, followers) = state.withLock { state in
      defer { (state.hasEnded, state.followers) = (true, [:]) }
      return (!state.hasEnded, state.followers)
    }
    followers.values.forEach { $0.end() }
    return isFirst
  }
}

/// The lines that another program sends on its connection.
private struct RequestLines {
  private let connection: ConnectedSocket
  private var pending: [UInt8] = []

  init(_ connection: ConnectedSocket) { self.connection = connection }

  /// Returns the next line; `nil` if the connection ends, if the line is too long, or if it is not complete in time.
  mutating func next(until deadline: ContinuousClock.Instant?) -> String? {
    let end = UInt8(ascii: "\n")
    do throws(Errno) {
      while true {
        if let length = pending.firstIndex(of: end) {
          guard length < PlayerControl.longestRequest else { return nil }
          defer { pending.removeFirst(length + 1) }
          return String(decoding: pending[..<length], as: UTF8.self)
        }
        guard pending.count < PlayerControl.longestRequest else { return nil }
        if let piece = try connection.receive() {
          guard !piece.isEmpty else { return nil }
          pending += piece
        } else if try !connection.wait(toSend: false, atMost: deadline.map { $0 - .now } ?? .seconds(60)) {
          guard deadline == nil else { return nil }
        }
      }
    } catch {
      return nil
    }
  }
}

extension PlayerSession {
  /// Lets other programs of the user send requests to this session, and follow it. The closures are called on several threads. The
  /// server must be ended before the session.
  public func receiveRequests(
    _ answer: @escaping @Sendable (String) -> String, followRequest: String? = nil,
    follow: @escaping @Sendable (PlayerFollower) -> Void = { _ in }
  ) throws(MixtapeError) -> PlayerControlServer {
    PlayerControlServer(
      on: try store.listen(for: owner), answer: answer, followRequest: followRequest, follow: follow)
  }
}

extension ConnectedSocket {
  /// Receives bytes until they are complete, until the other end is closed, or up to a limit. Throws `timedOut` if no part comes in
  /// time.
  func receive(
    atMost limit: Int, within patience: Duration, until isComplete: ([UInt8]) -> Bool
  ) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit, !isComplete(bytes) {
      guard let piece = try receive() else {
        guard try wait(toSend: false, atMost: patience) else { throw .timedOut }
        continue
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return Array(bytes.prefix(limit))
  }

  /// Sends all bytes. Drops what the other end sends meanwhile.
  ///
  /// - Throws: `timedOut` if the other end reads nothing in time; `brokenPipe` if it is closed.
  func send(_ bytes: [UInt8], within patience: Duration) throws(Errno) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try sendSome(rest)
      rest = rest.dropFirst(count)
      guard count == 0 else { continue }
      guard try wait(toSend: true, atMost: patience) else { throw .timedOut }
      if let dropped = try receive(), dropped.isEmpty { throw .brokenPipe }
    }
  }
}
