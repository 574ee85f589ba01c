import FileSystem
import MixtapeModel
import MixtapeStore
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import MixtapePlayer

/// Programs that follow a player, over its socket.
@Suite(.timeLimit(.generous)) struct PlayerFollowerTests {
  private let sample: SessionSample

  init() throws { sample = try SessionSample() }

  /// A program that has connected to a player.
  private struct Program {
    let connection: ConnectedSocket

    init(of store: Store) throws {
      guard case .open(let connection) = try store.connection(to: .standalone) else { throw Errno.connectionRefused }
      self.connection = connection
    }

    func send(_ text: String) throws { try connection.send(Array(text.utf8)) }

    /// Receives a number of lines; fewer if the connection ends.
    func lines(_ count: Int) throws -> [String] {
      let bytes = try connection.receive(atMost: 1 << 24, within: .seconds(60)) { bytes in
        bytes.count { $0 == UInt8(ascii: "\n") } >= count
      }
      return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  private func server(
    _ follow: @escaping @Sendable (PlayerFollower) -> Void
  ) throws -> (PlayerSession, PlayerControlServer) {
    let session = try sample.session([], of: .standalone)
    return (session, try session.receiveRequests({ "\($0)!\nmore" }, followRequest: "follow", follow: follow))
  }

  /// Starts a server, and a program that follows it.
  private func followedServer() throws -> (PlayerControlServer, Program, PlayerFollower) {
    let followers = Mutex<[PlayerFollower]>([])
    let (_, server) = try server { follower in
      followers.withLock { $0.append(follower) }
      follower.send("hello")
    }
    let program = try Program(of: sample.store)
    try program.send("follow\n")
    #expect(try program.lines(1) == ["hello"])
    return (server, program, try #require(followers.withLock { $0.first }))
  }

  @Test func `a follower receives lines, and the first line of each reply`() throws {
    let (_, server) = try server { $0.send("hello") }
    let program = try Program(of: sample.store)
    try program.send("follow\none\ntwo\n")
    #expect(try program.lines(3) == ["hello", "one!", "two!"])
    // Other requests are served meanwhile.
    #expect(try PlayerControl.send("status", to: .standalone, of: sample.store) == "status!\nmore")
    try program.send("three\n")
    #expect(try program.lines(1) == ["three!"])
    server.end()
    #expect(try program.lines(1) == [])
    program.connection.close()
  }

  @Test func `a follower that ends is noticed`() throws {
    let (server, program, follower) = try followedServer()
    program.connection.close()
    // Each line reaches the closed connection, until the server has noticed its end.
    while follower.isOpen { follower.send("still there?") }
    server.end()
    #expect(!follower.isOpen)
  }

  @Test func `a program that does not read is disconnected`() throws {
    let (server, program, follower) = try followedServer()
    let line = String(repeating: "x", count: 1 << 20)
    for _ in 0..<64 where follower.isOpen { follower.send(line) }
    #expect(!follower.isOpen)
    server.end()
    program.connection.close()
  }

  @Test func `further connections are refused while there are too many`() throws {
    let (_, server) = try server { $0.send("hello") }
    var programs: [Program] = []
    for _ in 0..<16 {
      let program = try Program(of: sample.store)
      try program.send("follow\n")
      #expect(try program.lines(1) == ["hello"])
      programs.append(program)
    }
    let excess = try Program(of: sample.store)
    #expect(try excess.lines(1) == [])
    server.end()
    (programs + [excess]).forEach { $0.connection.close() }
  }
}
